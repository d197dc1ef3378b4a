// The cache of relations as a whole: what lies in it, what makes room, and its end. Nothing else in its directory is touched.
import { rmdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isAliveProcess } from '@shoal/base/model/alive-process'
import { namesIn } from '../cache-files.ts'
import { isHeld } from './build-claim.ts'
import { hostWord } from './host-word.ts'

export const META = 'relations.json'
/** Before the names of what is being written: the machine, the process, and a word of its own. */
export const PARTIAL = 'partial-'
/** Before the names of files that say who makes what. */
export const CLAIM = 'building-'
/** What another machine left unfinished so long ago was left for good. */
const LEFT_MS = 24 * 3_600_000

export interface CacheBounds {
  readonly bytes: number
  readonly entries: number
}

export interface RelationEntry {
  readonly directory: string
  /** When it was last asked, in milliseconds since 1970. */
  readonly usedAt: number
  readonly bytes: number
}

export function relationEntries(directory: string): RelationEntry[] {
  return shelvesOf(directory)
    .flatMap(shelf => namesIn(shelf).map(name => join(shelf, name)))
    .map(entry => ({
      directory: entry,
      usedAt: statSync(join(entry, META), { throwIfNoEntry: false })?.mtimeMs ?? 0,
      bytes: namesIn(entry).reduce((sum, name) => sum + sizeOf(join(entry, name)), 0),
    }))
}

/** Removes what was last asked before `before`, and with everything also what files are known by. */
export function clearRelations(
  directory: string,
  before: number,
): { readonly entries: number; readonly bytes: number } {
  const old = relationEntries(directory).filter(({ usedAt }) => usedAt < before)
  for (const entry of old) rmSync(entry.directory, { recursive: true, force: true })
  for (const shelf of shelvesOf(directory)) removeEmpty(shelf)
  removeLeft(directory)
  if (before === Number.POSITIVE_INFINITY)
    for (const index of indexesOf(directory)) rmSync(index, { recursive: true, force: true })
  removeEmpty(directory)
  return { entries: old.length, bytes: old.reduce((sum, { bytes }) => sum + bytes, 0) }
}

/** Those that were used longest ago go first; the one that was used last stays, whatever its size. */
export function pruneCache(directory: string, { bytes, entries }: CacheBounds): void {
  const all = relationEntries(directory).sort((a, b) => b.usedAt - a.usedAt)
  let sum = 0
  for (const [k, entry] of all.entries()) {
    sum += entry.bytes
    if (k > 0 && (k >= entries || sum > bytes)) rmSync(entry.directory, { recursive: true, force: true })
  }
  const indexes = indexesOf(directory).flatMap(index => namesIn(index).map(name => join(index, name)))
  if (indexes.length <= entries) return
  const dated = indexes.map(file => ({ file, at: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
  for (const { file } of dated.sort((a, b) => b.at - a.at).slice(entries)) rmSync(file, { force: true })
}

/** What processes left that were killed while they wrote. */
export function removeLeft(directory: string): void {
  for (const name of namesIn(directory)) {
    const path = join(directory, name)
    if (name.startsWith(CLAIM) ? !isHeld(path) : name.startsWith(PARTIAL) && isLeft(name, path))
      rmSync(path, { recursive: true, force: true })
  }
}

function isLeft(name: string, path: string): boolean {
  const [, host, pid] = /^([^-]*)-(\d+)-/.exec(name.slice(PARTIAL.length)) ?? []
  if (host === hostWord()) return !isAliveProcess(Number(pid))
  const { mtimeMs = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {}
  return Date.now() - mtimeMs > LEFT_MS
}

function shelvesOf(directory: string): string[] {
  return namesIn(directory)
    .filter(name => /^[0-9a-f]{2}$/.test(name))
    .map(name => join(directory, name))
}

/** What files are known by. */
function indexesOf(directory: string): string[] {
  return namesIn(directory)
    .filter(name => name === 'files' || name.startsWith('looks-'))
    .map(name => join(directory, name))
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

function removeEmpty(directory: string): void {
  try {
    rmdirSync(directory)
  } catch {}
}
