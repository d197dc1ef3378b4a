// A whole table: the tallies of its stretches put together. The figures are the same however many stretches there were.

import { pushAll } from '@shoal/base/model/lists'
import type { Meeting } from './association.ts'
import { ExactSum } from './exact-sum.ts'
import { TableKernel } from './kernel.ts'
import { entriesOf, type MergedColumn, mergeColumn } from './merged-column.ts'
import { type BinTally, newBin, type TableTally, type TableText } from './read.ts'
import { type Correlation, correlations, MOST_MEETINGS, mergeOrders, type OrderTally } from './relations.ts'
import type { RowScan } from './scan-rows.ts'
import { settle } from './settle.ts'
import type { TableSetup } from './setup.ts'
import { SpillReader } from './spill.ts'
import type { ColumnStretch, TableValue } from './table-value.ts'

export interface Moments {
  readonly mean: number
  /** Of a sample: n − 1. */
  readonly stddev: number | null
  readonly sum: number
}

export interface PairOfColumns {
  readonly a: number
  readonly b: number
  readonly meetings: readonly Meeting[]
}

/** A part of the file. */
export interface TableBin extends Omit<BinTally, 'sums'> {
  /** Means of the numbers per column; NaN where there are none. */
  readonly means: Float64Array
}

/** Where a row is to be found: the last known start before it. */
export interface RowStart {
  readonly row: number
  readonly offset: number
  /** 0-based. */
  readonly line: number
}

export class MergedTable {
  readonly rows: number
  readonly blank: number
  readonly ragged: TableTally['ragged']
  readonly cut: number
  /** With counts that may be "about" until `settle` is done. */
  columns: readonly MergedColumn[]
  /** Whole rows, as if they were values. */
  whole: MergedColumn
  readonly correlations: readonly Correlation[]
  readonly orders: readonly OrderTally[]
  readonly bins: readonly TableBin[]
  private readonly bases: readonly number[]
  private readonly spills: readonly (SpillReader | null)[]

  constructor(
    private readonly tallies: readonly TableTally[],
    private readonly setup: TableSetup,
  ) {
    this.bases = tallies.map((_, k) => tallies.slice(0, k).reduce((sum, { rows }) => sum + rows, 0))
    this.spills = tallies.map(({ spill }) => spill && new SpillReader(spill))
    this.rows = total(tallies, 'rows')
    this.blank = total(tallies, 'blank')
    this.cut = total(tallies, 'cut')
    this.ragged = {
      count: tallies.reduce((sum, { ragged }) => sum + ragged.count, 0),
      examples: tallies
        .flatMap(({ ragged }, k) => ragged.examples.map(([row, cells]) => [row + this.bases[k]!, cells] as const))
        .slice(0, MOST_ODD_ROWS),
    }
    const context = { kernel: TableKernel.lend(), parts: setup.parts, limit: setup.limit, whole: setup.columns }
    const merged = Array.from({ length: setup.columns + 1 }, (_, index) =>
      mergeColumn(index, this.stretches(index), context),
    )
    context.kernel.giveBack()
    this.whole = merged.pop()!
    this.columns = merged
    this.correlations = correlations(
      setup.numeric,
      tallies.map(({ products }) => products),
    )
    this.orders = mergeOrders(
      tallies.map(({ orders }) => orders),
      this.bases,
    )
    this.bins = mergeBins(tallies, setup)
  }

  /** Removes what lies on disk. Figures that go through all values must have been asked for before. */
  close(): void {
    for (const spill of this.spills) spill?.close()
  }

  /** Compares what was taken for equal by its hash, as far as that is little: the rows are read a second time. */
  async settle(text: TableText, end: number, pause: Required<RowScan>['pause']): Promise<void> {
    const all = [this.whole, ...this.columns]
    const settled = await settle(all, {
      setup: this.setup,
      text,
      startBefore: row => this.startBefore(row),
      startAfter: row => this.startAfter(row) ?? end,
      pause,
    })
    const [whole, ...columns] = settled
    this.whole = whole!
    this.columns = columns
  }

  moments(index: number, family: 'numbers' | 'times'): Moments | null {
    const column = this.columns[index]!
    const n = column[family]?.total ?? 0
    if (n === 0) return null
    const slot = index * 4 + (family === 'numbers' ? 0 : 2)
    const { pivot, timePivot } = this.setup.plans[index]!
    const base = family === 'numbers' ? pivot : timePivot
    const sum = this.exact(slot)
    const squares = this.exact(slot + 1)
    const s = sum.value
    const variance = n > 1 ? Math.max(0, (squares.value - (s * s) / n) / (n - 1)) : Number.NaN
    return {
      // Adding zero turns -0 into 0.
      mean: base + s / n + 0,
      stddev: Number.isFinite(variance) ? Math.sqrt(variance) : null,
      sum: base * n + s + 0,
    }
  }

  /** Pairs of columns with few enough meetings to be known, missing values left out. */
  pairs(): PairOfColumns[] {
    const { paired } = this.setup
    const found: PairOfColumns[] = []
    let index = 0
    for (let i = 0; i < paired.length; i++)
      for (let k = i + 1; k < paired.length; k++, index++) {
        const meetings = this.meetings(paired[i]!, paired[k]!, index)
        if (meetings) found.push({ a: paired[i]!, b: paired[k]!, meetings })
      }
    return found
  }

