// Where the steps of a histogram stand: all equally wide on the page, so that a far value does not squeeze the others.
import type { Histogram } from '../../../model/chart.ts'
import { numberText, roundTicks, shortNumber } from './number-text.ts'

export interface Step {
  readonly index: number
  readonly count: number
  readonly low: number
  readonly high: number
  /** The first or the last, and much wider than the steps beside it. */
  readonly isFar: boolean
}

export interface Tick {
  /** In steps from the left. */
  readonly at: number
  readonly label: string
}

export function stepsOf({ edges, counts }: Histogram): Step[] {
  const { first, last } = middle(edges)
  return counts.map((count, index) => ({
    index,
    count,
    low: edges[index]!,
    high: edges[index + 1]!,
    isFar: index < first || index >= last,
  }))
}

/** Where a value stands, in steps from the left. */
export function placeOf(edges: readonly number[], value: number): number {
  let low = 0
  let high = edges.length - 1
  if (high < 1 || value <= edges[0]!) return 0
  if (value >= edges[high]!) return high
  while (high - low > 1) {
    const half = (low + high) >> 1
    if (edges[half]! <= value) low = half
    else high = half
  }
  const width = edges[high]! - edges[low]!
  return low + (width > 0 ? (value - edges[low]!) / width : 0)
}

/** Round numbers in the middle and the outermost edges, about `count` and never closer than they can be read. */
export function ticksOf({ edges }: Histogram, count: number): Tick[] {
  const steps = edges.length - 1
  if (steps < 1) return []
  const { first, last } = middle(edges)
  // Ticks that are just far enough apart must not fall to a rounding error.
  const apart = (steps / Math.max(1, count)) * (1 - 1e-9)
  const outer = [0, ...(first > 0 ? [first] : []), ...(last < steps ? [last] : []), steps]
  const ends = [...new Set(first > 0 || last < steps ? outer : [])].map(at => ({ at, value: edges[at]! }))
  const round = roundTicks(edges[first]!, edges[last]!, count + 1).map(value => ({ at: placeOf(edges, value), value }))
  const kept: { at: number; value: number }[] = []
  for (const tick of [...ends.filter(({ at }) => at === 0 || at === steps), ...ends, ...round])
    if (kept.every(other => Math.abs(other.at - tick.at) >= apart)) kept.push(tick)
  if (kept.length < 2) kept.splice(0, kept.length, { at: 0, value: edges[0]! }, { at: steps, value: edges[steps]! })
  return kept.sort((a, b) => a.at - b.at).map(({ at, value }) => ({ at, label: shortNumber(value) }))
}

export function stepText({ low, high }: Pick<Step, 'low' | 'high'>): string {
  return low === high ? numberText(low) : `${numberText(low)} to ${numberText(high)}`
}

/** The steps between the far ones: those are over 1.5 times as wide as their neighbours. */
function middle(edges: readonly number[]): { first: number; last: number } {
  const steps = edges.length - 1
  if (steps < 3) return { first: 0, last: steps }
  const width = (index: number) => edges[index + 1]! - edges[index]!
  const first = width(0) > width(1) * 1.5 ? 1 : 0
  const last = width(steps - 1) > width(steps - 2) * 1.5 ? steps - 1 : steps
  return { first, last }
}
