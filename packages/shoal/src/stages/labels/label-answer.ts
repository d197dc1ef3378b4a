// The answer that labels give: exact counts and shares over all records, with an example of each label.
import type { Answer } from '@shoal/base/model/analyst'
import type { Panel } from '@shoal/base/model/finding'
import type { LabelSet, LabelTally } from '@shoal/base/model/label'
import type { AnalystReport, LabelledPart } from '@shoal/base/model/report'
import { formatCount, plural } from '@shoal/base/text/printable'
import { ownLabels, UNLABELLED } from './label-set.ts'
import { countOf, Tallying, totalOf } from './tally.ts'
import { percent, tellTally, unlabelledText } from './tell-tally.ts'

const MOST_ROWS = 50

/** Null when no record was labelled. */
export function labelAnswer(reports: readonly AnalystReport[], set: LabelSet): Answer | null {
  const own = reports.flatMap(({ filePath, labelled }) => (labelled ? [{ path: filePath, ...labelled }] : []))
  const tallying = new Tallying()
  for (const { tally } of own) tallying.addAll(tally)
  const tally = tallying.done()
  const models = [...new Set(own.map(({ by }) => by))]
  return tally.total === 0 ? null : answerOf(tally, set, { models, evidence: examplesByLabel(own, tally) })
}

export interface LabelledBy {
  readonly models: readonly string[]
  readonly evidence: Answer['evidence']
}

/** What was asked of the counts first, then the counts. */
export function answerOf(tally: LabelTally, set: LabelSet, { models, evidence }: LabelledBy): Answer {
  const { total, counts } = tally
  const named = counts.filter(({ label }) => label !== UNLABELLED)
  const list = named.map(({ label, count }) => `${label} ${formatCount(count)} (${percent(count, total)})`).join(', ')
  const judged = phraseOf(set)
  const each = `each of ${plural(total, 'record')} by ${models.join(' and ')}`
  const lead =
    judged === null ? `Labels given to ${each}, counted by code` : `${judged}, judged for ${each} and counted by code`
  const own = ownLabels(set).map(({ name }) => name)
  const told = tellTally(tally, set.forms, { own, groupBy: set.groupBy })
  const rest = unlabelledText(tally)
  return {
    text: [...told, list === '' ? `${lead}.` : `${lead}: ${list}.`, ...(rest === null ? [] : [rest])].join(' '),
    relevance: 1,
    evidence,
    panel: panelOf(tally, set, judged ?? 'Labels'),
    labelled: { tally, models },
  }
}

/** Bars for the labels; a table where there are groups. */
function panelOf({ total, counts, groups }: LabelTally, { groupBy }: LabelSet, title: string): Panel {
  if (groups.length === 0 || groupBy === null)
    return { kind: 'bars', title, rows: counts.map(({ label, count }) => ({ label, value: count })), total }
  const labels = counts.map(({ label }) => label)
  const rowOf = (name: string, own: LabelTally['counts']) => [
    name,
    ...labels.map(label => countOf(own, [label])),
    totalOf(own),
  ]
  return {
    kind: 'table',
    title,
    columns: [groupBy, ...labels, 'records'].map((label, k) => ({ label, ...(k > 0 && { align: 'right' as const }) })),
    rows: [...groups.slice(0, MOST_ROWS).map(({ group, counts: own }) => rowOf(group, own)), rowOf('all', counts)],
    ...(groups.length > MOST_ROWS && { of: groups.length + 1 }),
  }
}

/** In the order of the counts; what was not labelled needs no example. */
function examplesByLabel(
  parts: readonly (LabelledPart & { readonly path: string })[],
  { counts }: LabelTally,
): Answer['evidence'] {
  const examples = new Map<string, Answer['evidence'][number]>()
  for (const { path, examples: own } of parts)
    for (const { label, line, quote } of own) if (!examples.has(label)) examples.set(label, { path, line, quote })
  return counts.flatMap(({ label }) => (label === UNLABELLED ? [] : (examples.get(label) ?? [])))
}

/** `The tone of the review`; null where what is judged was said in other words, as a question. */
function phraseOf({ judged }: LabelSet): string | null {
  if (!/^(?:(?:what |whom? |why )?(?:the|an?|its?)|whether)\b.*[^?!]$/is.test(judged)) return null
  return judged.charAt(0).toUpperCase() + judged.slice(1).replace(/(?<!\.)\.+$/, '')
}
