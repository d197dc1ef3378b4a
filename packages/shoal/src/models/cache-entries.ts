// The cache as a whole: what lies in it, and its end.
import { closeSync, type Dirent, openSync, readdirSync, readSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type EntryHead, RESULTS, readHead } from './cache-entry.ts'

/** What may be removed: nothing else in the directory is touched. */
const SHELVES = [RESULTS, 'labels']

export interface CacheEntry {
  readonly file: string
  /** `report`, `labels`, `synthesis` …; `damaged` for what no longer says, or was never finished. */
  readonly kind: string
  /** Null where it is not told. */
  readonly model: string | null
  /** Milliseconds since 1970. */
  readonly madeAt: number
  readonly bytes: number
}

/** Every entry, one at a time; none when there is no cache. Links are not followed. */
export function* cacheEntries(directory: string): Generator<CacheEntry> {
  for (const shelf of SHELVES)
    for (const file of filesBelow(join(directory, shelf))) {
      const entry = entryAt(file, shelf)
      if (entry) yield entry
    }
}

/** Removes what was made before `before`; says how much that was. */
export function clearCache(directory: string, before: number): { readonly entries: number; readonly bytes: number } {
  let entries = 0
  let bytes = 0
  for (const entry of cacheEntries(directory)) {
    if (entry.madeAt >= before) continue
    rmSync(entry.file, { force: true })
    entries++
    bytes += entry.bytes
  }
  for (const shelf of SHELVES) removeEmpty(join(directory, shelf))
  return { entries, bytes }
}

function entryAt(file: string, shelf: string): CacheEntry | null {
  const stat = statSync(file, { throwIfNoEntry: false })
  if (!stat) return null
  const { size: bytes, mtimeMs } = stat
  if (shelf !== RESULTS) return { file, kind: shelf, model: null, madeAt: mtimeMs, bytes }
  const head = file.endsWith('.json') ? headOf(file) : null
  return head ? { file, ...head, bytes } : { file, kind: 'damaged', model: null, madeAt: mtimeMs, bytes }
}

/** Longer than any first line. */
const HEAD_BYTES = 1024

function headOf(file: string): EntryHead | null {
  let handle: number | null = null
  try {
    handle = openSync(file, 'r')
    const start = Buffer.alloc(HEAD_BYTES)
    const [line = ''] = start.toString('utf8', 0, readSync(handle, start)).split('\n', 1)
    return readHead(line)
  } catch {
    return null
  } finally {
    if (handle !== null) closeSync(handle)
  }
}

function* filesBelow(directory: string): Generator<string> {
  for (const item of itemsOf(directory)) {
    const path = join(directory, item.name)
    if (item.isDirectory()) yield* filesBelow(path)
    else if (item.isFile()) yield path
  }
}

function itemsOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** A directory that another process is writing to stays. */
function removeEmpty(directory: string): void {
  for (const item of itemsOf(directory)) if (item.isDirectory()) removeEmpty(join(directory, item.name))
  try {
    rmdirSync(directory)
  } catch {}
}
