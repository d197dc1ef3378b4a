// The numbers behind a picture as a table, for those who would rather read, and for those who cannot see it.
import type { Chart } from '@shoal/base/model/chart'
import { layHistogram, stepText } from './histogram-steps.ts'
import { numberText, shareText } from './number-text.ts'
import { readTime, stepTimes, wallText } from './time-axis.ts'

export interface ChartTable {
  readonly columns: readonly {
    readonly label: string
    readonly isNumber: boolean
    /** To be copied as it is: never cut. */
    readonly isCode?: true
  }[]
  readonly rows: readonly ChartRow[]
  /** How many there are when not all are listed. */
  readonly of: number
}

export interface ChartRow {
  readonly cells: readonly string[]
  /** Where it stands in the file of the chart, or in another. */
  readonly place: { readonly path: string | null; readonly line: number } | null
}

const MOST_ROWS = 500

export function tableOf(chart: Chart): ChartTable {
  switch (chart.kind) {
    case 'histogram':
      return table([text('Range'), number(chart.counted)], layHistogram(chart).steps, step => [
        stepText(step),
        numberText(step.count),
      ])
    case 'matrix':
      return table(
        [text(''), ...chart.columns.map(number)],
        chart.rows,
        ({ label }, index) => [label, ...chart.columns.map((_, k) => cellText(chart, chart.cells[index]?.[k] ?? null))],
        ({ line }) => placeOf(line),
      )
    case 'timeline':
      return timelineTable(chart)
    case 'tree':
      return table(
        [text('Part'), text('In'), number(chart.size), ...(chart.heat === null ? [] : [number(chart.heat)])],
        chart.nodes,
        ({ label, parent, size, heat }) => [
          label,
          parent === null ? '' : (chart.nodes[parent]?.label ?? ''),
          numberText(size),
          ...(chart.heat === null ? [] : [heat === null ? '' : numberText(heat)]),
        ],
        ({ line, path }) => placeOf(line, path),
      )
    case 'points':
      return table(
        [text('Name'), number(chart.x), number(chart.y)],
        [...chart.points].sort((a, b) => b.y - a.y || b.x - a.x),
        ({ label, x, y }) => [label, numberText(x), numberText(y)],
        ({ line, path }) => placeOf(line, path),
      )
    case 'series': {
      const lines = [{ label: chart.more ? 'all' : 'value', values: chart.values }, ...(chart.more ?? [])]
      const times = chart.steps ?? stepTimes(chart.from, chart.to, chart.values.length)
      const first = times ? text('From') : number('Step')
      return table([first, ...lines.map(({ label }) => number(label))], chart.values, (_, index) => [
        times?.[index] ?? `${index + 1} of ${chart.values.length}`,
        ...lines.map(({ values }) => (values[index] === undefined ? '' : numberText(values[index]))),
      ])
    }
    case 'bars':
      return table([text('Value'), number('Count')], chart.rows, ({ label, value, text }) => [
        label,
        text ?? numberText(value),
      ])
    case 'facts':
      return table([text('What'), text('Value')], chart.rows, ([label, value]) => [label, valueText(value)])
    case 'table':
      return table(
        chart.columns.map(({ label, align, isCode }) => ({
          label,
          isNumber: align === 'right',
          ...(isCode && { isCode }),
        })),
        chart.rows,
        row => chart.columns.map((_, index) => valueText(row[index] ?? null)),
        undefined,
        chart.of,
      )
  }
}

/** A cell of a matrix in words: `12 %`, `-0.83`, `0.71`, `1,204`; '' where there is none. */
export function cellText(
  { measure }: Pick<Extract<Chart, { kind: 'matrix' }>, 'measure'>,
  value: number | null,
): string {
  if (value === null) return ''
  if (measure === 'share') return shareText(value)
  return measure === 'count' ? numberText(value) : value.toFixed(2)
}

export function valueText(value: string | number | null): string {
  return value === null ? '' : typeof value === 'number' ? numberText(value) : value
}

function timelineTable(chart: Extract<Chart, { kind: 'timeline' }>): ChartTable {
  const start = readTime(chart.from)
  const size = chart.series.reduce((most, { values }) => Math.max(most, values.length), 0)
  // Steps in which nothing happened say nothing, and there may be many.
  const filled = Array.from({ length: size }, (_, index) => index).filter(index =>
    chart.series.some(({ values }) => (values[index] ?? 0) > 0),
  )
  return table([text('From'), ...chart.series.map(({ label }) => number(label))], filled, index => [
    start
      ? wallText(start, index * chart.stepSeconds * 1000, { seconds: chart.stepSeconds % 60 !== 0 })
      : `${chart.from} + ${numberText(index * chart.stepSeconds)} s`,
    ...chart.series.map(({ values }) => numberText(values[index] ?? 0)),
  ])
}

function table<Row>(
  columns: ChartTable['columns'],
  rows: readonly Row[],
  cells: (row: Row, index: number) => string[],
  place: (row: Row) => ChartRow['place'] = () => null,
  of = rows.length,
): ChartTable {
  return {
    columns,
    rows: rows.slice(0, MOST_ROWS).map((row, index) => ({ cells: cells(row, index), place: place(row) })),
    of: Math.max(of, rows.length),
  }
}

function text(label: string) {
  return { label, isNumber: false }
}

function number(label: string) {
  return { label, isNumber: true }
}

function placeOf(line: number | undefined, path: string | undefined = undefined): ChartRow['place'] {
  return line === undefined ? null : { path: path ?? null, line }
}
