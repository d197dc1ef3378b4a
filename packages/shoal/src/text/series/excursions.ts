// Where what is left of a series, without level and season, leaves its usual range: for points, for stretches, for steps from
// one level to another, and for how much it scatters.
import { medianOf, quantileOf, scaleOf } from './robust.ts'

export interface Found {
  readonly kind: 'spike' | 'level' | 'scatter' | 'flat' | 'gap'
  readonly from: number
  readonly to: number
  /** 1 is the limit. */
  readonly score: number
}

/** Deviations that a well-behaved series hardly ever shows. */
const LIMIT = 5
/** The next farthest behind this many is taken for usual, if it comes near the limit: what is told lies beyond it by so much. */
const OFTEN = 5
const MORE_THAN_USUAL = 1.45
const NEAR = 0.6

/** Means over stretches of several lengths: one point is a spike, a day another level. */
export function deviations(residual: Float64Array, period: number): Found[] {
  const lengths = [1, 3, Math.round(period / 6), Math.round(period / 2), period, period * 2]
  return [...new Set(lengths)]
    .filter(length => length >= 1 && length * 6 <= residual.length)
    .flatMap(length =>
      excursions(rollingMean(residual, length), length).map(({ from, to, score }) => ({
        kind: to - from < 3 ? ('spike' as const) : ('level' as const),
        from,
        to: to + length - 1,
        score: length === 1 ? score : score * 0.95,
      })),
    )
}

/** Where the levels before and behind are farther apart than anywhere else; `values` are without season. */
export function levelSteps(values: Float64Array, period: number): Found[] {
  const lengths = [period, Math.round(values.length / 20)]
  return [...new Set(lengths)]
    .filter(length => length >= 8 && length * 8 <= values.length)
    .flatMap(length => {
      const means = rollingMean(values, length)
      const jumps = Float64Array.from({ length: means.length - length }, (_, k) => means[k + length]! - means[k]!)
      return excursions(jumps, length).map(({ peakAt, score }) => ({
        kind: 'level' as const,
        from: peakAt + length,
        to: peakAt + length + Math.max(1, Math.round(length / 8)),
        score: score * 0.9,
      }))
    })
}

/** Stretches where values scatter much more, or much less, than elsewhere. */
export function scatters(residual: Float64Array, period: number): Found[] {
  const steps = Float64Array.from({ length: residual.length - 1 }, (_, k) => Math.abs(residual[k + 1]! - residual[k]!))
  // Where many values are the same, such as no rain, stretches without any are usual.
  if (steps.filter(step => step === 0).length > steps.length * 0.2) return []
  const least = Math.max(medianOf(steps) / 1000, Number.MIN_VALUE)
  const lengths = [Math.max(12, Math.round(period / 4)), Math.max(12, Math.floor(residual.length / 40))]
  return [...new Set(lengths)]
    .filter(length => length * 10 <= residual.length)
    .flatMap(length => {
      const sizes = rollingMean(steps, length).map(size => Math.log(Math.max(size, least)))
      return excursions(sizes, length).map(({ from, to, score }) => ({
        kind: 'scatter' as const,
        from,
        to: to + length,
        score: score * 0.85,
      }))
    })
}

interface Excursion {
  readonly from: number
  readonly to: number
  readonly peakAt: number
  readonly score: number
}

/** Where a rolling figure lies far from its usual values, the farther the higher the score; few, or none. */
function excursions(figures: Float64Array, length: number): Excursion[] {
  const middle = medianOf(figures)
  const sizes = figures.map(value => Math.abs(value - middle))
  // Tails that are not those of a normal distribution are the series' own; a long event must not make its own scale.
  const tail = length <= 3 ? quantileOf(sizes, 0.97) / 3 : quantileOf(sizes, 0.85) / 1.44
  const scale = Math.max(scaleOf(figures), tail)
  if (!(scale > 0)) return []
  const limit = LIMIT * scale
  const found: { from: number; to: number; peak: number; peakAt: number }[] = []
  for (let k = 0; k < sizes.length; k++) {
    const size = sizes[k]!
    if (size <= limit * NEAR) continue
    const last = found.at(-1)
    if (!last || k - last.to > length + 2) found.push({ from: k, to: k, peak: size, peakAt: k })
    else {
      last.to = k
      if (size > last.peak) [last.peak, last.peakAt] = [size, k]
    }
  }
  found.sort((a, b) => b.peak - a.peak || a.from - b.from)
  const usual = found[OFTEN] ? found[OFTEN].peak * MORE_THAN_USUAL : 0
  return found
    .filter(({ peak }) => peak > limit && peak > usual)
    .slice(0, OFTEN)
    .map(({ peak, ...rest }) => ({ ...rest, score: peak / limit }))
}

function rollingMean(values: Float64Array, length: number): Float64Array {
  const out = new Float64Array(values.length - length + 1)
  let sum = 0
  for (let k = 0; k < values.length; k++) {
    sum += values[k]!
    if (k >= length) sum -= values[k - length]!
    if (k >= length - 1) out[k - length + 1] = sum / length
  }
  return out
}
