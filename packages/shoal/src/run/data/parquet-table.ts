// A Parquet file as a table: it carries its own types and its own number of rows. A row has no line: its number stands for it.
import { closeSync, readSync } from 'node:fs'
import { typeColumns } from '../../sql/typed-columns.ts'
import { promisesSecrets } from '../../text/gate/numbered-secrets.ts'
import { openReal } from '../../text/open-real.ts'
import { identifier, literal } from '../../text/sql-text.ts'
import { columnNames } from './column-names.ts'
import type { AttachedFile, DataTable, TableTask } from './data-table.ts'

const MAGIC = 'PAR1'

export function isParquet(file: string): boolean {
  const fd = openReal(file)
  try {
    const start = Buffer.alloc(MAGIC.length)
    return readSync(fd, start, 0, start.length, 0) === start.length && start.toString('latin1') === MAGIC
  } finally {
    closeSync(fd)
  }
}

export async function parquetTables(
  { attached }: AttachedFile,
  { database }: TableTask,
): Promise<readonly DataTable[]> {
  // A path is a path: `year=2024` in it gives no column.
  const plain = (more: string) => `read_parquet(${literal(attached)}, hive_partitioning = false${more})`
  const fields = await database.columns(`SELECT * FROM ${plain('')}`)
  const names = columnNames(fields.map(({ name }) => name))
  const hidden = fields.filter(promises).map(({ name }) => name)
  const from = hidden.length === 0 ? plain('') : hiding(plain(', file_row_number = true'), hidden)
  const columns = fields.map(({ name, type }, k) => ({
    sql: identifier(name),
    name: names[k]!,
    sample: [],
    rules: [],
    type: hidden.includes(name) ? 'VARCHAR' : type,
  }))
  // Counting every column reads all pages: a damaged file is found out now and not by a wrong figure later.
  const typed = await typeColumns(database, from, columns)
  const notes = hidden.map(name => `${name} promises secrets by its name, so its values are masked`)
  return [{ key: '', from, columns: typed.columns, rows: typed.rows, line: 1, notes }]
}

/** A column, or a field of it, is named like a secret and holds texts. */
export function promises({ name, type }: { readonly name: string; readonly type: string }): boolean {
  return /VARCHAR|BLOB/.test(type) && [name, ...(type.match(/\w+/g) ?? [])].some(promisesSecrets)
}

/** Numbers stand for the values of these columns; the rows keep their order. */
function hiding(from: string, columns: readonly string[]): string {
  const masked = columns.map(name => {
    const column = identifier(name)
    const number = `dense_rank() OVER (ORDER BY ${column})`
    return `CASE WHEN ${column} IS NULL THEN NULL ELSE '[masked ' || ${number} || ']' END AS ${column}`
  })
  return `(SELECT * REPLACE (${masked.join(', ')}) FROM ${from} ORDER BY file_row_number)`
}
