// Whether a series repeats itself by the day, the week or the year, and what each time of it adds to the level.
import { addTo } from '@shoal/base/model/lists'
import { medianOf, scaleOf } from './robust.ts'

const DAY = 86_400
export const WEEK = 7 * DAY
export const YEAR = 365.2425 * DAY
/** Weeks: a year is seen too few times to tell its days apart. */
const PHASES_OF_YEAR = 52
/** What leaves hardly more is as good. */
const SAME = 1.05
const MOST_PHASES = 336
const LEAST_PERIODS = 3
/** By how much the season must lower the scatter. */
const LEAST_GAIN = 0.12
/** A week must be that much better than a day. */
const LEAST_GAIN_OF_WEEK = 0.1

export interface Season {
  /** In seconds. */
  readonly period: number
  /** How much of the scatter it explains, 0 to 1. */
  readonly gain: number
  at(time: number): number
}

export function seasonOf(times: Float64Array, values: Float64Array, step: number): Season | null {
  const span = times.at(-1)! - times[0]!
  let best: Season | null = null
  for (const period of [DAY, WEEK, ownPeriod(values) * step]) {
    if (!(period > 0) || span < period * LEAST_PERIODS || step * 3 > period) continue
    const season = fitted(times, values, period, step)
    if (season && season.gain >= (best ? best.gain + (1 - best.gain) * LEAST_GAIN_OF_WEEK : LEAST_GAIN)) best = season
  }
  return withYear(times, values, step, best)
}

/** The year comes beside a day or a week, and in the place of a season that explains no more. */
function withYear(times: Float64Array, values: Float64Array, step: number, best: Season | null): Season | null {
  if (times.at(-1)! - times[0]! < YEAR * LEAST_PERIODS || step * 3 > YEAR) return best
  const week = step * 3 <= WEEK ? fitted(times, values, WEEK, step) : null
  const short = best && best.period < YEAR / 4 ? best : week && week.gain >= LEAST_GAIN ? week : null
  const without = (season: Season | null) => values.map((value, k) => value - (season?.at(times[k]!) ?? 0))
  const year = fitted(times, without(short), YEAR, step)
  if (!year || year.gain < LEAST_GAIN) return best
  const both = short ? { ...short, at: (time: number) => short.at(time) + year.at(time) } : year
  return scaleOf(without(both)) <= scaleOf(without(best)) * SAME ? both : best
}

function fitted(times: Float64Array, values: Float64Array, period: number, step: number): Season | null {
  const most = period === YEAR ? PHASES_OF_YEAR : MOST_PHASES
  const phases = Math.min(most, Math.max(2, Math.round(period / step)))
  // Months are not equally long: each is to lie in the midst of its phase.
  const shift = period === YEAR ? period / phases / 2 : 0
  const phaseOf = (time: number) =>
    Math.floor(((((time + shift) % period) + period) % period) / (period / phases)) % phases
  // Against the median of the period around it, so that a trend is not taken for a season.
  const detrended = withoutTrend(times, values, period)
  const groups = Array.from({ length: phases }, (): number[] => [])
  for (let k = 0; k < values.length; k++) groups[phaseOf(times[k]!)]!.push(detrended[k]!)
  if (groups.some(group => group.length < 2)) return null
  const profile = Float64Array.from(groups, group => medianOf(Float64Array.from(group)))
  const [before, after] = [
    scaleOf(detrended),
    scaleOf(detrended.map((value, k) => value - profile[phaseOf(times[k]!)]!)),
  ]
  // With few periods each phase fits itself: what is left must be held against the values there are.
  const periods = values.length / phases
  const fair = after * Math.sqrt(periods / Math.max(1, periods - 1))
  if (!(before > 0)) return null
  return { period, gain: 1 - fair / before, at: time => profile[phaseOf(time)]! }
}

function withoutTrend(times: Float64Array, values: Float64Array, period: number): Float64Array {
  const blocks = new Map<number, number[]>()
  const blockOf = (time: number) => Math.floor(time / period)
  for (let k = 0; k < values.length; k++) addTo(blocks, blockOf(times[k]!), values[k]!)
  const medians = new Map([...blocks].map(([block, own]) => [block, medianOf(Float64Array.from(own))]))
  return values.map((value, k) => value - medians.get(blockOf(times[k]!))!)
}

const MOST_POINTS = 2000
const LEAST_LAG = 8
const LEAST_CORRELATION = 0.5

/** In points: where the series is most like itself, if it clearly is. 0 where it is not. */
function ownPeriod(values: Float64Array): number {
  const every = Math.ceil(values.length / MOST_POINTS)
  const count = Math.floor(values.length / every)
  const coarse = Float64Array.from({ length: count }, (_, k) => values[k * every]!)
  // Slopes are left out: what rises is like itself everywhere.
  const middle = medianOf(coarse)
  const scale = scaleOf(coarse)
  const clipped = coarse.map(value => Math.max(-3, Math.min(3, (value - middle) / scale)))
  if (!(scale > 0)) return 0
  const most = Math.floor(count / 4)
  const like = (lag: number) => {
    let [sum, own] = [0, 0]
    for (let k = 0; k + lag < count; k++) {
      sum += clipped[k]! * clipped[k + lag]!
      own += clipped[k]! * clipped[k]!
    }
    return own === 0 ? 0 : sum / own
  }
  const likeness = Float64Array.from({ length: most + 1 }, (_, lag) => like(lag))
  let lag = LEAST_LAG
  while (lag < most && likeness[lag]! > 0) lag++
  let best = 0
  for (; lag < most; lag++) if (likeness[lag]! > (best === 0 ? LEAST_CORRELATION : likeness[best]!)) best = lag
  return best * every
}
