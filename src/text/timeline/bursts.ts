// Bursts in a row of counts: where things come far more often than usual. A two-state model after Kleinberg: the usual
// rate, a raised one, and a price for changing up; the cheapest path of states says where the bursts are.

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
/** The price of changing up, times the logarithm of the row's length. */
const PRICE = 1
const ROUNDS = 4

export function findBursts(counts: ArrayLike<number>, { least = 5, ratio = 3 }: BurstOptions = {}): Burst[] {
  const n = counts.length
  if (n < 4) return []
  let usual = trimmedMean(counts)
  let runs: [number, number][] = []
  for (let round = 0; round < ROUNDS; round++) {
    runs = raisedRuns(counts, Math.max(usual, 1 / n), ratio)
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

/** The runs of buckets that the cheapest path spends in the raised state. */
function raisedRuns(counts: ArrayLike<number>, usual: number, ratio: number): [number, number][] {
  const n = counts.length
  const raised = Math.max(ratio * usual, usual + 1)
  const gain = Math.log(raised / usual)
  const price = PRICE * Math.log(n)
  /** Whether the cheapest way to the usual, and to the raised state, came from the other one. */
  const cameDown = new Uint8Array(n)
  const cameUp = new Uint8Array(n)
  let low = 0
  let high = price
  for (let i = 0; i < n; i++) {
    cameDown[i] = high < low ? 1 : 0
    cameUp[i] = low + price < high ? 1 : 0
    const nextHigh = Math.min(low + price, high) + raised - usual - counts[i]! * gain
    low = Math.min(low, high)
    high = nextHigh
  }
  const runs: [number, number][] = []
  let isHigh = high < low
  let end = n
  for (let i = n - 1; i >= 0; i--) {
    const before = isHigh ? !cameUp[i] : cameDown[i] === 1
    if (isHigh && (!before || i === 0)) runs.push([i, end])
    else if (!isHigh && before) end = i
    isHigh = before
  }
  return runs.reverse().map(([from, to]) => trimmedRun(counts, from, to))
}

/** Empty buckets at the ends are no part of a burst. */
function trimmedRun(counts: ArrayLike<number>, from: number, to: number): [number, number] {
  let a = from
  let b = to
  while (a < b - 1 && counts[a] === 0) a++
  while (b > a + 1 && counts[b - 1] === 0) b--
  return [a, b]
}

/** The mean without the highest tenth: a first guess at the usual rate. */
function trimmedMean(counts: ArrayLike<number>): number {
  const sorted = Float64Array.from(counts).sort()
  const kept = Math.max(1, Math.floor(sorted.length * 0.9))
  return sum(sorted, 0, kept) / kept
}

function meanOutside(counts: ArrayLike<number>, runs: readonly (readonly [number, number])[]): number {
  let total = sum(counts, 0, counts.length)
  let buckets = counts.length
  for (const [from, to] of runs) {
    total -= sum(counts, from, to)
    buckets -= to - from
  }
  return buckets > 0 ? total / buckets : total / counts.length
}
