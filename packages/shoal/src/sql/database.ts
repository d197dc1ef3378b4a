// A database in memory over some files, as the rest of shoal sees it: DuckDB, in a process of its own that is ended when it
// takes too long, takes too much, or is no longer wanted.
import type { EngineCalls, PlainValue, QueryLimits, QueryResult } from './engine-calls.ts'
import { type EngineProcess, releaseEngine, takeEngine } from './engine-process.ts'

export interface DatabaseOptions {
  /** An empty directory of its own, for what does not fit into memory. */
  readonly directory: string
  /** An abort ends the process that is at work. */
  readonly signal: AbortSignal
}

/** First ours alone, to look at the files and name them; then locked, for one query of somebody else's. */
export class Database {
  private constructor(
    private readonly engine: EngineProcess,
    private readonly signal: AbortSignal,
    private readonly workMs: number | null = null,
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

  /** The same, with a bound on the work of each statement: one that takes more ends the process, with `gave-up`. */
  within(workMs: number): Database {
    return new Database(this.engine, this.signal, workMs)
  }

  /** False once its process was ended. */
  get isAlive(): boolean {
    return this.engine.isAlive
  }

  async close(): Promise<void> {
    await releaseEngine(this.engine)
  }

  private async ask<Name extends keyof EngineCalls>(
    name: Name,
    given: Parameters<EngineCalls[Name]>,
    milliseconds: number | null = null,
  ): Promise<ReturnType<EngineCalls[Name]>> {
    return await this.engine.ask(name, given, { signal: this.signal, milliseconds, workMs: this.workMs })
  }
}
