// Values far from all others, by Tukey's fences on the scale that suits them. The fences widen with the number of values,
// so that a well-behaved column of any length has none.
import type { Extreme } from '../../../text/table/column-tally.ts'
import type { MergedSeries } from '../../../text/table/merged-series.ts'
import type { EachBlock } from '../../../text/table/quantiles.ts'

export interface Outliers {
  readonly rule: string
  readonly scale: 'linear' | 'log'
  readonly low: number
  readonly high: number
  readonly count: number
  readonly below: number
  readonly above: number
  /** The farthest, as far as their rows are known. */
  readonly examples: readonly Extreme[]
  /** There is a gap between them and the rest: not the tail of the distribution, but something else. */
  readonly apart: boolean
}

const LEAST_VALUES = 20
const LEAST_DISTINCT = 6
/** Quantiles as profile.ts asks for them. */
const [P5, P25, P50, P75, P95] = [1, 2, 3, 4, 5]
const SKEWED = 1.8
/** A gap of so many interquartile ranges separates outliers from a long tail. */
const GAP = 0.5
const MOST_EXAMPLES = 10

export function outliersOf(
  each: EachBlock,
  series: MergedSeries,
  quantiles: readonly number[],
  distinct: number,
  family: 'numbers' | 'times',
): Outliers | null {
  if (series.total < LEAST_VALUES || distinct < LEAST_DISTINCT) return null
  const at = (k: number) => quantiles[k]!
  const upper = at(P95) - at(P50)
  const lower = at(P50) - at(P5)
  const log = family === 'numbers' && at(P5) > 0 && upper > SKEWED * lower
  const forth = log ? (x: number) => (x > 0 ? Math.log(x) : Number.NEGATIVE_INFINITY) : (x: number) => x
  const back = log ? Math.exp : (x: number) => x
  const range = forth(at(P75)) - forth(at(P25))
  if (!(range > 0)) return null
  const reach = Math.max(3, (Math.sqrt(2 * Math.log(100 * series.total)) / 0.6745 - 1) / 2)
  const low = back(forth(at(P25)) - reach * range)
  const high = back(forth(at(P75)) + reach * range)
  let below = 0
  let above = 0
  if (series.min < low || series.max > high)
    each((values, weights) => {
      for (let k = 0; k < values.length; k++) {
        const weight = weights ? weights[k]! : 1
        if (values[k]! < low && (!log || values[k]! > 0)) below += weight
        else if (values[k]! > high) above += weight
      }
    })
  const gap = GAP * range
  const highs = series.highs.filter(({ value }) => value > high)
  // On the scale of logarithms zero and less are no values; changed signs are looked for elsewhere.
  const smallest = log ? series.lows.filter(({ value }) => value > 0) : series.lows
  const lows = smallest.filter(({ value }) => value < low)
  const examples = [...highs, ...lows].sort((a, b) => a.row - b.row)
  return {
    rule: `Tukey fences at ${reach.toFixed(1)} interquartile ranges${log ? ' of the logarithm' : ''}`,
    scale: log ? 'log' : 'linear',
    low,
    high,
    count: below + above,
    below,
    above,
    examples: examples.slice(0, MOST_EXAMPLES),
    apart:
      isApart(series.highs, highs.length, above, x => forth(x), gap) ||
      isApart(smallest, lows.length, below, x => -forth(x), gap),
  }
}

/** The nearest outlier of one side lies a gap away from the farthest value that is none. */
function isApart(
  list: readonly Extreme[],
  outside: number,
  count: number,
  place: (value: number) => number,
  gap: number,
): boolean {
  if (outside === 0) return false
  const nearest = list[outside - 1]!
  const rest = list[outside]
  // More than the kept ones: only if all of them are one and the same value do we know that it stands alone.
  if (outside < count || !rest) return list.every(({ value }) => value === nearest.value)
  return place(nearest.value) - place(rest.value) > gap
}
