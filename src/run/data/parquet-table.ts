// A Parquet file as a table: it carries its own types and its own number of rows.
import { closeSync, readSync } from 'node:fs'
import { literal } from '../../text/sql-text.ts'
import { typeColumns } from '../../sql/typed-columns.ts'
import { openReal } from '../../text/open-real.ts'
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

export async function parquetTable({ attached }: AttachedFile, { database }: TableTask): Promise<DataTable> {
  // A path is a path: `year=2024` in it gives no column.
  const reader = (path: string) => `read_parquet(${literal(path)}, hive_partitioning = false)`
  const from = reader(attached)
  const fields = await database.columns(`SELECT * FROM ${from}`)
  const names = columnNames(fields.map(({ name }) => name))
  const columns = fields.map(({ name, type }, k) => ({ raw: name, name: names[k]!, sample: [], rules: [], type }))
  // Counting every column reads all pages: a damaged file is found out now and not by a wrong figure later.
  const typed = await typeColumns(database, from, columns)
  return { reader, copy: null, columns: typed.columns, rows: typed.rows, notes: [] }
}
