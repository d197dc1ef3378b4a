// The values of a column in order of size, with their counts.
import type { CellValue } from './cell-table.ts'

export class Ranked {
  readonly codes: readonly number[]
  /** Cells. */
  readonly total: number

  constructor(
    private readonly values: readonly CellValue[],
    belongs: (value: CellValue) => boolean,
  ) {
    const codes: number[] = []
    let total = 0
    for (const [code, value] of values.entries()) {
      if (!belongs(value)) continue
      codes.push(code)
      total += value.count
    }
    this.codes = codes.sort((a, b) => values[a]!.value - values[b]!.value)
    this.total = total
  }

  /** The value below which that share of the cells lies. */
  at(share: number): number {
    let seen = 0
    for (const code of this.codes) {
      seen += this.values[code]!.count
      if (seen >= share * this.total) return this.values[code]!.value
    }
    return Number.NaN
  }
}
