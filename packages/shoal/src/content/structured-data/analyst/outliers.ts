// Values far from all others, by Tukey's fences on the scale that suits them. The fences widen with the number of values,
// so that a well-behaved column of any length has none.
import type { Extreme } from '../../../text/table/column-tally.ts'
import type { MergedSeries } from '../../../text/table/merged-series.ts'
import type { EachBlock } from '../../../text/table/quantiles.ts'
import { widestGap } from './gaps.ts'

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
  /** They are one and the same value. */
  readonly same: boolean
}

const LEAST_VALUES = 20
const LEAST_DISTINCT = 6
/** Quantiles as profile.ts asks for them. */
const [P5, P25, P50, P75, P95] = [1, 2, 3, 4, 5]
const SKEWED = 1.8
const LEAST_SKEWED = 100
/** A gap of so many interquartile ranges, and of so many times the widest among the rest, separates outliers from a tail. */
const GAP = 0.5
const TIMES_WIDEST = 2
const MOST_EXAMPLES = 10

/** Between which the values of a well-behaved column of that length lie. */
interface Fences {
  readonly rule: string
  readonly scale: 'linear' | 'log'
  readonly low: number
  readonly high: number
  /** Of the quartiles, on the scale. */
  readonly range: number
  /** On the scale. */
  place(value: number): number
}

export function fencesOf(quantiles: readonly number[], total: number, family: 'numbers' | 'times'): Fences | null {
  const at = (k: number) => quantiles[k]!
  const upper = at(P95) - at(P50)
  const lower = at(P50) - at(P5)
  const log = family === 'numbers' && at(P5) > 0 && upper > SKEWED * lower
  const place = log ? (x: number) => (x > 0 ? Math.log(x) : Number.NEGATIVE_INFINITY) : (x: number) => x
  const back = log ? Math.exp : (x: number) => x
  const range = place(at(P75)) - place(at(P25))
  if (!(range > 0)) return null
  const reach = Math.max(3, (Math.sqrt(2 * Math.log(100 * total)) / 0.6745 - 1) / 2)
  // That few values look skewed may be chance, and by their ratios small ones then seem far off that lie close to the rest.
  const low = log && total < LEAST_SKEWED ? Number.NEGATIVE_INFINITY : back(place(at(P25)) - reach * range)
  return {
    rule: `Tukey fences at ${reach.toFixed(1)} interquartile ranges${log ? ' of the logarithm' : ''}`,
    scale: log ? 'log' : 'linear',
    low,
    high: back(place(at(P75)) + reach * range),
    range,
    place,
  }
}

/** Outside the fences, and a gap away from the ends of all others. */
export function isBeyond({ low, high, range, place }: Fences, value: number, { min, max }: Ends): boolean {
  if (value > high) return place(value) - place(max) > GAP * range
  return value < low && place(min) - place(value) > GAP * range
}

interface Ends {
  readonly min: number
  readonly max: number
}

export function outliersOf(
  each: EachBlock,
  series: Pick<MergedSeries, 'total' | 'min' | 'max' | 'highs' | 'lows'>,
  quantiles: readonly number[],
  distinct: number,
  family: 'numbers' | 'times',
): Outliers | null {
  if (series.total < LEAST_VALUES || distinct < LEAST_DISTINCT) return null
  const fences = fencesOf(quantiles, series.total, family)
  if (!fences) return null
  const { rule, scale, low, high } = fences
  const { above, below, same, ...edges } = series.min < low || series.max > high ? beyond(each, fences) : NONE
  // On the scale of logarithms zero and less are no values; changed signs are looked for elsewhere.
  const lows = series.lows.filter(({ value }) => value < low && (scale === 'linear' || value > 0))
  const examples = [...series.highs.filter(({ value }) => value > high), ...lows].sort((a, b) => a.row - b.row)
  return {
    rule,
    scale,
    low,
    high,
    count: below + above,
    below,
    above,
    examples: examples.slice(0, MOST_EXAMPLES),
    apart:
      (above > 0 && isApart(each, fences, quantiles[P50]!, edges.highest, edges.nearHigh)) ||
      (below > 0 && isApart(each, fences, edges.lowest, quantiles[P50]!, edges.nearLow)),
    same,
  }
}

const NONE = { above: 0, below: 0, same: false, lowest: 0, highest: 0, nearLow: 0, nearHigh: 0 }

/** How many values lie outside; the ends of those inside, and the outside ones that are nearest to them. */
function beyond(each: EachBlock, { low, high, scale }: Fences): typeof NONE {
  let [above, below] = [0, 0]
  let [seen, same] = [Number.NaN, true]
  const outside = (value: number) => {
    if (value !== seen && above + below > 0) same = false
    seen = value
  }
  let [lowest, nearHigh] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  let [highest, nearLow] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  each((values, weights) => {
    for (let k = 0; k < values.length; k++) {
      const value = values[k]!
      if (value > high) {
        outside(value)
        above += weights ? weights[k]! : 1
        if (value < nearHigh) nearHigh = value
      } else if (value >= low) {
        if (value < lowest) lowest = value
        if (value > highest) highest = value
      } else if (scale === 'linear' || value > 0) {
        outside(value)
        below += weights ? weights[k]! : 1
        if (value > nearLow) nearLow = value
      }
    }
  })
  return { above, below, same: same && above + below > 0, lowest, highest, nearLow, nearHigh }
}

/** The nearest value outside keeps farther away from the rest, of which one half is given, than its values do from each other. */
function isApart(each: EachBlock, { place, range }: Fences, from: number, to: number, nearest: number): boolean {
  const gap = nearest > to ? place(nearest) - place(to) : place(from) - place(nearest)
  return gap > GAP * range && gap > TIMES_WIDEST * widestGap(each, { from, to, place })
}
