// The tables of the files themselves, a row for each: how many rows and columns it has, and how many of its cells are empty.
import { basename } from 'node:path'
import type { Relation } from '@shoal/base/model/relation'
import { identifier, literal } from '../text/sql-text.ts'
import type { Asked, Definition } from './asked.ts'
import { plainColumn } from './lists.ts'

const NAME = 'tables'
/** More of them are a store of data, and counting all their cells would be slow. */
const MOST_TABLES = 100

export async function tablesOf(all: readonly Relation[], rows: Asked['rows']): Promise<Definition[]> {
  const tables = all.filter(({ kind, columns }) => kind === 'table' && columns.length > 0)
  if (tables.length < 2 || tables.length > MOST_TABLES || all.some(({ name }) => name === NAME)) return []
  const figures: (readonly [Relation, number])[] = []
  for (const table of tables) {
    const counts = table.columns.map(({ name }) => `count(${identifier(name)})`)
    const [row = []] = await rows(`SELECT ${counts.join(', ')} FROM ${identifier(table.name)}`)
    figures.push([table, row.reduce<number>((sum, cell) => sum + table.rows - Number(cell), 0)])
  }
  const values = figures.map(
    ([{ name, paths, columns, rows: count }, gaps]) =>
      `(${[literal(basename(paths[0]!)), literal(name), count, columns.length, gaps, literal(paths[0]!), 1].join(', ')})`,
  )
  const relation: Relation = {
    name: NAME,
    kind: 'files',
    paths: tables.flatMap(({ paths }) => paths),
    columns: [
      plainColumn('file', 'text', 'VARCHAR'),
      plainColumn('table', 'text', 'VARCHAR'),
      plainColumn('rows', 'whole', 'INTEGER'),
      plainColumn('columns', 'whole', 'INTEGER'),
      plainColumn('missing_values', 'whole', 'INTEGER'),
    ],
    place: { path: 'path', line: 'line' },
    rows: tables.length,
    notes: [],
  }
  return [
    {
      relation,
      sql: `SELECT * FROM (VALUES ${values.join(', ')}) AS t("file", "table", "rows", "columns", "missing_values", path, line)`,
    },
  ]
}
