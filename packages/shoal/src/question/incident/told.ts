// An answer about an incident, as all answers are told.
import { type AskedAnswer, UNASKED } from '@shoal/base/model/asked'
import type { Json } from '@shoal/base/model/json'
import { withoutYear } from '../log-notes.ts'

export type ToldRow = Readonly<Record<string, Json>>

interface Told {
  readonly text: string
  readonly readAs: string
  /** Each with `path` and `line`. */
  readonly rows: readonly ToldRow[]
  /** Without those of the place. */
  readonly columns: readonly string[]
  readonly sql: readonly string[]
}

const MOST_ROWS = 100
const PLACES = 3

export function told({ text, readAs, rows, columns, sql }: Told): AskedAnswer {
  const shown = rows.slice(0, MOST_ROWS)
  return {
    ...UNASKED,
    status: 'answered',
    text: withoutYear(`${text} Read as: ${readAs}.`),
    readAs,
    sql,
    columns: [
      ...columns.map(name => ({
        name,
        holds: ['seconds', 'entries', 'count'].includes(name) ? ('measure' as const) : ('column' as const),
      })),
      { name: 'path', holds: 'path' },
      { name: 'line', holds: 'line' },
    ],
    rows: shown,
    rowCount: rows.length,
    places: shown.slice(0, PLACES).map(({ path, line }) => ({ path: String(path), line: Number(line) })),
  }
}
