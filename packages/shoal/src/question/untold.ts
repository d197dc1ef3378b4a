// Nothing where there could be nothing: entries of several logs have the columns of all, and most of them in few.
import type { Asked, Cell } from './asked.ts'
import type { Condition, Query } from './query.ts'
import type { Field } from './schema.ts'
import { fromSql, whereSql } from './sql-conditions.ts'

/** "errors by endpoint" as none, where no entry with an endpoint has a level: the column that none of those rows has. */
export async function untold(query: Query, rows: readonly (readonly Cell[])[], asked: Asked): Promise<Field | null> {
  if (query.table.relation.kind !== 'entries') return null
  if (rows.some(row => row.some(cell => cell !== null && Number(cell) !== 0))) return null
  const told = [...query.where, ...query.measures.flatMap(one => (one.kind === 'share' ? one.of : []))]
  const keys = query.keys.map(({ field }): Condition => ({ kind: 'present', field }))
  for (const one of told) {
    if (one.kind === 'related' || one.kind === 'missing') continue
    const others = told.filter(other => other !== one)
    const has = [...others, ...keys, { kind: 'present', field: one.field } as const]
    const [row] = await asked.rows(`SELECT 1\n${fromSql(query)}\n${whereSql(has).join('\n')}\nLIMIT 1`)
    const [other] = row
      ? [row]
      : await asked.rows(`SELECT 1\n${fromSql(query)}\n${whereSql([...others, ...keys]).join('\n')}\nLIMIT 1`)
    if (row === undefined && other !== undefined) return one.field
  }
  return null
}
