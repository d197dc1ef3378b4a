// Read-only SQL over files: detects what each is, makes a table of it whose rows are as many as shoal itself counts, and
// runs one query over them. Without a query the answer is the tables: their columns, types and rows.

import type { Settings } from '../config/resolve.ts'
import { ShoalError, toShoalError } from '../model/errors.ts'
import type { Json } from '../model/json.ts'
import { lookup } from '../model/lookup.ts'
import { Database } from '../sql/database.ts'
import type { QueryResult } from '../sql/engine-calls.ts'
import { withPrivateDirectory } from '../sql/private-directory.ts'
import { identifier } from '../text/sql-text.ts'
import type { TypedColumn } from '../sql/typed-columns.ts'
import { tableNames } from './data/column-names.ts'
import { csvTable } from './data/csv-table.ts'
import {
  type AttachedFile,
  type DataFile,
  type DataTable,
  fromSql,
  readPath,
  type TableTask,
} from './data/data-table.ts'
import { jsonLinesTable, jsonTable } from './data/json-table.ts'
import { isParquet, parquetTable } from './data/parquet-table.ts'
import { whileTheSame } from './data/same-file.ts'
import { TableMemory } from './data/table-memory.ts'
import { hiderOf, secretsOfTable, type TableSecrets } from './data/table-secrets.ts'
import { checkUnchanged, stampOf } from './file-stamp.ts'
import type { Looked } from './threads/file-work.ts'
import { lookAtFiles } from './threads/look-at-files.ts'
import { GaveUp } from './threads/work-on.ts'

/** `file` must be the real path of what may be read. */
export interface NamedFile extends DataFile {
  /** Of the table; null to take it from the file. */
  readonly name: string | null
}

export interface DataQuery {
  /** Null to learn only what tables there are. */
  readonly sql: string | null
  readonly files: readonly NamedFile[]
  readonly rows: number
  readonly settings: Settings
  readonly signal: AbortSignal
  readonly milliseconds?: number
  /** What is known of files from earlier queries. */
  readonly memory?: TableMemory
  onTable?(done: number, of: number, name: string): void
}

export interface DataAnswer {
  readonly result: QueryResult | null
  readonly tables: readonly QueriedTable[]
}

export interface QueriedTable {
  readonly name: string
  readonly path: string
  readonly rows: number
  readonly columns: readonly Pick<TypedColumn, 'name' | 'type' | 'note'>[]
  readonly notes: readonly string[]
}

const PATIENCE_MS = 30_000
/** Of columns and rows together, so that the whole answer stays below what clients take. */
const MOST_CHARACTERS = 32_000

export async function queryData(query: DataQuery): Promise<DataAnswer> {
  return await whileTheSame(query.files, () => answerOf(query))
}

async function answerOf(query: DataQuery): Promise<DataAnswer> {
  const { sql, files, settings, signal, memory = new TableMemory(), onTable } = query
  const names = tableNames(files)
  const stamps = files.map(({ file, path }) => stampOf(file, path))
  return await withPrivateDirectory(async directory => {
    const database = await Database.open({ directory, signal })
    try {
      const task: TableTask = { database, directory, settings, signal }
      const tables: DataTable[] = []
      const secrets: TableSecrets[] = []
      const reads: string[] = []
      for (const [k, file] of files.entries()) {
        onTable?.(k, files.length, names[k]!)
        const attached = { ...file, attached: await database.attach(file.file) }
        const table = memory.recall(stamps[k]!) ?? (await tableOf(attached, task))
        memory.keep(stamps[k]!, table)
        tables.push(table)
        const hidden = memory.secrets.recall(stamps[k]!) ?? (await secretsOf(attached, table, task))
        memory.secrets.keep(stamps[k]!, hidden)
        secrets.push(hidden)
        await database.rows(viewSql(names[k]!, table, attached))
        reads.push(readPath(table, attached))
      }
      const hide = hiderOf(secrets)
      const result = sql === null ? null : await answered(database, sql, { names, tables, reads, query, hide })
      for (const [k, { path }] of files.entries()) checkUnchanged(path, stamps[k]!)
      const described = tables.map((table, k) => shown(names[k]!, files[k]!.path, table, secrets[k]!))
      return { result, tables: hide(described) }
    } finally {
      await database.close()
    }
  })
}

