// Statistics per key of a log's contents, and how they unite: over stretches, and where keys become coarser because a
// log has too many of them.
import { coarsenKey } from '../../../text/log/coarsen.ts'
import { addEntry, uniteGroups } from './entry-groups.ts'
import type { Beats, KeyStat, Spot } from './tally.ts'

/** Keys with more entries than this keep no list of them. */
const MOST_BEATS = 2048

export function newKeyStat(): KeyStat {
  return { count: 0, groups: [], beats: { times: [], lines: [], offsets: [], levels: [] } }
}

/** Counts an entry that has ended; entries of a key end in the order of the file. */
export function addToKey(stat: KeyStat, level: number, traced: boolean, spot: Spot): void {
  stat.count++
  addEntry(stat.groups, level, traced, spot)
  if (stat.beats === null) return
  if (stat.count > MOST_BEATS) stat.beats = null
  else if (!Number.isNaN(spot.time)) {
    stat.beats.times.push(spot.time)
    stat.beats.lines.push(spot.line)
    stat.beats.offsets.push(spot.offset)
    stat.beats.levels.push(level)
  }
}

/** Adds the keys of a later part. `step` tells how coarse keys are; coarse ones keep no list of their entries. */
export function mergeKeys(whole: Map<string, KeyStat>, later: ReadonlyMap<string, KeyStat>, step: number): void {
  for (const [fine, theirs] of later) {
    const key = coarsenKey(fine, step)
    const ours = whole.get(key)
    const beats = step > 0 ? null : theirs.beats
    if (ours) unite(ours, { ...theirs, beats })
    else whole.set(key, { ...theirs, groups: theirs.groups.map(group => ({ ...group })), beats })
  }
}

function unite(ours: KeyStat, theirs: KeyStat): void {
  ours.count += theirs.count
  uniteGroups(ours.groups, theirs.groups)
  ours.beats = ours.beats && theirs.beats && ours.count <= MOST_BEATS ? joined(ours.beats, theirs.beats) : null
}

function joined(a: Beats, b: Beats): Beats {
  return {
    times: [...a.times, ...b.times],
    lines: [...a.lines, ...b.lines],
    offsets: [...a.offsets, ...b.offsets],
    levels: [...a.levels, ...b.levels],
  }
}
