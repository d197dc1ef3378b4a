// What files hold, as relations that can be asked: each file is read once and kept in the cache, and a query reads only that.
import { join } from 'node:path'
import type { Relation } from '@shoal/base/model/relation'
import { byPath } from '@shoal/base/text/paths'
import type { Settings } from '../../config/resolve.ts'
import type { PlainValue, QueryLimits, QueryResult } from '../../sql/engine-calls.ts'
import { openKeptRows } from '../kept/kept-rows.ts'
import { sqlPatienceOf } from '../threads/work-on.ts'
import { CachePlace } from './cache-place.ts'
import { cachedUnits } from './cached-units.ts'
import { describeRelations } from './described.ts'
import { fingerprint } from './fingerprint.ts'
import { type FailedFile, fingerprints } from './fingerprints.ts'
import { KnownFiles } from './known-files.ts'
import type { AskedColumns } from './named-tables.ts'
import { RelationDatabase } from './relation-database.ts'
import type { RelationFile } from './relation-file.ts'

export interface Relations {
  readonly all: readonly Relation[]
  /** Runs a statement of ours over the names of `all`. */
  rows(sql: string): Promise<PlainValue[][]>
  /** Runs a query of somebody else's over the same names: checked, locked in and limited, with its secrets hidden. */
  query(sql: string, limits: QueryLimits): Promise<QueryResult>
  /** Files that gave no relation, or not all of it, and why. */
  readonly notes: readonly string[]
  /** What the user should know of how it went. */
  readonly warnings: readonly string[]
  /** Those of them that could not be read. */
  readonly failed: readonly FailedFile[]
  close(): Promise<void>
}

export interface RelationOptions {
  readonly settings: Settings
  readonly signal: AbortSignal
  /** The cache directory of shoal; relations have a place of their own in it. */
  readonly cache: string
  /** Where one query is all that is asked: what it names. */
  readonly asked?: AskedColumns | null
  /** Hears of every file that has to be read. */
  onProgress?(done: number, of: number, path: string): void
}

export async function openRelations(files: readonly RelationFile[], options: RelationOptions): Promise<Relations> {
  const sorted = [...files].sort(byPath)
  const directory = join(options.cache, 'relations')
  const place = new CachePlace(directory)
  try {
    const { printed, failed } = await printFiles(sorted, options)
    const { units, links, failed: unread, notes } = await cachedUnits(printed, place, options)
    const described = describeRelations(printed, units, links)
    const said = { failed: [...failed, ...unread], notes, warnings: place.warnings }
    const bytes = sorted.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    const kept = openKeptRows(options.cache, described)
    const workMs = sqlPatienceOf(options.settings, bytes)
    const onClose = () => place.remove()
    return new RelationDatabase(described, said, { signal: options.signal, kept, workMs, onClose })
  } catch (error) {
    place.remove()
    throw error
  } finally {
    place.close()
  }
}

/** What each file is known by; none is opened that nobody has touched since. */
export async function printFiles(
  files: readonly RelationFile[],
  options: Pick<RelationOptions, 'settings' | 'signal' | 'cache'>,
): ReturnType<typeof fingerprints> {
  const known = new KnownFiles(join(options.cache, 'relations', 'files'), fingerprint)
  try {
    return await fingerprints(files, known, options)
  } finally {
    known.close()
  }
}
