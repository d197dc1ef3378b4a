// The rows of a query, and how many there are.
import type { Asked, Cell } from './asked.ts'
import type { Query } from './query.ts'
import { headOf } from './say.ts'
import { MOST_ROWS, querySql } from './sql.ts'

export async function rowsOf(query: Query, asked: Asked) {
  const { sql, columns } = querySql(query)
  const fetched = await asked.rows(`SELECT * FROM (\n${sql}\n) LIMIT ${MOST_ROWS}`)
  const rows = fetched.map(row => row.map((cell, k) => (columns[k]?.holds === 'measure' ? decimal(cell) : cell)))
  const total =
    rows.length < MOST_ROWS ? rows.length : Number((await asked.rows(`SELECT count(*) FROM (\n${sql}\n)`))[0]![0])
  return { sql, columns, fetched, rows, total }
}

/** Null where it cannot be asked: the answer stands without it. */
export async function headText(query: Query, asked: Asked): Promise<string | null> {
  try {
    return headOf(query, await rowsOf(query, asked))
  } catch {
    return null
  }
}

/** Exact decimals come as texts; up to fifteen digits a number holds them. */
function decimal(cell: Cell): Cell {
  if (typeof cell !== 'string' || !/^-?\d+\.\d+$/.test(cell) || cell.length > 16) return cell
  return Number(cell)
}
