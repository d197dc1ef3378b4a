// Values that stand for "missing" though they are written as numbers or dates: -999, 9999, 1900-01-01. Such a value is one
// that people use so, occurs several times, and keeps away from all others.
import { isNumber, isTime } from '../../../text/table/classes.ts'
import type { MergedColumn } from '../../../text/table/merged-column.ts'
import type { MergedSeries } from '../../../text/table/merged-series.ts'
import { type EachBlock, quantilesOf } from '../../../text/table/quantiles.ts'
import { widestGap } from './gaps.ts'
import { fencesOf, isBeyond } from './outliers.ts'
import { count, figure, listed, moment } from './words.ts'

export interface Sentinel {
  readonly value: number
  readonly count: number
  /** Its first row, where it is known. */
  readonly row: number | undefined
}

/** The ends, and between them what `fencesOf` wants. */
const QUANTILES = [0, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1]
const LEAST_REPEATS = 3
const LEAST_OTHERS = 20
/** A sentinel keeps away from the others so many times as far as they keep from each other. */
const TIMES_APART = 5

/** -1 and -9, nines with or without decimals, the ends of the whole numbers of 16 and 32 bits, what well logs write. */
const NUMBERS = new Set([
  ...[-1, -9, -9.9, -9.99, -999.25, -32768, 32767, 65535, -2147483648, 2147483647, 4294967295],
  ...[2, 3, 4, 5, 6, 7, 8, 9].flatMap(digits =>
    ['', '.9', '.99'].flatMap(rest => [Number(`${'9'.repeat(digits)}${rest}`), Number(`-${'9'.repeat(digits)}${rest}`)]),
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
  const [min, max] = [quantiles[0]!, quantiles.at(-1)!]
  const fences = fencesOf(quantiles.slice(1, -1), left, family)
  const step = widestGap(others, { from: min, to: max, place: value => value })
  return new Map(
    [...counts].filter(([value]) => {
      const gap = Math.max(min - value, value - max)
      return (step > 0 && gap > TIMES_APART * step) || (fences !== null && isBeyond(fences, value, { min, max }))
    }),
  )
}

/** The same values but for some. */
export function withoutValues(each: EachBlock, left: ReadonlySet<number>): EachBlock {
  if (left.size === 0) return each
  return visit =>
    each((values, weights) => {
      const kept = Uint32Array.from(values.keys()).filter(k => !left.has(values[k]!))
      if (kept.length === values.length) return visit(values, weights)
      visit(
        Float64Array.from(kept, k => values[k]!),
        weights && Float64Array.from(kept, k => weights[k]!),
      )
    })
}

/** As far as it is known: the rows of the farthest values are, and those of values that are few. */
function firstRow({ values }: MergedColumn, { lows, highs }: MergedSeries, value: number): number | undefined {
  const rows = [...lows, ...highs].filter(extreme => extreme.value === value).map(({ row }) => row)
  const listed = (values ?? []).filter(other => (isNumber(other.kind) || isTime(other.kind)) && other.value === value).map(({ first }) => first)
  return rows.length + listed.length === 0 ? undefined : Math.min(...rows, ...listed)
}

export function hasSentinels({ numbers }: { readonly numbers: { readonly sentinels: readonly Sentinel[] } | null }): boolean {
  return numbers !== null && numbers.sentinels.length > 0
}

/** `26 × 9,999, which probably stands for missing`; nothing where there are none. */
export function sentinelWords(spread: { readonly sentinels: readonly Sentinel[] } | null, type: string): string {
  const sentinels = spread?.sentinels ?? []
  if (sentinels.length === 0) return ''
  const shown = (value: number) => (type === 'date' || type === 'datetime' ? moment(value, type) : figure(value))
  const words = sentinels.map(({ value, count: n }) => `${count(n)} × ${shown(value)}`)
  return `${listed(words, words.length)}, which probably ${sentinels.length === 1 ? 'stands' : 'stand'} for missing`
}
