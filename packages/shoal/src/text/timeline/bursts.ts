// Bursts in a row of counts: where things come far more often than usual, and surely not by chance.
import { type Run, raisedRuns } from './raised-runs.ts'
import { sum } from './row-sum.ts'

export interface Burst {
  /** Buckets, `to` exclusive. */
  readonly from: number
  readonly to: number
  readonly count: number
  /** Per bucket, outside of all bursts. */
  readonly usual: number
  /** How many times as often as usual; usual is taken for at least one in the whole row. */
  readonly ratio: number
}

export interface BurstOptions {
  /** Fewer than this are never a burst. */
  readonly least?: number
  /** The raised rate is at least so many times the usual one. */
  readonly ratio?: number
}

/** How surely chance alone cannot be the reason, in natural logarithms of odds. */
const SURE = 10
const ROUNDS = 4

export function findBursts(counts: ArrayLike<number>, { least = 5, ratio = 3 }: BurstOptions = {}): Burst[] {
  const n = counts.length
  if (n < 4) return []
  let usual = trimmedMean(counts)
  let runs: Run[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const rate = Math.max(usual, 1 / n)
    runs = raisedRuns(counts, rate, Math.max(ratio * rate, rate + 1))
    const next = meanOutside(counts, runs)
    if (next === usual) break
    usual = next
  }
  const floor = Math.max(usual, 1 / n)
  return runs
    .map(([from, to]) => ({ from, to, count: sum(counts, from, to), usual, ratio: 0 }))
    .map(burst => ({ ...burst, ratio: burst.count / (floor * (burst.to - burst.from)) }))
    .filter(({ from, to, count, ratio: times }) => {
      const expected = floor * (to - from)
      const evidence = count * Math.log(count / expected) - (count - expected)
      return count >= least && times >= ratio && evidence >= SURE + Math.log(n)
    })
}

/** The mean without the highest tenth: a first guess at the usual rate. */
function trimmedMean(counts: ArrayLike<number>): number {
  const sorted = Float64Array.from(counts).sort()
  const kept = Math.max(1, Math.floor(sorted.length * 0.9))
  return sum(sorted, 0, kept) / kept
}

function meanOutside(counts: ArrayLike<number>, runs: readonly Run[]): number {
  let total = sum(counts, 0, counts.length)
  let buckets = counts.length
  for (const [from, to] of runs) {
    total -= sum(counts, from, to)
    buckets -= to - from
  }
  return buckets > 0 ? total / buckets : total / counts.length
}
