// What people see of a table: its columns, its categories as bars, its numbers as histograms.
import type { Panel } from '@shoal/base/model/finding'
import type { Histogram } from '../../../text/histogram.ts'
import type { ColumnProfile, TableProfile } from './profile.ts'
import { isCategory, isMeasure } from './relations.ts'
import { count, figure, moment, percent } from './words.ts'

const MOST_COLUMNS = 60
/** Categories that the survey itself shows as bars. */
export const MOST_BARS = 4
/** A category of more values than this is told as a chart only. */
export const MOST_VALUES = 50
const MOST_HISTOGRAMS = 3
const MOST_STEPS = 14

export function panelsOf(profile: TableProfile): Panel[] {
  const { columns } = profile
  const bars = columns.filter(column => isCategory(column) && column.distinct <= MOST_VALUES).slice(0, MOST_BARS)
  const spread = columns.filter(column => isMeasure(column) && column.numbers?.histogram).slice(0, MOST_HISTOGRAMS)
  return [columnTable(profile), ...bars.map(barsOf), ...spread.map(histogramPanel)]
}

function columnTable({ columns, table }: TableProfile): Panel {
  return {
    kind: 'table',
    title: 'Columns',
    columns: [
      { label: 'column' },
      { label: 'type' },
      { label: 'missing', align: 'right' },
      { label: 'distinct', align: 'right' },
      { label: 'min', align: 'right' },
      { label: 'median', align: 'right' },
      { label: 'max', align: 'right' },
      { label: 'most frequent' },
    ],
    rows: columns.slice(0, MOST_COLUMNS).map(column => {
      const { name, type, missingCells, merged } = column
      const distinct = merged.about ? `about ${count(column.distinct)}` : column.distinct
      const [min, median, max] = rangeOf(column)
      const missing = missingCells === 0 ? '' : `${count(missingCells)} (${percent(missingCells, table.rows)})`
      return [name, type, missing, distinct, min, median, max, mostFrequent(column)]
    }),
    ...(columns.length > MOST_COLUMNS ? { of: columns.length } : {}),
  }
}

function rangeOf({ type, numbers, times }: ColumnProfile): [string, string, string] {
  if (numbers && (isNumberType(type) || type === 'id'))
    return [figure(numbers.series.min), type === 'id' ? '' : figure(numbers.quantiles[3]!), figure(numbers.series.max)]
  if (times && ['date', 'datetime', 'time'].includes(type))
    return [moment(times.series.min, type), moment(times.quantiles[3]!, type), moment(times.series.max, type)]
  return ['', '', '']
}

function isNumberType(type: string): boolean {
  return type === 'integer' || type === 'number'
}

function mostFrequent({ top, present, distinct }: ColumnProfile): string {
  const [first] = top
  if (!first || distinct === present || first.count < 2) return ''
  const value = first.value.length > 24 ? `${first.value.slice(0, 23)}…` : first.value
  return `${value.replace(/\s+/g, ' ')} (${percent(first.count, present)})`
}

export function barsOf(column: ColumnProfile): Panel {
  const rows = column.top.map(({ value, count: n }) => ({ label: value.slice(0, 60), value: n }))
  const rest = column.present - rows.reduce((sum, { value }) => sum + value, 0)
  return {
    kind: 'bars',
    title: `Rows by ${column.name}`,
    rows: rest > 0 ? [...rows, { label: `${count(column.distinct - rows.length)} more`, value: rest }] : rows,
    total: column.present,
  }
}

export function histogramPanel({ name, numbers }: ColumnProfile): Panel {
  const { edges, counts } = coarser(numbers!.histogram!)
  return {
    kind: 'bars',
    title: `Distribution of ${name}`,
    rows: counts.map((value, k) => ({ label: `${figure(edges[k]!)} – ${figure(edges[k + 1]!)}`, value })),
    total: numbers!.series.total,
  }
}

/** Two steps as one where there are more than a reader wants to go through. */
function coarser({ edges, counts }: Histogram): Histogram {
  if (counts.length <= MOST_STEPS) return { edges, counts }
  return {
    edges: edges.filter((_, k) => k % 2 === 0 || k === edges.length - 1),
    counts: counts.flatMap((count, k) => (k % 2 === 0 ? [count + (counts[k + 1] ?? 0)] : [])),
  }
}
