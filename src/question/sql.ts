// A query in SQL.
import type { AskedColumn } from '../model/asked.ts'
import { phrasalSource } from '../text/phrasal.ts'
import { identifier, literal } from '../text/sql-text.ts'
import { TOLD_OF_BOTH } from './change-words.ts'
import type { Condition, Join, Measure, Query } from './query.ts'
import type { Field, Table } from './schema.ts'
import { columnSql, keyColumns, keyNames, unique } from './sql-names.ts'

/** Rows that are fetched for an answer; the rest is counted. */
export const MOST_ROWS = 100

const SHOWN_COLUMNS = 12

export interface Select {
  readonly sql: string
  /** What each column of the result holds. */
  readonly columns: readonly ResultColumn[]
}

export type ResultColumn = AskedColumn

export function querySql(query: Query): Select {
  const { shape } = query
  if (shape === 'duplicates') return query.measures.length > 0 ? extraSql(query) : duplicatesSql(query)
  if (query.countGroups) {
    const { sql } = figuresSql({ ...query, order: null, most: null })
    return { sql: `SELECT count(*) AS "groups" FROM (\n${sql}\n)`, columns: [{ name: 'groups', holds: 'measure' }] }
  }
  if (query.overGroups) {
    const { sql, columns } = figuresSql({ ...query, order: null, most: null })
    const name = `${query.overGroups === 'avg' ? 'average' : query.overGroups} ${columns.at(-1)!.name}`
    return {
      sql: `SELECT ${query.overGroups}(${identifier(columns.at(-1)!.name)}) AS ${identifier(name)} FROM (\n${sql}\n)`,
      columns: [{ name, holds: 'measure' }],
    }
  }
  if (shape === 'rows') return rowsSql(query)
  if (shape === 'values') return valuesSql(query)
  return figuresSql(query)
}

function figuresSql(query: Query): Select {
  const { keys, measures, order, most } = query
  const named = measures.map((measure, k) => ({ name: measureName(measure), sql: measureSql(measure, query), k }))
  const names = unique([...keys.flatMap(keyNames), ...named.map(({ name }) => name)])
  const keySql = keys.flatMap(keyColumns)
  const columns: ResultColumn[] = [
    ...keySql.map((_, k) => ({ name: names[k]!, holds: 'key' as const })),
    ...named.map(({ k }) => measureColumn(names[keySql.length + k]!, measures[k]!)),
  ]
  const select = [...keySql, ...named.map(({ sql }) => sql)].map((sql, k) => `${sql} AS ${identifier(names[k]!)}`)
  const first = identifier(names[keySql.length] ?? names[0]!)
  const by =
    order === null || order.by === 'keys' || keys.length === 0
      ? null
      : `${first} ${order.descending ? 'DESC' : 'ASC'} NULLS LAST`
  const keyOrder = keySql.map((_, k) => identifier(names[k]!))
  const outer = keys.slice(0, query.within ?? 0).flatMap(keyColumns)
  const partition = outer.length === 0 ? '' : `PARTITION BY ${outer.join(', ')} `
  const lines = [
    `SELECT ${select.join(', ')}`,
    fromSql(query),
    ...whereSql([...query.where, ...keys.map(({ field }) => ({ kind: 'present', field }) as const)]),
    ...(keys.length > 0 ? [`GROUP BY ${keySql.map((_, k) => k + 1).join(', ')}`] : []),
    ...havingSql(query),
    ...(most !== null && by !== null ? [`QUALIFY rank() OVER (${partition}ORDER BY ${by}) <= ${most}`] : []),
    ...(keys.length > 0
      ? [
          `ORDER BY ${[...keyOrder.slice(0, outer.length), ...(by === null ? [] : [by]), ...keyOrder.slice(outer.length)].join(', ')}`,
        ]
      : []),
  ]
  return { sql: lines.join('\n'), columns }
}

function havingSql(query: Query): string[] {
  const { having, held, measures } = query
  if (!having) return []
  const figure = measureSql(held ? { kind: 'share', of: [held] } : measures[0]!, query)
  if (having.value !== 'all') return [`HAVING ${figure} ${having.op} ${having.value}`]
  return [`HAVING ${figure} ${having.op} (SELECT ${figure} ${fromSql(query)})`]
}

