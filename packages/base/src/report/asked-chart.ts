// The picture that fits what was asked: bars for groups, a line over equal steps of time; none for a single figure or for text.
import type { Panel } from '../model/finding.ts'
import { formatCount } from '../text/printable.ts'
import type { AskedTable, TableColumn } from './asked-view.ts'
import { stepOf, stepsBetween } from './time-steps.ts'

/** More bars could not be taken in. */
const MOST_BARS = 20
/** Groups within groups. */
const MOST_GROUPED = 40

type Chart = Extract<Panel, { kind: 'bars' | 'series' }>

export function askedChart(table: AskedTable | null): Chart | null {
  if (!table || table.rows.length < 2) return null
  const keys = table.columns.flatMap(({ holds }, k) => (holds === 'key' || holds === 'column' ? [k] : []))
  const measure = table.columns.findIndex(({ holds }) => holds === 'measure' || holds === 'count')
  const column = table.columns[measure]
  // Rows of a file have places of their own: they are no groups.
  if (!column || keys.length === 0 || keys.length > 2 || table.rows.some(({ place }) => place !== null)) return null
  const groups = table.rows.flatMap(({ cells, values }): Group[] => {
    const value = values[measure]
    if (typeof value !== 'number' || !Number.isFinite(value)) return []
    return [{ labels: keys.map(k => cells[k]!), value, text: cells[measure]! }]
  })
  if (groups.length < 2) return null
  const title = `${column.name} by ${keys.map(k => table.columns[k]!.name).join(' and ')}`
  return (keys.length === 1 ? lineOf(groups, column, title, table) : null) ?? barsOf(groups, title, table)
}

interface Group {
  readonly labels: readonly string[]
  readonly value: number
  readonly text: string
}

function barsOf(groups: readonly Group[], title: string, { of, rows }: AskedTable): Chart {
  const most = groups[0]!.labels.length > 1 ? MOST_GROUPED : MOST_BARS
  const shown = groups.slice(0, most)
  const without = rows.length - groups.length
  const notes = [
    shown.length + without < of ? `the first ${formatCount(shown.length)} of ${formatCount(of)}` : '',
    without > 0 ? `${formatCount(without)} without a value` : '',
  ].filter(note => note !== '')
  return {
    kind: 'bars',
    title: [title, ...notes].join(', '),
    rows: shown.map(({ labels, value, text }) => ({ label: labels.join(' · '), value, text })),
  }
}

/** Null where the groups are no steps of time, or steps are missing of which nobody knows what they would have. */
function lineOf(groups: readonly Group[], column: TableColumn, title: string, { of, rows }: AskedTable): Chart | null {
  if (groups.length < 3 || groups.length < rows.length || of > rows.length) return null
  const known = groups.flatMap(({ labels }) => stepOf(labels[0]!) ?? [])
  if (known.length < groups.length) return null
  const values = new Map(known.map(({ index }, k) => [index, groups[k]!.value]))
  if (new Set(known.map(({ unit }) => unit)).size > 1 || values.size < groups.length) return null
  const steps = stepsBetween(known)
  const filled = steps?.map(({ index }) => values.get(index) ?? column.ofNothing ?? null) ?? [null]
  if (!steps || filled.some(value => value === null)) return null
  const labels = steps.map(({ label }) => label)
  return {
    kind: 'series',
    title,
    from: labels[0]!,
    to: labels.at(-1)!,
    values: filled.map(value => value ?? 0),
    steps: labels,
  }
}
