// What labelling a chunk leaves in its report: one finding with the count of each label and a checked example of each.

import type { Finding, FindingDraft, Share } from '../../model/finding.ts'
import type { Json } from '../../model/json.ts'
import type { LabelSet } from '../../model/label.ts'
import { lookup } from '../../model/lookup.ts'
import { compareText } from '../rank.ts'

/** How often a label was given in a chunk, and where first. */
export interface LabelCount {
  readonly count: number
  readonly line: number
  /** Words of the file. */
  readonly quote: string
}

export interface LabelExample {
  readonly label: string
  readonly line: number
  readonly quote: string
}

/** What the findings of a set are united by. */
export function labelFindingKey(set: LabelSet): string {
  return `labels:${set.digest}`
}

/** The same finding for each label, quoting an example of it: the gate says which examples hold. */
export function labelDrafts(counts: ReadonlyMap<string, LabelCount>, set: LabelSet, by: string): FindingDraft[] {
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

/** The drafts that passed the gate made one. */
export function mergeChecked(checked: readonly Finding[]): Finding[] {
  const [lead] = checked
  if (!lead) return []
  const examples = checked.map(
    ({ stats, line, evidence }): Json => ({ label: field(stats, 'label'), line, quote: evidence }),
  )
  // It is what was asked for, whatever words it has.
  return [{ ...lead, stats: { examples }, relevance: 1 }]
}

export function examplesOf({ stats }: Finding): LabelExample[] {
  const examples = field(stats, 'examples')
  if (!Array.isArray(examples)) return []
  return examples.flatMap(example => {
    const [label, line, quote] = ['label', 'line', 'quote'].map(name => field(example, name))
    return typeof label === 'string' && typeof line === 'number' && typeof quote === 'string'
      ? [{ label, line, quote }]
      : []
  })
}

function field(value: Json | undefined, name: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return lookup(value as { readonly [key: string]: Json }, name) ?? null
}
