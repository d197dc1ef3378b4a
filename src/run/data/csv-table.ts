// A CSV or TSV file as a table. DuckDB reads the file itself where it provably reads it as we do and nothing has to be hidden:
// the same encoding, quotes by the book, the same number of rows on the same lines. Any other file it reads by way of a copy.
import { join } from 'node:path'
import { type Head, readHead } from '../../content/structured-data/head.ts'
import type { ShoalError } from '../../model/errors.ts'
import type { SourceText } from '../../model/source.ts'
import type { RuleName } from '../../sql/column-type.ts'
import { PATH_SAYS_NOTHING } from '../../sql/plain-path.ts'
import { isPlainlyQuoted } from '../../sql/plain-quoting.ts'
import { ODD_VALUE, presumeColumns } from '../../sql/presumed-columns.ts'
import { copyTable, type OddRows } from '../../sql/table-copy.ts'
import { type TextColumn, type TypedColumn, typeColumns } from '../../sql/typed-columns.ts'
import { readRecords } from '../../text/csv-dialect.ts'
import { formatCount } from '../../text/printable.ts'
import { type BlockIndex, indexBlocks } from '../../text/scan/block-index.ts'
import { openSource } from '../../text/source-file.ts'
import { literal, struct } from '../../text/sql-text.ts'
import { endsOpen, lineTotal } from '../../text/unit-cuts.ts'
import { columnNames } from './column-names.ts'
import { type AttachedFile, attempt, copyName, type DataTable, type TablePlace, type TableTask } from './data-table.ts'
import { mustHide } from './file-secrets.ts'

const SAMPLE_UNITS = 256 * 1024
const SAMPLE_ROWS = 500
/** At other places of a large file. */
const OTHER_UNITS = 16 * 1024
const OTHER_ROWS = 40
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
/** It looks like no type. */
const HIDDEN = '[masked]'

export async function csvTables(file: AttachedFile, task: TableTask): Promise<readonly DataTable[]> {
  const reading = await withTable(file, task, async (source, head, index) => {
    const start = firstRow(source, head)
    const balanced = index.end.a !== QUOTED
    const columns = textColumns(source, head, { start, balanced, index })
    const records = index.events + (endsOpen(source) ? 1 : 0) - (head.header ? 1 : 0) - head.skip
    const lines = lineTotal(index, source) - (head.header ? head.lastLine : head.skip)
    const hides = mustHide(task.secrets, head.columns)
    // Of one column, a blank line is a row to DuckDB and none to us.
    const isPlain = balanced && columns.length > 1 && source.eol === LF && source.encoding.name === 'utf-8' && !hides
    const isDirect = isPlain && (await isPlainlyQuoted(source, head, task.signal))
    const places = records === lines ? [] : placesOf(index, head, records)
    return { head, start, balanced, columns, records, hides, isLined: records === lines, isDirect, places }
  })
  const { head, isDirect } = reading
  const copy = async () => await readCopy(file, reading, task)
  return [isDirect ? await readDirectly(file, head, reading, { task, copy }) : await copy()]
}

interface CsvReading {
  readonly head: Head
  /** Where the rows begin. */
  readonly start: number
  /** Every quote that opens is closed. */
  readonly balanced: boolean
  readonly columns: readonly TextColumn[]
  /** As our scanner counts them, blank lines included. */
  readonly records: number
  readonly hides: boolean
  /** Every record stands on a line of its own. */
  readonly isLined: boolean
  readonly places: readonly TablePlace[]
}

