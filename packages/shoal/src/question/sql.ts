// A query in SQL.
import type { AskedColumn } from '@shoal/base/model/asked'
import { identifier } from '../text/sql-text.ts'
import { TOLD_OF_BOTH } from './change-words.ts'
import type { Condition, Measure, Query } from './query.ts'
import type { Field, Table } from './schema.ts'
import { conditionSql, fromSql, truthSql, whereSql } from './sql-conditions.ts'
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
  if (query.pause) return pauseSql(query, query.pause)
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

/** In days where rows have no time of day, else in seconds; each group for itself. */
const pauseName = ({ column }: Field) => `${column.kind === 'date' ? 'days' : 'seconds'} from one to the next`

function pauseSql(query: Query, time: Field): Select {
  const { keys, table } = query
  const keySql = keys.flatMap(keyColumns)
  const { path, line } = table.relation.place
  const own = identifier(table.relation.name)
  const names = unique([...keys.flatMap(keyNames), pauseName(time), 'from', 'to', 'path', 'line'])
  const to = `${columnSql(time)}::TIMESTAMP`
  const partition = keySql.length === 0 ? '' : `PARTITION BY ${keySql.join(', ')} `
  const before = `lag(${to}) OVER (${partition}ORDER BY ${to}, ${own}.${identifier(line)})`
  const length = `(epoch(${to}) - epoch(${before}))${time.column.kind === 'date' ? ' / 86400' : ''}`
  const sqls = [...keySql, length, before, to, `${own}.${identifier(path)}`, `${own}.${identifier(line)}`]
  const at = keySql.length
  const by = keySql.map((_, k) => identifier(names[k]!)).join(', ')
  const lines = [
    'SELECT * FROM (',
    `SELECT ${sqls.map((sql, k) => `${sql} AS ${identifier(names[k]!)}`).join(', ')}`,
    fromSql(query),
    ...whereSql([
      ...query.where,
      ...[time, ...keys.map(({ field }) => field)].map(field => ({ kind: 'present', field }) as const),
    ]),
    `) WHERE "from" IS NOT NULL`,
    `QUALIFY rank() OVER (${by === '' ? '' : `PARTITION BY ${by} `}ORDER BY ${identifier(names[at]!)} DESC) = 1`,
    `ORDER BY ${identifier(names[at]!)} DESC, "to"`,
  ]
  const holds = (k: number): ResultColumn['holds'] =>
    k < at ? 'key' : k === at ? 'measure' : k === names.length - 1 ? 'line' : k === names.length - 2 ? 'path' : 'column'
  return { sql: lines.join('\n'), columns: names.map((name, k) => ({ name, holds: holds(k) })) }
}

function havingSql(query: Query): string[] {
  const { having, held, measures, some } = query
  if (some) {
    const kept = some.map(({ what, not }) => `${not ? 'NOT ' : ''}coalesce(bool_or(${conditionSql(what)}), false)`)
    return [`HAVING ${kept.join(' AND ')}`]
  }
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
      field.role !== 'age' &&
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
  const fields = show.length > 0 ? show : table.fields.filter(({ role }) => role !== 'span' && role !== 'age')
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

function fieldOf(condition: Condition): Field[] {
  return condition.kind === 'related' ? [] : [condition.field]
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
