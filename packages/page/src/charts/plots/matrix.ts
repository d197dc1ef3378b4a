// Draws a grid of values.
import { axisX, axisY, cell, plot, pointer, text, tip } from '@observablehq/plot'
import type { Matrix } from '@shoal/base/model/chart'
import { cellText } from '../layout/as-table.ts'
import { divergeColour, heatColour } from '../layout/heat.ts'
import { CHARACTER, fitted, labelWidth, safeLabel } from '../layout/label-text.ts'
import { runsAlong } from '../layout/matrix-shape.ts'
import { FRAME, painted, TIP } from './frame.ts'

export interface MatrixCell {
  readonly row: number
  readonly column: number
  readonly value: number | null
}

/** Cells smaller than this cannot be pointed at: the picture grows beyond its room and scrolls. */
const LEAST_CELL = 12
/** Along a file neighbours say nearly the same. */
const LEAST_STEP = 4
const MOST_CELL = 64
/** Pixels from one line of text to the next. */
const LINE = 15
/** Pixels between names on one line. */
const APART = 12
const CELL_TEXT = 11

export function drawMatrix(chart: Matrix, width: number): Element {
  const isAlong = runsAlong(chart)
  const cells = chart.cells.flatMap((each, row) => each.map((value, column): MatrixCell => ({ row, column, value })))
  const [x, y] = isAlong ? (['row', 'column'] as const) : (['column', 'row'] as const)
  const rowNames = chart.rows.map(({ label }) => safeLabel(label))
  const columnNames = chart.columns.map(safeLabel)
  const [names, sides] = isAlong ? [rowNames, columnNames] : [columnNames, rowNames]
  const longest = (labels: readonly string[]) => labels.reduce((most, label) => Math.max(most, labelWidth(label)), 0)
  const least = isAlong ? LEAST_STEP : LEAST_CELL
  // Names at the side get the room that cells can do without.
  const spare = Math.max(width * 0.4, width - 8 - 2 * least * names.length)
  const left = Math.min(spare, Math.max(180, width * 0.22), longest(sides) + 12)
  const across = Math.max(least, Math.min(MOST_CELL, Math.floor((width - left - 8) / Math.max(1, names.length))))
  const down =
    sides.length > 40
      ? 12
      : chart.measure === 'correlation' || chart.measure === 'strength'
        ? Math.max(16, Math.min(across, 32))
        : 20
  const isUpright = !isAlong && longest(names) > across - 4
  const top = isUpright ? Math.min(130, longest(names) + 12) : 22
  // Every second, third … name where there is no room for all.
  const every = Math.ceil(LINE / down)
  const everyName = isAlong ? Math.ceil((longest(names) + APART) / across) : isUpright ? Math.ceil(LINE / across) : 1
  const widest = longest(cells.map(({ value }) => cellText(chart, value))) * (CELL_TEXT / 12)
  const hasNumbers = across >= widest + 4 && down >= 16
  const inset = across < 8 ? 0 : 0.5
  const ticks = names.map((_, index) => index).filter(index => index % everyName === 0)
  // Along a file every name starts with its step and ends within the picture; the last step is named where that leaves room.
  const room = across * names.length
  const endOf = (index: number) => index * across + labelWidth(names[index]!)
  while (isAlong && ticks.length > 1 && endOf(ticks.at(-1)!) > room) ticks.pop()
  const last = names.at(-1) ?? ''
  const hasLast = isAlong && endOf(ticks.at(-1) ?? 0) + APART <= room - labelWidth(last)
  const largest = largestOf(chart)
  return plot({
    ...FRAME,
    width: left + across * names.length + 8,
    height: top + down * sides.length + 4,
    marginLeft: left,
    marginRight: 8,
    marginTop: top,
    marginBottom: 4,
    padding: 0,
    x: { type: 'band', domain: names.map((_, index) => index), label: null },
    y: { type: 'band', domain: sides.map((_, index) => index), label: null },
    marks: [
      cell(
        cells.filter(({ value }) => value !== null),
        {
          x,
          y,
          fill: painted((each: MatrixCell) => colourOf(chart, each.value!, largest)),
          insetLeft: inset,
          insetRight: inset,
          insetTop: 0.5,
          insetBottom: 0.5,
        },
      ),
      cell(
        cells.filter(({ value }) => value === null),
        { x, y, stroke: 'var(--line)', strokeDasharray: '2,2', inset: Math.min(1.5, across / 4) },
      ),
      axisX({
        anchor: 'top',
        tickSize: 0,
        ticks,
        tickRotate: isUpright ? -90 : 0,
        textAnchor: isUpright || isAlong ? 'start' : 'middle',
        // From where its step begins.
        dx: isAlong ? -across / 2 : 0,
        tickFormat: (index: number) => (isAlong ? names[index]! : fitted(names[index]!, isUpright ? 110 : across)),
        label: null,
      }),
      axisY({
        tickSize: 0,
        ticks: sides.map((_, index) => index).filter(index => index % every === 0),
        tickFormat: (index: number) => fitted(sides[index]!, left - CHARACTER),
        label: null,
      }),
      text(hasLast ? [last] : [], { frameAnchor: 'top-right', textAnchor: 'end', lineAnchor: 'bottom', dy: -4 }),
      hasNumbers
        ? text(
            cells.filter(({ value }) => value !== null && value !== 0),
            {
              x,
              y,
              text: (each: MatrixCell) => cellText(chart, each.value),
              fill: 'var(--ink)',
              fontSize: CELL_TEXT,
            },
          )
        : null,
      tip(
        cells,
        pointer({
          ...TIP,
          x,
          y,
          maxRadius: 60,
          title: ({ row, column, value }: MatrixCell) =>
            [
              `${columnNames[column]} · ${rowNames[row]}`,
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
