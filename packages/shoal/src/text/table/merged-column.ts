// One column over all stretches: its values where they are few, else how many there are, the most frequent ones and
// the first that repeat; read back from disk part by part.

import { largest, smallest } from '@shoal/base/model/lists'
import { CellClass, CLASS_COUNT, isNumber, isTime, meansMissing } from './classes.ts'
import { type ColumnTally, ENTRY_BYTES, KEPT_TEXT, keptSize } from './column-tally.ts'
import { byFrequency, bySecond, type Counts, countHashed, EXAMPLES, type MergeContext, TOP } from './hashed-counts.ts'
import { type MergedSeries, mergeSeries } from './merged-series.ts'
import type { EachBlock } from './quantiles.ts'
import { NUMBERS, streamOf, TIMES } from './spill.ts'
import type { ColumnStretch, TableValue } from './table-value.ts'

export interface MergedColumn extends Counts {
  readonly kinds: Float64Array
  /** The first rows of each class. */
  readonly kindRows: readonly (readonly number[])[]
  readonly absent: number
  readonly mostDecimals: number
  readonly shortest: number
  readonly longest: number
  readonly lengths: number
  /** All values, missing ones left out, the most frequent first; null when there are more than `FEW`. */
  readonly values: readonly TableValue[] | null
  /** The spellings of "missing". */
  readonly missing: readonly TableValue[]
  /** Null when there are too many or none. */
  readonly shapes: readonly { readonly shape: string; readonly count: number; readonly first: number }[] | null
  readonly numbers: MergedSeries | null
  readonly times: MergedSeries | null
  readonly eachNumber: EachBlock
  readonly eachTime: EachBlock
}

/** Up to so many distinct values a column is known value by value. */
export const FEW = 4096
const COMMON = 0.2
const MOST_SHAPES = 15
const SHOWN_SHAPE = 12
const KIND_ROWS = 4
const READ_ROOM = 1024 * 1020

export function mergeColumn(index: number, stretches: readonly ColumnStretch[], context: MergeContext): MergedColumn {
  const tallies = stretches.map(({ tally }) => tally)
  const kinds = new Float64Array(CLASS_COUNT)
  for (const tally of tallies) for (const [kind, count] of tally.kinds.entries()) kinds[kind]! += count
  const few = Math.min(FEW, context.limit)
  const listed = index !== context.whole && tallies.every(({ spilled, size }) => !spilled && size <= few * 2)
  const all = listed ? listValues(stretches) : null
  const words = all && isOfWords(kinds) ? all.filter(value => isCommonWord(value, tallies)) : []
  const values = all?.filter(value => !meansMissing(value.kind) || words.includes(value)) ?? null
  const known = values && values.length <= few ? values : null
  if (known)
    for (const { count } of words) {
      kinds[CellClass.nullSoft]! -= count
      kinds[CellClass.word]! += count
    }
  const counts = known ? countListed(known) : countHashed(index, stretches, context)
  return {
    kinds,
    kindRows: mergeRows(stretches),
    absent: sum(tallies, 'absent'),
    mostDecimals: largest(tallies.map(({ mostDecimals }) => mostDecimals)),
    shortest: smallest(tallies.map(({ shortest }) => shortest)),
    longest: largest(tallies.map(({ longest }) => longest)),
    lengths: sum(tallies, 'lengths'),
    values: known,
    missing: (all ?? listValues(stretches, meansMissing)).filter(
      value => meansMissing(value.kind) && !(known && words.includes(value)),
    ),
    ...counts,
    shapes: mergeShapes(stretches),
    numbers: mergeSeries(stretches.map(({ tally, base }) => ({ series: tally.numbers, base }))),
    times: mergeSeries(stretches.map(({ tally, base }) => ({ series: tally.times, base }))),
    eachNumber: eachValue(index, stretches, NUMBERS),
    eachTime: eachValue(index, stretches, TIMES),
  }
}

function mergeRows(stretches: readonly ColumnStretch[]): number[][] {
  return Array.from({ length: CLASS_COUNT }, (_, kind) =>
    stretches.flatMap(({ tally, base }) => tally.kindRows[kind]!.map(row => row + base)).slice(0, KIND_ROWS),
  )
}

function sum(tallies: readonly ColumnTally[], field: 'absent' | 'lengths'): number {
  return tallies.reduce((total, tally) => total + tally[field], 0)
}

