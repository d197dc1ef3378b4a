// Statistics per key of a log's contents, and how they unite: over stretches, and where keys become coarser because a
// log has too many of them.
import { coarsenKey } from '../../../text/log/coarsen.ts'
import { type Beats, type KeyStat, LEVELS, type Spot } from './tally.ts'

/** Keys with more entries than this keep no list of them. */
const MOST_BEATS = 2048

export function newKeyStat(): KeyStat {
  const nowhere: Spot = { line: 0, offset: 0, time: Number.NaN, stamp: '' }
  const beats = { times: [], lines: [], offsets: [] }
  return { count: 0, levels: LEVELS.map(() => 0), first: nowhere, last: nowhere, beats }
}

export function addToKey(stat: KeyStat, level: number, spot: Spot): void {
  if (stat.count === 0) stat.first = spot
  stat.count++
  stat.levels[level]!++
  stat.last = spot
  if (stat.beats === null) return
  if (stat.count > MOST_BEATS) stat.beats = null
  else if (!Number.isNaN(spot.time)) {
    stat.beats.times.push(spot.time)
    stat.beats.lines.push(spot.line)
    stat.beats.offsets.push(spot.offset)
  }
}

/** Adds the keys of a later part. `step` tells how coarse keys are; coarse ones keep no list of their entries. */
export function mergeKeys(whole: Map<string, KeyStat>, later: ReadonlyMap<string, KeyStat>, step: number): void {
  for (const [fine, theirs] of later) {
    const key = coarsenKey(fine, step)
    const ours = whole.get(key)
    const beats = step > 0 ? null : theirs.beats
    if (ours) unite(ours, { ...theirs, beats })
    else whole.set(key, { ...theirs, levels: [...theirs.levels], beats })
  }
}

function unite(ours: KeyStat, theirs: KeyStat): void {
  ours.count += theirs.count
  for (const k of LEVELS.keys()) ours.levels[k]! += theirs.levels[k]!
  if (theirs.first.line < ours.first.line) ours.first = theirs.first
  if (theirs.last.line > ours.last.line) ours.last = theirs.last
  ours.beats = ours.beats && theirs.beats && ours.count <= MOST_BEATS ? joined(ours.beats, theirs.beats) : null
}

function joined(a: Beats, b: Beats): Beats {
  return {
    times: [...a.times, ...b.times],
    lines: [...a.lines, ...b.lines],
    offsets: [...a.offsets, ...b.offsets],
  }
}
