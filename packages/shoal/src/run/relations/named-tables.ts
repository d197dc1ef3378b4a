// Large tables of which only those columns are kept that a query names: a first question need not write all of them. Who goes on asking
// for others has the whole table read.
import { readHead } from '../../content/structured-data/head.ts'
import { isNamed } from '../../sql/named-columns.ts'
import { hashText } from '../../text/hash.ts'
import { openSource } from '../../text/source-file.ts'
import { WholeTable } from '../data/data-table.ts'
import type { UnitBuilder } from './build-unit.ts'
import type { CachePlace } from './cache-place.ts'
import type { CachedUnit } from './relation-cache.ts'
import type { StoredUnit } from './stored-relation.ts'

/** Smaller tables are soon read as a whole. */
export const LARGE_TABLE = 16e6
/** So many for one file. */
const MOST = 4
const LINES: readonly string[] = ['line', '_line', '__line']

/** Tables with more columns cost more by their columns than by their bytes. */
const WIDE = 1_000

export function isWide(file: string): boolean {
  const source = openSource(file)
  try {
    return readHead(source).columns.length > WIDE
  } finally {
    source.close()
  }
}

/** What a query asks of large tables. */
export interface AskedColumns {
  /** Its words, which are all that its answer depends on. */
  readonly words: ReadonlySet<string>
  /** Bytes of a file from which on it counts as large. */
  readonly from: number
}

export interface NamedTable {
  readonly key: string
  /** Throws `WholeTable` where it cannot be read by some columns. */
  build(directory: string, builder: UnitBuilder, words: ReadonlySet<string>): Promise<StoredUnit>
}

/** What is kept of the table, if the words name nothing else. */
export function readNamed({ key }: NamedTable, { words }: AskedColumns, cache: CachePlace): CachedUnit | null {
  for (const place of placesOf(key)) {
    const cached = cache.read(place)
    if (cached === null || holds(cached, words)) return cached
  }
  return null
}

/** Null where the whole table is to be read. */
export async function writeNamed(
  { key, build }: NamedTable,
  { words }: AskedColumns,
  { cache, builder }: { readonly cache: CachePlace; readonly builder: UnitBuilder },
): Promise<CachedUnit | null> {
  const free = placesOf(key).find(place => cache.read(place) === null)
  if (free === undefined) return null
  try {
    const cached = await cache.write(free, directory => build(directory, builder, words), builder.signal)
    // Another process may have been there first.
    return holds(cached, words) ? cached : null
  } catch (error) {
    if (error instanceof WholeTable) return null
    throw error
  }
}

function placesOf(key: string): readonly string[] {
  return Array.from({ length: MOST }, (_, number) => hashText(`${key} ${number}`))
}

function holds({ relations }: CachedUnit, words: ReadonlySet<string>): boolean {
  return relations.every(({ of = [], columns, line }) => {
    const kept = new Set(columns.map(({ name }) => name))
    const asksLines = LINES.some(name => words.has(name))
    return of.every(name => kept.has(name) || !isNamed(words, name)) && (line !== null || !asksLines)
  })
}
