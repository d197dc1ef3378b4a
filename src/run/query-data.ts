// Read-only SQL over files: what they hold as relations, and one query over them. Without a query the answer is the relations:
// their columns, types and rows.
import type { Settings } from '../config/resolve.ts'
import { ShoalError, toShoalError } from '../model/errors.ts'
import type { Relation, RelationColumn, RelationKind } from '../model/relation.ts'
import type { QueryResult } from '../sql/engine-calls.ts'
import { shownValue } from '../text/gate/shown-value.ts'
import { formatCount } from '../text/printable.ts'
import type { DataFile } from './data/data-table.ts'
import { whileTheSame } from './data/same-file.ts'
import { lookForRelations } from './relations/relation-file.ts'
import { openRelations } from './relations/relations.ts'
import { GaveUp } from './threads/work-on.ts'

/** `file` must be the real path of what may be read. */
export interface NamedFile extends DataFile {
  /** Of the table; null to take it from the file. */
  readonly name: string | null
}

export interface DataQuery {
  /** Null to learn only what relations there are. */
  readonly sql: string | null
  readonly files: readonly NamedFile[]
  readonly rows: number
  readonly settings: Settings
  readonly signal: AbortSignal
  /** The cache directory of shoal. */
  readonly cache: string
  readonly milliseconds?: number
  onTable?(done: number, of: number, name: string): void
}

export interface DataAnswer {
  readonly result: QueryResult | null
  readonly tables: readonly QueriedTable[]
  /** What was left out, and why. */
  readonly notes: readonly string[]
}

/** A relation that can be queried. */
export interface QueriedTable {
  readonly name: string
  readonly kind: RelationKind
  /** Its file, or how many there are. */
  readonly path: string
  readonly rows: number
  readonly columns: readonly Pick<RelationColumn, 'name' | 'type' | 'note'>[]
  readonly notes: readonly string[]
}

const PATIENCE_MS = 30_000
/** Of columns and rows together, so that the whole answer stays below what clients take. */
const MOST_CHARACTERS = 32_000

export async function queryData(query: DataQuery): Promise<DataAnswer> {
  return await whileTheSame(query.files, () => answerOf(query))
}

async function answerOf({ sql, files, rows, milliseconds = PATIENCE_MS, ...query }: DataQuery): Promise<DataAnswer> {
  const { settings, signal, cache, onTable } = query
  const named = files.map(({ name, path, file }) => ({ path, file, ...(name === null ? {} : { name }) }))
  const found = await lookForRelations(named, settings, signal)
  for (const { path, error, reason } of found.skipped) throw error ? toShoalError(error, path) : notData(path, reason)
  const relations = await openRelations(found.files, {
    settings,
    signal,
    cache,
    ...(onTable && { onProgress: onTable }),
  })
  try {
    for (const { path, error } of relations.failed)
      throw error instanceof GaveUp ? error.about(path) : toShoalError(error, path)
    const told = new Set(relations.all.flatMap(({ kind, paths }) => (kind === 'files' ? [] : paths)))
    for (const { path, sizeBytes, contentType } of found.files)
      if (!told.has(path))
        throw sizeBytes === 0
          ? new ShoalError('nothing-to-read', `${path} is empty`, { detail: path })
          : notData(path, `content type ${contentType}`)
    const result = sql === null ? null : await relations.query(sql, { rows, characters: MOST_CHARACTERS, milliseconds })
    return { result, tables: shownValue(relations.all.map(queried)), notes: relations.notes }
  } finally {
    await relations.close()
  }
}

function queried({ name, kind, paths, rows, columns, notes }: Relation): QueriedTable {
  const path = paths.length === 1 ? paths[0]! : `${formatCount(paths.length)} files`
  return { name, kind, path, rows, columns: columns.map(({ name, type, note }) => ({ name, type, note })), notes }
}

function notData(path: string, why: string): ShoalError {
  return new ShoalError('bad-value', `${path} gives no rows (${why})`, {
    detail: path,
    advice: 'use `profile` for its figures, or `search`',
  })
}
