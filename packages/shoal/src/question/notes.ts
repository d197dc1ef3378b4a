// What the figures of an answer leave out: rows without a value, keys that lead nowhere, cells that cannot be read.
import { formatCount } from '@shoal/base/text/printable'
import { identifier } from '../text/sql-text.ts'
import type { Asked } from './asked.ts'
import { measuredFields, type Query } from './query.ts'
import type { Field } from './schema.ts'
import { fromSql, whereSql } from './sql-conditions.ts'
import { columnSql } from './sql-names.ts'

/** Rows without a value are in no average, and those without a key in no group; the answer says so. */
export async function notesOf(query: Query, sql: string, asked: Asked): Promise<string[]> {
  const fields = new Set(
    query.measures.flatMap(measure => (measure.kind === 'correlation' ? [] : measuredFields(measure))),
  )
  const notes: string[] = []
  for (const field of fields) {
    const gaps = await gapsOf(query, field, asked)
    if (gaps.none > (field.column.odd?.count ?? 0))
      notes.push(`${gaps.none} of ${gaps.all} rows have no \`${field.column.name}\` and are left out`)
  }
  for (const field of new Set(query.keys.map(key => key.field))) {
    const gaps = await gapsOf(query, field, asked)
    if (gaps.none > 0)
      notes.push(`${gaps.none} of ${gaps.all} rows have no \`${field.column.name}\` and are in no group`)
  }
  const { versions } = query.table.relation
  if (versions && !versions.isOrdered)
    notes.push(
      `no name says which is the older; ${versions.before} is taken for the older one, and ${versions.after} for the newer`,
    )
  for (const { lost, from, table } of query.joins)
    if (lost > 0)
      notes.push(`${lost} rows have a \`${from.column.name}\` that \`${table.relation.name}\` does not have`)
  const spoken = new Set([query.table.relation, ...query.joins.map(({ table }) => table.relation)])
  for (const relation of spoken)
    for (const { name, ambiguousDate, odd } of relation.columns)
      if (odd && sql.includes(identifier(name)))
        notes.push(
          `${formatCount(odd.count)} of ${formatCount(odd.of)} cells of \`${name}\` ${odd.count === 1 ? 'is' : 'are'} not ${odd.what} and left out, such as ${JSON.stringify(odd.example)}`,
        )
      else if (ambiguousDate)
        notes.push(
          `\`${name}\` of ${relation.name} has dates of which nobody can tell the day from the month; it is in no figure`,
        )
  return notes
}

async function gapsOf(query: Query, field: Field, asked: Asked): Promise<{ none: number; all: number }> {
  if (field.present === field.relation.rows) return { none: 0, all: 0 }
  const own = columnSql(field)
  const [row] = await asked.rows(
    `SELECT count(*) - count(${own}), count(*)\n${fromSql(query)}\n${whereSql(query.where).join('\n')}`,
  )
  return { none: Number(row![0]), all: Number(row![1]) }
}
