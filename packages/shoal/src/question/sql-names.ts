// How columns and keys are written in SQL, and what the columns of a result are called.
import { identifier, literal } from '../text/sql-text.ts'
import type { Key } from './query.ts'
import type { Field } from './schema.ts'

/** The name of a table in a statement: the relation's own, so that people can run it. */
export function columnSql({ relation, column, sql }: Pick<Field, 'relation' | 'column' | 'sql'>): string {
  return sql ?? `${identifier(relation.name)}.${identifier(column.name)}`
}

export function keyNames(key: Key): string[] {
  if (key.kind === 'part') return [key.part]
  if (key.kind === 'periods') return ['period']
  return [key.field.column.name, ...(key.label ? [key.label.column.name] : [])]
}

export function keyColumns(key: Key): string[] {
  const own = columnSql(key.field)
  if (key.kind === 'field') return [own, ...(key.label ? [columnSql(key.label)] : [])]
  if (key.kind === 'periods')
    return [
      `CASE ${key.parts.map(({ sql, text }) => `WHEN ${sql} THEN ${literal(text.replace(/^(?:in|on) /, ''))}`).join(' ')} END`,
    ]
  switch (key.part) {
    case 'year':
      return [`year(${own})`]
    case 'quarter':
      return [`year(${own})::VARCHAR || '-Q' || quarter(${own})::VARCHAR`]
    case 'month':
      return [`strftime(${own}, '%Y-%m')`]
    case 'week':
      return [`strftime(${own}, '%G-W%V')`]
    case 'day':
      return [`strftime(${own}, '%Y-%m-%d')`]
    case 'weekday':
      return [`dayname(${own})`]
    case 'hour':
      return [`hour(${own})`]
    case 'minute':
      return [`strftime(${own}, '%Y-%m-%d %H:%M')`]
  }
}

export function unique(names: readonly string[]): string[] {
  const used = new Set<string>()
  return names.map(name => {
    let own = name
    for (let n = 2; used.has(own.toLowerCase()); n++) own = `${name}_${n}`
    used.add(own.toLowerCase())
    return own
  })
}
