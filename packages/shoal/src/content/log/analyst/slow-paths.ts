// Endpoints that became slow for a time. One that always was is how the program works.
import { latencies } from './http-figures.ts'
import { SLOW_MS } from './http-line.ts'
import { ranked, type Tallied } from './ladder-counts.ts'
import type { Story } from './story.ts'

export interface SlowPath {
  readonly path: string
  readonly tallied: Tallied
  /** Milliseconds that half of all requests do not exceed. */
  readonly usual: number
}

const FEWEST = 20
/** Slow requests last no longer than this much of the log, and are no more than this much of all. */
const LONGEST = 0.5
const MOST = 0.2
/** Slow is so many times what is usual. */
const TIMES = 4

export function slowPathsOf({ picture }: Pick<Story, 'picture'>): SlowPath[] {
  const { http, order } = picture.whole
  const all = latencies(http.durations)
  if (!all || order.first === null || order.last === null || http.slow.step > 0) return []
  const slow = ranked(http.slow)
  const count = slow.reduce((sum, [, tallied]) => sum + tallied.count, 0)
  if (all.p50 * TIMES > SLOW_MS || count > MOST * all.count) return []
  const longest = LONGEST * (order.last.time - order.first.time)
  return slow
    .filter(([, { count: own, firstTime, lastTime }]) => own >= FEWEST && lastTime - firstTime <= longest)
    .map(([path, tallied]) => ({ path, tallied, usual: all.p50 }))
}
