// A CSV or TSV file as a table. DuckDB reads the file itself where it provably reads it as we do and nothing has to be hidden:
// the same encoding, quotes by the book, the same number of rows on the same lines. Any other file it reads by way of a copy.
import { join } from 'node:path'
import type { ShoalError } from '@shoal/base/model/errors'
import { formatCount } from '@shoal/base/text/printable'
import type { Head } from '../../content/structured-data/head.ts'
import { isNamed } from '../../sql/named-columns.ts'
import { PATH_SAYS_NOTHING } from '../../sql/plain-path.ts'
import { ODD_VALUE, presumeColumns } from '../../sql/presumed-columns.ts'
import type { OddRows } from '../../sql/table-copy.ts'
import { type TextColumn, type TypedColumn, typeColumns } from '../../sql/typed-columns.ts'
import { literal, struct } from '../../text/sql-text.ts'
import { columnNames } from './column-names.ts'
import type { CsvReading } from './csv-reading.ts'
import { type AttachedFile, attempt, copyName, type DataTable, type TableTask, WholeTable } from './data-table.ts'
import { maskedNotes, named, onThread } from './on-thread.ts'

/** What DuckDB takes for a row at most, unless told otherwise. */
const LONGEST_LINE = 2_000_000
/** Of the copy. */
const LINE = 'line'
/** It looks like no type. */
const HIDDEN = '[masked]'

export async function csvTables(file: AttachedFile, task: TableTask): Promise<readonly DataTable[]> {
  const reading = await onThread('csvReading', { ...named(file), hasSecrets: task.secrets.hasSome }, task)
  if (task.words) return [await readNamed(file, reading, { ...task, words: task.words })]
  const copy = async () => await readCopy(file, reading, task)
  return [reading.isDirect ? await readDirectly(file, reading, { task, copy }) : await copy()]
}

/** Only the columns that a query names, of a file that is by the book. */
async function readNamed(
  { attached }: AttachedFile,
  reading: CsvReading,
  { words, database }: TableTask & { readonly words: ReadonlySet<string> },
): Promise<DataTable> {
  const { head, columns, records, isDirect, isEven, isLined } = reading
  const named = columns.filter(({ name }) => isNamed(words, name))
  const asksLines = LINES.some(name => words.has(name))
  if (!isDirect || !isEven || (asksLines && !isLined) || named.length * 2 > columns.length) throw new WholeTable()
  const from = directReader(attached, reading)
  // Rows are counted by a column.
  const read = named.length === 0 ? columns.slice(0, 1) : named
  const otherwise = () => Promise.reject(new WholeTable())
  const table = {
    key: '',
    from,
    rows: records,
    line: isLined ? firstLine(head) : null,
    notes: [...head.notes],
    of: columns.map(({ name }) => name),
  }
  const counted = async () => ({ ...table, columns: (await typeColumns(database, from, read)).columns, otherwise })
  const presumed = await attempt(() => presumeColumns(database, from, read))
  if (!presumed) throw new WholeTable()
  return { ...table, columns: presumed, otherwise: why => (why.message.includes(ODD_VALUE) ? counted() : otherwise()) }
}

/** What the line of a row may be called beside columns of the same name. */
const LINES = ['line', '_line', '__line']

/** The line of the first row. */
function firstLine({ header, lastLine, skip }: Head): number {
  return header ? lastLine + 1 : 1 + skip
}

interface DirectHelp {
  readonly task: TableTask
  /** For a file that cannot be read as it is. */
  copy(): Promise<DataTable>
}

async function readDirectly(
  { attached }: AttachedFile,
  reading: CsvReading,
  { task, copy }: DirectHelp,
): Promise<DataTable> {
  const { head, columns, records, isLined, places } = reading
  const from = directReader(attached, reading)
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

function directReader(file: string, { head, columns }: CsvReading): string {
  const { delimiter, skip, header } = head
  return reader(file, { delimiter: String.fromCharCode(delimiter), columns: texts(columns), skip, header, line: null })
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

async function readCopy(
  file: AttachedFile,
  { head, start, columns, balanced, hides }: CsvReading,
  task: TableTask,
): Promise<DataTable> {
  const { database, directory, secrets } = task
  const target = join(directory, `${copyName()}.csv`)
  const names = columns.map(({ name }) => name)
  const dialect = {
    delimiter: head.delimiter,
    quote: balanced ? head.quote : null,
    start,
    line: firstLine(head),
    width: columns.length,
  }
  const hide = hides ? { values: secrets.values, names } : null
  const copy = await onThread('csvCopy', { ...named(file), dialect, hide, target }, task)
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
    ...maskedNotes(copy),
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
