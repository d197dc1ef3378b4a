// A table of one file: how DuckDB reads it, what its columns are, and how many rows shoal itself counts.

import { ShoalError } from '@shoal/base/model/errors'
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
  readonly sizeBytes: number
}

/** What has to be hidden in a file before anything of it is kept. */
export interface FileSecrets {
  /** Hidden wherever they stand. */
  readonly values: ReadonlySet<string>
  /** The sweep found secrets somewhere in the text. */
  readonly hasSome: boolean
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
  /** The line of the first row, where every row stands on the line behind the one before; else SQL of the line, or how it is counted; null if nobody asks. */
  readonly line: number | string | CountedLines | null
  /** Where only some columns are read: the names of all. */
  readonly of?: readonly string[]
  /** Lines of some rows, counted from 0, as shoal itself sees them. */
  readonly places?: readonly TablePlace[]
  /** What a reader of the figures has to know. */
  readonly notes: readonly string[]
  /** What is written when this cannot be: a value is not what was presumed, or rows are not where they are said to be. */
  otherwise?(why: ShoalError): Promise<DataTable>
}

/** The line of a row is that of the first, one more for each row before it, and one for each line end in their cells. */
export interface CountedLines {
  readonly first: number
  /** SQL of the line ends in the cells of a row. */
  readonly ends: string
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
  /** Words of a query: columns that are not among them need not be read. Null for all columns. */
  readonly words: ReadonlySet<string> | null
}

/** Thrown where a table cannot be read by some of its columns, or had better be read as a whole. */
export class WholeTable extends Error {}

/** The tables of a file. Throws `sql-refused` or `sql-failed` for one that cannot be read exactly. */
export type TableReader = (file: AttachedFile, task: TableTask) => Promise<readonly DataTable[]>

let copies = 0

/** The start of the names of copies. */
export function copyName(): string {
  return `copy-${++copies}`
}

/** Null where DuckDB cannot read it. */
export async function attempt<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ShoalError && error.code === 'sql-failed') return null
    throw error
  }
}

/** The same table with more said of it, also where it has to be read in another way. */
export function changed(table: DataTable, change: (table: DataTable) => DataTable): DataTable {
  const { otherwise } = table
  const shown = change(table)
  return otherwise ? { ...shown, otherwise: async why => changed(await otherwise(why), change) } : shown
}
