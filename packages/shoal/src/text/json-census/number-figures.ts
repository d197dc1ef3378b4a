// Figures of the numbers at one path: sums, and, once there are too many distinct ones to keep, counts in narrow buckets
// and the extremes with their places.
import { addSquare, addTo, createSum, type ExactSum, mergeSums } from './exact-sum.ts'

/** How many of the smallest and the largest values are kept with their places. */
const EXTREMES = 8

export interface Extreme {
  value: number
  at: number
  line: number
}

export interface NumberFigures {
  count: number
  min: number
  max: number
  negatives: number
  /** Numbers that a double does not hold as they are written: what is reckoned with them is rounded. */
  rounded: number
  readonly sum: ExactSum
  readonly squares: ExactSum
  /** Buckets of relative width 2⁻¹²: by sign and exponent, then by the first twelve bits of the mantissa. */
  buckets: Map<number, Uint32Array> | null
  /** The page of buckets used last, and its key. */
  page: Uint32Array | null
  pageKey: number
  lowest: Extreme[]
  highest: Extreme[]
}

const DOUBLE = new Float64Array(1)
const BITS = new Uint32Array(DOUBLE.buffer)

export function createNumberFigures(): NumberFigures {
  return {
    count: 0,
    min: Number.POSITIVE_INFINITY,
    max: Number.NEGATIVE_INFINITY,
    negatives: 0,
    rounded: 0,
    sum: createSum(),
    squares: createSum(),
    buckets: null,
    page: null,
    pageKey: -1,
    lowest: [],
    highest: [],
  }
}

export function addNumber(figures: NumberFigures, value: number, rounded: boolean): void {
  figures.count++
  if (rounded) figures.rounded++
  if (value < figures.min) figures.min = value
  if (value > figures.max) figures.max = value
  if (value < 0) figures.negatives++
  addTo(figures.sum, value)
  addSquare(figures.squares, value)
}

/** A value where single values are no longer kept. */
export function addToBucket(figures: NumberFigures, value: number, times: number, at: number, line: number): void {
  DOUBLE[0] = value
  const high = BITS[1]!
  if (figures.pageKey !== high >>> 20) turnPage(figures, high >>> 20)
  figures.page![(high >>> 8) & 4095]! += times
  const { lowest, highest } = figures
  if (lowest.length < EXTREMES || value <= lowest[EXTREMES - 1]!.value) keep(lowest, value, at, line, 1)
  if (highest.length < EXTREMES || value >= highest[EXTREMES - 1]!.value) keep(highest, value, at, line, -1)
}

function turnPage(figures: NumberFigures, key: number): void {
  figures.buckets ??= new Map()
  let page = figures.buckets.get(key)
  if (!page) {
    page = new Uint32Array(4096)
    figures.buckets.set(key, page)
  }
  figures.page = page
  figures.pageKey = key
}

export function mergeNumbers(into: NumberFigures, from: NumberFigures): void {
  into.count += from.count
  into.min = Math.min(into.min, from.min)
  into.max = Math.max(into.max, from.max)
  into.negatives += from.negatives
  into.rounded += from.rounded
  mergeSums(into.sum, from.sum)
  mergeSums(into.squares, from.squares)
  for (const [key, page] of from.buckets ?? []) {
    into.buckets ??= new Map()
    const own = into.buckets.get(key)
    if (!own) into.buckets.set(key, page)
    else for (let k = 0; k < 4096; k++) own[k]! += page[k]!
  }
  for (const { value, at, line } of from.lowest) keep(into.lowest, value, at, line, 1)
  for (const { value, at, line } of from.highest) keep(into.highest, value, at, line, -1)
}

export interface Bucket {
  /** Values of the bucket are at least `from` and below `to` (for negative ones above `to`, at most `from`). */
  readonly from: number
  readonly to: number
  readonly count: number
}

/** The buckets in order of value. */
export function bucketsOf(figures: NumberFigures): Bucket[] {
  const buckets: Bucket[] = []
  for (const [key, page] of figures.buckets ?? [])
    for (let k = 0; k < 4096; k++) {
      if (page[k] === 0) continue
      const high = key * 2 ** 20 + k * 256
      buckets.push({ from: doubleOf(high), to: doubleOf(high + 256), count: page[k]! })
    }
  return buckets.sort((a, b) => a.from - b.from)
}

function doubleOf(high: number): number {
  BITS[0] = 0
  BITS[1] = high
  return DOUBLE[0]!
}

/** Distinct values only; of equal ones the first. `sign` 1 keeps the smallest, -1 the largest, both in order. */
function keep(list: Extreme[], value: number, at: number, line: number, sign: 1 | -1): void {
  let place = 0
  while (place < list.length && sign * (value - list[place]!.value) > 0) place++
  const same = list[place]
  if (same && same.value === value) {
    if (at < same.at) Object.assign(same, { at, line })
    return
  }
  const extreme: Extreme = list.length === EXTREMES ? list.pop()! : { value, at, line }
  extreme.value = value
  extreme.at = at
  extreme.line = line
  list.push(extreme)
  for (let k = list.length - 1; k > place; k--) list[k] = list[k - 1]!
  list[place] = extreme
}
