// Columns in which some values stand for "missing", summed up once more without these: with every other column of numbers,
// and in the parts of the file.
import { type Correlation, type PairSums, pearson } from '../../../text/table/relations.ts'
import type { RowView } from '../../../text/table/scan-rows.ts'
import type { ColumnProfile, TableProfile } from './profile.ts'
import { isMeasure } from './relations.ts'
import { hasSentinels } from './sentinels.ts'

/** The numbers of a column in a part of the file. */
export interface PartSums {
  n: number
  /** Less the median. */
  sum: number
  squares: number
  least: number
  most: number
}

interface Pair {
  /** Places in `columns`. */
  readonly a: number
  readonly b: number
  readonly sums: PairSums
}

/** Only columns that the first pass compared are. */
export class CleanSums {
  /** All whose cells are needed. */
  readonly columns: readonly ColumnProfile[]
  private readonly left: readonly ReadonlySet<number>[]
  private readonly pivots: readonly number[]
  private readonly pairs: readonly Pair[]
  private readonly parts: readonly (readonly PartSums[])[]
  /** Behind the last row of each part. */
  private readonly ends: readonly number[]
  private part = 0
  private readonly values: Float64Array

  constructor({ columns, frame, table }: TableProfile) {
    const compared = new Set(frame.setup.numeric)
    const all = columns.filter(column => isMeasure(column) && (compared.has(column.index) || hasSentinels(column)))
    this.columns = all.some(hasSentinels) ? all : []
    this.left = this.columns.map(({ numbers }) => new Set(numbers!.sentinels.map(({ value }) => value)))
    this.pivots = this.columns.map(({ numbers }) => numbers!.usual[MEDIAN]!)
    this.pairs = this.columns.flatMap((one, a) =>
      this.columns
        .map((other, b) => ({ a, b, other }))
        .filter(
          ({ b, other }) =>
            b > a &&
            compared.has(one.index) &&
            compared.has(other.index) &&
            (this.left[a]!.size > 0 || this.left[b]!.size > 0),
        )
        .map(({ b }) => ({ a, b, sums: { n: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0 } })),
    )
    this.parts = this.left.map(({ size }) => (size === 0 ? [] : table.bins.map(newPart)))
    let row = 0
    this.ends = table.bins.map(({ rows }) => {
      row += rows
      return row
    })
    this.values = new Float64Array(this.columns.length)
  }

  add(row: RowView): void {
    const { values } = this
    while (row.row >= this.ends[this.part]! && this.part < this.ends.length - 1) this.part++
    for (let k = 0; k < values.length; k++) {
      const value = row.number(this.columns[k]!.index)
      const d = this.left[k]!.has(value) ? Number.NaN : value - this.pivots[k]!
      values[k] = d - d === 0 ? d : Number.NaN
      const part = this.parts[k]![this.part]
      if (part && d - d === 0) addTo(part, d, value)
    }
    for (const { a, b, sums } of this.pairs) {
      const [x, y] = [values[a]!, values[b]!]
      if (Number.isNaN(x) || Number.isNaN(y)) continue
      sums.n++
      sums.x += x
      sums.y += y
      sums.xx += x * x
      sums.yy += y * y
      sums.xy += x * y
    }
  }

  correlations(): Correlation[] {
    return this.pairs.map(({ a, b, sums }) => ({
      a: this.columns[a]!.index,
      b: this.columns[b]!.index,
      rows: sums.n,
      r: pearson(sums),
    }))
  }

  /** A column in the parts of the file; null for one whose values all count. */
  of(column: ColumnProfile): { readonly pivot: number; readonly parts: readonly PartSums[] } | null {
    const k = this.columns.indexOf(column)
    return k < 0 || this.left[k]!.size === 0 ? null : { pivot: this.pivots[k]!, parts: this.parts[k]! }
  }
}

/** Among the quantiles of a profile. */
const MEDIAN = 3

function newPart(): PartSums {
  return { n: 0, sum: 0, squares: 0, least: Number.POSITIVE_INFINITY, most: Number.NEGATIVE_INFINITY }
}

function addTo(part: PartSums, d: number, value: number): void {
  part.n++
  part.sum += d
  part.squares += d * d
  if (value < part.least) part.least = value
  if (value > part.most) part.most = value
}
