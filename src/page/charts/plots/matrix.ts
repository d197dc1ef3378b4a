// Draws a grid of values.
import { axisX, axisY, cell, plot, pointer, text, tip } from '@observablehq/plot'
import type { Matrix } from '../../../model/chart.ts'
import { cellText } from '../layout/as-table.ts'
import { divergeColour, heatColour } from '../layout/heat.ts'
import { CHARACTER, fitted, labelWidth, safeLabel } from '../layout/label-text.ts'
import { FRAME, TIP } from './frame.ts'

export interface MatrixCell {
  readonly row: number
  readonly column: number
  readonly value: number | null
}

/** Cells smaller than this cannot be pointed at: the picture grows beyond its room and scrolls. */
const LEAST_CELL = 12
const MOST_CELL = 64
/** Pixels from one line of text to the next. */
const LINE = 15

export function drawMatrix(chart: Matrix, width: number): Element {
  const { rows, columns } = chart
  const cells = chart.cells.flatMap((each, row) => each.map((value, column): MatrixCell => ({ row, column, value })))
  const longest = (labels: readonly string[]) => labels.reduce((most, label) => Math.max(most, labelWidth(label)), 0)
  const left = Math.min(width * 0.4, 180, longest(rows.map(({ label }) => safeLabel(label))) + 12)
  const across = Math.max(LEAST_CELL, Math.min(MOST_CELL, Math.floor((width - left - 8) / Math.max(1, columns.length))))
  const down =
    rows.length > 40
      ? 12
      : chart.measure === 'correlation' || chart.measure === 'strength'
        ? Math.max(16, Math.min(across, 32))
        : 20
  const names = columns.map(safeLabel)
  const isUpright = longest(names) > across - 4
  const top = isUpright ? Math.min(130, longest(names) + 12) : 22
  // Every second, third … name where rows are too low, or upright columns too narrow, for all.
  const every = Math.ceil(LINE / down)
  const everyColumn = isUpright ? Math.ceil(LINE / across) : 1
  const hasNumbers = across >= 34 && down >= 16
  const largest = largestOf(chart)
  return plot({
    ...FRAME,
    width: left + across * columns.length + 8,
    height: top + down * rows.length + 4,
    marginLeft: left,
    marginRight: 8,
    marginTop: top,
    marginBottom: 4,
    padding: 0,
    x: { type: 'band', domain: columns.map((_, index) => index), label: null },
    y: { type: 'band', domain: rows.map((_, index) => index), label: null },
    marks: [
      cell(
        cells.filter(({ value }) => value !== null),
        {
          x: 'column',
          y: 'row',
          fill: { value: (each: MatrixCell) => colourOf(chart, each.value!, largest), scale: null },
          inset: 0.5,
        },
      ),
      cell(
        cells.filter(({ value }) => value === null),
        { x: 'column', y: 'row', stroke: 'var(--line)', strokeDasharray: '2,2', inset: 1.5 },
      ),
      axisX({
        anchor: 'top',
        tickSize: 0,
        ticks: columns.map((_, index) => index).filter(index => index % everyColumn === 0),
        tickRotate: isUpright ? -90 : 0,
        textAnchor: isUpright ? 'start' : 'middle',
        tickFormat: (index: number) => fitted(names[index]!, isUpright ? 110 : across),
        label: null,
      }),
      axisY({
        tickSize: 0,
        ticks: rows.map((_, index) => index).filter(index => index % every === 0),
        tickFormat: (index: number) => fitted(rows[index]!.label, left - CHARACTER),
        label: null,
      }),
      hasNumbers
        ? text(
            cells.filter(({ value }) => value !== null && value !== 0),
            {
              x: 'column',
              y: 'row',
              text: (each: MatrixCell) => cellText(chart, each.value),
              fill: 'var(--ink)',
              fontSize: 11,
            },
          )
        : null,
      tip(
        cells,
        pointer({
          ...TIP,
          x: 'column',
          y: 'row',
          maxRadius: 60,
          title: ({ row, column, value }: MatrixCell) =>
            [
              `${names[column]} · ${safeLabel(rows[row]!.label)}`,
              value === null ? 'no value' : `${cellText(chart, value)} ${chart.value}`,
            ].join('\n'),
        }),
      ),
    ],
  })
}

export function largestOf({ cells }: Matrix): number {
  let largest = 0
  for (const row of cells) for (const value of row) if (value !== null && value > largest) largest = value
  return largest
}

function colourOf({ measure }: Matrix, value: number, largest: number): string {
  if (measure === 'correlation') return divergeColour(value)
  return heatColour(measure !== 'count' ? value : largest === 0 ? 0 : value / largest)
}
