// Where what an answer tells stands: listed rows have places of their own; a figure is shown by rows that it is made of.
import { identifier, literal } from '../text/sql-text.ts'
import type { Asked, Cell } from './asked.ts'
import type { Query } from './query.ts'
import type { ResultColumn } from './sql.ts'
import { fromSql, whereSql } from './sql-conditions.ts'
import { columnSql, keyColumns } from './sql-names.ts'

const PLACES = 3

export interface PlacedRow {
  readonly path: string
  readonly line: number
}

export async function placesOf(
  query: Query,
  columns: readonly ResultColumn[],
  rows: readonly (readonly Cell[])[],
  asked: Asked,
): Promise<PlacedRow[]> {
  const at = (holds: ResultColumn['holds']) => columns.findIndex(column => column.holds === holds)
  const [path, line] = [at('path'), at('line')]
  if (path >= 0) return rows.slice(0, PLACES).map(row => placed(row[path], row[line]))
  const [first] = rows
  const ofFirst = first && query.shape === 'figures' ? await rowsBehind(query, groupOf(query, first), asked) : []
  return ofFirst.length > 0 ? ofFirst : await rowsBehind(query, [], asked)
}

/** The group that comes first is the one that is told first. */
function groupOf({ keys, countGroups }: Query, first: readonly Cell[]): string[] {
  if (countGroups) return []
  return keys
    .flatMap(keyColumns)
    .flatMap((sql, k) => (first[k] === null ? [] : [`CAST(${sql} AS VARCHAR) = ${literal(String(first[k]))}`]))
}

async function rowsBehind(query: Query, group: readonly string[], asked: Asked): Promise<PlacedRow[]> {
  const { name, place } = query.table.relation
  const own = (column: string) => `${identifier(name)}.${identifier(column)}`
  const [where = ''] = whereSql(query.where)
  const conditions = [...(where === '' ? [] : [where.replace(/^WHERE /, '')]), ...group]
  const rows = await asked.rows(
    [
      `SELECT ${own(place.path)}, ${own(place.line)}`,
      fromSql(query),
      ...(conditions.length > 0 ? [`WHERE ${conditions.join(' AND ')}`] : []),
      `${orderOf(query)}LIMIT ${PLACES}`,
    ].join('\n'),
  )
  return rows.map(([path, line]) => placed(path, line))
}

/** The greatest value stands somewhere, and so does the least. */
function orderOf({ measures: [measure] }: Query): string {
  if (measure?.kind !== 'statistic' || (measure.statistic !== 'max' && measure.statistic !== 'min')) return ''
  return `ORDER BY ${columnSql(measure.field)} ${measure.statistic === 'max' ? 'DESC' : 'ASC'} NULLS LAST\n`
}

function placed(path: Cell | undefined, line: Cell | undefined): PlacedRow {
  return { path: String(path), line: Number(line) }
}
