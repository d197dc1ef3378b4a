// A database in memory over some files, as the rest of shoal sees it: DuckDB, in a process of its own that is ended when it
// takes too long, takes too much, or is no longer wanted.
import type { Json } from '../model/json.ts'
import { type EngineProcess, releaseEngine, takeEngine } from './engine-process.ts'

export interface DatabaseOptions {
  /** An empty directory of its own, for what does not fit into memory. */
  readonly directory: string
  /** An abort ends the process that is at work. */
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

/** A value of our own statements; what is more than that comes as its text. */
export type PlainValue = string | number | bigint | boolean | null

/** What the process is asked for, and what it answers. */
export interface EngineCalls {
  open(directory: string): void
  attach(file: string): string
  rows(sql: string): PlainValue[][]
  columns(sql: string): { name: string; type: string }[]
  lock(files: readonly string[]): void
  query(sql: string, tables: readonly string[], limits: QueryLimits): QueryResult
  /** The bytes that the process takes then. */
  close(): number
}

/** First ours alone, to look at the files and name them; then locked, for one query of somebody else's. */
export class Database {
  private constructor(
    private readonly engine: EngineProcess,
    private readonly signal: AbortSignal,
  ) {}

  static async open({ directory, signal }: DatabaseOptions): Promise<Database> {
    const engine = await takeEngine(signal)
    const database = new Database(engine, signal)
    try {
      await database.ask('open', [directory])
      return database
    } catch (error) {
      await database.close()
      throw error
    }
  }

  /**
   * Opens a file by its real path for DuckDB to read, and gives the path to read it by: it leads to what was opened, whatever
   * is swapped later. Throws `file-changed` when a link led elsewhere.
   */
  async attach(file: string): Promise<string> {
    return await this.ask('attach', [file])
  }

  /** Runs a statement of ours; no part of it may come from outside but as a literal or identifier. */
  async rows(sql: string): Promise<PlainValue[][]> {
    return await this.ask('rows', [sql])
  }

  /** Names and types of what a statement of ours would give. */
  async columns(sql: string): Promise<{ name: string; type: string }[]> {
    return await this.ask('columns', [sql])
  }

  /** Behind it nothing but `files` can be read, and no setting changed. */
  async lock(files: readonly string[]): Promise<void> {
    await this.ask('lock', [files])
  }

  /** Runs a query of somebody else's over `tables`, the names they may use. */
  async query(sql: string, tables: readonly string[], limits: QueryLimits): Promise<QueryResult> {
    return await this.ask('query', [sql, tables, limits], limits.milliseconds)
  }

  async close(): Promise<void> {
    await releaseEngine(this.engine)
  }

  private async ask<Name extends keyof EngineCalls>(
    name: Name,
    given: Parameters<EngineCalls[Name]>,
    milliseconds: number | null = null,
  ): Promise<ReturnType<EngineCalls[Name]>> {
    return await this.engine.ask(name, given, { signal: this.signal, milliseconds })
  }
}
