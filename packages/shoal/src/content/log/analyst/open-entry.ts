// An entry while lines that continue it may still follow, in its own stretch or at the head of the next.
import { addToKey } from './key-stats.ts'
import { countListed } from './listing.ts'
import type { Details, KeyStat, LogTally, OpenEntry, Spot, WantTally } from './tally.ts'
import { addTrace, MOST_DETAILS } from './traces.ts'

/** Counts what only shows when an entry has ended: that it has several lines, the trace in them, and its group. */
export function closeEntry(tally: LogTally, stat: KeyStat, entry: OpenEntry): void {
  const { level, spot, detailCount } = entry
  if (detailCount > 0) tally.multiline++
  countListed(tally.listed, entry)
  addToKey(stat, level, detailCount > 0 && addTrace(tally.traces, entry), spot)
}

/** Takes lines that continue an entry. */
export function takeDetails(tally: LogTally, open: OpenEntry, { lines, count: more, matched }: Details): void {
  for (const line of lines) if (open.details.length < MOST_DETAILS) open.details.push(line)
  open.detailCount += more
  match(tally, open, matched)
}

/** Counts an entry for the wanted words that it was not counted for yet. */
export function match(tally: LogTally, open: OpenEntry, matched: number): void {
  const fresh = matched & ~open.matched
  if (fresh === 0) return
  open.matched |= fresh
  for (const [k, wanted] of tally.wants.entries()) if (fresh & (1 << k)) want(wanted, open.level, open.spot)
}

/** Counts an entry that was asked for. */
export function want(tally: WantTally, level: number, spot: Spot): void {
  tally.count++
  tally.levels[level]!++
  tally.first ??= spot
  tally.last = spot
}
