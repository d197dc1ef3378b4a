// Values that stand for "missing" though they are written as numbers or dates: -999, 9999, 1900-01-01. Such a value is one
// that people use so, occurs several times, and keeps away from all others.
import { smallest } from '@shoal/base/model/lists'
import { isNumber, isTime } from '../../../text/table/classes.ts'
import type { MergedColumn } from '../../../text/table/merged-column.ts'
import type { MergedSeries } from '../../../text/table/merged-series.ts'
import { type EachBlock, quantilesOf } from '../../../text/table/quantiles.ts'
import { widestGap } from './gaps.ts'
import { fencesOf, isBeyond } from './outliers.ts'
import { count, listed, moment } from './words.ts'

export interface Sentinel {
  readonly value: number
  readonly count: number
  /** Its first row, where it is known. */
  readonly row: number | undefined
}

/** The ends, and between them what `fencesOf` wants. */
const QUANTILES = [0, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1]
const MEDIAN = 4
const LEAST_REPEATS = 3
const LEAST_OTHERS = 20
/** A sentinel keeps away from the others so many times as far as they keep from each other. */
const TIMES_APART = 5

/** -1 and -9, nines with or without decimals, the ends of the whole numbers of 16 and 32 bits, what well logs write. */
const NUMBERS = new Set([
  ...[-1, -9, -9.9, -9.99, -999.25, -32768, 32767, 65535, -2147483648, 2147483647, 4294967295],
  ...[2, 3, 4, 5, 6, 7, 8, 9].flatMap(digits =>
    ['', '.9', '.99'].flatMap(rest => [
      Number(`${'9'.repeat(digits)}${rest}`),
      Number(`-${'9'.repeat(digits)}${rest}`),
    ]),
  ),
])
const DATES = new Set(
  [
    '0001-01-01',
    '1753-01-01',
    '1899-12-30',
    '1899-12-31',
    '1900-01-01',
    '1901-01-01',
    '1970-01-01',
    '2099-12-31',
    '2999-12-31',
    '9999-01-01',
    '9999-12-31',
  ].map(day => Date.parse(`${day}T00:00:00Z`) / 1000),
)

export function sentinelsOf(column: MergedColumn, family: 'numbers' | 'times'): readonly Sentinel[] {
  const series = column[family]
  const known = family === 'times' ? DATES : NUMBERS
  // They stand at one of the ends.
  if (!series || !(known.has(series.min) || known.has(series.max))) return []
  const each = family === 'times' ? column.eachTime : column.eachNumber
  let counts = countsOf(each, known)
  // One that is none is one of the others, and may be near enough to the next to make it none.
  for (let size = -1; counts.size > 0 && counts.size !== size; ) {
    size = counts.size
    counts = apartFrom(counts, each, series.total, family)
  }
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([value, count]) => ({ value, count, row: firstRow(column, series, value) }))
}

function countsOf(each: EachBlock, known: ReadonlySet<number>): Map<number, number> {
  const counts = new Map<number, number>()
  each((values, weights) => {
    for (let k = 0; k < values.length; k++) {
      const value = values[k]!
      if (known.has(value)) counts.set(value, (counts.get(value) ?? 0) + (weights ? weights[k]! : 1))
    }
  })
  return new Map([...counts].filter(([, count]) => count >= LEAST_REPEATS))
}

/** Those that stand apart from all values that are not among them. */
function apartFrom(
  counts: ReadonlyMap<number, number>,
  each: EachBlock,
  total: number,
  family: 'numbers' | 'times',
): Map<number, number> {
  const others = withoutValues(each, new Set(counts.keys()))
  const left = [...counts.values()].reduce((rest, count) => rest - count, total)
  if (left < LEAST_OTHERS) return new Map()
  const quantiles = quantilesOf(others, left, QUANTILES)
  const [min, median, max] = [quantiles[0]!, quantiles[MEDIAN]!, quantiles.at(-1)!]
  const fences = fencesOf(quantiles.slice(1, -1), left, family)
  // Of the half on its side: what is far out at the other end says nothing about this one.
  const step = (from: number, to: number) => widestGap(others, { from, to, place: value => value })
  const steps = { below: step(min, median), above: step(median, max) }
  return new Map(
    [...counts].filter(([value]) => {
      const [gap, usual] = value < median ? [min - value, steps.below] : [value - max, steps.above]
      if (usual > 0 && gap > TIMES_APART * usual) return true
      return fences !== null && isBeyond(fences, value, { min, max })
    }),
  )
}

/** The same values but for some. */
export function withoutValues(each: EachBlock, left: ReadonlySet<number>): EachBlock {
  if (left.size === 0) return each
  return visit =>
    each((values, weights) => {
      const kept = new Float64Array(values.length)
      const counts = weights && new Float64Array(values.length)
      let size = 0
      for (let k = 0; k < values.length; k++) {
        if (left.has(values[k]!)) continue
        if (counts) counts[size] = weights[k]!
        kept[size++] = values[k]!
      }
      visit(kept.subarray(0, size), counts?.subarray(0, size) ?? null)
    })
}

/** As far as it is known: the rows of the farthest values are, and those of values that are few. */
function firstRow({ values }: MergedColumn, { lows, highs }: MergedSeries, value: number): number | undefined {
  const rows = [...lows, ...highs].filter(extreme => extreme.value === value).map(({ row }) => row)
  const listed = (values ?? [])
    .filter(other => (isNumber(other.kind) || isTime(other.kind)) && other.value === value)
    .map(({ first }) => first)
  return rows.length + listed.length === 0 ? undefined : smallest([...rows, ...listed])
}

export function hasSentinels({
  numbers,
}: {
  readonly numbers: { readonly sentinels: readonly Sentinel[] } | null
}): boolean {
  return numbers !== null && numbers.sentinels.length > 0
}

/** `24 × -999 and 26 × 9999`, as codes are written; nothing where there are none. */
export function sentinelWords(spread: { readonly sentinels: readonly Sentinel[] } | null, type: string): string {
  const words = (spread?.sentinels ?? []).map(({ value, count: n }) => `${count(n)} × ${sentinelText(value, type)}`)
  return listed(words, words.length)
}

export function sentinelText(value: number, type: string): string {
  return type === 'date' || type === 'datetime' ? moment(value, type) : String(value)
}