/** Those that were asked for and those that the question names, then the first of the table; and where each row stands. */
function rowsSql(query: Query): Select {
  const { table, order, most, show, where } = query
  const conditions = where
    .flatMap(fieldOf)
    .filter(({ role }) => role !== 'element')
    .flatMap(field => [field, ...sidesOf(table, field)])
  const named = [...show, ...(order && typeof order.by === 'object' ? [order.by] : []), ...conditions]
  const rest = table.fields.filter(
    field =>
      !named.includes(field) &&
      field.role !== 'span' &&
      !(table.relation.versions && TOLD_OF_BOTH.test(field.column.name)),
  )
  const fields = [...new Set(show.length > 0 ? named : [...named, ...rest])].slice(
    0,
    Math.max(SHOWN_COLUMNS, show.length),
  )
  const { path, line } = table.relation.place
  const own = identifier(table.relation.name)
  const names = unique([...fields.map(({ column }) => column.name), 'path', 'line'])
  const sqls = [...fields.map(columnSql), `${own}.${identifier(path)}`, `${own}.${identifier(line)}`]
  const by =
    order && typeof order.by === 'object'
      ? `${columnSql(order.by)} ${order.descending ? 'DESC' : 'ASC'} NULLS LAST`
      : null
  const ranked = by !== null && most !== null
  const outer = query.keys.slice(0, query.within ?? 0).flatMap(keyColumns)
  const lines = [
    `SELECT ${sqls.map((sql, k) => `${sql} AS ${identifier(names[k]!)}`).join(', ')}`,
    fromSql(query),
    ...whereSql([...where, ...(ranked ? [{ kind: 'present', field: order!.by as Field } as const] : [])]),
    ...(ranked
      ? [
          `QUALIFY rank() OVER (${outer.length === 0 ? '' : `PARTITION BY ${outer.join(', ')} `}ORDER BY ${by}) <= ${most}`,
        ]
      : []),
    `ORDER BY ${[...outer, ...(by === null ? [] : [by]), `${own}.${identifier(path)}`, `${own}.${identifier(line)}`].join(', ')}`,
  ]
  return {
    sql: lines.join('\n'),
    columns: names.map((name, k) => ({
      name,
      holds: k === names.length - 2 ? 'path' : k === names.length - 1 ? 'line' : 'column',
    })),
  }
}

/** Of a value that moved, what stood there and what stands there. */
function sidesOf({ relation, fields }: Table, { column: { name } }: Field): Field[] {
  if (!relation.versions || !TOLD_OF_BOTH.test(name)) return []
  const base = name.replace(TOLD_OF_BOTH, '')
  return fields.filter(({ column }) => column.name === `${base}_before` || column.name === `${base}_after`)
}

/** The different values of what was asked for, with how often each stands there. */
function valuesSql(query: Query): Select {
  const { show, where } = query
  const names = unique([...show.map(({ column }) => column.name), 'rows'])
  const lines = [
    `SELECT ${[...show.map(columnSql), 'count(*)'].map((sql, k) => `${sql} AS ${identifier(names[k]!)}`).join(', ')}`,
    fromSql(query),
    ...whereSql([...where, ...show.map(field => ({ kind: 'present', field }) as const)]),
    `GROUP BY ${show.map((_, k) => k + 1).join(', ')}`,
    `ORDER BY ${identifier(names.at(-1)!)} DESC, ${show.map((_, k) => k + 1).join(', ')}`,
  ]
  return {
    sql: lines.join('\n'),
    columns: names.map((name, k) => ({ name, holds: k < show.length ? 'column' : 'count' })),
  }
}

/** How many rows stand there again, and how many different ones of them there are. */
function extraSql(query: Query): Select {
  const { sql } = duplicatesSql(query)
  return {
    sql: `SELECT coalesce(sum("rows") - count(*), 0) AS "extra rows", count(*) AS "repeated" FROM (\n${sql}\n)`,
    columns: [
      { name: 'extra rows', holds: 'measure' },
      { name: 'repeated', holds: 'measure' },
    ],
  }
}

/** Values, or whole rows, that stand there more than once. */
function duplicatesSql(query: Query): Select {
  const { table, show } = query
  const fields = show.length > 0 ? show : table.fields.filter(({ role }) => role !== 'span')
  const names = unique([...fields.map(({ column }) => column.name), 'rows', 'path', 'line'])
  const { path, line } = table.relation.place
  const own = identifier(table.relation.name)
  const sqls = [
    ...fields.map(columnSql),
    'count(*)',
    `arg_min(${own}.${identifier(path)}, ${own}.${identifier(line)})`,
    `min(${own}.${identifier(line)})`,
  ]
  const lines = [
    `SELECT ${sqls.map((sql, k) => `${sql} AS ${identifier(names[k]!)}`).join(', ')}`,
    fromSql(query),
    ...whereSql([...query.where, ...show.map(field => ({ kind: 'present', field }) as const)]),
    `GROUP BY ${fields.map((_, k) => k + 1).join(', ')}`,
    'HAVING count(*) > 1',
    `ORDER BY ${identifier(names[fields.length]!)} DESC, ${fields.map((_, k) => k + 1).join(', ')}`,
  ]
  const last = names.length
  return {
    sql: lines.join('\n'),
    columns: names.map((name, k) => ({
      name,
      holds: k === last - 1 ? 'line' : k === last - 2 ? 'path' : k === last - 3 ? 'count' : 'column',
    })),
  }
}

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

