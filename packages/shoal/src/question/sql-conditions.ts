// The rows that a query is about, in SQL: the tables that are joined, and the conditions that rows keep.
import { phrasalSource } from '../text/phrasal.ts'
import { identifier, literal } from '../text/sql-text.ts'
import type { Condition, Query } from './query.ts'
import type { Field, Table } from './schema.ts'
import { columnSql } from './sql-names.ts'

export function fromSql({ table, joins }: Pick<Query, 'table' | 'joins'>): string {
  const joined = joins.map(
    ({ from, to, table: other, unique: isUnique }) =>
      `LEFT JOIN ${isUnique ? '' : `${uniqueSide(other, to)} AS `}${identifier(other.relation.name)} ON ${columnSql(from)} = ${columnSql(to)}`,
  )
  return [`FROM ${identifier(table.relation.name)}`, ...joined].join('\n')
}

/** A key that stands there twice would double the rows that lead to it. */
function uniqueSide({ relation }: Table, key: Field): string {
  const own = identifier(relation.name)
  return `(SELECT * FROM ${own} QUALIFY row_number() OVER (PARTITION BY ${identifier(key.column.name)} ORDER BY ${identifier(relation.place.line)}) = 1)`
}

export function whereSql(conditions: readonly Condition[]): string[] {
  if (conditions.length === 0) return []
  return [`WHERE ${conditions.map(one => conditionSql(one)).join(' AND ')}`]
}

export function conditionSql(condition: Condition): string {
  if (condition.kind === 'related') return relatedSql(condition)
  const { list } = condition.field
  return list === undefined ? plainSql(condition) : elementSql(condition, list)
}

type OwnCondition = Exclude<Condition, { kind: 'related' }>

/** Some element of the list keeps it; negated, none does. */
function elementSql(condition: OwnCondition, list: string): string {
  const not = 'not' in condition && condition.not
  const one = plainSql(not ? ({ ...condition, not: false } as OwnCondition) : condition)
  return `${not ? 'NOT ' : ''}EXISTS (SELECT 1 FROM unnest(${list}) AS u(e) WHERE ${one})`
}

function plainSql(condition: OwnCondition): string {
  const own = columnSql(condition.field)
  switch (condition.kind) {
    case 'values': {
      const list = condition.values.map(literal).join(', ')
      const text = condition.field.column.kind === 'text' ? own : `${own}::VARCHAR`
      // What has no value is not known to be something else.
      const one =
        condition.values.length === 1
          ? `${text} ${condition.not ? '<>' : '='} ${list}`
          : `${text} ${condition.not ? 'NOT ' : ''}IN (${list})`
      return condition.orNone ? `(${one} OR ${own} IS NULL)` : one
    }
    case 'number':
      return `${own} ${condition.op} ${condition.value}`
    case 'between':
      return `${own} BETWEEN ${condition.low} AND ${condition.high}`
    case 'columns':
      return `${own} ${condition.op} ${columnSql(condition.other)}`
    case 'truth': {
      const yes = truthSql(condition.field)
      return condition.not ? `NOT (${yes})` : yes
    }
    case 'missing':
      if (condition.field.role === 'size') return `${own} ${condition.not ? '>' : '='} 0`
      return missingSql(own, condition.field, condition.not)
    case 'present':
      return `${own} IS NOT NULL`
    case 'period':
      return `${condition.not ? 'NOT ' : ''}(${condition.parts.map(({ sql }) => sql).join(' OR ')})`
    case 'contains':
      return `${condition.not ? 'NOT ' : ''}coalesce(${containsSql(own, condition.text)}, false)`
  }
}

/** A text as it stands, and a noun such as `timeout` in all its forms. */
export function containsSql(own: string, text: string): string {
  const phrasal = phrasalSource(text)
  return phrasal === null
    ? `${own} ILIKE ${literal(`%${text.replace(/[\\%_]/g, '\\$&')}%`)} ESCAPE '\\'`
    : `regexp_matches(${own}, ${literal(phrasal)}, 'i')`
}

/** Words that say that there is nothing, in a column of texts. */
const NOTHING = ['', '-', '--', 'n/a', 'na', 'nan', 'null', '#n/a']

function missingSql(own: string, { column, values }: Field, not: boolean): string {
  const said =
    column.kind === 'text' &&
    (values === null || values.some(({ text }) => NOTHING.includes(text.trim().toLowerCase())))
  if (!said) return `${own} IS ${not ? 'NOT ' : ''}NULL`
  const words = `lower(trim(${own})) IN (${NOTHING.map(literal).join(', ')})`
  return not ? `(${own} IS NOT NULL AND NOT ${words})` : `(${own} IS NULL OR ${words})`
}

export function truthSql(field: Field): string {
  const own = identifier(field.column.name)
  return (field.truth ?? own).replace(own, columnSql(field))
}

function relatedSql({ join, op, count, where }: Extract<Condition, { kind: 'related' }>): string {
  const { from, to, table } = join
  const own = identifier(table.relation.name)
  const also = where ? ` AND ${conditionSql(where)}` : ''
  const inner = `FROM ${own} WHERE ${own}.${identifier(to.column.name)} = ${columnSql(from)}${also}`
  if (op === '=' && count === 0) return `NOT EXISTS (SELECT 1 ${inner})`
  if (op === '>=' && count === 1) return `EXISTS (SELECT 1 ${inner})`
  return `(SELECT count(*) ${inner}) ${op} ${count}`
}
