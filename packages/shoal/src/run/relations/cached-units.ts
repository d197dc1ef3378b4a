// Entries of the cache: the tables of one file, or what is told of files of one content type. What is not there yet is read now.
import { toShoalError } from '@shoal/base/model/errors'
import { pushAll } from '@shoal/base/model/lists'
import type { Registry } from '@shoal/base/model/registry'
import { plural } from '@shoal/base/text/printable'
import type { Settings } from '../../config/resolve.ts'
import { hashText } from '../../text/hash.ts'
import { registryFor } from '../registry.ts'
import { GaveUp } from '../threads/work-on.ts'
import { UnitBuilder } from './build-unit.ts'
import type { CachePlace } from './cache-place.ts'
import { buildFacts, factKind } from './fact-unit.ts'
import { changed, type FailedFile, type PrintedFile } from './fingerprints.ts'
import { isSame, stampOf } from './known-files.ts'
import { buildLinks, hasLinks, linksKey } from './link-unit.ts'
import { type AskedColumns, isWide, type NamedTable, readNamed, writeNamed } from './named-tables.ts'
import type { CachedLinks, RelationUnit } from './relation-unit.ts'
import type { StoredUnit } from './stored-relation.ts'
import { buildTables, tableReader } from './table-unit.ts'

/** What changes what is made of a file: raise it with the readers, the types, or the shape of what is kept. */
const TABLES_VERSION = 9
const FACTS_VERSION = 9

/** Files above it are told of one by one, others together. */
const LARGE = 1024 * 1024
/** On average so many small files are told of together: which begins a new entry shows in its own path. */
const TOGETHER = 256
/** Tables of a directory with many; each has to be read and written by itself. */
const MOST_TABLES = 500

export interface CachedUnits {
  readonly units: readonly RelationUnit[]
  /** Where the names of code lead across files; null where there is none. */
  readonly links: CachedLinks | null
  readonly failed: readonly FailedFile[]
  readonly notes: readonly string[]
}

interface Options {
  readonly settings: Settings
  /** Where columns that are not named need not be read. */
  readonly asked?: AskedColumns | null
  readonly signal: AbortSignal
  onProgress?(done: number, of: number, path: string): void
}

interface Planned {
  readonly key: string
  readonly files: readonly PrintedFile[]
  build(directory: string, builder: UnitBuilder): Promise<StoredUnit>
  /** Of a table that can be read by some of its columns. */
  readonly named?: NamedTable
}

export async function cachedUnits(
  files: readonly PrintedFile[],
  cache: CachePlace,
  { settings, signal, asked = null, onProgress }: Options,
): Promise<CachedUnits> {
  const registry = registryFor(settings)
  const tables = files.filter(file => tableReader(file, registry) !== null)
  const facts = files.filter(file => factKind(file, registry) !== null)
  const keyed = (file: PrintedFile) => tablesOf(file, registry)
  const planned = [...tables.slice(0, MOST_TABLES).map(keyed), ...factUnits(facts, registry)]
  const notes = tooMany(tables)
  const failed: FailedFile[] = []
  const units: RelationUnit[][] = []
  const missing: { readonly at: number; readonly of: Planned }[] = []
  const namedOf = ({ named, files: [file] }: Planned) =>
    asked && named ? { named, asked, file: file!.file, sizeBytes: file!.sizeBytes } : null
  for (const [at, of] of planned.entries()) {
    const some = namedOf(of)
    const cached = cache.read(of.key) ?? (some && readNamed(some.named, some.asked, cache))
    if (cached) units[at] = [{ files: of.files, cached }]
    else missing.push({ at, of })
  }
  if (missing.length > 0) {
    const builder = new UnitBuilder(settings, signal)
    /** Files that are told of together: one that fails does not cost the others. */
    const made = async (of: Planned): Promise<RelationUnit[]> => {
      const [first, ...others] = of.files
      try {
        const some = namedOf(of)
        const isSome = some && (some.sizeBytes >= asked!.from || isWide(some.file))
        const known =
          cache.read(of.key) ?? (isSome ? await writeNamed(some.named, some.asked, { cache, builder }) : null)
        const cached = known ?? (await cache.write(of.key, directory => unchanged(of, directory, builder), signal))
        return [{ files: of.files, cached }]
      } catch (error) {
        const why = ofThisFile(error, first!.path, signal)
        if (others.length === 0) {
          failed.push({ path: first!.path, error: why })
          return []
        }
        if (error instanceof GaveUp) {
          failed.push({ path: of.files[error.file]!.path, error })
          return await made(factsOf(of.files.toSpliced(error.file, 1), registry))
        }
        // Nobody knows which it was.
        const alone: RelationUnit[] = []
        for (const file of of.files) pushAll(alone, await made(factsOf([file], registry)))
        return alone
      } finally {
        builder.forgetCopies()
      }
    }
    try {
      for (const [k, { at, of }] of missing.entries()) {
        onProgress?.(k, missing.length, of.files[0]!.path)
        units[at] = await made(of)
      }
    } finally {
      await builder.close()
    }
  }
  const all = units.flat()
  for (const { files, cached } of all)
    for (const { file, note } of cached.notes) notes.push(`${files[file]!.path}: ${note}`)
  const links = await cachedLinks(all.filter(hasLinks), files, { cache, settings, signal })
  return { units: all, links, failed, notes }
}

