// Relations: what files hold, as typed rows, each with its place. Questions, SQL and charts are asked of them, whatever the
// type of the files.
import type { Json } from './json.ts'
import type { SourceText } from './source.ts'

/** What a question can do with a column. */
export type ColumnKind = 'text' | 'whole' | 'number' | 'truth' | 'date' | 'time' | 'other'

export interface RelationColumn {
  readonly name: string
  readonly kind: ColumnKind
  /** Of SQL. */
  readonly type: string
  /** What its cells say beside the number: `€`, `%`. */
  readonly unit: string | null
  /** Dates of which nobody can tell the day from the month; they stay text. */
  readonly ambiguousDate: boolean
  /** Why it is text, what reads as NULL, what was dropped. */
  readonly note: string | null
  /** Of a column that is text for the sake of some cells: the type of the others. */
  readonly almost?: string
  /** Of a column that is read as another type than its cells have: those that are left out. */
  readonly odd?: { readonly count: number; readonly of: number; readonly what: string; readonly example: string }
}

export type RelationKind =
  | 'files'
  | 'table'
  | 'entries'
  | 'symbols'
  | 'uses'
  | 'imports'
  | 'settings'
  | 'sections'
  | 'sentences'
  | 'findings'
  | 'timeline'

export interface Relation {
  /** What to call it in SQL. */
  readonly name: string
  readonly kind: RelationKind
  /** The files it was read from. */
  readonly paths: readonly string[]
  /** In order, without those of the place. */
  readonly columns: readonly RelationColumn[]
  /** The columns of the place: `path` and `line`, unless the rows have their own of that name. */
  readonly place: { readonly path: string; readonly line: string }
  readonly rows: number
  /** What the figures leave out or change. */
  readonly notes: readonly string[]
  /** What the file calls its rows: the key of a list of records in JSON. */
  readonly called?: string
  /** A row is an element of a list that stands in a row of another relation. */
  readonly list?: { readonly of: string; readonly column: string }
  /** A row says how a row of one version of a table differs in another. */
  readonly versions?: { readonly before: string; readonly after: string; readonly isOrdered: boolean }
}

/** A row that a content type tells of a file: in which relation, on which line, and what it says. */
export interface FactRow {
  readonly relation: Exclude<RelationKind, 'files' | 'table' | 'findings' | 'timeline'>
  readonly line: number
  readonly values: Readonly<Record<string, Json>>
}

/** The file that a reader of facts is given. */
export interface FactsAbout {
  readonly path: string
  readonly language: string | null
  readonly signal: AbortSignal
  /** Called now and then with the bytes read since the last call. */
  onRead(bytes: number): void
}

/**
 * Tells the rows of one file, in order of their lines within each relation. Total: malformed input gives fewer rows and
 * throws nothing; only I/O and abort do. It streams: memory does not grow with a file of records. Secrets are masked.
 */
export type FactReader = (source: SourceText, about: FactsAbout) => AsyncIterable<FactRow>
