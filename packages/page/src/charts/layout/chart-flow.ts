// Where charts stand beside each other: wide ones across, the others in columns that end at about the same height.
import type { Chart } from '@shoal/base/model/chart'
import { largest, pushAll, smallest } from '@shoal/base/model/lists'
import { tableOf } from './as-table.ts'
import { tableWidth } from './column-kinds.ts'
import { runsAlong } from './matrix-shape.ts'

/** Charts by their place in the list: one across, or columns from the left to the right. */
export type Block = { readonly wide: number } | { readonly columns: readonly (readonly number[])[] }

/** Pixels of the narrowest column that there is. */
export const LEAST_COLUMN = 384

/** In their order, but that a wide one may overtake others until they fill a row. */
export function flowOf(charts: readonly Chart[], mostColumns: number): Block[] {
  if (mostColumns < 2) return charts.map((_, wide) => ({ wide }))
  const blocks: (Block | { readonly run: number[] })[] = []
  const waiting: number[] = []
  for (const [index, chart] of charts.entries()) {
    if (!isWide(chart)) waiting.push(index)
    else {
      if (waiting.length >= mostColumns) blocks.push({ run: waiting.splice(0) })
      blocks.push({ wide: index })
    }
  }
  // One that is left over goes to others of its kind rather than across.
  const last = blocks.findLast(block => 'run' in block)
  if (waiting.length === 1 && last) pushAll(last.run, waiting.splice(0))
  if (waiting.length > 0) blocks.push({ run: waiting })
  return blocks.map(block => ('run' in block ? columnsOf(charts, block.run, mostColumns) : block))
}

/** What needs the whole width to be read. */
export function isWide(chart: Chart): boolean {
  if (chart.kind === 'table') return tableWidth(tableOf(chart)) > LEAST_COLUMN
  if (chart.kind === 'matrix') return runsAlong(chart) || chart.columns.length > 12
  return chart.kind === 'timeline' || chart.kind === 'tree' || chart.kind === 'series'
}

/** As many columns as leave the least room empty; each chart goes into the one that is the lowest so far. */
function columnsOf(charts: readonly Chart[], indices: readonly number[], mostColumns: number): Block {
  if (indices.length === 1) return { wide: indices[0]! }
  const heights = indices.map(index => heightOf(charts[index]!))
  const whole = heights.reduce((sum, height) => sum + height, 0)
  let best: { readonly columns: number[][]; readonly filled: number } | null = null
  for (let count = Math.min(mostColumns, indices.length); count >= 2; count--) {
    const columns = Array.from({ length: count }, (): number[] => [])
    const ends = columns.map(() => 0)
    for (const [k, index] of indices.entries()) {
      const lowest = ends.indexOf(smallest(ends))
      columns[lowest]!.push(index)
      ends[lowest]! += heights[k]!
    }
    const filled = whole / (count * largest(ends))
    if (!best || filled > best.filled + 0.05) best = { columns, filled }
  }
  return { columns: best!.columns }
}

/** About how many pixels high it will be, with its title. */
export function heightOf(chart: Chart): number {
  const head = 'note' in chart && chart.note ? 88 : 44
  switch (chart.kind) {
    case 'bars':
      return head + Math.min(200, chart.rows.length) * 29
    case 'facts':
      return head + chart.rows.length * 31
    case 'table':
      return head + Math.min(384, 32 + chart.rows.length * 38)
    case 'matrix':
      return head + 130 + (chart.rows.length > 40 ? 12 : 22) * chart.rows.length
    case 'histogram':
      return head + 200
    case 'points':
      return head + 280
    default:
      return head + 250
  }
}
