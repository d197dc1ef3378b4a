// Rows that were found by their words, as an answer.
import { type AskedAnswer, UNASKED } from '@shoal/base/model/asked'
import type { Cell } from '../asked.ts'
import type { Term } from './terms.ts'

export interface FoundRows {
  /** Without how it was read. */
  readonly text: string
  readonly readAs: string
  readonly sql: string
  readonly names: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
  /** Terms that stand in none of them. */
  readonly missing?: readonly Term[]
  /** What the rows leave out. */
  readonly notes?: readonly string[]
}

const PLACES = 3

export function foundAnswer({ text, readAs, sql, names, rows, missing = [], notes = [] }: FoundRows): AskedAnswer {
  const json = rows.map(row =>
    Object.fromEntries(names.map((name, k) => [name, typeof row[k] === 'bigint' ? Number(row[k]) : (row[k] ?? null)])),
  )
  const isWhole = missing.length + notes.length === 0
  return {
    ...UNASKED,
    status: isWhole ? 'answered' : 'partial',
    text: `${text}${/[.!?:]$/.test(text) ? '' : '.'} Read as: ${readAs}.`,
    readAs,
    unused: missing.map(({ said }) => said),
    sql: [sql],
    columns: names.map(name => ({ name, holds: name === 'path' || name === 'line' ? name : 'column' })),
    rows: json as AskedAnswer['rows'],
    rowCount: rows.length,
    places: json.slice(0, PLACES).map(row => ({ path: String(row.path), line: Number(row.line) })),
    notes: [...notes],
  }
}

/** "a" and "b", as the question says them. */
export function quoted(terms: readonly Term[]): string {
  return [...new Set(terms.filter(({ isLight }) => !isLight).map(({ said }) => `"${said}"`))].join(' and ')
}

/** Rows of one relation that are looked at; a note where there are more. */
export const MOST_LOOKED = 50_000

export function notesOfCut(what: string, rows: number): string[] {
  return rows > MOST_LOOKED ? [`only the first ${MOST_LOOKED} of ${rows} ${what} were looked at`] : []
}