async function tableOf(file: AttachedFile, task: TableTask): Promise<DataTable> {
  try {
    if (isParquet(file.file)) return await parquetTable(file, task)
    const { detection, binary, sizeBytes } = await lookAt(file, task)
    if (binary !== null) throw notData(file.path, binary)
    if (sizeBytes === 0) throw new ShoalError('nothing-to-read', `${file.path} is empty`, { detail: file.path })
    const make = lookup(READERS, detection.contentType)
    if (!make) throw notData(file.path, `content type ${detection.contentType}`)
    return await make(file, task)
  } catch (error) {
    throw error instanceof GaveUp ? error.about(file.path) : toShoalError(error, file.path)
  }
}

async function secretsOf(file: AttachedFile, table: DataTable, task: TableTask): Promise<TableSecrets> {
  try {
    return await secretsOfTable(file, table, task)
  } catch (error) {
    throw error instanceof GaveUp ? error.about(file.path) : error
  }
}

async function lookAt({ file, path }: DataFile, { settings, signal }: TableTask): Promise<Looked> {
  for await (const look of lookAtFiles([{ file, path }], settings, signal)) {
    if ('error' in look) throw look.error
    return look.result
  }
  throw new ShoalError('internal', `nothing looked at ${path}`)
}

const READERS: Readonly<Record<string, (file: AttachedFile, task: TableTask) => Promise<DataTable>>> = {
  structured_data: csvTable,
  jsonl: jsonLinesTable,
  json: jsonTable,
}

function notData(path: string, why: string): ShoalError {
  return new ShoalError('bad-value', `${path} is no table (${why}): SQL reads CSV, TSV, JSON, JSON lines and Parquet`, {
    detail: path,
    advice: 'use `profile` for its figures, or `search`',
  })
}

function viewSql(name: string, table: DataTable, file: AttachedFile): string {
  const list = table.columns.map(column => `${column.sql} AS ${identifier(column.name)}`)
  return `CREATE VIEW ${identifier(name)} AS SELECT ${list.join(', ')} FROM ${fromSql(table, file)}`
}

interface Asked {
  readonly names: readonly string[]
  readonly tables: readonly DataTable[]
  /** The paths that DuckDB may read. */
  readonly reads: readonly string[]
  readonly query: DataQuery
  readonly hide: <T>(value: T) => T
}

async function answered(
  database: Database,
  sql: string,
  { names, tables, reads, query, hide }: Asked,
): Promise<QueryResult> {
  await database.lock(reads)
  const { rows, milliseconds = PATIENCE_MS } = query
  try {
    const result = await database.query(sql, names, { rows, characters: MOST_CHARACTERS, milliseconds })
    return { ...result, columns: hide(result.columns), rows: masked(result, hide) }
  } catch (error) {
    if (!(error instanceof ShoalError)) throw error
    const { code, message, detail, advice } = error
    // What DuckDB said is left out as the cause: it quotes values.
    const why = code === 'sql-failed' ? whyText(sql, message, tables) : []
    throw new ShoalError(code, hide([message, ...why].join('; ')), { ...(detail === null ? {} : { detail }), advice })
  }
}

/** What DuckDB says of texts that are not what was expected of them. */
const ABOUT_TEXT = /\bVARCHAR\b|\bSTRING_LITERAL\b|could not convert string/i
const MOST_REASONS = 3

/** Why columns that the query names are text, where it failed because they are. */
function whyText(sql: string, message: string, tables: readonly DataTable[]): string[] {
  if (!ABOUT_TEXT.test(message)) return []
  const asked = sql.toLowerCase()
  const columns = tables.flatMap(table => table.columns).filter(({ name }) => asked.includes(name.toLowerCase()))
  const reasons = columns.flatMap(({ name, note, almost }) =>
    note === null || almost === null
      ? []
      : [`${name} is ${note.replace(/^text, /, 'text ')}; use TRY_CAST(${identifier(name)} AS ${almost})`],
  )
  return reasons.slice(0, MOST_REASONS)
}

/** A column's name may be what shows that its values are secrets. */
function masked({ columns, rows }: QueryResult, hide: Asked['hide']): (readonly Json[])[] {
  return rows.map(row =>
    row.map((cell, k) =>
      cell === null || typeof cell === 'number' ? cell : Object.values(hide({ [columns[k]!.name]: cell }))[0]!,
    ),
  )
}

function shown(name: string, path: string, { rows, columns, notes }: DataTable, secrets: TableSecrets): QueriedTable {
  const plain = columns.map(column => ({ name: column.name, type: column.type, note: column.note }))
  return { name, path, rows, columns: plain, notes: [...notes, ...secrets.notes] }
}