  startBefore(row: number): RowStart {
    let k = this.bases.length - 1
    while (k > 0 && this.bases[k]! > row) k--
    const { rows, offsets, lines } = this.tallies[k]!.starts
    const own = row - this.bases[k]!
    let low = 0
    let high = rows.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (rows[middle]! <= own) low = middle
      else high = middle - 1
    }
    return { row: rows[low]! + this.bases[k]!, offset: offsets[low]!, line: lines[low]! }
  }

  /** The next known start behind that before a row; null when there is none. */
  private startAfter(row: number): number | null {
    const { offset } = this.startBefore(row)
    for (let k = 0; k < this.tallies.length; k++) {
      const { offsets } = this.tallies[k]!.starts
      if (offsets.length === 0 || offsets.at(-1)! <= offset) continue
      let low = 0
      let high = offsets.length - 1
      while (low < high) {
        const middle = (low + high) >> 1
        if (offsets[middle]! > offset) high = middle
        else low = middle + 1
      }
      return offsets[low]!
    }
    return null
  }

  private stretches(index: number): ColumnStretch[] {
    return this.tallies.map((tally, k) => ({
      tally: tally.columns[index]!,
      base: this.bases[k]!,
      spill: this.spills[k]!,
    }))
  }

  private exact(slot: number): ExactSum {
    const sum = new ExactSum()
    for (const { moments } of this.tallies) sum.addAll(moments[slot]!)
    return sum
  }

  private valuesByText(index: number): Map<string, TableValue> | null {
    const values = this.columns[index]?.values
    return values ? new Map(values.map(value => [value.identity, value])) : null
  }

  private meetings(a: number, b: number, index: number): Meeting[] | null {
    const as = this.valuesByText(a)
    const bs = this.valuesByText(b)
    if (!as || !bs) return null
    const meetings = new Map<string, Meeting>()
    let all = 0
    const seen = new Set<string>()
    const [aNumbers, bNumbers] = [new Numbering(), new Numbering()]
    for (const [k, tally] of this.tallies.entries()) {
      const pair = tally.pairs[index]
      if (!pair) return null
      const aTexts = [...entriesOf(tally.columns[a]!)].map(({ identity }) => identity)
      const bTexts = [...entriesOf(tally.columns[b]!)].map(({ identity }) => identity)
      for (let m = 0; m < pair.rows.length; m++) {
        const [x, y] = [aTexts[pair.a[m]!]!, bTexts[pair.b[m]!]!]
        const key = `${aNumbers.of(x)}:${bNumbers.of(y)}`
        if (!seen.has(key)) {
          seen.add(key)
          all++
        }
        const [va, vb] = [as.get(x), bs.get(y)]
        if (!va || !vb) continue
        const known = meetings.get(key)
        if (known) known.rows += pair.rows[m]!
        else meetings.set(key, { a: va, b: vb, rows: pair.rows[m]!, first: pair.first[m]! + this.bases[k]! })
      }
    }
    return all > MOST_MEETINGS ? null : [...meetings.values()].sort((x, y) => x.first - y.first || byBytes(x, y))
  }
}

/** A number for every text. */
class Numbering {
  private readonly numbers = new Map<string, number>()

  of(text: string): number {
    let number = this.numbers.get(text)
    if (number === undefined) this.numbers.set(text, (number = this.numbers.size))
    return number
  }
}

const MOST_ODD_ROWS = 64

function byBytes(x: Meeting, y: Meeting): number {
  return x.a.hash < y.a.hash ? -1 : 1
}

function total(tallies: readonly TableTally[], field: 'rows' | 'blank' | 'cut'): number {
  return tallies.reduce((sum, tally) => sum + tally[field], 0)
}

function mergeBins(tallies: readonly TableTally[], setup: TableSetup): TableBin[] {
  const bins = new Map<number, BinTally>()
  for (const { bins: own } of tallies)
    for (const bin of own) {
      let known = bins.get(bin.bin)
      if (!known) {
        known = newBin(bin.bin, setup.columns)
        bins.set(bin.bin, known)
      }
      known.rows += bin.rows
      known.first = Math.min(known.first, bin.first)
      known.last = Math.max(known.last, bin.last)
      for (let k = 0; k < setup.columns; k++) {
        known.empty[k]! += bin.empty[k]!
        known.hard[k]! += bin.hard[k]!
        known.soft[k]! += bin.soft[k]!
        known.numbers[k]! += bin.numbers[k]!
        known.least[k] = Math.min(known.least[k]!, bin.least[k]!)
        known.most[k] = Math.max(known.most[k]!, bin.most[k]!)
        pushAll(known.sums[k]!, bin.sums[k]!)
      }
    }
  return [...bins.values()]
    .filter(({ rows }) => rows > 0)
    .sort((a, b) => a.bin - b.bin)
    .map(({ sums, ...bin }) => ({
      ...bin,
      means: Float64Array.from(
        sums,
        (parts, k) => setup.plans[k]!.pivot + ExactSum.of(parts).value / bin.numbers[k]! + 0,
      ),
    }))
}
