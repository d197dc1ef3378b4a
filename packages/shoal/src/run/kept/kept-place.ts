// Where results are kept: one directory for the program and the paths that were named, below the cache of relations.
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Json } from '@shoal/base/model/json'
import { packageFile } from '@shoal/base/model/package-files'
import { ownVersion } from '../../config/own-version.ts'
import type { Settings } from '../../config/resolve.ts'
import { hashText } from '../../text/hash.ts'
import { namesIn } from '../cache-files.ts'
import { KeptResults } from './kept-results.ts'

export interface KeptOptions {
  readonly settings: Pick<Settings, 'types'>
  /** The cache directory of shoal; null to keep nothing. */
  readonly cache: string | null
  /** The paths as they were named, and where relative ones start. */
  readonly paths: readonly string[]
  readonly cwd: string
  /** How many files there are, where it is known. */
  readonly files?: number
}

const KEPT = 'kept'
/** Directories that are kept; those that were used longest ago go first. */
const MOST_PLACES = 50

/** Of more files nothing is kept: what is known of each has its place in memory, which must not grow with their number. */
const MOST_FILES = 20_000

export function isKeptOf(files: number): boolean {
  return files <= MOST_FILES
}

/** Keeps nothing where content types are functions of the caller: who knows what they say tomorrow. */
export function openKept({ settings, cache, paths, cwd, files = 0 }: KeptOptions): KeptResults {
  if (cache === null || settings.types.length > 0 || !isKeptOf(files)) return new KeptResults(null)
  return new KeptResults(keptPlace(cache, [cwd, ...paths]))
}

/** A directory for all that depends on `of` and on the program; null where nobody can tell which program it is. */
export function keptPlace(cache: string, of: Json): string | null {
  const program = programId()
  if (program === null) return null
  const relations = join(cache, 'relations')
  prune(relations)
  return join(relations, KEPT, hashText(`${program} ${JSON.stringify(of)}`))
}

/**
 * What reads files is part of what its results depend on. The names of the bundle's parts are hashes of what is in them, and stand in
 * the file that threads begin with.
 */
function programId(): string | null {
  try {
    return `${ownVersion()} ${readFileSync(packageFile('dist/run/threads/file-worker.js'), 'utf8')}`
  } catch {
    return null
  }
}

export interface KeptPlace {
  readonly directory: string
  /** When it was last used, in milliseconds since 1970. */
  readonly usedAt: number
  readonly bytes: number
}

export function keptPlaces(relations: string): KeptPlace[] {
  return namesIn(join(relations, KEPT)).map(name => {
    const directory = join(relations, KEPT, name)
    const bytes = namesIn(directory).reduce((sum, file) => sum + (sizeOf(join(directory, file)) ?? 0), 0)
    return { directory, usedAt: statSync(directory, { throwIfNoEntry: false })?.mtimeMs ?? 0, bytes }
  })
}

/** Removes what was last used before `before`. */
export function clearKept(relations: string, before: number): { readonly entries: number; readonly bytes: number } {
  const old = keptPlaces(relations).filter(({ usedAt }) => usedAt < before)
  for (const { directory } of old) rmSync(directory, { recursive: true, force: true })
  if (before === Number.POSITIVE_INFINITY) rmSync(join(relations, KEPT), { recursive: true, force: true })
  return { entries: old.length, bytes: old.reduce((sum, { bytes }) => sum + bytes, 0) }
}

function prune(relations: string): void {
  const names = namesIn(join(relations, KEPT))
  if (names.length <= MOST_PLACES) return
  const places = keptPlaces(relations).sort((a, b) => b.usedAt - a.usedAt)
  for (const { directory } of places.slice(MOST_PLACES)) forget(directory)
}

/** Another process may be at it. */
function forget(directory: string): void {
  try {
    rmSync(directory, { recursive: true, force: true })
  } catch {}
}

function sizeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.size
}
