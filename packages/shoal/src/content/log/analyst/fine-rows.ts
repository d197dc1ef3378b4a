// The rows of a grid in its own steps, which are far finer than those of the axis that all rows are shown on.
import { addTo } from '@shoal/base/model/lists'
import type { Cell } from '../../../text/timeline/cell-grid.ts'

/** What a row holds in one step: [time, time + width). */
export interface FineCell {
  readonly time: number
  readonly width: number
  readonly count: number
  /** Where its first entry stands. */
  readonly line: number
  readonly offset: number
}

export class FineRows {
  private readonly width: number
  private readonly rows = new Map<number, Cell[]>()

  /** `cells` ascend by bucket. */
  constructor({ width, cells }: { readonly width: number; readonly cells: readonly Cell[] }) {
    this.width = width
    for (const cell of cells) addTo(this.rows, cell.key, cell)
  }

  has(row: number): boolean {
    return this.rows.has(row)
  }

  /** The cells of a row that reach into a span of time, in order. */
  within(row: number, from: number, to: number): FineCell[] {
    const { width } = this
    const cells = this.rows.get(row) ?? []
    let [low, high] = [0, cells.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((cells[middle]!.bucket + 1) * width <= from) low = middle + 1
      else high = middle
    }
    const found: FineCell[] = []
    for (let k = low; k < cells.length && cells[k]!.bucket * width < to; k++) {
      const { bucket, count, line, offset } = cells[k]!
      found.push({ time: bucket * width, width, count, line, offset })
    }
    return found
  }
}
