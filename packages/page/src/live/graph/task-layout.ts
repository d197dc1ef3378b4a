// Where every task of a run is drawn: a column for each stage, or a band when there is little room; boxes with names while
// they are few, small cells when they are many. Pure, and linear in the tasks.

import { largest, smallest } from '@shoal/base/model/lists'
import type { LiveStage, LiveTask } from '@shoal/base/model/live'

export interface GraphLayout {
  readonly width: number
  readonly height: number
  readonly isNamed: boolean
  readonly isBanded: boolean
  readonly cell: { readonly width: number; readonly height: number }
  readonly stages: readonly StageBox[]
  /** One for each task, in the order of the tasks. */
  readonly cells: readonly CellBox[]
}

export interface StageBox {
  readonly x: number
  readonly y: number
  readonly width: number
}

export interface CellBox {
  readonly x: number
  readonly y: number
  readonly stage: number
  readonly row: number
  readonly column: number
}

const TITLE = 26
const STAGE_GAP = 40
const BAND_GAP = 16
const NARROW = 620
const NAMED_LIMIT = 40
const NAMED_HEIGHT = 26
const NAMED_WIDEST = 400
const NAMED_NARROWEST = 132
const TALLEST = 480
const SIZES = [18, 14, 11, 9, 7, 5]

export function layOut(
  tasks: readonly Pick<LiveTask, 'stage'>[],
  stages: readonly Pick<LiveStage, 'title'>[],
  width: number,
): GraphLayout {
  const count = Math.max(1, stages.length)
  const numbers = tasks.map(({ stage }) => Math.min(count - 1, Math.max(0, stage)))
  const sizes = new Array<number>(count).fill(0)
  for (const stage of numbers) sizes[stage]!++
  const isBanded = width < NARROW || width < count * (NAMED_NARROWEST + STAGE_GAP)
  const isNamed = largest(sizes) <= NAMED_LIMIT
  const widths = isBanded ? sizes.map(() => width) : columnWidths(sizes, width, isNamed)
  const cell = isNamed ? namedCell(widths, isBanded) : { width: squareFor(sizes, widths), height: 0 }
  const side = { width: cell.width, height: cell.height || cell.width }
  return place(numbers, sizes, widths, { width, isNamed, isBanded, cell: side })
}

/** Stages with few tasks need no more than their title; the others share the rest by how much they hold. */
function columnWidths(sizes: readonly number[], width: number, isNamed: boolean): number[] {
  const room = width - STAGE_GAP * (sizes.length - 1)
  if (isNamed) return sizes.map(() => room / sizes.length)
  const least = Math.min(NAMED_NARROWEST, room / sizes.length)
  const spare = room - least * sizes.length
  const total = Math.max(
    1,
    sizes.reduce((sum, size) => sum + size, 0),
  )
  return sizes.map(size => least + (spare * size) / total)
}

function namedCell(widths: readonly number[], isBanded: boolean): GraphLayout['cell'] {
  const widest = smallest(widths)
  const width = isBanded && widest >= 2 * NAMED_NARROWEST + 6 ? (widest - 6) / 2 : widest
  return { width: Math.floor(Math.min(NAMED_WIDEST, width)), height: NAMED_HEIGHT }
}

/** The largest cells with which the tallest stage is not too tall. */
function squareFor(sizes: readonly number[], widths: readonly number[]): number {
  const fits = (side: number) =>
    sizes.every((size, stage) => Math.ceil(size / perRow(widths[stage]!, side)) * (side + gapOf(side)) <= TALLEST)
  return SIZES.find(fits) ?? SIZES.at(-1)!
}

function perRow(width: number, side: number): number {
  const gap = gapOf(side)
  return Math.max(1, Math.floor((width + gap) / (side + gap)))
}

function gapOf(side: number): number {
  return side > 10 ? 3 : side > 5 ? 2 : 1
}

function place(
  numbers: readonly number[],
  sizes: readonly number[],
  widths: readonly number[],
  { width, isNamed, isBanded, cell }: Pick<GraphLayout, 'width' | 'isNamed' | 'isBanded' | 'cell'>,
): GraphLayout {
  const gap = isNamed ? 6 : gapOf(cell.width)
  const columns = widths.map(each => Math.max(1, Math.floor((each + gap) / (cell.width + gap))))
  const heights = sizes.map((size, stage) => TITLE + Math.ceil(size / columns[stage]!) * (cell.height + gap))
  const stages: StageBox[] = []
  let at = 0
  for (const [stage, each] of widths.entries()) {
    stages.push(isBanded ? { x: 0, y: at, width } : { x: at, y: 0, width: each })
    at += isBanded ? heights[stage]! + BAND_GAP : each + STAGE_GAP
  }
  const seen = new Array<number>(sizes.length).fill(0)
  const cells = numbers.map((stage): CellBox => {
    const index = seen[stage]!++
    const column = index % columns[stage]!
    const row = Math.floor(index / columns[stage]!)
    const box = stages[stage]!
    return {
      x: box.x + column * (cell.width + gap),
      y: box.y + TITLE + row * (cell.height + gap),
      stage,
      row,
      column,
    }
  })
  const height = isBanded ? at - BAND_GAP : largest(heights)
  return { width, height: Math.max(TITLE, height), isNamed, isBanded, cell, stages, cells }
}

/** A curve from the side of one box to the side of another: ahead in columns, down in bands. */
export function edgePath(
  from: CellBox,
  to: CellBox,
  { cell, isBanded }: Pick<GraphLayout, 'cell' | 'isBanded'>,
): string {
  const half = { x: cell.width / 2, y: cell.height / 2 }
  if (isBanded || from.stage === to.stage) {
    const [x1, y1, x2, y2] = [from.x + half.x, from.y + cell.height, to.x + half.x, to.y]
    const bend = (y2 - y1) / 2
    return `M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}`
  }
  const [x1, y1, x2, y2] = [from.x + cell.width, from.y + half.y, to.x, to.y + half.y]
  const bend = (x2 - x1) / 2
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`
}

export type Step = 'left' | 'right' | 'up' | 'down' | 'first' | 'last'

/** The cell that an arrow key leads to from cell `at`; itself when there is none. */
export function neighbour(layout: GraphLayout, at: number, step: Step): number {
  const { cells } = layout
  const here = cells[at]
  if (!here) return 0
  if (step === 'first') return 0
  if (step === 'last') return cells.length - 1
  const ahead = step === 'right' || step === 'down'
  const isAcross = step === 'left' || step === 'right'
  let best = at
  let bestScore = Number.POSITIVE_INFINITY
  for (const [index, cell] of cells.entries()) {
    const [along, aside] = isAcross ? [cell.x - here.x, cell.y - here.y] : [cell.y - here.y, cell.x - here.x]
    if (ahead ? along <= 0 : along >= 0) continue
    const score = Math.abs(along) + Math.abs(aside) * 2
    if (score < bestScore) [best, bestScore] = [index, score]
  }
  return best
}
