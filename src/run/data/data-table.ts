// A table of one file: how DuckDB reads it, what its columns are, and how many rows shoal itself counts.
import type { Settings } from '../../config/resolve.ts'
import type { Database } from '../../sql/database.ts'
import type { TypedColumn } from '../../sql/typed-columns.ts'
import type { FileSecrets } from './file-secrets.ts'

/** A file as the user named it, and where it really is. */
export interface DataFile {
  readonly path: string
  readonly file: string
}

/** With the path by which DuckDB reads it: it leads to what was opened, and nowhere else. */
export interface AttachedFile extends DataFile {
  readonly attached: string
}

export interface DataTable {
  /** What its name has behind that of the file; '' for the table that is named like it. */
  readonly key: string
  /** What the file calls its rows, where it does. */
  readonly called?: string
  /** SQL that reads it. */
  readonly from: string
  readonly columns: readonly TypedColumn[]
  readonly rows: number
  /** The line of the first row, where every row stands on the line behind the one before; else SQL of the line. */
  readonly line: number | string
  /** Lines of some rows, counted from 0, as shoal itself sees them. */
  readonly places?: readonly TablePlace[]
  /** What a reader of the figures has to know. */
  readonly notes: readonly string[]
}

export interface TablePlace {
  readonly row: number
  readonly line: number
}

export interface TableTask {
  readonly database: Database
  /** Where copies go. */
  readonly directory: string
  readonly settings: Settings
  readonly signal: AbortSignal
  readonly secrets: FileSecrets
}

/** The tables of a file. Throws `sql-refused` or `sql-failed` for one that cannot be read exactly. */
export type TableReader = (file: AttachedFile, task: TableTask) => Promise<readonly DataTable[]>

let copies = 0

/** The start of the names of copies. */
export function copyName(): string {
  return `copy-${++copies}`
}
