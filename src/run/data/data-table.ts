// One file as a table of a query: how DuckDB reads it, what its columns are, and how many rows shoal itself counts.
import type { Settings } from '../../config/resolve.ts'
import type { Database } from '../../sql/database.ts'
import type { TypedColumn } from '../../sql/typed-columns.ts'

/** A file as the user named it, and where it really is. */
export interface DataFile {
  readonly path: string
  readonly file: string
}

export interface DataTable {
  /** SQL of the reader. */
  readonly from: string
  /** The file that it reads: the user's, or a copy of it. */
  readonly reads: string
  readonly columns: readonly TypedColumn[]
  readonly rows: number
  /** What a reader of the figures has to know. */
  readonly notes: readonly string[]
}

export interface TableTask {
  readonly database: Database
  /** Where copies go. */
  readonly directory: string
  readonly settings: Settings
  readonly signal: AbortSignal
}
