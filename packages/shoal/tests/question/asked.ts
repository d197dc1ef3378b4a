// Relations for tests of the question reader: tables made by SQL, in a DuckDB of this process.
import { DuckDBDecimalValue, DuckDBInstance, type DuckDBValue } from '@duckdb/node-api'
import type { ColumnKind, Relation, RelationKind } from '@shoal/base/model/relation'
import type { Asked, Cell } from '../../src/question/asked.ts'

export interface MadeTable {
  readonly name: string
  readonly kind?: RelationKind
  /** A SELECT of its own columns. */
  readonly sql: string
  /** Of the file; else the name with `.csv`. */
  readonly path?: string
  /** Of several files: the last column of the SELECT is the path of a row. */
  readonly paths?: readonly string[]
  /** Columns that are text for the sake of a few cells, with the type of the others. */
  readonly almost?: Readonly<Record<string, string>>
}

export async function askedOf(...tables: readonly MadeTable[]): Promise<Asked> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' })
  const connection = await instance.connect()
  const rows = async (sql: string) => (await connection.runAndReadAll(sql)).getRows().map(row => row.map(plain))
  const all: Relation[] = []
  for (const { name, sql, kind = 'table', path = `${name}.csv`, paths, almost = {} } of tables) {
    const place = paths ? '' : `'${path}' AS path, `
    await rows(`CREATE TABLE "${name}" AS SELECT *, ${place}1 + row_number() OVER () AS line FROM (${sql})`)
    const described = await rows(`DESCRIBE "${name}"`)
    const [[count] = []] = await rows(`SELECT count(*) FROM "${name}"`)
    const columns = described.slice(0, -2).map(([column, type]) => ({
      name: String(column),
      type: String(type),
      kind: kindOf(String(type)),
      unit: null,
      ambiguousDate: false,
      note: null,
      ...(almost[String(column)] && { almost: almost[String(column)]! }),
    }))
    all.push({
      name,
      kind,
      paths: paths ?? [path],
      columns,
      place: { path: 'path', line: 'line' },
      rows: Number(count),
      notes: [],
    })
  }
  return { all, rows }
}

function kindOf(type: string): ColumnKind {
  if (type.endsWith('[]')) return 'other'
  if (type.startsWith('DECIMAL') || type === 'DOUBLE') return 'number'
  if (type === 'INTEGER' || type === 'BIGINT') return 'whole'
  if (type === 'BOOLEAN') return 'truth'
  if (type === 'DATE') return 'date'
  return type === 'TIMESTAMP' ? 'time' : 'text'
}

function plain(value: DuckDBValue): Cell {
  if (value === null || ['string', 'number', 'bigint', 'boolean'].includes(typeof value)) return value as Cell
  return value instanceof DuckDBDecimalValue ? value.toDouble() : String(value)
}
