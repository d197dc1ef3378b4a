// How numbers are spread over their range, for the eye.
import type { EachBlock } from './table/quantiles.ts'

/** Equal steps over nearly all values, and a first and last step for what lies far beyond. */
export interface Histogram {
  /** One more than counts. A value on an edge belongs to the step above, on the last to the one below. */
  readonly edges: readonly number[]
  readonly counts: readonly number[]
}

/** The smallest and the largest value. */
interface Ends {
  readonly min: number
  readonly max: number
}

const MOST_STEPS = 30

/**
 * Null where all but a few values are equal. The edges are round: multiples of 1, 2 or 5 of some digit. `quantiles` start
 * and end with the shares between which nearly all values lie.
 */
export function histogramOf(
  each: EachBlock,
  ends: Ends,
  quantiles: readonly number[],
  whole: boolean,
): Histogram | null {
  const [first, last] = rangeOf(ends, quantiles)
  if (!(last > first) || !Number.isFinite(last - first)) return null
  const { factor, exponent } = roundStep((last - first) / MOST_STEPS, whole)
  const edgeOf = (k: number) => Number(`${k * factor}e${exponent}`)
  const width = edgeOf(1)
  const start = Math.floor(first / width)
  const steps = Math.floor(last / width) - start + 1
  // One step more at both ends takes what lies beyond, however far.
  const edges = Array.from({ length: steps + 3 }, (_, k) => edgeOf(start + k - 1))
  edges[0] = Math.min(edges[0]!, ends.min)
  edges[steps + 2] = Math.max(edges[steps + 2]!, ends.max)
  // Numbers too large or too close to each other for steps between them.
  if (!edges.every((edge, k) => Number.isFinite(edge) && (k === 0 || edge > edges[k - 1]!))) return null
  const counts = new Array<number>(steps + 2).fill(0)
  const low = edges[1]!
  each((values, weights) => {
    for (let k = 0; k < values.length; k++) {
      const value = values[k]!
      let step = Math.max(0, Math.min(steps + 1, 1 + Math.floor((value - low) / width)))
      // What division takes for the neighbour, by its last digit.
      if (step > 0 && value < edges[step]!) step--
      else if (step <= steps && value >= edges[step + 1]!) step++
      counts[step]! += weights ? weights[k]! : 1
    }
  })
  const from = counts.findIndex(count => count > 0)
  const to = counts.findLastIndex(count => count > 0) + 1
  return to - from < 2 ? null : { edges: edges.slice(from, to + 1), counts: counts.slice(from, to) }
}

/** The smallest of 1, 2, 5, 10, 20 … or 0.5, 0.2, 0.1 … that is at least so wide; whole where values are. */
function roundStep(least: number, whole: boolean): { factor: number; exponent: number } {
  const exponent = Math.floor(Math.log10(least))
  if (whole && exponent < 0) return { factor: 1, exponent: 0 }
  const factor = [1, 2, 5].find(factor => Number(`${factor}e${exponent}`) >= least)
  return factor === undefined ? { factor: 1, exponent: exponent + 1 } : { factor, exponent }
}

/** From the 1st to the 99th percentile, and on to the smallest and the largest value where these are not far. */
export function rangeOf({ min, max }: Ends, quantiles: readonly number[]): [low: number, high: number] {
  const [low, high] = [quantiles[0]!, quantiles.at(-1)!]
  const room = (high - low) / 4
  return [low - min <= room ? min : low, max - high <= room ? max : high]
}
