// What the process of a query is asked for, and what it answers.
import type { Json } from '@shoal/base/model/json'

export interface QueryLimits {
  readonly rows: number
  /** Rows before the first that is given. */
  readonly offset?: number
  /** Characters of one cell; 500 if left out. */
  readonly cell?: number
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

/** Each is a message there and one back. */
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
