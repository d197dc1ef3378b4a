// Two versions of a file or directory, compared by structure: what can be asked, for all faces alike, and what comes out.
import type { Json } from './json.ts'

export const DIFF_DEFAULTS = {
  /** Differences of one page. */
  limit: 100,
  offset: 0,
} as const

/** Each a sentence without its full stop. */
export const DIFF_SAID = {
  key: 'Rows of tables with the same values in these columns are the same row',
  keyFallback: 'a column whose values are all different in both files; without one, whole rows are compared',
} as const

/** What is compared with what. */
export type DiffUnit = 'row' | 'setting' | 'template' | 'level' | 'symbol' | 'import' | 'section' | 'line'

export interface DiffPlace {
  readonly path: string
  readonly line: number
}

export interface DiffCell {
  readonly column: string
  readonly before: Json
  readonly after: Json
}

export interface Difference {
  readonly change: 'added' | 'removed' | 'changed'
  readonly unit: DiffUnit
  /** Of the table, where a file has several. */
  readonly table: string | null
  /** What it is known by; empty where whole rows are compared. */
  readonly key: Readonly<Record<string, Json>>
  /** Of a change those that differ, else all. */
  readonly cells: readonly DiffCell[]
  readonly before: DiffPlace | null
  readonly after: DiffPlace | null
}

export interface ColumnChanges {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly renamed: readonly { readonly before: string; readonly after: string }[]
}

/** `before - removed + added = after`, and `before = removed + changed + same`. */
export interface DiffCounts {
  readonly before: number
  readonly after: number
  readonly added: number
  readonly removed: number
  readonly changed: number
  readonly same: number
}

/** All units of one kind in one pair of files. */
export interface ComparedUnits extends DiffCounts {
  readonly unit: DiffUnit
  readonly table: string | null
  /** The columns that tell which row is which; null where whole rows are compared. */
  readonly key: readonly string[] | null
  /** Of tables alone. */
  readonly columns: ColumnChanges | null
}

export interface FileDiff {
  readonly status: 'changed' | 'added' | 'removed' | 'renamed'
  readonly before: string | null
  readonly after: string | null
  readonly contentType: string
  /** Empty where only the bytes can be compared. */
  readonly compared: readonly ComparedUnits[]
  /** What the comparison leaves out. */
  readonly notes: readonly string[]
}

export interface DiffReport {
  readonly before: string
  readonly after: string
  /** Nothing differs but the form: order, spacing, how a number is written. */
  readonly same: boolean
  /** Every byte is the same. */
  readonly identical: boolean
  /** How many there are of each. */
  readonly files: {
    readonly same: number
    readonly changed: number
    readonly added: number
    readonly removed: number
    readonly renamed: number
  }
  /** Those that are not the same. */
  readonly fileDiffs: readonly FileDiff[]
  /** One page. */
  readonly differences: readonly Difference[]
  readonly differenceCount: number
  readonly truncated: boolean
  /** What was not compared, and why. */
  readonly skipped: readonly { readonly path: string; readonly reason: string }[]
  /** Some file could not be read. */
  readonly isPartial: boolean
}
