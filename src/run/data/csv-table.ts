// A CSV or TSV file as a table. DuckDB reads the file itself where it provably reads it as we do and nothing has to be hidden:
// the same encoding, quotes by the book, the same number of rows on the same lines. Any other file it reads by way of a copy.
import { join } from 'node:path'
import { type Head, readHead } from '../../content/structured-data/head.ts'
import { ShoalError } from '../../model/errors.ts'
import type { SourceText } from '../../model/source.ts'
import type { RuleName } from '../../sql/column-type.ts'
import { PATH_SAYS_NOTHING } from '../../sql/plain-path.ts'
import { isPlainlyQuoted } from '../../sql/plain-quoting.ts'
import { copyTable, type OddRows } from '../../sql/table-copy.ts'
import { type TextColumn, type TypedColumns, typeColumns } from '../../sql/typed-columns.ts'
import { readRecords } from '../../text/csv-dialect.ts'
import { formatCount } from '../../text/printable.ts'
import { type BlockIndex, indexBlocks } from '../../text/scan/block-index.ts'
import { openSource } from '../../text/source-file.ts'
import { literal, struct } from '../../text/sql-text.ts'
import { endsOpen, lineTotal } from '../../text/unit-cuts.ts'
import { columnNames } from './column-names.ts'
import { type AttachedFile, copyName, type DataTable, type TablePlace, type TableTask } from './data-table.ts'
import { mustHide } from './file-secrets.ts'

const SAMPLE_UNITS = 256 * 1024
const SAMPLE_ROWS = 500
const RULES: readonly RuleName[] = ['boolean', 'integer', 'huge', 'decimal', 'double', 'date', 'timestamp']
/** As the scanner has it: the walk ended inside quotes. */
const QUOTED = 2
/** What DuckDB takes for a row at most, unless told otherwise. */
const LONGEST_LINE = 2_000_000
/** Of the copy. */
const LINE = 'line'
const LF = 10
/** Rows whose lines are compared with those of our scanner. */
const PLACES = 16

export async function csvTables(file: AttachedFile, task: TableTask): Promise<readonly DataTable[]> {
  const source = openSource(file.file, { path: file.path })
  try {
    const head = readHead(source)
    const start = firstRow(source, head)
    const walk = { kind: 'csv', eol: source.eol, delimiter: head.delimiter, quote: head.quote, expected: 0 } as const
    const index = await indexBlocks(source, walk, { signal: task.signal })
    const balanced = index.end.a !== QUOTED
    const columns = textColumns(source, head, start, balanced)
    const records = index.events + (endsOpen(source) ? 1 : 0) - (head.header ? 1 : 0) - head.skip
    const lines = lineTotal(index, source) - (head.header ? head.lastLine : head.skip)
    // Of one column, a blank line is a row to DuckDB and none to us.
    const isPlain = balanced && columns.length > 1 && source.eol === LF
    const hides = mustHide(task.secrets, head.columns)
    const isLined = records === lines
    const direct =
      isPlain && !hides ? await readDirectly(source, head, { file, columns, records, isLined, index, task }) : null
    return [direct ?? (await readCopy(source, head, { start, columns, balanced, task, hides }))]
  } finally {
    source.close()
  }
}

/** Where the rows begin. */
function firstRow(source: SourceText, { header, end, skip }: Head): number {
  const bom = source.encoding.bom / source.encoding.unit
  if (header) return end
  return bom + (skip === 0 ? 0 : source.bytes(bom, bom + 16).indexOf(source.eol) + 1)
}

/** And its line. */
function firstLine({ header, lastLine, skip }: Head): number {
  return header ? lastLine + 1 : 1 + skip
}

function textColumns(source: SourceText, head: Head, start: number, balanced: boolean): TextColumn[] {
  const text = source.text(start, Math.min(source.size, start + SAMPLE_UNITS))
  const dialect = { delimiter: head.delimiter, quote: balanced ? head.quote : -1 }
  const rows = readRecords(text, dialect, source.eol, SAMPLE_ROWS)
  const given = head.header ? head.columns : head.columns.map(() => '')
  return columnNames(given).map((name, k) => ({
    sql: `c${k}`,
    name,
    sample: rows.map(({ fields }) => fields[k] ?? ''),
    rules: RULES,
    type: 'VARCHAR',
  }))
}

interface DirectReading {
  readonly file: AttachedFile
  readonly columns: readonly TextColumn[]
  /** As our scanner counts them, blank lines included. */
  readonly records: number
  /** Every record stands on a line of its own. */
  readonly isLined: boolean
  readonly index: BlockIndex
  readonly task: TableTask
}

/** Null when the file cannot be read as it is. */
async function readDirectly(
  source: SourceText,
  head: Head,
  { file, columns, records, isLined, index, task }: DirectReading,
): Promise<DataTable | null> {
  if (source.encoding.name !== 'utf-8' || !(await isPlainlyQuoted(source, head, task.signal))) return null
  const from = reader(file.attached, {
    delimiter: String.fromCharCode(head.delimiter),
    columns: texts(columns),
    skip: head.skip,
    header: head.header,
    line: null,
  })
  let typed: TypedColumns
  try {
    typed = await typeColumns(task.database, from, columns)
  } catch (error) {
    if (!(error instanceof ShoalError) || error.code !== 'sql-failed') throw error
    return null
  }
  if (typed.rows !== records) return null
  const table = { key: '', from, columns: typed.columns, rows: records, notes: [...head.notes] }
  if (isLined) return { ...table, line: firstLine(head) }
  return { ...table, line: lineSql(firstLine(head), typed), places: placesOf(index, head, records) }
}

