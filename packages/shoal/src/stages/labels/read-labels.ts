// Reads a model's labels. Only what names a record that was asked for and a label of the set counts; whatever else the
// reply says, totals above all, is not looked at.

import type { LabelSet } from '@shoal/base/model/label'
import { isRecord } from '@shoal/base/model/option-values'
import { readJson } from '@shoal/base/text/loose-json'
import { nameKey } from './label-set.ts'

export interface ReadLabels {
  /** By id. */
  readonly labels: ReadonlyMap<number, string>
  /** What is wrong, as the model may be told; null when every id has its label. */
  readonly complaint: string | null
}

const NAMED = 10

export function readLabels(text: string, ids: readonly number[], set: LabelSet): ReadLabels {
  const read = readJson(text)
  if ('complaint' in read) return { labels: new Map(), complaint: read.complaint }
  const names = new Map(set.labels.map(({ name }) => [nameKey(name), name]))
  const asked = new Set(ids)
  const labels = new Map<number, string>()
  const unknown = new Set<string>()
  const contradicted = new Set<number>()
  for (const [id, said] of entriesOf(read.value)) {
    if (!asked.has(id)) continue
    const label = names.get(nameKey(said))
    if (label === undefined) unknown.add(said.slice(0, 60))
    else if (labels.has(id) && labels.get(id) !== label) contradicted.add(id)
    else labels.set(id, label)
  }
  for (const id of contradicted) labels.delete(id)
  return {
    labels,
    complaint: complaintOf(
      ids.filter(id => !labels.has(id)),
      [...unknown],
      [...contradicted],
    ),
  }
}

/** `{labels: [{id, label}]}`, the list alone, or labels by id: `{"1": "praise"}`. */
function entriesOf(value: unknown): [id: number, label: string][] {
  const held = isRecord(value) && (Array.isArray(value.labels) || isRecord(value.labels)) ? value.labels : value
  const pairs: (readonly [unknown, unknown])[] = Array.isArray(held)
    ? held.map(entry => (isRecord(entry) ? [entry.id, entry.label] : [null, null]))
    : isRecord(held)
      ? Object.entries(held)
      : []
  return pairs.flatMap(([id, label]) => {
    const number = typeof id === 'string' && /^\s*\d{1,9}\s*$/.test(id) ? Number(id) : id
    return typeof number === 'number' && typeof label === 'string' ? [[number, label]] : []
  })
}

function complaintOf(
  missing: readonly number[],
  unknown: readonly string[],
  contradicted: readonly number[],
): string | null {
  if (missing.length === 0) return null
  const faults = [`${listed(missing)} got no label of the set`]
  if (unknown.length > 0) faults.push(`the set does not have ${listed(unknown.map(name => JSON.stringify(name)))}`)
  if (contradicted.length > 0) faults.push(`${listed(contradicted)} got several labels`)
  return `${faults.join('; ')}.`
}

function listed(items: readonly (string | number)[]): string {
  const more = items.length - NAMED
  return items.slice(0, NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
