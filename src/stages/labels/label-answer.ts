// The answer that labels give: exact counts and shares over all records, with an example of each label.
import type { Answer } from '../../model/analyst.ts'
import type { Finding, Share } from '../../model/finding.ts'
import type { LabelSet } from '../../model/label.ts'
import { formatCount, plural } from '../../text/printable.ts'
import { compareText } from '../rank.ts'
import { examplesOf, labelFindingKey } from './label-finding.ts'
import { OTHER, UNCLEAR, UNLABELLED } from './label-set.ts'

/** What says nothing of the question comes last. */
const LAST: readonly string[] = [OTHER.name, UNCLEAR.name, UNLABELLED]

/**
 * Of the findings of all reports, before they are united: so each is counted, and examples of every label are known.
 * Null when no record was labelled.
 */
export function labelAnswer(findings: readonly Finding[], set: LabelSet): Answer | null {
  const own = findings.filter(({ key }) => key === labelFindingKey(set))
  const shares = summed(own)
  const total = shares.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null
  const models = [...new Set(own.flatMap(({ by = [] }) => by))]
  const unlabelled = shares.find(({ value }) => value === UNLABELLED)?.count ?? 0
  const named = shares.filter(({ value }) => value !== UNLABELLED)
  const list = named.map(({ value, count }) => `${value} ${formatCount(count)} (${percent(count, total)})`).join(', ')
  const judged = phraseOf(set)
  const each = `each of ${plural(total, 'record')} by ${models.join(' and ')}`
  const lead =
    judged === null ? `Labels given to ${each}, counted by code` : `${judged}, judged for ${each} and counted by code`
  const sentences = [list === '' ? `${lead}.` : `${lead}: ${list}.`]
  if (unlabelled > 0)
    sentences.push(`${plural(unlabelled, 'record')} (${percent(unlabelled, total)}) got no usable label.`)
  return {
    text: sentences.join(' '),
    relevance: 1,
    isJudged: true,
    evidence: examplesByLabel(own, shares),
    panel: {
      kind: 'bars',
      title: judged ?? 'Labels',
      rows: shares.map(({ value, count }) => ({ label: value, value: count })),
      total,
    },
  }
}

function summed(findings: readonly Finding[]): Share[] {
  const counts = new Map<string, number>()
  for (const { distribution = [] } of findings)
    for (const { value, count } of distribution) counts.set(value, (counts.get(value) ?? 0) + count)
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => LAST.indexOf(a.value) - LAST.indexOf(b.value) || b.count - a.count || compareText(a.value, b.value))
}

/** In the order of the shares; what was not labelled needs no example. */
function examplesByLabel(findings: readonly Finding[], shares: readonly Share[]): Answer['evidence'] {
  const examples = new Map<string, Answer['evidence'][number]>()
  for (const finding of findings)
    for (const { label, line, quote } of examplesOf(finding))
      if (!examples.has(label)) examples.set(label, { path: finding.path, line, quote })
  return shares.flatMap(({ value }) => (value === UNLABELLED ? [] : (examples.get(value) ?? [])))
}

/** `46.2%`; never 0% or 100% of what is neither none nor all. */
function percent(count: number, total: number): string {
  const share = (100 * count) / total
  if (count > 0 && share < 0.1) return '<0.1%'
  if (count < total && share > 99.9) return '>99.9%'
  return `${Number(share.toFixed(1))}%`
}

/** `The tone of the review`; null where what is judged was said in other words, as a question. */
function phraseOf({ judged }: LabelSet): string | null {
  if (!/^(?:the|an?|its|whether)\b.*[^?!]$/is.test(judged)) return null
  return judged.charAt(0).toUpperCase() + judged.slice(1).replace(/(?<!\.)\.+$/, '')
}
