// What the numbers of one path say: quantiles, spread, and what lies far out.
import { squaredDistances, totalOf } from './exact-sum.ts'
import { bucketsOf, type Extreme } from './number-figures.ts'
import type { Slot } from './slot.ts'
import { INTEGER, NUMBER, TYPES } from './tape.ts'
import { entriesOf } from './value-table.ts'

/** A run of equal, or nearly equal, values. */
interface Run {
  readonly value: number
  readonly count: number
}

export interface NumberSummary {
  readonly count: number
  readonly min: number
  readonly max: number
  readonly sum: number
  readonly mean: number
  /** Of the values as a sample. */
  readonly stddev: number | null
  /** The smallest value with at least that share of all values at or below it. */
  readonly quantiles: {
    readonly p05: number
    readonly p25: number
    readonly p50: number
    readonly p75: number
    readonly p95: number
  }
  /** 0 when the quantiles are exact; else how far they may be off, relative to the value. */
  readonly quantileError: number
  readonly negatives: number
  /** Numbers that are rounded here, since a double does not hold them. */
  readonly rounded: number
  /** In order of value, all or in narrow runs. */
  readonly runs: readonly Run[]
  readonly lowest: readonly Extreme[]
  readonly highest: readonly Extreme[]
}

const EXTREMES = 8

export function summariseNumbers(slot: Slot): NumberSummary | null {
  const { numbers } = slot
  if (!numbers || numbers.count === 0) return null
  const exact = !slot.values.full
  const { runs, error } = exact ? { runs: runsOfTable(slot), error: 0 } : runsOfBuckets(slot)
  const sum = totalOf(numbers.sum)
  const distances = numbers.count > 1 ? squaredDistances(numbers.squares, numbers.sum, numbers.count) : null
  const at = (share: number) => Math.min(numbers.max, Math.max(numbers.min, quantile(runs, numbers.count, share)))
  const ends = exact ? extremesOfTable(slot) : { lowest: numbers.lowest, highest: numbers.highest }
  return {
    count: numbers.count,
    min: numbers.min,
    max: numbers.max,
    sum: tidy(sum),
    mean: tidy(sum / numbers.count),
    stddev: distances === null ? null : tidy(Math.sqrt(distances / (numbers.count - 1)), 12),
    quantiles: { p05: at(0.05), p25: at(0.25), p50: at(0.5), p75: at(0.75), p95: at(0.95) },
    quantileError: error,
    negatives: numbers.negatives,
    rounded: numbers.rounded,
    runs,
    ...ends,
  }
}

/** Without the last digit of a fraction, which only shows how it was added up. */
export function tidy(value: number, digits = 15): number {
  return Number.isFinite(value) && !Number.isInteger(value) ? Number(value.toPrecision(digits)) : value
}

export function quantile(runs: readonly Run[], count: number, share: number): number {
  const rank = Math.max(1, Math.ceil(count * share - 1e-9))
  let seen = 0
  for (const { value, count: times } of runs) {
    seen += times
    if (seen >= rank) return value
  }
  return runs.at(-1)?.value ?? 0
}

function runsOfTable(slot: Slot): Run[] {
  const runs: { value: number; count: number }[] = []
  for (const { type, num, count } of entriesOf(slot.values))
    if (type === INTEGER || type === NUMBER) runs.push({ value: num, count })
  return runs.sort((a, b) => a.value - b.value)
}

function runsOfBuckets(slot: Slot): { runs: Run[]; error: number } {
  let whole = true
  for (let k = NUMBER; k < slot.types.length; k += TYPES) if (slot.types[k]! > 0) whole = false
  let error = 0
  const runs = bucketsOf(slot.numbers!).map(({ from, to, count }) => {
    if (from === 0 || (whole && Math.abs(to - from) <= 1)) return { value: whole ? outward(from) : from, count }
    error = 2 ** -12
    return { value: from, count }
  })
  return { runs, error }
}

/** The one whole number in a bucket that is no wider than 1. */
function outward(from: number): number {
  return from >= 0 ? Math.ceil(from) : Math.floor(from)
}

function extremesOfTable(slot: Slot): { lowest: Extreme[]; highest: Extreme[] } {
  const values: Extreme[] = []
  for (const { type, num, at, line } of entriesOf(slot.values))
    if (type === INTEGER || type === NUMBER) values.push({ value: num, at, line })
  values.sort((a, b) => a.value - b.value)
  return { lowest: values.slice(0, EXTREMES), highest: values.slice(-EXTREMES).reverse() }
}

export interface FarOut {
  readonly side: 'high' | 'low'
  /** Values beyond the fence, and the fence. */
  readonly count: number
  readonly fence: number
  readonly extremes: readonly Extreme[]
  /** A gap lies between them and the rest, far wider than any other on that side: no mere tail. */
  readonly apart: boolean
}

/** Fewer values than this have no outliers. */
const FEWEST = 20
const FENCE = 3
/** More than this share of the values is a tail, not outliers. */
const MOST_SHARE = 0.01

/**
 * Values more than three times the distance of the quartiles beyond them; above, where the values are positive and
 * skewed, on a scale of logarithms as well, so that a long tail is no alarm.
 */
export function farOut(summary: NumberSummary): FarOut[] {
  const { p25, p50, p75 } = summary.quantiles
  const range = p75 - p25
  if (summary.count < FEWEST || range <= 0) return []
  const found: FarOut[] = []
  let high = p75 + FENCE * range
  if (p25 > 0 && p75 - p50 > 1.2 * (p50 - p25)) high = Math.max(high, p75 * (p75 / p25) ** FENCE)
  const low = p25 - FENCE * range
  for (const [side, fence] of [
    ['high', high],
    ['low', low],
  ] as const) {
    const beyond = (value: number) => (side === 'high' ? value > fence : value < fence)
    const count = summary.runs.reduce((sum, run) => sum + (beyond(run.value) ? run.count : 0), 0)
    const extremes = (side === 'high' ? summary.highest : summary.lowest).filter(({ value }) => beyond(value))
    if (count > 0 && count <= Math.max(3, summary.count * MOST_SHARE) && extremes.length > 0)
      found.push({ side, count, fence, extremes, apart: isApart(summary, side, fence, range) })
  }
  return found
}

/** Of the distance of the quartiles, and of the widest gap between the values of that side. */
const GAP = 0.5
const TIMES_WIDEST = 2

function isApart({ runs, quantiles }: NumberSummary, side: FarOut['side'], fence: number, range: number): boolean {
  const own = runs
    .map(({ value }) => value)
    .filter(value => (side === 'high' ? value >= quantiles.p50 : value <= quantiles.p50))
  const outward = side === 'high' ? own : own.reverse()
  const border = outward.findIndex(value => (side === 'high' ? value > fence : value < fence))
  if (border < 1) return false
  const gap = Math.abs(outward[border]! - outward[border - 1]!)
  let widest = 0
  for (let k = 1; k < border; k++) widest = Math.max(widest, Math.abs(outward[k]! - outward[k - 1]!))
  return gap > GAP * range && gap > TIMES_WIDEST * widest
}
