// Which values of two columns meet, and how two numeric columns vary together, as the kernel counted it.
import { ExactSum } from './exact-sum.ts'
import type { TableKernel } from './kernel.ts'

/** Meetings of values: numbers of the entries of both columns, rows, first and last row. */
export interface PairTally {
  readonly a: Uint16Array
  readonly b: Uint16Array
  readonly rows: Uint32Array
  readonly first: Uint32Array
  readonly last: Uint32Array
}

/** More meetings than this are not kept, in a stretch or in all: such columns do not determine each other. */
export const MOST_MEETINGS = 4096

const MEETING_BYTES = 16

/** A pair of columns, or null when too many values met. */
export function pairTally({ wasm, data }: TableKernel, index: number): PairTally | null {
  const at = wasm.pairPointer(index)
  if (data.getUint32(at + 20, true) !== 0) return null
  const size = data.getUint32(at + 8, true)
  const capacity = data.getUint32(at + 12, true)
  const table = data.getUint32(at + 16, true)
  const tally = {
    a: new Uint16Array(size),
    b: new Uint16Array(size),
    rows: new Uint32Array(size),
    first: new Uint32Array(size),
    last: new Uint32Array(size),
  }
  let k = 0
  for (let slot = 0; slot < capacity; slot++) {
    const meeting = table + slot * MEETING_BYTES
    const rows = data.getUint32(meeting + 4, true)
    if (rows === 0) continue
    const key = data.getUint32(meeting, true)
    tally.a[k] = key >>> 16
    tally.b[k] = key & 0xffff
    tally.rows[k] = rows
    tally.first[k] = data.getUint32(meeting + 8, true)
    tally.last[k] = data.getUint32(meeting + 12, true)
    k++
  }
  return tally
}

/** Which of two dates comes first: rows where `a` is earlier, the same, later, and the first rows of the two. */
export interface OrderTally {
  readonly a: number
  readonly b: number
  readonly earlier: number
  readonly same: number
  readonly later: number
  readonly earlierRows: readonly number[]
  readonly laterRows: readonly number[]
}

const ORDER_ROWS = 4
const ORDER_WORDS = 3 + 2 * ORDER_ROWS

export function orderTallies({ wasm, data }: TableKernel, dated: readonly number[]): OrderTally[] {
  const from = wasm.ordersPointer()
  const word = (pair: number, k: number) => data.getUint32(from + (pair * ORDER_WORDS + k) * 4, true)
  const orders: OrderTally[] = []
  for (let i = 0; i < dated.length; i++)
    for (let k = i + 1; k < dated.length; k++) {
      const pair = orders.length
      const rows = (at: number, count: number) =>
        Array.from({ length: Math.min(ORDER_ROWS, count) }, (_, n) => word(pair, at + n))
      const [earlier, same, later] = [word(pair, 0), word(pair, 1), word(pair, 2)]
      orders.push({
        a: dated[i]!,
        b: dated[k]!,
        earlier,
        same,
        later,
        earlierRows: rows(3, earlier),
        laterRows: rows(3 + ORDER_ROWS, later),
      })
    }
  return orders
}

/** The same over all stretches; `bases` are the rows before each. */
export function mergeOrders(stretches: readonly (readonly OrderTally[])[], bases: readonly number[]): OrderTally[] {
  return stretches[0]!.map(({ a, b }, pair) => {
    const own = stretches.map(orders => orders[pair]!)
    const rows = (field: 'earlierRows' | 'laterRows') =>
      own.flatMap((order, k) => order[field].map(row => row + bases[k]!)).slice(0, ORDER_ROWS)
    const sum = (field: 'earlier' | 'same' | 'later') => own.reduce((total, order) => total + order[field], 0)
    return {
      a,
      b,
      earlier: sum('earlier'),
      same: sum('same'),
      later: sum('later'),
      earlierRows: rows('earlierRows'),
      laterRows: rows('laterRows'),
    }
  })
}

