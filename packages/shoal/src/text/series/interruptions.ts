// Where a series stands still, and where points are missing.

interface Interruption {
  readonly kind: 'flat' | 'gap'
  readonly from: number
  readonly to: number
  readonly score: number
}

const LEAST_RUN = 12
/** A run counts where it is so many times as long as the others. */
const LONGER = 4

/** The same value over and over, in a series that hardly ever repeats one. */
export function flatRuns(values: Float64Array): Interruption[] {
  const runs: { from: number; to: number }[] = []
  for (let k = 1, from = 0; k <= values.length; k++) {
    if (k < values.length && values[k] === values[from]) continue
    if (k - from >= 2) runs.push({ from, to: k - 1 })
    from = k
  }
  runs.sort((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from)
  const size = (run: { from: number; to: number } | undefined) => (run ? run.to - run.from + 1 : 1)
  const usual = Math.max(LEAST_RUN, size(runs[2]) * LONGER, values.length * 0.01)
  const still = runs.reduce((sum, run) => (size(run) >= 3 ? sum + size(run) : sum), 0)
  return runs
    .slice(0, 2)
    .filter(run => size(run) >= usual && still - size(run) < values.length * 0.2)
    .map(run => ({ kind: 'flat', ...run, score: Math.min(3, 1 + size(run) / usual / 4) }))
}

const LEAST_STEPS = 6
const REGULAR = 0.9
/** A few points far away are wrong times rather than a gap before them. */
const LEAST_SIDE = 5

/** Points that are missing from a series of equal steps. */
export function timeGaps(times: Float64Array, step: number): Interruption[] {
  let regular = 0
  const gaps: Interruption[] = []
  for (let k = 1; k < times.length; k++) {
    const steps = (times[k]! - times[k - 1]!) / step
    if (steps > 0.9 && steps < 1.1) regular++
    if (steps >= LEAST_STEPS && k >= LEAST_SIDE && times.length - k >= LEAST_SIDE)
      gaps.push({ kind: 'gap', from: k - 1, to: k, score: Math.min(2, 1 + Math.log10(steps) / 3) })
  }
  // Where gaps are many, they are how the series is.
  return regular >= (times.length - 1) * REGULAR && gaps.length <= 3 ? gaps : []
}
