// Where a series begins to rise or fall otherwise than before: two lines that meet, against one line, a step and a curve.
import { medianOf } from './robust.ts'

export interface TrendChange {
  readonly kind: 'trend'
  readonly from: number
  readonly to: number
  readonly score: number
  /** Change from point to point before and behind it. */
  readonly before: number
  readonly behind: number
}

const MOST_BLOCKS = 60
const LEAST_BLOCKS = 14
/** The change lies so far from either end. */
const EDGE = 0.15
/** Two lines leave so much less than one line. */
const OF_LINE = 0.4
/** And clearly less than a step or a curve, such as a part of a year: by so much in the logarithm of the likelihood. */
const LIKELIER = 12
/** How far it ends from where it was going, in deviations of what is left. */
const LIMIT = 7
/** What wanders looks like lines for a time: what is left must not hang together. */
const MOST_ALIKE = 0.5

/** `values` are without season; `written` as they stand in the table. Null where there is none. */
export function trendChange(values: Float64Array, written: Float64Array): TrendChange | null {
  const size = Math.max(5, Math.ceil(values.length / MOST_BLOCKS))
  const count = Math.floor(values.length / size)
  if (count < LEAST_BLOCKS) return null
  const medians = blockMedians(values, size, count)
  const line = leastSquares(medians, () => 0)
  let [bend, step]: [Fit | null, Fit | null] = [null, null]
  let knot = 0
  for (let at = Math.ceil(count * EDGE); at <= count * (1 - EDGE); at++) {
    const bent = leastSquares(medians, x => Math.max(0, x - at))
    if (!bend || bent.left < bend.left) [bend, knot] = [bent, at]
    const stepped = leastSquares(medians, x => (x >= at ? 1 : 0))
    if (!step || stepped.left < step.left) step = stepped
  }
  if (!bend || !step || bend.left > OF_LINE * line.left) return null
  const curve = leastSquares(medians, x => x * x)
  const likelier = count * Math.log(Math.min(step.left, curve.left) / bend.left)
  if (!(likelier >= LIKELIER)) return null
  const scatter = Math.sqrt(bend.left / (count - 4))
  const away = Math.abs(bend.third) * (count - knot)
  if (!(away > LIMIT * scatter) || alikeness(bend.residual) > MOST_ALIKE) return null
  const from = knot * size
  const raw = leastSquares(blockMedians(written, size, count), x => Math.max(0, x - knot))
  return {
    kind: 'trend',
    from,
    to: Math.min(values.length - 1, from + Math.max(1, Math.round(values.length * 0.03))),
    score: Math.min(3, away / (LIMIT * Math.max(scatter, away / 100)), likelier / LIKELIER),
    before: raw.second / size,
    behind: (raw.second + raw.third) / size,
  }
}

function blockMedians(values: Float64Array, size: number, count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, k) => medianOf(values.subarray(k * size, (k + 1) * size)))
}

interface Fit {
  /** Sum of squares. */
  readonly left: number
  readonly second: number
  readonly third: number
  readonly residual: Float64Array
}

/** Least squares of a constant, the place, and one more figure of the place; the third is made independent of the others. */
function leastSquares(values: Float64Array, more: (x: number) => number): Fit {
  const n = values.length
  const places = Float64Array.from(values, (_, k) => k)
  const z = Float64Array.from(values, (_, k) => more(k))
  const slopeOf = (y: Float64Array) => {
    const [mean, middle] = [meanOf(y), (n - 1) / 2]
    let [sum, squares] = [0, 0]
    for (let k = 0; k < n; k++) {
      sum += (k - middle) * (y[k]! - mean)
      squares += (k - middle) ** 2
    }
    return sum / squares
  }
  const without = (y: Float64Array) => {
    const [slope, mean] = [slopeOf(y), meanOf(y)]
    return y.map((value, k) => value - mean - slope * (places[k]! - (n - 1) / 2))
  }
  const [y, own] = [without(values), without(z)]
  const weight = own.reduce((sum, value) => sum + value * value, 0)
  const third = weight > 1e-9 ? own.reduce((sum, value, k) => sum + value * y[k]!, 0) / weight : 0
  const residual = y.map((value, k) => value - third * own[k]!)
  return {
    left: residual.reduce((sum, value) => sum + value * value, 0),
    second: slopeOf(values) - third * slopeOf(z),
    third,
    residual,
  }
}

/** How much neighbours are alike: 1 where each is as the one before. */
function alikeness(residual: Float64Array): number {
  let [sum, own] = [0, 0]
  for (let k = 0; k < residual.length; k++) {
    own += residual[k]! ** 2
    if (k > 0) sum += residual[k]! * residual[k - 1]!
  }
  return own > 0 ? sum / own : 0
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