function listValues(stretches: readonly ColumnStretch[], keep = (_kind: number) => true): TableValue[] {
  const values = new Map<string, TableValue>()
  for (const { tally, base } of stretches) {
    for (const entry of entriesOf(tally)) {
      if (!keep(entry.kind)) continue
      const first = entry.first + base
      const second = entry.second + base
      const known = values.get(entry.identity)
      if (!known) values.set(entry.identity, { ...entry, first, second })
      else {
        if (known.count === 1) known.second = first
        known.count += entry.count
      }
    }
  }
  return [...values.values()].sort(byFrequency)
}

/** Texts make up most of it. */
function isOfWords(kinds: Float64Array): boolean {
  const values = kinds.subarray(CellClass.integer).reduce((sum, count) => sum + count, 0)
  const others = kinds.reduce((sum, count, kind) => (isNumber(kind) || isTime(kind) ? sum + count : sum), 0)
  return kinds[CellClass.text]! + kinds[CellClass.word]! > 0 && others * 2 <= values
}

/** `None` as the name of a category: a word for "missing" that makes up much of a column of words is a value. */
function isCommonWord({ kind, start, count }: TableValue, tallies: readonly ColumnTally[]): boolean {
  if (kind !== CellClass.nullSoft || !/^[a-z]+$/i.test(Buffer.from(start).toString('latin1'))) return false
  const rows = tallies.reduce((sum, { kinds, absent }) => kinds.reduce((total, n) => total + n, sum + absent), 0)
  return count >= rows * COMMON
}

export function* entriesOf({ entries, texts, size }: ColumnTally): Generator<TableValue> {
  const view = new DataView(entries.buffer, entries.byteOffset, entries.byteLength)
  for (let k = 0; k < size; k++) {
    const at = k * ENTRY_BYTES
    const length = view.getUint32(at + 32, true)
    const from = view.getUint32(at + 28, true)
    yield {
      hash: view.getBigUint64(at, true),
      value: view.getFloat64(at + 8, true),
      count: view.getUint32(at + 16, true),
      first: view.getUint32(at + 20, true),
      second: view.getUint32(at + 24, true),
      start: texts.subarray(from, from + Math.min(KEPT_TEXT, length)),
      identity: latin1(texts.subarray(from, from + keptSize(length))),
      length,
      kind: view.getUint8(at + 36),
    }
  }
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

function countListed(values: readonly TableValue[]): Counts {
  const repeated = values.filter(({ count }) => count > 1)
  return {
    distinct: values.length,
    // The last of one more than are kept is not left out alone.
    top: values.length <= TOP + 1 ? values : repeated.slice(0, TOP),
    repeated: { values: repeated.length, examples: repeated.toSorted(bySecond).slice(0, EXAMPLES) },
    about: false,
    suspects: null,
  }
}

function mergeShapes(stretches: readonly ColumnStretch[]): MergedColumn['shapes'] {
  const shapes = new Map<string, { shape: string; count: number; first: number }>()
  for (const { tally, base } of stretches) {
    if (!tally.shapes) return null
    for (const { shape, count, first } of tally.shapes) {
      const known = shapes.get(shape)
      if (known) known.count += count
      else shapes.set(shape, { shape: shape.slice(0, SHOWN_SHAPE), count, first: first + base })
    }
  }
  if (shapes.size === 0 || shapes.size > MOST_SHAPES) return null
  return [...shapes.values()].sort(byFirst)
}

function byFirst(a: { count: number; first: number }, b: { count: number; first: number }): number {
  return b.count - a.count || a.first - b.first
}

/** Goes through the numbers or times of a column: those in memory by weight, those on disk one by one. */
function eachValue(index: number, stretches: readonly ColumnStretch[], kind: typeof NUMBERS | typeof TIMES): EachBlock {
  const belongs = kind === NUMBERS ? isNumber : isTime
  const weighted = new Map<ColumnTally, { values: Float64Array; weights: Float64Array }>()
  return visit => {
    for (const { tally, spill } of stretches) {
      if (tally.spilled && spill) {
        const buffer = new Float64Array(READ_ROOM / 8)
        const bytes = new Uint8Array(buffer.buffer)
        for (const size of spill.read(streamOf(kind, index, 0), () => bytes, 0, bytes.length))
          visit(buffer.subarray(0, size / 8), null)
        continue
      }
      let block = weighted.get(tally)
      if (!block) {
        const entries = [...entriesOf(tally)].filter(entry => belongs(entry.kind))
        block = {
          values: Float64Array.from(entries, ({ value }) => value),
          weights: Float64Array.from(entries, ({ count }) => count),
        }
        weighted.set(tally, block)
      }
      visit(block.values, block.weights)
    }
  }
}