async function withTable<T>(
  { file, path }: AttachedFile,
  { signal }: TableTask,
  act: (source: SourceText, head: Head, index: BlockIndex) => Promise<T>,
): Promise<T> {
  const source = openSource(file, { path })
  try {
    const head = readHead(source)
    const walk = { kind: 'csv', eol: source.eol, delimiter: head.delimiter, quote: head.quote, expected: 0 } as const
    return await act(source, head, await indexBlocks(source, walk, { signal }))
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

interface Sampling {
  readonly start: number
  readonly balanced: boolean
  readonly index: BlockIndex
}

function textColumns(source: SourceText, head: Head, { start, balanced, index }: Sampling): TextColumn[] {
  const dialect = { delimiter: head.delimiter, quote: balanced ? head.quote : -1 }
  const rowsAt = (from: number, units: number, most: number) => {
    const text = source.text(from, Math.min(source.size, from + units))
    return readRecords(text, dialect, source.eol, most).map(({ fields }) => fields)
  }
  const first = rowsAt(start, SAMPLE_UNITS, SAMPLE_ROWS)
  // The last one of each may be cut off.
  const others = (balanced ? startsOf(source, start, index) : []).flatMap(at =>
    rowsAt(at, OTHER_UNITS, OTHER_ROWS + 1).slice(0, -1),
  )
  const cells = (rows: readonly (readonly string[])[], k: number) =>
    rows.flatMap(fields => (fields[k] === undefined || fields[k] === '' ? [] : [fields[k]]))
  const given = head.header ? head.columns : head.columns.map(() => '')
  return columnNames(given).map((name, k) => ({
    sql: `c${k}`,
    name,
    sample: cells(first, k),
    others: cells(others, k),
    rules: RULES,
    type: 'VARCHAR',
  }))
}

/** Where rows begin, all over a file that is larger than its first sample. */
function startsOf(source: SourceText, start: number, index: BlockIndex): number[] {
  if (source.size - start <= SAMPLE_UNITS) return []
  const numbers = Array.from({ length: PLACES }, (_, k) => Math.floor((index.events * (k + 1)) / (PLACES + 1)))
  return index.behindEvents(numbers.filter(number => number > 0)).map(({ offset }) => offset)
}

interface DirectHelp {
  readonly task: TableTask
  /** For a file that cannot be read as it is. */
  copy(): Promise<DataTable>
}

async function readDirectly(
  { attached }: AttachedFile,
  head: Head,
  { columns, records, isLined, places }: CsvReading,
  { task, copy }: DirectHelp,
): Promise<DataTable> {
  const from = reader(attached, {
    delimiter: String.fromCharCode(head.delimiter),
    columns: texts(columns),
    skip: head.skip,
    header: head.header,
    line: null,
  })
  const first = firstLine(head)
  const table = (typed: readonly TypedColumn[], otherwise: (why: ShoalError) => Promise<DataTable>): DataTable => {
    const line = isLined ? first : { first, ends: lineEnds(typed) }
    return { key: '', from, columns: typed, rows: records, line, places, notes: [...head.notes], otherwise }
  }
  const counted = async () => {
    const { columns: typed, rows } = await typeColumns(task.database, from, columns)
    return rows === records ? table(typed, copy) : await copy()
  }
  const presumed = await attempt(() => presumeColumns(task.database, from, columns))
  if (!presumed) return await copy()
  return table(presumed, async why =>
    why.message.includes(ODD_VALUE) ? ((await attempt(counted)) ?? (await copy())) : await copy(),
  )
}

/** Line ends in the cells of a row. */
function lineEnds(columns: readonly TypedColumn[]): string {
  const texts = columns.filter(({ type }) => type === 'VARCHAR').map(({ sql }) => sql)
  const ends = texts.map(
    text =>
      `CASE WHEN contains(${text}, chr(10)) THEN strlen(${text}) - strlen(replace(${text}, chr(10), '')) ELSE 0 END`,
  )
  return `CAST(${['0', ...ends].join(' + ')} AS INTEGER)`
}

/** Where our scanner sees some of the rows. */
function placesOf(index: BlockIndex, { header, skip }: Head, rows: number): TablePlace[] {
  const before = skip + (header ? 1 : 0)
  const some = [...new Set(Array.from({ length: PLACES }, (_, k) => Math.round(((rows - 1) * (k + 1)) / PLACES)))]
  const numbers = some.filter(row => row > 0)
  return index.behindEvents(numbers.map(row => row + before)).map(({ line }, k) => ({ row: numbers[k]!, line }))
}

async function readCopy(
  file: AttachedFile,
  { head, start, columns, balanced, hides }: CsvReading,
  { database, directory, signal, secrets }: TableTask,
): Promise<DataTable> {
  const target = join(directory, `${copyName()}.csv`)
  const names = columns.map(({ name }) => name)
  const source = openSource(file.file, { path: file.path })
  const copying = {
    delimiter: head.delimiter,
    quote: balanced ? head.quote : null,
    start,
    line: firstLine(head),
    width: columns.length,
    hide: hides ? (cell: string, k: number) => secrets.numbered.text(cell, names[k] ?? '') : null,
  }
  const copy = await copyTable(source, copying, target, signal).finally(() => source.close())
  const beyond: TextColumn = {
    sql: `c${columns.length}`,
    name: columnNames([...names, 'extra_cells']).at(-1)!,
    sample: [],
    rules: [],
    type: 'VARCHAR',
  }
  // What is hidden is text, whatever stood there.
  const all = [...(hides ? columns.map(column => ({ ...column, others: [HIDDEN] })) : columns), beyond]
  const from = reader(target, {
    delimiter: ',',
    columns: [[LINE, 'BIGINT'], ...texts(all)],
    skip: 0,
    header: false,
    line: copy.longest,
  })
  const notes = [
    ...head.notes,
    ...(balanced ? [] : ['a quoted field never closes, so every line was taken as a row']),
    ...oddRows(copy.short, 'fewer cells than the header; the missing ones are NULL'),
    ...oddRows(copy.long, `more cells than the header; the rest is in the column ${beyond.name}`),
  ]
  const table = (typed: readonly TypedColumn[]): DataTable => {
    const shown = copy.long.count > 0 ? typed : typed.slice(0, -1)
    return { key: '', from, columns: shown, rows: copy.rows, line: LINE, notes }
  }
  const presumed = await presumeColumns(database, from, all)
  return { ...table(presumed), otherwise: async () => table((await typeColumns(database, from, all)).columns) }
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
