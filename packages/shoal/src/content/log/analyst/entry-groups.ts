// The entries of a key or template by level, and by whether they carry a stack trace: what is told of a level is told
// from its own entries, not from all that read alike.
import { type EntryGroup, LEVELS, type LevelName, type Spot } from './tally.ts'

/** How many entries some groups have together, where the first and the last stand. */
export interface Extent {
  readonly count: number
  /** By place in LEVELS. */
  readonly levels: readonly number[]
  readonly first: Spot
  readonly last: Spot
}

const ERROR = LEVELS.indexOf('error')
const FATAL = LEVELS.indexOf('fatal')
const NONE = LEVELS.indexOf('none')

/** At error level or worse. */
export function isGrave(level: number): boolean {
  return level === ERROR || level === FATAL
}

/** At a level below error; an entry without a level is not calm. */
export function isCalm(level: number): boolean {
  return level !== NONE && !isGrave(level)
}

export function addEntry(groups: EntryGroup[], level: number, traced: boolean, spot: Spot): void {
  for (const group of groups)
    if (group.level === level && group.traced === traced) {
      group.count++
      group.last = spot
      return
    }
  groups.push({ level, traced, count: 1, first: spot, last: spot })
}

export function uniteGroups(ours: EntryGroup[], theirs: readonly EntryGroup[]): void {
  for (const group of theirs) {
    const own = ours.find(({ level, traced }) => level === group.level && traced === group.traced)
    if (!own) {
      ours.push({ ...group })
      continue
    }
    own.count += group.count
    if (group.first.line < own.first.line) own.first = group.first
    if (group.last.line > own.last.line) own.last = group.last
  }
}

/** Null where there are no entries. */
export function extentOf(groups: readonly EntryGroup[]): Extent | null {
  const [some] = groups
  if (!some) return null
  const levels = LEVELS.map(() => 0)
  let { first, last } = some
  for (const group of groups) {
    levels[group.level]! += group.count
    if (group.first.line < first.line) first = group.first
    if (group.last.line > last.line) last = group.last
  }
  return { count: countOf(groups), levels, first, last }
}

export function countOf(groups: readonly EntryGroup[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0)
}

/** `error or fatal`. */
export function levelNames(levels: readonly number[]): string {
  return levels.map((level): LevelName => LEVELS[level]!).join(' or ')
}
