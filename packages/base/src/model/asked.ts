// A question that was asked of relations: how it was read, what came out, and what it could not use.
import type { Json } from './json.ts'

export type AskedStatus = 'answered' | 'partial' | 'unanswered'

export interface AskedColumn {
  readonly name: string
  readonly holds: 'key' | 'measure' | 'column' | 'path' | 'line' | 'count'
  /** Of a measure that is a share. */
  readonly unit?: '%'
  /** What a group without a single row would have, where that is known: counts and sums. */
  readonly ofNothing?: 0
}

export interface AskedAnswer {
  readonly status: AskedStatus
  /** One or two sentences, the figure first; empty when there is none. */
  readonly text: string
  /** In plain words; null when no reading fits. */
  readonly readAs: string | null
  /** Words that were not used. */
  readonly unused: readonly string[]
  /** Other ways to read it. */
  readonly alternatives: readonly string[]
  readonly sql: readonly string[]
  readonly columns: readonly AskedColumn[]
  readonly rows: readonly Readonly<Record<string, Json>>[]
  /** Of the whole result. */
  readonly rowCount: number
  /** Where the rows stand: the first of them. */
  readonly places: readonly { readonly path: string; readonly line: number }[]
  /** What stands there, where it could be read at once. */
  readonly evidence: readonly { readonly path: string; readonly line: number; readonly quote: string }[]
  /** What the figures leave out. */
  readonly notes: readonly string[]
  /** It asks for something that programs count or look up: what else they know of the files is no answer to it. */
  readonly asksFigure: boolean
  /** The question was understood, and what it asks for is not there: what else is known of the files answers another. */
  readonly isNone?: true
  /** What of the question asks for what is wrong, whatever the data says. */
  readonly leftToAnalysts?: string
}

export const UNASKED: AskedAnswer = {
  status: 'unanswered',
  text: '',
  readAs: null,
  unused: [],
  alternatives: [],
  sql: [],
  columns: [],
  rows: [],
  rowCount: 0,
  places: [],
  evidence: [],
  notes: [],
  asksFigure: false,
}
