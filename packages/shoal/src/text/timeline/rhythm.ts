// The rhythm of something that comes again and again: its period, how far it strays, and the beats that were missed.

export interface Rhythm {
  /** Milliseconds: the mean of the steps that are one period long. */
  readonly period: number
  /** How far those steps stray from it: the mean of the distances. */
  readonly jitter: number
  readonly beats: number
  readonly missed: readonly Miss[]
}

export interface Miss {
  /** The beat before the pause, by its place in the row. */
  readonly after: number
  /** How many beats should have come in it. */
  readonly beats: number
}

const FEWEST_BEATS = 8
/** Steps may be so much longer or shorter than the middle one. */
const BAND = 0.2
/** So many of all steps are one period long. */
const REGULAR = 0.8
/** What misses more of its beats than this comes in spells, not in a rhythm. */
const MOST_MISSED = 0.3
/** Among steps by chance (exponential), one in six lies in the band; in a rhythm they lie close to its middle. */
const CLOSE = 0.12
/** A second, the resolution of many clocks, is never jitter. */
const GRAIN = 1000

/** Times in milliseconds, ascending. Null where there is no rhythm. */
export function findRhythm(times: ArrayLike<number>): Rhythm | null {
  const n = times.length - 1
  if (n + 1 < FEWEST_BEATS) return null
  const steps = Float64Array.from({ length: n }, (_, k) => times[k + 1]! - times[k]!)
  const middle = steps.slice().sort()[Math.floor(n / 2)]!
  if (middle < 2 * GRAIN) return null
  const slack = Math.max(middle * BAND, Math.min(GRAIN, middle / 2))
  let sum = 0
  let inBand = 0
  for (const step of steps)
    if (Math.abs(step - middle) <= slack) {
      sum += step
      inBand++
    }
  const period = sum / inBand
  let stray = 0
  let inStep = 0
  const missed: Miss[] = []
  for (const [k, step] of steps.entries()) {
    const beats = Math.round(step / period)
    if (Math.abs(step - middle) <= slack) {
      stray += Math.abs(step - period)
      inStep++
    } else if (beats >= 2) {
      // After a pause it may go on in another phase: a job that was started anew.
      missed.push({ after: k, beats: beats - 1 })
      inStep++
    }
  }
  const jitter = stray / inBand
  const lost = missed.reduce((total, { beats }) => total + beats, 0)
  const isRhythm =
    inBand >= n * REGULAR &&
    inStep >= n * 0.9 &&
    lost <= (n + 1) * MOST_MISSED &&
    jitter <= Math.max(period * CLOSE, GRAIN / 2) &&
    jitter < period / 5
  return isRhythm ? { period, jitter, beats: n + 1, missed } : null
}