function fieldOf(condition: Condition): Field[] {
  return condition.kind === 'related' ? [] : [condition.field]
}

export function conditionSql(condition: Condition): string {
  if (condition.kind === 'related') return relatedSql(condition.join, condition.op, condition.count)
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
      return `(${condition.parts.map(({ sql }) => sql).join(' OR ')})`
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

function relatedSql({ from, to, table }: Join, op: string, count: number): string {
  const inner = `FROM ${identifier(table.relation.name)} AS r WHERE r.${identifier(to.column.name)} = ${columnSql(from)}`
  if (op === '=' && count === 0) return `NOT EXISTS (SELECT 1 ${inner})`
  if (op === '>=' && count === 1) return `EXISTS (SELECT 1 ${inner})`
  return `(SELECT count(*) ${inner}) ${op} ${count}`
}

function measureSql(measure: Measure, query: Query): string {
  switch (measure.kind) {
    case 'count':
      return 'count(*)'
    case 'distinct':
      return `count(DISTINCT ${columnSql(measure.field)})`
    case 'share':
      return `100.0 * count(*) FILTER (WHERE ${measure.of.map(one => conditionSql(one)).join(' AND ')}) / nullif(count(*), 0)`
    case 'part':
      return measure.field
        ? `100.0 * sum(${columnSql(measure.field)}) / sum(sum(${columnSql(measure.field)})) OVER ()`
        : '100.0 * count(*) / sum(count(*)) OVER ()'
    case 'correlation':
      return `corr(${columnSql(measure.a)}, ${columnSql(measure.b)})`
    case 'sum-share':
      return `100.0 * sum(${columnSql(measure.field)}) FILTER (WHERE ${measure.of.map(one => conditionSql(one)).join(' AND ')}) / sum(${columnSql(measure.field)})`
    case 'elapsed':
      return `${measure.statistic}(epoch(${columnSql(measure.b)}::TIMESTAMP) - epoch(${columnSql(measure.a)}::TIMESTAMP)) / 86400`
    case 'extra':
      return 'count(*)'
    case 'only':
      return `${measureSql(measure.of, query)} FILTER (WHERE ${conditionSql(measure.where)})`
    case 'difference':
      return `${measureSql(measure.one, query)} - ${measureSql(measure.other, query)}`
    case 'ratio':
      return `${measureSql(measure.one, query)}::DOUBLE / nullif(${measureSql(measure.other, query)}, 0)`
    case 'duration':
      return `max(${columnSql(measure.field)}) - min(${columnSql(measure.field)})`
    case 'statistic':
      return statisticSql(measure, query)
  }
}

function statisticSql({ statistic, field, p }: Extract<Measure, { kind: 'statistic' }>, _query: Query): string {
  const own = columnSql(field)
  // As a share: yes is one, no is nothing.
  const number = field.truth !== null && field.column.kind !== 'whole' ? `(${truthSql(field)})::INTEGER` : own
  if (statistic === 'quantile') return `quantile_cont(${number}::DOUBLE, ${p / 100})`
  if (statistic === 'median') return `median(${number}::DOUBLE)`
  if (statistic === 'stddev') return `stddev_samp(${number})`
  return `${statistic}(${number})`
}

function measureColumn(name: string, measure: Measure): ResultColumn {
  const { kind } = measure
  const isShare = kind === 'share' || kind === 'part' || kind === 'sum-share'
  const isAdded = kind === 'count' || kind === 'distinct' || (kind === 'statistic' && measure.statistic === 'sum')
  return { name, holds: 'measure', ...(isShare && { unit: '%' as const }), ...(isAdded && { ofNothing: 0 as const }) }
}

export function measureName(measure: Measure): string {
  switch (measure.kind) {
    case 'count':
      return 'rows'
    case 'distinct':
      return `different ${measure.field.column.name}`
    case 'share':
    case 'part':
      return 'percent'
    case 'correlation':
      return 'correlation'
    case 'sum-share':
      return 'percent'
    case 'elapsed':
      return `${measure.statistic === 'avg' ? 'average' : measure.statistic} days`
    case 'extra':
      return 'extra rows'
    case 'only':
      return `${measureName(measure.of)} ${measure.name}`
    case 'difference':
      return 'difference'
    case 'ratio':
      return `${measureName(measure.one)} per ${measureName(measure.other).replace(/^total /, '')}`
    case 'duration':
      return 'duration'
    case 'statistic': {
      const word = {
        sum: 'total',
        avg: 'average',
        median: 'median',
        min: 'lowest',
        max: 'highest',
        stddev: 'standard deviation',
        quantile: `p${measure.p}`,
      }
      return `${word[measure.statistic]} ${measure.field.column.name}`
    }
  }
}
