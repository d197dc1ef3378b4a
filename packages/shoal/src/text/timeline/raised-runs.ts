// Where a row of counts is raised: a two-state model after Kleinberg. There is the usual rate, a raised one, and a price for
// changing up; the runs that the cheapest path of states spends raised are where things come more often.

/** The price of changing up, times the logarithm of the row's length. */
const PRICE = 1

export type Run = readonly [from: number, to: number]

/** The runs in order, `to` exclusive, without empty buckets at their ends. Rates are per bucket, `raised` the higher. */
export function raisedRuns(counts: ArrayLike<number>, usual: number, raised: number): Run[] {
  const n = counts.length
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
  const runs: Run[] = []
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

/** Empty buckets at the ends are no part of a run. */
function trimmedRun(counts: ArrayLike<number>, from: number, to: number): Run {
  let a = from
  let b = to
  while (a < b - 1 && counts[a] === 0) a++
  while (b > a + 1 && counts[b - 1] === 0) b--
  return [a, b]
}