/** The line of a row: one for each row before it, and one for each line end in their cells. */
function lineSql(first: number, { columns }: TypedColumns): string {
  const texts = columns.filter(({ type }) => type === 'VARCHAR').map(({ sql }) => sql)
  const ends = texts.map(
    text =>
      `CASE WHEN contains(${text}, chr(10)) THEN strlen(${text}) - strlen(replace(${text}, chr(10), '')) ELSE 0 END`,
  )
  const own = `(${['0', ...ends].join(' + ')})`
  const before = `sum(${own}) OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) - ${own}`
  return `CAST(${first - 1} + row_number() OVER () + ${before} AS BIGINT)`
}

/** Where our scanner sees some of the rows. */
function placesOf(index: BlockIndex, { header, skip }: Head, rows: number): TablePlace[] {
  const before = skip + (header ? 1 : 0)
  const some = [...new Set(Array.from({ length: PLACES }, (_, k) => Math.round(((rows - 1) * (k + 1)) / PLACES)))]
  const numbers = some.filter(row => row > 0)
  return index.behindEvents(numbers.map(row => row + before)).map(({ line }, k) => ({ row: numbers[k]!, line }))
}

interface CopyReading {
  readonly start: number
  readonly columns: readonly TextColumn[]
  readonly balanced: boolean
  readonly task: TableTask
  readonly hides: boolean
}

async function readCopy(
  source: SourceText,
  head: Head,
  { start, columns, balanced, task, hides }: CopyReading,
): Promise<DataTable> {
  const { database, directory, signal, secrets } = task
  const target = join(directory, `${copyName()}.csv`)
  const names = columns.map(({ name }) => name)
  const copy = await copyTable(
    source,
    {
      delimiter: head.delimiter,
      quote: balanced ? head.quote : null,
      start,
      line: firstLine(head),
      width: columns.length,
      hide: hides ? (cell, k) => secrets.numbered.text(cell, names[k] ?? '') : null,
    },
    target,
    signal,
  )
  const beyond: TextColumn = {
    sql: `c${columns.length}`,
    name: columnNames([...names, 'extra_cells']).at(-1)!,
    sample: [],
    rules: [],
    type: 'VARCHAR',
  }
  const all = [...columns, beyond]
  const from = reader(target, {
    delimiter: ',',
    columns: [[LINE, 'BIGINT'], ...texts(all)],
    skip: 0,
    header: false,
    line: copy.longest,
  })
  const typed = await typeColumns(database, from, all)
  if (typed.rows !== copy.rows)
    throw new ShoalError(
      'sql-refused',
      `${source.path}: shoal counts ${formatCount(copy.rows)} rows and DuckDB ${formatCount(typed.rows)}, so no answer would be exact`,
      { detail: source.path, advice: 'use `profile` for the exact figures of this file' },
    )
  const notes = [
    ...head.notes,
    ...(balanced ? [] : ['a quoted field never closes, so every line was taken as a row']),
    ...oddRows(copy.short, 'fewer cells than the header; the missing ones are NULL'),
    ...oddRows(copy.long, `more cells than the header; the rest is in the column ${beyond.name}`),
  ]
  const shown = copy.long.count > 0 ? typed.columns : typed.columns.slice(0, -1)
  return { key: '', from, columns: shown, rows: copy.rows, line: LINE, notes }
}

function texts(columns: readonly TextColumn[]): (readonly [name: string, type: string])[] {
  return columns.map(({ sql, type }) => [sql, type])
}

function oddRows({ count, line }: OddRows, what: string): string[] {
  if (count === 0) return []
  return [`${formatCount(count)} ${count === 1 ? 'row has' : 'rows have'} ${what} (first at line ${line})`]
}

interface Reader {
  readonly delimiter: string
  readonly columns: readonly (readonly [name: string, type: string])[]
  readonly skip: number
  readonly header: boolean
  /** Characters of the longest row, if it is known. */
  readonly line: number | null
}

/** Nothing is left to DuckDB's guess; whatever is not by the book is an error. */
function reader(file: string, { delimiter, columns, skip, header, line }: Reader): string {
  // A character may take four bytes.
  const longest = line !== null && line * 4 > LONGEST_LINE ? line * 4 : null
  const options = [
    'auto_detect = false',
    'strict_mode = true',
    'null_padding = false',
    'ignore_errors = false',
    ...PATH_SAYS_NOTHING,
    `header = ${header}`,
    `skip = ${skip}`,
    `delim = ${literal(delimiter)}`,
    `quote = '"'`,
    `escape = '"'`,
    `comment = ''`,
    `columns = ${struct(columns)}`,
    ...(longest === null ? [] : [`max_line_size = ${longest}`, `buffer_size = ${longest * 2}`]),
  ]
  return `read_csv(${literal(file)}, ${options.join(', ')})`
}
