// A value of a column, and a stretch of a table as the merging of columns sees it.
import type { ColumnTally } from './column-tally.ts'
import type { SpillReader } from './spill.ts'

/** A distinct value of a column. Rows count from 0 over the whole file. */
export interface TableValue {
  readonly hash: bigint
  /** The start of its text, at most 64 bytes. */
  readonly start: Uint8Array
  /** The same for the same text only: the text, or where it is long its start and SHA-256, a character per byte. */
  readonly identity: string
  /** Bytes of the whole text. */
  readonly length: number
  readonly kind: number
  readonly value: number
  count: number
  first: number
  /** The second row that has it; the first when there is none. */
  second: number
}

/** A value known by its rows only. */
export interface RowValue {
  readonly count: number
  readonly first: number
  readonly second: number
}

/** A stretch of the table as the merging needs it. */
export interface ColumnStretch {
  readonly tally: ColumnTally
  /** Rows before this stretch. */
  readonly base: number
  readonly spill: SpillReader | null
}
