// What is out of the ordinary in a series of numbers over time: spikes, stretches on another level, stretches with other
// scatter, flat lines, gaps and another trend, each held against what the time of day or week, the level and the scatter lead to expect.
// Pure: it knows nothing of files. `judgeSeries(times, values)` with times in seconds, ascending.
import { deviations, type Found, levelSteps, scatters } from './excursions.ts'
import { flatRuns, timeGaps } from './interruptions.ts'
import { lowest, medianOf, quantileOf, scaleOf } from './robust.ts'
import { type Season, seasonOf } from './season.ts'
import { trendChange } from './trend.ts'

export type SeriesEventKind = Found['kind'] | 'trend'

export interface SeriesEvent {
  readonly kind: SeriesEventKind
  /** First and last point of it. For a gap the points before and behind it. */
  readonly from: number
  readonly to: number
  /** Mean of the values there, and what was expected; of `scatter` the deviations, of `trend` the change per point. */
  readonly value: number
  readonly expected: number
  /** How far beyond what is usual; 1 is the limit. */
  readonly score: number
}

export interface SeriesJudgement {
  readonly points: number
  /** Usual distance of two points, in seconds. */
  readonly step: number
  readonly season: Season | null
  /** The surest first, never more than a few: what happens often is how the series is. */
  readonly events: readonly SeriesEvent[]
}

const LEAST_POINTS = 40
/** Of the range of a series: what differs by less is nothing that anybody would see in it. */
const SLIGHT = 0.005
export const MOST_EVENTS = 4
/** Null where there are too few points, or nothing varies. */
export function judgeSeries(times: Float64Array, values: Float64Array): SeriesJudgement | null {
  const n = values.length
  if (n < LEAST_POINTS) return null
  const steps = Float64Array.from({ length: n - 1 }, (_, k) => times[k + 1]! - times[k]!)
  const step = medianOf(steps)
  if (!(step > 0)) return null
  const { season, expected, residual, scaled, back } = bestFit(times, values, step)
  if (!(scaleOf(residual) > 0)) return { points: n, step, season, events: flatOnly(times, values, step) }
  const period = season ? Math.max(4, Math.round(season.period / step)) : Math.max(8, Math.round(n / 50))
  const level = scaled.map((value, k) => value - (season?.at(times[k]!) ?? 0))
  const trend = trendChange(level, values)
  const found = [
    ...deviations(residual, period),
    ...levelSteps(level, period),
    ...scatters(residual, period),
    ...flatRuns(values),
    ...timeGaps(times, step),
  ]
  const events = apart(found, Math.max(period, Math.round(n * 0.03))).map((event): SeriesEvent => {
    const own = values.subarray(event.from, event.to + 1)
    const usual = expected.subarray(event.from, event.to + 1).map(back)
    return { ...event, value: mean(own), expected: mean(usual) }
  })
  const range = quantileOf(values, 0.95) - quantileOf(values, 0.05)
  const isSeen = ({ kind, value, expected: usual }: SeriesEvent) =>
    kind === 'gap' || kind === 'flat' || kind === 'scatter' || Math.abs(value - usual) >= SLIGHT * range
  const all = trend
    ? [...events.filter(isSeen), { ...trend, value: trend.behind, expected: trend.before }]
    : events.filter(isSeen)
  const told = all.toSorted((a, b) => b.score - a.score)
  return { points: n, step, season, events: told.slice(0, MOST_EVENTS) }
}

function flatOnly(times: Float64Array, values: Float64Array, step: number): SeriesEvent[] {
  return timeGaps(times, step)
    .slice(0, MOST_EVENTS)
    .map(event => ({ ...event, value: values[event.from]!, expected: values[event.to]! }))
}

interface Fit {
  readonly scaled: Float64Array
  readonly season: Season | null
  /** On the scale. */
  readonly expected: Float64Array
  readonly residual: Float64Array
  back(value: number): number
}

/** A scale must make the tails that much shorter to be taken instead of the plain one. */
const SHORTER = 0.85

/** On the scale on which what is left scatters most evenly: amounts and counts scatter with their size. */
function bestFit(times: Float64Array, values: Float64Array, step: number): Fit {
  const least = lowest(values)
  const plain = fitOn(
    times,
    values,
    step,
    value => value,
    value => value,
  )
  // A straight line leaves nothing to be explained.
  if (!(scaleOf(plain.residual) > 0)) return plain
  const others = [
    ...(least >= 0 ? [fitOn(times, values, step, Math.sqrt, value => value * Math.abs(value))] : []),
    ...(least > 0 ? [fitOn(times, values, step, Math.log, Math.exp)] : []),
  ]
  return others.reduce((best, fit) => (tailOf(fit) < tailOf(best) * SHORTER ? fit : best), plain)
}

function fitOn(
  times: Float64Array,
  values: Float64Array,
  step: number,
  to: (value: number) => number,
  back: (value: number) => number,
): Fit {
  const scaled = values.map(to)
  const season = seasonOf(times, scaled, step)
  const level = levelOf(scaled, season, step)
  const expected = level.map((base, k) => base + (season?.at(times[k]!) ?? 0))
  return { scaled, season, expected, residual: scaled.map((value, k) => value - expected[k]!), back }
}

/** How long the tails are, and how uneven: events themselves are too few to count. */
function tailOf({ residual }: Fit): number {
  const [low, high, inner] = [quantileOf(residual, 0.02), quantileOf(residual, 0.98), scaleOf(residual)]
  return inner > 0 ? (Math.max(-low, high) + Math.abs(low + high)) / inner : Number.POSITIVE_INFINITY
}

/** The slow level without the season: medians of blocks, smoothed over many, so that no event bends it. */
function levelOf(values: Float64Array, season: Season | null, step: number): Float64Array {
  const n = values.length
  const block = Math.max(3, season ? Math.min(Math.round(season.period / step), Math.ceil(n / 8)) : Math.ceil(n / 40))
  const count = Math.ceil(n / block)
  const medians = Float64Array.from({ length: count }, (_, k) =>
    medianOf(values.subarray(k * block, Math.min(n, (k + 1) * block))),
  )
  const reach = Math.max(2, Math.round(count / 8))
  // As many on either side, so that a slope is followed to its ends.
  const smooth = medians.map((_, k) => {
    const side = Math.min(reach, k, count - 1 - k)
    return medianOf(medians.subarray(k - side, k + side + 1))
  })
  return Float64Array.from({ length: n }, (_, k) => {
    const at = Math.min(count - 1, Math.max(0, (k + 0.5) / block - 0.5))
    const low = Math.floor(at)
    return smooth[low]! + (smooth[Math.min(count - 1, low + 1)]! - smooth[low]!) * (at - low)
  })
}

/** The highest scores first, none near a higher one. */
function apart(found: readonly Found[], distance: number): Found[] {
  const kept: Found[] = []
  for (const event of found.toSorted((a, b) => b.score - a.score || a.from - b.from))
    if (kept.every(({ from, to }) => event.from > to + distance || event.to < from - distance)) kept.push(event)
  return kept
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
