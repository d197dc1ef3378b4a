// A table: records with a stable number of fields, whose fields look like cells and not like clauses or statements.
import type { Probe, Sniff } from '@shoal/base/model/content-type'
import { type ColumnFit, fitColumns } from '../../text/column-fit.ts'
import { entryKind } from '../../text/entry-stamps.ts'
import { listShape } from '../../text/list-lines.ts'
import { dialectFit } from '../dialect-fit.ts'

const OWN = new Set(['structured_data'])
/** Enough for the count of columns to show itself. */
const SAMPLE_CHARS = 8 * 1024

/** Values in as many lines are a table of one column. */
const COLUMN = 3

/** The ruler below the head of a table in Markdown: such a table stands in prose. */
const MARKDOWN_TABLE = /^[ \t]*(?:\|[ \t]*)?:?-{3,}:?[ \t]*\|/m

export function sniff(probe: Probe): Sniff | null {
  const sample = probe.text.slice(0, SAMPLE_CHARS)
  const whole = probe.whole && sample.length === probe.text.length
  const likeness = dialectFit(probe, OWN)
  const guess = likeness && { score: likeness.score, reason: 'its lines read like rows of a table' }
  const list = listShape(probe.lines)
  if (list?.values && list.items >= COLUMN) return { score: 0.9, reason: `a column of ${list.items} values` }
  const fit = MARKDOWN_TABLE.test(sample) ? null : fitColumns(sample, whole)
  if (!fit) return null
  const proof = judge(fit, probe, likeness?.score ?? 0)
  return proof && proof.score > (guess?.score ?? 0) ? proof : guess
}

function judge(fit: ColumnFit, probe: Probe, likeness: number): Sniff | null {
  const { columns, records, stable, cellShare } = fit
  const mark = NAMES[fit.delimiter]
  if (records === 1) {
    const names =
      fit.header &&
      columns >= 3 &&
      cellShare === 1 &&
      /^["\w][\w ."-]*(?:[,;\t|]["\w][\w ."-]*)+(?![\w ."-])\s*$/.test(probe.text)
    return names ? { score: 0.9, reason: `one line of ${columns} column names` } : null
  }
  if (stable < 0.8 || cellShare < 0.75) return null
  if (looksLikeEntries(fit, probe)) return null
  if (fit.header && columns >= 3 && records >= 3 && stable > 0.98 && cellShare > 0.9) {
    return { score: 0.96, reason: `a header and ${records - 1} records of ${columns} columns by ${mark}` }
  }
  // Two columns come about by chance in text and code; more rows, a header or quotes make them a table.
  const evidence =
    (columns >= 3 ? 0.1 : 0) +
    (fit.header ? 0.06 : 0) +
    (fit.quoted ? 0.04 : 0) +
    Math.min(records, 20) / 200 +
    fit.numericShare * 0.1
  const steady = (stable - 0.8) * 1.2 + (cellShare - 0.75) * 0.4
  const score = Math.min(0.96, 0.3 + evidence + steady + likeness * 0.3)
  return { score, reason: `${Math.round(stable * records)} of ${records} records have ${columns} columns by ${mark}` }
}

const NAMES = { ',': 'comma', '\t': 'tab', ';': 'semicolon', '|': 'bar' } as const

/** Rows that start with a time and have no header are log entries, unless all that follows are numbers. */
function looksLikeEntries(fit: ColumnFit, probe: Probe): boolean {
  const first = probe.lines.find(line => line.trim() !== '')
  return first !== undefined && fit.numericShare < 0.6 && entryKind(first) !== null
}
