// Writes a table of a file as Parquet: its columns in order under plain names, and the lines of its rows where they have to be told.
import { join } from 'node:path'
import { ShoalError } from '@shoal/base/model/errors'
import type { ColumnKind } from '@shoal/base/model/relation'
import { formatCount, plural } from '@shoal/base/text/printable'
import type { Database } from '../../sql/database.ts'
import { narrowed } from '../../sql/presumed-columns.ts'
import type { TypedColumn } from '../../sql/typed-columns.ts'
import { literal } from '../../text/sql-text.ts'
import type { CountedLines, DataTable, TablePlace } from '../data/data-table.ts'
import type { StoredColumn, StoredRelation } from './stored-relation.ts'

/** Rows are written in groups; what a group takes in memory is bounded. */
const GROUP_ROWS = 122_880
const GROUP_BYTES = 48e6
/** Columns that are written at once: more side by side take all the memory there is. */
const MOST_COLUMNS = 1_000

export interface TableTarget {
  readonly directory: string
  /** Its number among the relations of the entry. */
  readonly number: number
  /** Of the file; for the size of groups. */
  readonly sizeBytes: number
}

type WrittenTable = DataTable & { readonly file?: string }

/** What does not hold while it is written is written in another way, where there is one. */
export async function writeTable(
  table: WrittenTable,
  database: Database,
  target: TableTarget,
): Promise<StoredRelation> {
  try {
    return await writeOnce(table, database, target)
  } catch (error) {
    if (error instanceof ShoalError && error.message.includes('Out of Memory')) throw tooWide(table, error)
    if (!table.otherwise || !(error instanceof ShoalError) || !REFUSED.has(error.code)) throw error
    const other = await table.otherwise(error)
    return await writeTable(table.file === undefined ? other : { ...other, file: table.file }, database, target)
  }
}

/** No other way takes less: what has no room are the columns side by side. */
function tooWide({ columns }: DataTable, cause: ShoalError): ShoalError {
  const message = `a table of ${plural(columns.length, 'column')} takes more memory than a question has`
  const advice = "name the columns that you want: shoal sql FILE 'SELECT a, b FROM name'"
  return new ShoalError('sql-refused', message, { advice, cause })
}

const REFUSED: ReadonlySet<string> = new Set(['sql-failed', 'sql-refused'])

async function writeOnce(
  table: WrittenTable,
  database: Database,
  { directory, number, sizeBytes }: TableTarget,
): Promise<StoredRelation> {
  const { key, called, from, columns, rows, line, notes, file, of, places = [] } = table
  const lines = isCounted(line) ? `${number}-lines.parquet` : null
  const list = [
    ...columns.map((column, k) => `${storedSql(column)} AS c${k}`),
    ...(line === null || typeof line === 'number'
      ? []
      : [isCounted(line) ? `${line.ends} AS ends` : `${line} AS line`]),
    ...(file === undefined ? [] : [`${file} AS file`]),
  ]
  const group = Math.max(2_048, Math.min(GROUP_ROWS, Math.floor((GROUP_BYTES * rows) / Math.max(1, sizeBytes))))
  const options = `FORMAT parquet, COMPRESSION snappy, ROW_GROUP_SIZE ${group}`
  // What is said of the rows stands in the first file.
  const behind = list.slice(MOST_COLUMNS, columns.length)
  const slices = [
    [...list.slice(0, Math.min(MOST_COLUMNS, columns.length)), ...list.slice(columns.length)],
    ...slicesOf(behind, MOST_COLUMNS),
  ]
  const files = slices.map((_, k) => (k === 0 ? `${number}.parquet` : `${number}-${k}.parquet`))
  for (const [k, slice] of slices.entries()) {
    if (slice.length === 0) continue
    const [row] = await database.rows(
      `COPY (SELECT ${slice.join(', ')} FROM ${from}) TO ${literal(join(directory, files[k]!))} (${options})`,
    )
    if (Number(row?.[0]) !== rows)
      throw new ShoalError(
        'sql-refused',
        `shoal counts ${formatCount(rows)} rows and DuckDB ${formatCount(Number(row?.[0]))}, so no answer would be exact`,
        { advice: '`shoal profile` has the exact figures of this file' },
      )
  }
  const [parquet, ...more] = files as [string, ...string[]]
  const paths = files.map(file => join(directory, file))
  if (isCounted(line)) {
    await countLines(database, { from: join(directory, parquet), to: join(directory, lines!), first: line.first })
    await checkPlaces(database, join(directory, lines!), places)
  }
  return {
    kind: 'table',
    key,
    ...(called !== undefined && { called }),
    parquet,
    lines,
    line: typeof line === 'number' ? line : null,
    columns: (await settled(columns, database, paths)).map(storedColumn),
    rows,
    notes: [...notes],
    ...(of && { of: [...of] }),
    ...(more.length > 0 && { more }),
  }
}

function slicesOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, k) => all.slice(k * size, (k + 1) * size))
}

function isCounted(line: DataTable['line']): line is CountedLines {
  return line !== null && typeof line === 'object'
}

/** A running sum beside all columns of a wide table takes longer than to write it; over one small column it takes next to nothing. */
async function countLines(
  database: Database,
  { from, to, first }: { readonly from: string; readonly to: string; readonly first: number },
): Promise<void> {
  const before = 'sum(ends) OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) - ends'
  const line = `CAST(${first - 1} + row_number() OVER () + ${before} AS BIGINT) AS line`
  await database.rows(
    `COPY (SELECT ${line} FROM read_parquet(${literal(from)})) TO ${literal(to)} (FORMAT parquet, PARQUET_VERSION v2, COMPRESSION snappy)`,
  )
}

/** Decimals that were written wider than they are, with the digits that they need. */
async function settled(
  columns: readonly TypedColumn[],
  database: Database,
  paths: readonly string[],
): Promise<readonly TypedColumn[]> {
  const wide = columns.flatMap(({ decimals }, k) => (decimals === undefined ? [] : [k]))
  const types = new Map<number, string>()
  for (const [n, path] of paths.entries()) {
    const here = wide.filter(k => Math.floor(k / MOST_COLUMNS) === n)
    if (here.length === 0) continue
    const list = here.map(k => `min(c${k})::VARCHAR, max(c${k})::VARCHAR`)
    const [row = []] = await database.rows(`SELECT ${list.join(', ')} FROM read_parquet(${literal(path)})`)
    for (const [i, k] of here.entries()) {
      const ends = [row[i * 2], row[i * 2 + 1]].map(value => (value === null ? null : String(value)))
      types.set(k, narrowed(columns[k]!.decimals!, ends))
    }
  }
  return columns.map((column, k) => ({ ...column, type: types.get(k) ?? column.type }))
}

/** A row that is not where our scanner sees it would send its reader to another. */
async function checkPlaces(database: Database, parquet: string, places: readonly TablePlace[]): Promise<void> {
  if (places.length === 0) return
  const from = `read_parquet(${literal(parquet)}, file_row_number = true)`
  const rows = await database.rows(
    `SELECT file_row_number, line FROM ${from} WHERE file_row_number IN (${places.map(({ row }) => row).join(', ')})`,
  )
  const lines = new Map(rows.map(([row, line]) => [Number(row), Number(line)]))
  for (const { row, line } of places)
    if (lines.get(row) !== line)
      throw new ShoalError(
        'sql-refused',
        `row ${row + 1} stands on line ${line} and DuckDB has it on ${lines.get(row)}`,
      )
}

/** Parquet has no whole numbers of this length, and JSON is text to it. */
function storedSql({ sql, type }: TypedColumn): string {
  if (type === 'HUGEINT') return `CAST(${sql} AS DECIMAL(38, 0))`
  return type === 'JSON' ? `CAST(${sql} AS VARCHAR)` : sql
}

function storedColumn({ name, type, unit, ambiguousDate, note, almost }: TypedColumn): StoredColumn {
  return { name, kind: kindOfType(type), type, unit, ambiguousDate, note, almost }
}

export function kindOfType(type: string): ColumnKind {
  if (/^(?:VARCHAR|JSON|UUID|ENUM)/.test(type) && !type.endsWith(']')) return 'text'
  if (/^(?:U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?|DECIMAL\(\d+, ?0\))$/.test(type)) return 'whole'
  if (/^(?:DECIMAL\(\d+, ?\d+\)|DOUBLE|FLOAT|REAL)$/.test(type)) return 'number'
  if (type === 'BOOLEAN') return 'truth'
  if (type === 'DATE') return 'date'
  return /^TIMESTAMP(?!.*\])/.test(type) ? 'time' : 'other'
}
