// Where a burst begins and ends, seen in finer steps than those it was found in: what comes at the usual rate before and
// behind it is no part of it.
import { type Run, raisedRuns } from './raised-runs.ts'
import { sum } from './row-sum.ts'

/**
 * The raised rate to look for, between the usual one and the burst's own. Nearer the usual one, lone entries around a
 * sharp burst are taken for its ends; nearer its own, a slow rise loses its foot. Measured on bursts of several shapes.
 */
const WEIGHT = 0.9
/** A run with fewer of the entries than this part of the strongest is chance. */
const WORTH = 0.1
/** Runs that hold less of what is more than usual are not all of the burst. */
const MOST_OF_IT = 0.5
const ROUNDS = 6

/**
 * The steps of the burst, `to` exclusive. `counts` are what came in each step of the burst as it was found (`core`) and
 * some steps around it, `usual` the rate per step elsewhere, above 0. What is raised around the core belongs to the burst
 * where it reaches into it. The core where the finer steps show nothing.
 */
export function burstEdges(counts: ArrayLike<number>, core: Run, usual: number): Run {
  const excess = sum(counts, ...core) - usual * (core[1] - core[0])
  let runs = [core]
  // The narrower the burst, the higher its rate: a few rounds until both agree.
  for (let round = 0; round < ROUNDS; round++) {
    const rate = total(counts, runs) / runs.reduce((steps, [from, to]) => steps + to - from, 0)
    if (rate <= usual) break
    const next = runsWithin(counts, core, usual, rate ** WEIGHT * usual ** (1 - WEIGHT))
    if (next.length === 0 || total(counts, next) < MOST_OF_IT * excess) break
    const isSame = String(next) === String(runs)
    runs = next
    if (isSame) break
  }
  return [runs[0]![0], runs.at(-1)![1]]
}

/** The raised runs worth mentioning that reach into the core. */
function runsWithin(counts: ArrayLike<number>, core: Run, usual: number, raised: number): Run[] {
  const runs = raisedRuns(counts, usual, raised).filter(([from, to]) => from < core[1] && to > core[0])
  const most = runs.reduce((highest, run) => Math.max(highest, sum(counts, ...run)), 0)
  return runs.filter(run => sum(counts, ...run) >= WORTH * most)
}

function total(counts: ArrayLike<number>, runs: readonly Run[]): number {
  return runs.reduce((entries, run) => entries + sum(counts, ...run), 0)
}
