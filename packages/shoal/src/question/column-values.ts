// The values of a column that has few, and whether they say yes and no.
import type { Relation, RelationColumn } from '@shoal/base/model/relation'
import { identifier } from '../text/sql-text.ts'
import type { Asked } from './asked.ts'

/** By how often they occur; null for a column that has many. */
export type ColumnValues = readonly { readonly text: string; readonly count: number }[] | null

/** Columns with more different values are looked up instead of listed. */
export const MOST_VALUES = 300

/** In order of how often they occur; null for too many. */
export async function valuesOf(relation: Relation, { name, kind }: RelationColumn, guess: number, asked: Asked) {
  if (!['text', 'truth', 'whole'].includes(kind) || guess > MOST_VALUES * 1.2) return null
  const own = identifier(name)
  const rows = await asked.rows(
    `SELECT ${own}::VARCHAR AS v, count(*) AS n FROM ${identifier(relation.name)} WHERE ${own} IS NOT NULL GROUP BY 1 ORDER BY n DESC, v LIMIT ${MOST_VALUES + 1}`,
  )
  if (rows.length > MOST_VALUES) return null
  return rows.map(([text, count]) => ({ text: String(text), count: Number(count) }))
}

const YES = new Set(['y', 'yes', 'true', 't', '1', 'x'])
const NO = new Set(['n', 'no', 'false', 'f', '0', ''])

export function truthOf({ name, kind }: RelationColumn, values: ColumnValues): string | null {
  const own = identifier(name)
  if (kind === 'truth') return own
  if (!values || values.length === 0 || values.length > 2) return null
  const words = values.map(({ text }) => text.trim().toLowerCase())
  const yes = words.filter(word => YES.has(word))
  if (yes.length !== 1 || !words.every(word => YES.has(word) || NO.has(word))) return null
  return kind === 'whole' ? `${own} = 1` : `lower(trim(${own})) = '${yes[0]}'`
}
