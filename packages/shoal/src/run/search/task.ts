// What a search is given, and what it answers.
import type { Skipped } from '@shoal/base/model/plan'
import type { Shown } from '@shoal/base/model/shown'
import type { LineMatcher, Span } from './line-matcher.ts'
import type { Place } from './shown-line.ts'

export interface SearchedFile {
  readonly path: string
  readonly file: string
  readonly sizeBytes: number
  /** Its first row names columns, which may promise secrets; null when nobody has looked. */
  readonly isTable: boolean | null
  /** It is searched whatever its bytes look like. */
  readonly isText?: boolean
}

export interface SearchTask {
  readonly files: readonly SearchedFile[]
  readonly limit: number
  /** Matches before the first that is shown; with a cursor there are none. */
  readonly offset?: number
  /** Of one page, as JSON. */
  readonly characters?: number
  readonly signal: AbortSignal
  /** By `performance.now()`: what is left then stays unsearched, and the answer says so. */
  readonly deadline: number
  /** Files that are left out: given up before. */
  readonly passOver?: readonly { readonly file: number; readonly reason: string }[]
  /** Tells of a file that nobody has looked at whether it is a table. */
  isTable(index: number): Promise<boolean>
  onRead?(bytes: number): void
  /** The file of that number is looked at. */
  onFile?(index: number): void
}

export interface SearchMatch {
  readonly path: string
  readonly line: number
  readonly text: Shown
  /** What matches in the text: from, and up to but without. */
  readonly spans: readonly Span[]
  /** How well it answers to the words; only where words are searched. */
  readonly score?: number
}

/** A match and where it stands, so that what is near it can be looked at. */
export interface FoundLine {
  readonly match: Omit<SearchMatch, 'text' | 'spans'> & { readonly text: string }
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
  /** Files that were not searched. */
  readonly unread: number
  /** The same by name, those before a cursor left out. */
  readonly skipped: readonly Skipped[]
  readonly cursor: string | null
}

export interface SearchAnswer extends Omit<SearchResult, 'matches'> {
  readonly matches: readonly SearchMatch[]
  /** What may explain the answer; null if nothing has to be said. */
  readonly note: string | null
}

/** Characters of one page, unless the task says otherwise. */
export const MOST_CHARACTERS = 40_000