/** Exact sums: the parts of one behind those of the other, and how many each has. */
export interface SumsTally {
  readonly lengths: Uint8Array
  readonly parts: Float64Array
}

/**
 * Exact sums over all sections, in the kernel's order: n, Σx and Σx² per column, Σxy per pair for the rows where no value is
 * missing nearby; then n, Σx, Σy, Σx², Σy², Σxy per pair for the others. All less the pivots.
 */
export class Products {
  private readonly sums: ExactSum[]
  private readonly wholes: number

  constructor(columns: number) {
    const pairs = (columns * (columns - 1)) / 2
    this.wholes = 1 + 2 * columns + pairs
    this.sums = columns < 2 ? [] : Array.from({ length: this.wholes + 6 * pairs }, () => new ExactSum())
  }

  fold(kernel: TableKernel): void {
    if (this.sums.length === 0) return
    const { wasm, data } = kernel
    wasm.settleProducts()
    const { buffer } = data
    const wholes = new Float64Array(buffer, wasm.wholePointer(), this.wholes)
    const others = new Float64Array(buffer, wasm.partialPointer(), this.sums.length - this.wholes)
    for (const [from, values] of [
      [0, wholes],
      [this.wholes, others],
    ] as const) {
      for (let k = 0; k < values.length; k++) if (values[k] !== 0) this.sums[from + k]!.add(values[k]!)
      values.fill(0)
    }
  }

  tally(): SumsTally {
    return {
      lengths: Uint8Array.from(this.sums, ({ parts }) => parts.length),
      parts: Float64Array.from(this.sums.flatMap(({ parts }) => parts)),
    }
  }
}

/** The sums of all stretches. */
function mergeSums(stretches: readonly SumsTally[]): ExactSum[] {
  const sums = Array.from(stretches[0]!.lengths, () => new ExactSum())
  for (const { lengths, parts } of stretches) {
    let at = 0
    for (const [k, sum] of sums.entries()) for (const end = at + lengths[k]!; at < end; at++) sum.add(parts[at]!)
  }
  return sums
}

export interface Correlation {
  readonly a: number
  readonly b: number
  readonly rows: number
  /** Pearson's r; null where a column does not vary. */
  readonly r: number | null
}

/** Pearson's r for every two of the columns, from the sums of all stretches. */
export function correlations(columns: readonly number[], stretches: readonly SumsTally[]): Correlation[] {
  const count = columns.length
  if (count < 2) return []
  const sums = mergeSums(stretches)
  const pairs = (count * (count - 1)) / 2
  const out: Correlation[] = []
  let pair = 0
  for (let i = 0; i < count; i++)
    for (let k = i + 1; k < count; k++, pair++) {
      const rest = 1 + 2 * count + pairs + pair * 6
      const both = (whole: number, partial: number) => {
        const exact = ExactSum.of(sums[whole]!.parts)
        exact.addAll(sums[rest + partial]!.parts)
        return exact.value
      }
      const n = both(0, 0)
      const r = pearson({
        n,
        x: both(1 + 2 * i, 1),
        y: both(1 + 2 * k, 2),
        xx: both(2 + 2 * i, 3),
        yy: both(2 + 2 * k, 4),
        xy: both(1 + 2 * count + pair, 5),
      })
      out.push({ a: columns[i]!, b: columns[k]!, rows: n, r })
    }
  return out
}

/** Σ1, Σx, Σy, Σx², Σy², Σxy over the rows that have both. */
export interface PairSums {
  n: number
  x: number
  y: number
  xx: number
  yy: number
  xy: number
}

/** Null where one does not vary, or the sums are beyond what numbers hold. */
export function pearson({ n, x, y, xx, yy, xy }: PairSums): number | null {
  const [a, b] = [xx - (x * x) / n, yy - (y * y) / n]
  if (n < 2 || !(a > 0) || !(b > 0)) return null
  const r = (xy - (x * y) / n) / (Math.sqrt(a) * Math.sqrt(b))
  return Number.isFinite(r) ? Math.max(-1, Math.min(1, r)) : null
}
