// A database in memory over some files. First ours alone, to look at the files and name them; then locked: from there on
// nothing can be read but those files, nothing written, loaded or set, and only checked statements are run.
import type { DuckDBConnection, DuckDBInstance, DuckDBValue } from '@duckdb/node-api'
import { ShoalError } from '../model/errors.ts'
import type { Json } from '../model/json.ts'
import { type DuckDb, loadDuckDb } from './duckdb.ts'
import { sqlError } from './sql-error.ts'
import { literal } from './sql-text.ts'
import { prepareChecked } from './statement.ts'
import { cellJson, MOST_CELL } from './value.ts'

export interface DatabaseOptions {
  /** An empty directory of its own, for what does not fit into memory. */
  readonly directory: string
  readonly signal: AbortSignal
}

export interface QueryLimits {
  readonly rows: number
  /** Of all cells together, as JSON. */
  readonly characters: number
  readonly milliseconds: number
}

export interface QueryResult {
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly rows: readonly (readonly Json[])[]
  /** Of the whole result; null when it was not worth the time to count them. */
  readonly rowCount: number | null
  readonly truncated: boolean
}

/** Characters of the names and types of a result's columns. */
const MOST_HEAD = 12_000
/** Characters of a cell that say anything at all. */
const LEAST_CELL = 4
/** How long rows beyond the limit are counted. */
const COUNT_MS = 1_000
/** An interrupt that comes before its query has begun is lost, so it is repeated. */
const INTERRUPT_EVERY_MS = 25

export class Database {
  private constructor(
    private readonly duckdb: DuckDb,
    private readonly instance: DuckDBInstance,
    private readonly connection: DuckDBConnection,
    private readonly signal: AbortSignal,
  ) {}

  static async open({ directory, signal }: DatabaseOptions, load = loadDuckDb): Promise<Database> {
    const duckdb = await load()
    signal.throwIfAborted()
    const instance = await duckdb.DuckDBInstance.create(':memory:', {
      threads: '2',
      memory_limit: '1GB',
      temp_directory: directory,
      extension_directory: directory,
      secret_directory: directory,
      allow_persistent_secrets: 'false',
      autoload_known_extensions: 'false',
      autoinstall_known_extensions: 'false',
      allow_community_extensions: 'false',
      enable_external_file_cache: 'false',
    })
    const connection = await instance.connect()
    return new Database(duckdb, instance, connection, signal)
  }

  /** Runs a statement of ours; no part of it may come from outside but as a literal or identifier. */
  async rows(sql: string): Promise<DuckDBValue[][]> {
    return await this.guarded(null, async () => (await this.connection.runAndReadAll(sql)).getRows())
  }

  /** Names and types of what a statement of ours would give. */
  async columns(sql: string): Promise<{ name: string; type: string }[]> {
    return await this.guarded(null, async () => {
      const statement = await this.connection.prepare(sql)
      try {
        return Array.from({ length: statement.columnCount }, (_, k) => ({
          name: statement.columnName(k),
          type: String(statement.columnType(k)),
        }))
      } finally {
        statement.destroySync()
      }
    })
  }

  /** Behind it nothing but `files` can be read, and no setting changed. */
  async lock(files: readonly string[]): Promise<void> {
    await this.rows(`SET allowed_paths = [${files.map(literal).join(', ')}]`)
    await this.rows('SET enable_external_access = false')
    await this.rows('SET lock_configuration = true')
  }

  /** Runs a query of somebody else's over `tables`, the names they may use. */
  async query(sql: string, tables: readonly string[], limits: QueryLimits): Promise<QueryResult> {
    return await this.guarded(limits.milliseconds, async () => {
      const { statement } = await prepareChecked(this.connection, this.duckdb, sql, tables)
      try {
        const result = await statement.stream()
        const types = result.columnTypes()
        const columns = result.deduplicatedColumnNames().map((name, k) => ({ name, type: String(types[k]) }))
        const head = JSON.stringify(columns).length
        if (head > MOST_HEAD) throw tooWide(columns.length)
        const rows: Json[][] = []
        let room = limits.characters - head
        let count = 0
        let full: number | null = null
        for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
          this.signal.throwIfAborted()
          for (let at = 0; at < chunk.rowCount && full === null; at++) {
            const values = chunk.getRowValues(at)
            const row = rows.length === 0 ? this.firstRow(values, room) : this.row(values)
            room -= JSON.stringify(row).length + 1
            if (rows.length === limits.rows || room < 0) full = performance.now()
            else rows.push(row)
          }
          count += chunk.rowCount
          if (full !== null && performance.now() - full > COUNT_MS)
            return { columns, rows, rowCount: null, truncated: true }
        }
        return { columns, rows, rowCount: count, truncated: full !== null }
      } finally {
        statement.destroySync()
      }
    })
  }

  private row(values: readonly DuckDBValue[], most = MOST_CELL): Json[] {
    return values.map(value => cellJson(value, this.duckdb, most))
  }

  /** It is always shown: if it is too long, with cells that are cut further. */
  private firstRow(values: readonly DuckDBValue[], room: number): Json[] {
    for (let most = MOST_CELL; most >= LEAST_CELL; most = Math.floor((most * 3) / 4)) {
      const row = this.row(values, most)
      if (JSON.stringify(row).length < room) return row
    }
    throw tooWide(values.length)
  }

  close(): void {
    this.connection.closeSync()
    this.instance.closeSync()
  }

  /** Interrupts what takes too long or is no longer wanted. */
  private async guarded<T>(milliseconds: number | null, work: () => Promise<T>): Promise<T> {
    const { signal, connection } = this
    signal.throwIfAborted()
    let beating: NodeJS.Timeout | undefined
    let isLate = false
    const stop = () => {
      connection.interrupt()
      beating ??= setInterval(() => connection.interrupt(), INTERRUPT_EVERY_MS)
    }
    const late = () => {
      isLate = true
      stop()
    }
    const alarm = milliseconds === null ? undefined : setTimeout(late, milliseconds)
    signal.addEventListener('abort', stop, { once: true })
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      if (!isLate) throw sqlError(error)
      throw new ShoalError('sql-failed', `the query took longer than ${milliseconds! / 1000} s and was stopped`, {
        advice: 'ask for less at once: filter first, or aggregate',
      })
    } finally {
      clearTimeout(alarm)
      clearInterval(beating)
      signal.removeEventListener('abort', stop)
    }
  }
}

function tooWide(columns: number): ShoalError {
  return new ShoalError('sql-refused', `the result has ${columns} columns, too many to show`, {
    advice: 'name the columns you need',
  })
}