async function cachedLinks(
  of: readonly RelationUnit[],
  files: readonly PrintedFile[],
  { cache, settings, signal }: { readonly cache: CachePlace } & Options,
): Promise<CachedLinks | null> {
  if (of.length === 0) return null
  const key = linksKey(of, files)
  const known = cache.read(key)
  if (known) return { of, cached: known }
  const builder = new UnitBuilder(settings, signal)
  try {
    return { of, cached: await cache.write(key, directory => buildLinks(of, files, { directory, builder }), signal) }
  } finally {
    await builder.close()
  }
}

/** Said of all together. */
function tooMany(tables: readonly PrintedFile[]): string[] {
  const [first, ...others] = tables.slice(MOST_TABLES)
  if (!first) return []
  const more = others.length === 0 ? '' : ` and ${plural(others.length, 'more file')}`
  return [`${first.path}${more}: no more than ${MOST_TABLES} files are made tables; name fewer paths at a time`]
}

/** Throws `file-changed` when what was read is not what was hashed. */
async function unchanged({ files, build }: Planned, directory: string, builder: UnitBuilder): Promise<StoredUnit> {
  return ofSame(files, await build(directory, builder))
}

function ofSame(files: readonly PrintedFile[], unit: StoredUnit): StoredUnit {
  for (const { file, path, known } of files) if (!isSame(known, stampOf(file))) throw changed(path)
  return unit
}

/** What holds for this file alone; what would stop any other is thrown. */
function ofThisFile(error: unknown, path: string, signal: AbortSignal): unknown {
  signal.throwIfAborted()
  const known = toShoalError(error, path)
  if (PASSING.has(known.code)) return known
  throw known
}

const PASSING: ReadonlySet<string> = new Set([
  'gave-up',
  'sql-refused',
  'sql-failed',
  'file-changed',
  'not-found',
  'not-permitted',
])

function tablesOf(file: PrintedFile, registry: Registry): Planned {
  const type = registry.get(file.contentType)?.tables ?? file.contentType
  const key = hashText(`tables ${TABLES_VERSION} ${type} ${file.known.hash}`)
  const build: Planned['build'] = (directory, builder) => buildTables(file, directory, builder)
  if (type !== 'delimited') return { key, files: [file], build }
  const named: NamedTable = {
    key,
    build: async (directory, builder, words) => ofSame([file], await buildTables(file, directory, builder, words)),
  }
  return { key, files: [file], build, named }
}

/** Large files each by itself. The others in runs of one content type that end where the hash of a path says so: when a file is
 * added or changed, only its run is read again. */
function factUnits(files: readonly PrintedFile[], registry: Registry): Planned[] {
  const units: PrintedFile[][] = []
  const open = new Map<string, PrintedFile[]>()
  for (const file of files) {
    if (file.sizeBytes > LARGE) {
      units.push([file])
      continue
    }
    let run = open.get(file.contentType)
    if (!run) {
      open.set(file.contentType, (run = []))
      units.push(run)
    }
    run.push(file)
    if (Number.parseInt(hashText(file.path).slice(0, 8), 16) % TOGETHER === 0) open.delete(file.contentType)
  }
  return units.map(run => factsOf(run, registry))
}

/** Of files of one content type. */
function factsOf(run: readonly PrintedFile[], registry: Registry): Planned {
  const content = run.map(({ known, language }) => `${known.hash} ${language}`)
  const key = hashText(['facts', FACTS_VERSION, factKind(run[0]!, registry), ...content].join('\n'))
  return { key, files: run, build: (directory, builder) => buildFacts(run, directory, builder) }
}
