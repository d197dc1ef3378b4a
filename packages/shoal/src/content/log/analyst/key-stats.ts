// Statistics per key of a log's contents, and how they unite: over stretches, and where keys become coarser because a
// log has too many of them.
import { coarsenKey } from '../../../text/log/coarsen.ts'
import { addEntry, uniteGroups } from './entry-groups.ts'
import type { Beats, KeyStat, Spot } from './tally.ts'

/** Keys with more entries than this keep no list of them. */
const MOST_BEATS = 2048

/** Most keys of a log with very many have one entry: it takes no lists. */
export function newKeyStat(): KeyStat {
  return { count: 0, groups: [], beats: 'single' }
}

/** The entries of a key, as far as they are kept and have a time. */
export function beatsOf({ groups, beats }: KeyStat): Beats | null {
  if (beats !== 'single') return beats
  const [only] = groups
  if (!only || Number.isNaN(only.first.time)) return { times: [], lines: [], offsets: [], levels: [] }
  const { first, level } = only
  return { times: [first.time], lines: [first.line], offsets: [first.offset], levels: [level] }
}

/** Counts an entry that has ended; entries of a key end in the order of the file. */
export function addToKey(stat: KeyStat, level: number, traced: boolean, spot: Spot): void {
  stat.count++
  if (stat.beats === 'single' && stat.groups.length === 0) {
    stat.groups = [{ level, traced, count: 1, first: spot, last: spot }]
    return
  }
  const beats = beatsOf(stat)
  addEntry(stat.groups, level, traced, spot)
  stat.beats = beats && stat.count <= MOST_BEATS ? beats : null
  if (stat.beats === null || Number.isNaN(spot.time)) return
  stat.beats.times.push(spot.time)
  stat.beats.lines.push(spot.line)
  stat.beats.offsets.push(spot.offset)
  stat.beats.levels.push(level)
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
  const [early, late] = ours.count <= MOST_BEATS ? [beatsOf(ours), beatsOf(theirs)] : [null, null]
  uniteGroups(ours.groups, theirs.groups)
  ours.beats = early && late && joined(early, late)
}

function joined(a: Beats, b: Beats): Beats {
  return {
    times: [...a.times, ...b.times],
    lines: [...a.lines, ...b.lines],
    offsets: [...a.offsets, ...b.offsets],
    levels: [...a.levels, ...b.levels],
  }
}
