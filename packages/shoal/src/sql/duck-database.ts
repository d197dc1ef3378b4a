// A database in memory over some files. First ours alone, to look at the files and name them; then locked: from there on
// nothing can be read but those files, nothing written, loaded or set, and only checked statements are run. It lives in a process
// of its own, which engine-worker.ts runs.
import { closeSync } from 'node:fs'
import type { DuckDBConnection, DuckDBInstance, DuckDBValue } from '@duckdb/node-api'
import { ShoalError } from '@shoal/base/model/errors'
import type { Json } from '@shoal/base/model/json'
import { workWatch } from '@shoal/base/text/worked-time'
import { handlePath, openReal } from '../text/open-real.ts'
import { literal } from '../text/sql-text.ts'
import { type DuckDb, loadDuckDb } from './duckdb.ts'
import type { PlainValue, QueryLimits, QueryResult } from './engine-calls.ts'
import { plainPath } from './plain-path.ts'
import { prepareChecked } from './statement.ts'
import { cellJson, MOST_CELL } from './value.ts'

/** Characters of the names and types of a result's columns. */
const MOST_HEAD = 12_000
/** Characters of a cell that say anything at all. */
const LEAST_CELL = 4
/** How long rows beyond the limit are counted, in work: the same rows are counted on a busy machine. */
const COUNT_MS = 1_000
/** Bytes of the process at which they are counted no further: wide rows are freed later than they are read. */
const COUNT_MEMORY = 600_000_000
/** Below what the whole process may take: DuckDB spills before it is ended. */
const MEMORY = '750MB'
/** On the disk, for what does not fit into memory. */
const SPILL = '8GB'

export class DuckDatabase {
  /** The files that were attached, open for as long as the database is. */
  private readonly open: number[] = []

  private constructor(
    private readonly duckdb: DuckDb,
    private readonly instance: DuckDBInstance,
    private readonly connection: DuckDBConnection,
    private readonly directory: string,
  ) {}

  /** `directory` is empty and private: for what does not fit into memory. */
  static async open(directory: string, load = loadDuckDb): Promise<DuckDatabase> {
    const duckdb = await load()
    const instance = await duckdb.DuckDBInstance.create(':memory:', {
      threads: '2',
      memory_limit: MEMORY,
      temp_directory: directory,
      max_temp_directory_size: SPILL,
      extension_directory: directory,
      secret_directory: directory,
      allow_persistent_secrets: 'false',
      autoload_known_extensions: 'false',
      autoinstall_known_extensions: 'false',
      allow_community_extensions: 'false',
      enable_external_file_cache: 'false',
    })
    const connection = await instance.connect()
    return new DuckDatabase(duckdb, instance, connection, directory)
  }

  /** Opens a file by its real path; DuckDB reads it by the path that this gives, whatever happens to the other. */
  attach(file: string): string {
    const fd = openReal(file)
    this.open.push(fd)
    return handlePath(fd) ?? plainPath(file, this.directory)
  }

  /** Runs a statement of ours; no part of it may come from outside but as a literal or identifier. */
  async rows(sql: string): Promise<PlainValue[][]> {
    const rows = (await this.connection.runAndReadAll(sql)).getRows()
    return rows.map(row => row.map(plain))
  }

  /** Names and types of what a statement of ours would give. */
  async columns(sql: string): Promise<{ name: string; type: string }[]> {
    const statement = await this.connection.prepare(sql)
    try {
      return Array.from({ length: statement.columnCount }, (_, k) => ({
        name: statement.columnName(k),
        type: String(statement.columnType(k)),
      }))
    } finally {
      statement.destroySync()
    }
  }

  /** Behind it nothing but `files` can be read, and no setting changed. */
  async lock(files: readonly string[]): Promise<void> {
    await this.rows(`SET allowed_paths = [${files.map(literal).join(', ')}]`)
    await this.rows('SET enable_external_access = false')
    await this.rows('SET lock_configuration = true')
  }

  /** Runs a query of somebody else's over `tables`, the names they may use. */
  async query(sql: string, tables: readonly string[], limits: QueryLimits): Promise<QueryResult> {
    const { statement } = await prepareChecked(this.connection, this.duckdb, sql, tables)
    const { offset = 0, cell = MOST_CELL } = limits
    try {
      const result = await statement.stream()
      const types = result.columnTypes()
      const columns = result.deduplicatedColumnNames().map((name, k) => ({ name, type: String(types[k]) }))
      const head = JSON.stringify(columns).length
      if (head > MOST_HEAD) throw tooWide(columns.length)
      const rows: Json[][] = []
      let room = limits.characters - head
      let count = 0
      let full: (() => number) | null = null
      for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
        for (let at = 0; at < chunk.rowCount && full === null; at++) {
          if (count + at < offset) continue
          const values = chunk.getRowValues(at)
          const row = rows.length === 0 ? this.firstRow(values, room, cell) : this.row(values, cell)
          room -= JSON.stringify(row).length + 1
          if (rows.length === limits.rows || room < 0) full = workWatch()
          else rows.push(row)
        }
        count += chunk.rowCount
        // Its memory is not the collector's, which would free it too late.
        chunk.reset()
        if (full !== null && (full() > COUNT_MS || process.memoryUsage.rss() > COUNT_MEMORY))
          return { columns, rows, rowCount: null, truncated: true }
      }
      return { columns, rows, rowCount: count, truncated: full !== null }
    } finally {
      statement.destroySync()
    }
  }

  private row(values: readonly DuckDBValue[], most: number): Json[] {
    return values.map(value => cellJson(value, this.duckdb, most))
  }

  /** It is always shown: if it is too long, with cells that are cut further. */
  private firstRow(values: readonly DuckDBValue[], room: number, cell: number): Json[] {
    for (let most = cell; most >= LEAST_CELL; most = Math.floor((most * 3) / 4)) {
      const row = this.row(values, most)
      if (JSON.stringify(row).length < room) return row
    }
    throw tooWide(values.length)
  }

  close(): void {
    this.connection.closeSync()
    this.instance.closeSync()
    for (const fd of this.open.splice(0)) closeSync(fd)
  }
}

/** What can be sent to another process. */
function plain(value: DuckDBValue): PlainValue {
  return value === null || ['string', 'number', 'bigint', 'boolean'].includes(typeof value)
    ? (value as PlainValue)
    : String(value)
}

function tooWide(columns: number): ShoalError {
  return new ShoalError('sql-refused', `the result has ${columns} columns, too many to show`, {
    advice: 'name the columns you need',
  })
}
