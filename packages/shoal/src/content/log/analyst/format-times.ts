// Times of entries as people are told them. Only what a log comes to is told, so that reading it costs nothing more.
import { saidTime } from '../../../text/timeline/written-time.ts'
import type { WholeTally } from './merge.ts'
import type { Spot } from './tally.ts'

/** The same tally; the places in it are changed. */
export function formatTimes(whole: WholeTally): WholeTally {
  const { keys, traces, wants, span, listed } = whole
  for (const { groups } of keys.values()) for (const group of groups) tell(group)
  for (const trace of traces.stats.values()) tell(trace)
  for (const want of [...wants, span]) tell(want)
  for (const spot of listed?.spots ?? []) tell({ first: spot, last: null })
  return whole
}

function tell({ first, last }: { readonly first: Spot | null; readonly last: Spot | null }): void {
  for (const spot of [first, last]) if (spot) spot.stamp = saidTime(spot.stamp)
}
