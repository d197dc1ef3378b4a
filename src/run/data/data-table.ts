// One file as a table of a query: how DuckDB reads it, what its columns are, and how many rows shoal itself counts.
import type { Settings } from '../../config/resolve.ts'
import type { Database } from '../../sql/database.ts'
import type { TypedColumn } from '../../sql/typed-columns.ts'

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
  /** SQL that reads it, by a path of DuckDB. */
  reader(path: string): string
  /** The copy that is read instead of the file; null when it is the file itself. */
  readonly copy: string | null
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

/** The path that DuckDB reads a table by, and the SQL that does. */
export function readPath({ copy }: DataTable, { attached }: AttachedFile): string {
  return copy ?? attached
}

export function fromSql(table: DataTable, file: AttachedFile): string {
  return table.reader(readPath(table, file))
}
