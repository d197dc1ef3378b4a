// How numbers are spread over their range, for the eye: equal steps between the 1st and the 99th percentile, and a first
// and last step for what lies beyond.
import type { MergedSeries } from '../../../text/table/merged-series.ts'
import type { EachBlock } from '../../../text/table/quantiles.ts'

export interface Histogram {
  /** Edges of the steps, one more than counts. */
  readonly edges: readonly number[]
  readonly counts: readonly number[]
}

const STEPS = 12

export function histogramOf(each: EachBlock, series: MergedSeries, quantiles: readonly number[]): Histogram | null {
  const low = quantiles[0]!
  const high = quantiles.at(-1)!
  if (!(high > low)) return null
  const width = (high - low) / STEPS
  const counts = new Array<number>(STEPS + 2).fill(0)
  each((values, weights) => {
    for (let k = 0; k < values.length; k++) {
      const value = values[k]!
      const step = value < low ? 0 : value > high ? STEPS + 1 : Math.min(STEPS, 1 + Math.floor((value - low) / width))
      counts[step]! += weights ? weights[k]! : 1
    }
  })
  const edges = [series.min, ...Array.from({ length: STEPS + 1 }, (_, k) => low + width * k), series.max]
  // Steps beyond the percentiles are left out where nothing lies in them.
  const from = counts[0] === 0 ? 1 : 0
  const to = counts.at(-1) === 0 ? counts.length - 1 : counts.length
  return { edges: edges.slice(from, to + 1), counts: counts.slice(from, to) }
}
