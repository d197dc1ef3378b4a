// Read-only SQL over files: what they hold as relations, and one query over them. Without a query the answer is the relations:
// their columns, types and rows.
import { resolve } from 'node:path'
import { ShoalError, toShoalError } from '@shoal/base/model/errors'
import type { Relation } from '@shoal/base/model/relation'
import type { Settings } from '../config/resolve.ts'
import type { QueryLimits, QueryResult } from '../sql/engine-calls.ts'
import { isNamed, wordsOfQuery } from '../sql/named-columns.ts'
import { limitFiles } from '../stages/enumerate.ts'
import { shownValue } from '../text/gate/shown-value.ts'
import { findFiles } from './files.ts'
import { registryFor } from './registry.ts'
import { type AskedColumns, LARGE_TABLE } from './relations/named-tables.ts'
import { lookForRelations } from './relations/relation-file.ts'
import { openRelations, type Relations } from './relations/relations.ts'
import { GaveUp } from './threads/work-on.ts'

export interface QueriedFile {
  /** As the user named it. */
  readonly path: string
  /** The real path of what may be read. */
  readonly file: string
  /** Of its table; null to take it from the file. */
  readonly name: string | null
  /** It was found in a directory: that it gives no rows is no mistake. */
  readonly isFound?: boolean
}

export interface DataQuery {
  /** Null to learn only what relations there are. */
  readonly sql: string | null
  readonly files: readonly QueriedFile[]
  readonly settings: Settings
  readonly signal: AbortSignal
  /** The cache directory of shoal. */
  readonly cache: string
  readonly limits?: Partial<QueryLimits>
  /** Bytes of a table from which on only the columns are read that the query names. */
  readonly largeTable?: number
  /** Hears of every file that has to be read. */
  onFile?(done: number, of: number, path: string): void
}

export interface DataAnswer {
  readonly result: QueryResult | null
  readonly relations: readonly Relation[]
  /** Those that the query names; of tables the columns that it names. */
  readonly used: readonly Relation[]
  /** What was left out, and why. */
  readonly notes: readonly string[]
  /** What else there is to know of how it went. */
  readonly warnings: readonly string[]
  /** Some file could not be read. */
  readonly isPartial: boolean
}

const LIMITS: QueryLimits = {
  rows: 1_000,
  milliseconds: 30_000,
  // Of columns and rows together, so that the whole answer stays below what clients take.
  characters: 32_000,
}

export async function queryData({
  sql,
  files,
  limits,
  largeTable = LARGE_TABLE,
  ...query
}: DataQuery): Promise<DataAnswer> {
  const { settings, signal, cache, onFile } = query
  const named = files.map(({ name, path, file }) => ({ path, file, ...(name === null ? {} : { name }) }))
  const wanted = new Set(files.flatMap(({ path, isFound }) => (isFound ? [] : [path])))
  const found = await lookForRelations(named, { settings, signal, cache })
  for (const { path, error, reason } of found.skipped)
    if (wanted.has(path)) throw error ? aboutFile(error, path) : notData(path, reason)
  const open = async (asked: AskedColumns | null) =>
    await openRelations(found.files, { settings, signal, cache, asked, ...(onFile && { onProgress: onFile }) })
  const words = sql === null ? null : wordsOfQuery(sql)
  let relations = await open(words && { words, from: largeTable })
  const ask = async () => {
    checkWanted(relations, found.files, wanted)
    return sql === null ? null : await relations.query(sql, { ...LIMITS, ...limits })
  }
  try {
    const result = await ask().catch(async (error: unknown) => {
      if (!words || !(error instanceof ShoalError) || error.code !== 'sql-failed') throw error
      // What is wrong is said with all columns in view.
      await relations.close()
      relations = await open(null)
      return await ask()
    })
    const all = shownValue(relations.all)
    const skipped = found.skipped.map(({ path, reason }) => `${path}: ${reason}`)
    return {
      result,
      relations: all.map(relation => namedOnly(relation, words)),
      used: all.filter(({ name }) => names(sql ?? '', name)).map(relation => namedOnly(relation, words)),
      notes: [...relations.notes, ...skipped],
      warnings: relations.warnings,
      isPartial: relations.failed.length > 0,
    }
  } finally {
    await relations.close()
  }
}

/** Of a table the columns that the query names, where its words tell them. */
function namedOnly(relation: Relation, words: ReadonlySet<string> | null): Relation {
  if (words === null || relation.kind !== 'table') return relation
  return { ...relation, columns: relation.columns.filter(({ name }) => isNamed(words, name)) }
}

/** A relation or column stands in a query by its name, in quotes or not. */
export function names(sql: string, name: string): boolean {
  const [text, sought] = [sql.toLowerCase(), name.toLowerCase()]
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
    const around = [text[at - 1] ?? ' ', text[at + sought.length] ?? ' ']
    if (!around.some(character => /[\p{L}\p{N}_]/u.test(character))) return true
  }
  return false
}

/** The files below some paths; those that were named themselves have to give rows. */
export async function queriedFiles(
  paths: readonly string[],
  settings: Settings,
  signal: AbortSignal,
  cwd = process.cwd(),
): Promise<{ readonly files: readonly QueriedFile[]; readonly notes: readonly string[]; readonly isPartial: boolean }> {
  const named = new Set(paths.map(path => resolve(cwd, path)))
  registryFor(settings)
  const found = await findFiles(paths, settings, signal, cwd, { isForSql: true })
  const limited = limitFiles(found.files, settings.maxFiles)
  return {
    files: limited.files.map(({ path, file }) => ({ path, file, name: null, isFound: !named.has(resolve(cwd, path)) })),
    notes: [...found.skipped, ...limited.skipped].map(({ path, reason }) => `${path}: ${reason}`),
    isPartial: found.skipped.some(({ cause }) => cause === 'damaged'),
  }
}

/** A file that somebody named and that gives nothing is an error. */
function checkWanted(
  { failed, all }: Relations,
  files: readonly { readonly path: string; readonly sizeBytes: number; readonly contentType: string }[],
  wanted: ReadonlySet<string>,
): void {
  for (const { path, error } of failed) if (wanted.has(path)) throw aboutFile(error, path)
  const told = new Set(all.flatMap(({ kind, paths }) => (kind === 'files' ? [] : paths)))
  for (const { path, sizeBytes, contentType } of files) {
    if (told.has(path) || !wanted.has(path)) continue
    if (sizeBytes > 0) throw notData(path, `content type ${contentType}`)
    throw new ShoalError('nothing-to-read', `${path} is empty`, { detail: path })
  }
}

function aboutFile(error: unknown, path: string): ShoalError {
  return error instanceof GaveUp ? error.about(path) : toShoalError(error, path)
}

function notData(path: string, why: string): ShoalError {
  return new ShoalError('bad-value', `${path} gives no rows (${why})`, {
    detail: path,
    advice: '`shoal profile` has its figures, `shoal search` its lines',
  })
}
