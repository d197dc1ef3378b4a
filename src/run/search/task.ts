// What a search is given, and what it answers.
import type { Shown } from '../../model/shown.ts'
import type { LineMatcher } from './line-matcher.ts'
import type { Place } from './shown-line.ts'

export interface SearchedFile {
  readonly path: string
  readonly file: string
  readonly sizeBytes: number
  /** Its first row names columns, which may promise secrets. */
  readonly isTable: boolean
}

export interface SearchTask {
  readonly files: readonly SearchedFile[]
  readonly limit: number
  readonly signal: AbortSignal
  /** By `performance.now()`: what is left then stays unsearched, and the answer says so. */
  readonly deadline: number
  /** Numbers of files that are left out, and counted as unread. */
  readonly passOver?: readonly number[]
  onRead?(bytes: number): void
  /** The file of that number is looked at. */
  onFile?(index: number): void
}

export interface SearchMatch {
  readonly path: string
  readonly line: number
  readonly text: Shown
  /** How well it answers to the words; only where words are searched. */
  readonly score?: number
}

/** A match and where it stands, so that what is near it can be looked at. */
export interface FoundLine {
  readonly match: Omit<SearchMatch, 'text'> & { readonly text: string }
  /** Of its file, in the order of the search. */
  readonly index: number
  readonly place: Place
  readonly matcher: LineMatcher
}

export interface SearchResult {
  readonly matches: readonly FoundLine[]
  /** Lines that match, on all pages. */
  readonly total: number
  /** False when the search was stopped, or a very long line could be tried in parts only: there may be more. */
  readonly isExact: boolean
  /** Files with such lines. */
  readonly files: number
  /** Files that could not be read. */
  readonly unread: number
  readonly cursor: string | null
}

export interface SearchAnswer extends Omit<SearchResult, 'matches'> {
  readonly matches: readonly SearchMatch[]
  /** Files whose search was given up, among those that are unread. */
  readonly skipped: readonly { readonly path: string; readonly reason: string }[]
  /** What may explain the answer; null if nothing has to be said. */
  readonly note: string | null
}

/** Characters of one page, as JSON. */
export const MOST_CHARACTERS = 40_000
