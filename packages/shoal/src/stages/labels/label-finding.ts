// What labelling a chunk leaves in its report: one finding with the count of each label and a checked example of each.

import type { Finding, FindingDraft, Share } from '@shoal/base/model/finding'
import type { Json } from '@shoal/base/model/json'
import type { LabelSet } from '@shoal/base/model/label'
import type { LabelledPart } from '@shoal/base/model/report'
import { compareText } from '../rank.ts'

/** How often a label was given in a chunk, and where first. */
export interface LabelledPlace {
  readonly count: number
  readonly line: number
  /** Words of the file. */
  readonly quote: string
}

/** What the findings of a set are united by. */
export function labelFindingKey(set: LabelSet): string {
  return `labels:${set.digest}`
}

/** The same finding for each label, quoting an example of it: the gate says which examples hold. */
export function labelDrafts(counts: ReadonlyMap<string, LabelledPlace>, set: LabelSet, by: string): FindingDraft[] {
  const ordered = [...counts].sort(([a, { count: x }], [b, { count: y }]) => y - x || compareText(a, b))
  const distribution = ordered.map(([value, { count }]): Share => ({ value, count }))
  const total = distribution.reduce((sum, { count }) => sum + count, 0)
  return ordered.map(([label, { line, quote }]) => ({
    type: 'distribution',
    key: labelFindingKey(set),
    // No figures: they would be those of one chunk wherever findings are united.
    summary: `Records were labelled one by one by a model, and the labels counted: ${set.judged}`,
    severity: 'low',
    confidence: 'medium',
    nature: 'fact',
    line,
    evidence: quote,
    distribution,
    totalRows: total,
    count: total,
    stats: { label },
    topics: distribution.map(({ value }) => value),
    weight: 1,
    by,
  }))
}

/** The drafts that passed the gate: one finding, and the quotes of all. */
export function mergeChecked(checked: readonly Finding[]): Pick<LabelledPart, 'examples'> & { findings: Finding[] } {
  const examples = checked.map(({ stats, line, evidence }) => ({ label: labelIn(stats), line, quote: evidence }))
  const [lead] = checked
  // It is what was asked for, whatever words it has.
  return { findings: lead ? [{ ...lead, stats: {}, relevance: 1 }] : [], examples }
}

function labelIn(stats: Json | undefined): string {
  return String((stats as { readonly label?: Json } | undefined)?.label)
}
