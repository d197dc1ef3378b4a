// JSON and JSON lines as tables: one row per record, one column per field of it, fields of objects under dotted names. DuckDB
// looks at every record to find the fields, and the number of rows must be ours.
import type { ShoalError } from '@shoal/base/model/errors'
import { formatCount, plural } from '@shoal/base/text/printable'
import type { RuleName } from '../../sql/column-type.ts'
import { PATH_SAYS_NOTHING } from '../../sql/plain-path.ts'
import { ODD_VALUE, presumeColumns } from '../../sql/presumed-columns.ts'
import type { LineCopy, RecordCopy } from '../../sql/record-copy.ts'
import { type TextColumn, type TypedColumn, typeColumns } from '../../sql/typed-columns.ts'
import { identifier, literal, struct } from '../../text/sql-text.ts'
import { structFields } from '../../text/struct-type.ts'
import { columnNames } from './column-names.ts'
import { type AttachedFile, attempt, changed, copyName, type DataTable, type TableTask } from './data-table.ts'
import { maskedNotes, mustHide, named, onThread } from './on-thread.ts'

const SAMPLE_ROWS = 500
const MOST_COLUMNS = 2_000
/** Objects in objects become columns so deep. */
const DEEPEST = 8
const LEAST_OBJECT = 16 * 1024 * 1024
/** DuckDB takes twice as much per thread. */
const MOST_OBJECT = 192 * 1024 * 1024
/** Of a copy: the line, and the record. */
const LINE = 'l'
const RECORD = 'r'
const TWINS = 'records have keys that differ in case alone, so they are no columns'
/** Texts may be numbers and dates in quotes. */
const TEXT_RULES: readonly RuleName[] = ['boolean', 'integer', 'huge', 'decimal', 'double', 'date', 'timestamp']

export async function jsonLinesTables(file: AttachedFile, task: TableTask): Promise<readonly DataTable[]> {
  if (!task.secrets.hasSome) {
    const { isPlain, lines: rows } = await onThread('recordLines', named(file), task)
    const reading = { beside: null, object: LEAST_OBJECT, task, rows }
    const read = isPlain ? await attempt(() => readRecords([file.attached], reading)) : null
    if (read && !mustHide(task.secrets, read.columns.flatMap(namesIn)))
      return [direct(read, async () => await readLines(file, task))]
  }
  return [await readLines(file, task)]
}

/** Every record on a line of its own; by way of a copy where that is not so. */
function direct(read: ReadRecords, copy: () => Promise<DataTable>): DataTable {
  const { otherwise, ...table } = read
  const other = async (why: ShoalError) =>
    otherwise && why.message.includes(ODD_VALUE) ? direct(await otherwise(), copy) : await copy()
  return { ...table, key: '', line: 1, otherwise: other }
}

/** Line by line, into a copy. */
async function readLines(file: AttachedFile, task: TableTask): Promise<DataTable> {
  const copy = await onThread('linesCopy', { ...named(file), ...copyOrder(task, true) }, task)
  const notes = [...badLines(copy), ...maskedNotes(copy)]
  return changed(await readCopy(copy, task), table => ({ ...table, notes: [...table.notes, ...notes] }))
}

export async function jsonTables(file: AttachedFile, task: TableTask): Promise<readonly DataTable[]> {
  const tables = await documentTables(file, task, task.secrets.hasSome)
  // Whether a name promises secrets shows only in the records.
  const names = tables.flatMap(({ columns }) => columns.flatMap(namesIn))
  if (task.secrets.hasSome || !mustHide(task.secrets, names)) return tables
  return await documentTables(file, task, true)
}

async function documentTables(file: AttachedFile, task: TableTask, hides: boolean): Promise<DataTable[]> {
  const copy = await onThread('documentCopy', { ...named(file), ...copyOrder(task, hides) }, task)
  const { arrays, rest } = copy
  const keys = columnNames(arrays.map(({ path }) => path.at(-1) ?? ''))
  const told = (key: string, note: string | null, called?: string) => (table: DataTable) => {
    const notes = [...(note === null ? [] : [note]), ...table.notes, ...maskedNotes(copy)]
    return { ...table, key, ...(called !== undefined && { called }), notes }
  }
  const tables: DataTable[] = []
  for (const [k, array] of arrays.entries()) {
    const where = array.path.length === 0 ? null : `the records of ${array.path.join('.')}`
    const key = arrays.length === 1 ? '' : keys[k]!
    tables.push(changed(await readCopy(array, task), told(key, where, array.path.at(-1))))
  }
  if (rest === null) return tables
  const note = arrays.length === 0 ? null : 'what stands beside the lists of records, as one row'
  const key = arrays.length === 1 ? 'document' : ''
  return [...tables, changed(await readCopy(rest, task), told(key, note))]
}

function copyOrder({ directory, secrets }: TableTask, hides: boolean) {
  return { directory, name: copyName(), hide: hides ? secrets.values : null }
}

/** The names that stand in a column: its own, and those of the fields of its type. A record that is read whole has any. */
function namesIn({ name, type }: TypedColumn): string[] {
  return type === 'JSON' ? [name, 'password'] : [name, ...(type.match(/\w+/g) ?? [])]
}

async function readCopy({ file, longest, records }: RecordCopy, task: TableTask): Promise<DataTable> {
  return placed(await readRecords([file], { beside: [LINE], object: longest, task, rows: records }), LINE)
}

/** Records with the column that says their lines. */
export function placed({ otherwise, ...read }: ReadRecords, line: string): DataTable {
  const table = { ...read, key: '', line }
  return otherwise ? { ...table, otherwise: async () => placed(await otherwise(), line) } : table
}

export interface RecordReading {
  /** Names of the numbers that stand beside each record in a copy; null for a file of records. */
  readonly beside: readonly string[] | null
  /** Bytes of the largest record. */
  readonly object: number
  readonly task: Pick<TableTask, 'database'>
  /** As many as shoal itself counts. */
  readonly rows: number
  /** How the texts of a field are judged. */
  rules?(name: string): readonly RuleName[]
  /** The fields of the records and their types, where whoever wrote them knows. */
  readonly fields?: readonly Field[] | null
}

interface Field {
  readonly name: string
  readonly type: string
}

export interface ReadRecords extends Omit<DataTable, 'key' | 'line' | 'otherwise'> {
  /** For values that are not what was presumed. */
  otherwise?(): Promise<ReadRecords>
}

/** Once over the files for the fields and their types, if nobody knows them, and, where the first of them tell too little, once for their values. */
export async function readRecords(files: readonly string[], reading: RecordReading): Promise<ReadRecords> {
  const { beside, task, rows, rules = () => TEXT_RULES } = reading
  const object = Math.min(MOST_OBJECT, Math.max(LEAST_OBJECT, reading.object))
  const base = [`format = 'newline_delimited'`, `maximum_object_size = ${object}`]
  const known = reading.fields ?? (await fieldsIn(files, base, reading))
  const isRecord = known.length > 0 && !(known.length === 1 && known[0]!.name === 'json')
  const leaves = isRecord ? leavesOf(known, beside ? [RECORD] : []) : []
  if (leaves.length > MOST_COLUMNS)
    return await readWhole(files, base, reading, [
      `records have ${formatCount(leaves.length)} fields, too many for columns`,
    ])
  if (leaves.length === 0) {
    const keys = (await attempt(() => keysOf(files, base, reading))) ?? new Set()
    const isTwice = new Set([...keys].map(key => key.toLowerCase())).size < keys.size
    return await readWhole(files, base, reading, isTwice ? [TWINS] : [])
  }
  if (
    await hasInventedNames(
      files,
      base,
      known.map(({ name }) => name),
      reading,
    )
  )
    return await readWhole(files, base, reading, [TWINS])
  const shape = known.map(({ name, type }) => [name, textType(type)] as const)
  const columns = beside
    ? struct([...beside.map(name => [name, 'BIGINT'] as const), [RECORD, structType(shape)]])
    : struct(shape)
  const from = reader(files, [...base, `columns = ${columns}`])
  const names = columnNames(leaves.map(({ path }) => path.join('.')))
  const texts = leaves.map(({ sql, type }, k): TextColumn => {
    const name = names[k]!
    return { sql, name, sample: [], rules: rulesOf(type, () => rules(name)), type: textType(type) }
  })
  const judged = await attempt(() => sampled(from, texts, task))
  const presumed = judged && (await attempt(() => presumeColumns(task.database, from, judged)))
  const whole = async () => await readWhole(files, base, reading)
  if (!presumed) return await whole()
  const counted = async () => {
    const typed = await attempt(() => typeColumns(task.database, from, judged))
    return typed ? { from, columns: typed.columns, rows, notes: [] } : await whole()
  }
  return { from, columns: presumed, rows, notes: [], otherwise: counted }
}

/** What DuckDB finds in all records. */
async function fieldsIn(
  files: readonly string[],
  base: readonly string[],
  { beside, task }: RecordReading,
): Promise<readonly Field[]> {
  const look = reader(files, [
    ...base,
    'sample_size = -1',
    'maximum_depth = -1',
    'field_appearance_threshold = 0',
    'map_inference_threshold = -1',
    // No text is a date by these, so texts stay as they are until all of them are known to be dates.
    `dateformat = '%Y never %m %d'`,
    `timestampformat = '%Y never %m %d'`,
  ])
  // Of objects within objects DuckDB refuses those whose keys differ in case alone.
  const looked = (await attempt(() => task.database.columns(`SELECT * FROM ${look}`))) ?? []
  const fields = beside ? structFields(looked.find(({ name }) => name === RECORD)?.type ?? '') : looked
  return (fields ?? []).map(({ name, type }) => ({ name, type: asWritten(type) }))
}

interface Leaf {
  readonly path: readonly string[]
  readonly sql: string
  readonly type: string
}

/** What is no object, by the way that leads to it. */
function leavesOf(fields: readonly Field[], before: readonly string[], path: readonly string[] = []): Leaf[] {
  return fields.flatMap(({ name, type }): Leaf[] => {
    const inside = path.length < DEEPEST ? structFields(type) : null
    if (inside) return leavesOf(inside, before, [...path, name])
    const steps = [...before, ...path, name]
    return [{ path: [...path, name], sql: steps.map(identifier).join('.'), type }]
  })
}

/** A type in which whatever is judged by its text is read as text. */
function textType(type: string): string {
  const inside = structFields(type)
  if (inside) return structType(inside.map(field => [field.name, textType(field.type)]))
  return rulesOf(type).length > 0 ? 'VARCHAR' : type
}

function structType(fields: readonly (readonly [name: string, type: string])[]): string {
  return `STRUCT(${fields.map(([name, type]) => `${identifier(name)} ${type}`).join(', ')})`
}

/** Of keys that differ in case alone DuckDB renames all but one, and then finds no values under the new names. */
async function hasInventedNames(
  files: readonly string[],
  base: readonly string[],
  names: readonly string[],
  reading: RecordReading,
): Promise<boolean> {
  const folded = new Set(names.map(name => name.toLowerCase()))
  const suspects = names.filter(name => /_\d+$/.test(name) && folded.has(name.toLowerCase().replace(/_\d+$/, '')))
  if (suspects.length === 0) return false
  const keys = await keysOf(files, base, reading)
  return suspects.some(name => !keys.has(name))
}

async function keysOf(
  files: readonly string[],
  base: readonly string[],
  { beside, task }: RecordReading,
): Promise<ReadonlySet<string>> {
  const record = beside ? `json->'$.${RECORD}'` : 'json'
  const rows = await task.database.rows(`SELECT DISTINCT unnest(json_keys(${record})) FROM ${wholeReader(files, base)}`)
  return new Set(rows.map(([key]) => String(key)))
}

/** The columns that are judged by their texts, with the first of them. */
async function sampled(
  from: string,
  columns: readonly TextColumn[],
  { database }: Pick<TableTask, 'database'>,
): Promise<readonly TextColumn[]> {
  const judged = columns.filter(({ rules }) => rules.length > 0)
  if (judged.length === 0) return columns
  const rows = await database.rows(
    `SELECT ${judged.map(({ sql }) => sql).join(', ')} FROM ${from} LIMIT ${SAMPLE_ROWS}`,
  )
  return columns.map(column => {
    const k = judged.indexOf(column)
    return k < 0 ? column : { ...column, sample: rows.flatMap(row => (row[k] === null ? [] : [String(row[k])])) }
  })
}

/** A type with texts where DuckDB saw times or the like in texts. Names of fields stand in quotes. */
function asWritten(type: string): string {
  return type.replace(/"(?:[^"]|"")*"|\b(?:DATE|TIME|TIMESTAMP|UUID)\w*(?: WITH TIME ZONE)?/g, part =>
    part.startsWith('"') ? part : 'VARCHAR',
  )
}

/** How a column is judged by its texts; numbers may be too long for a double. */
function rulesOf(type: string, ofTexts = () => TEXT_RULES): readonly RuleName[] {
  if (type === 'VARCHAR') return ofTexts()
  return type === 'DOUBLE' ? ['decimal', 'json-double', 'huge'] : []
}

/** Records that are no objects of distinct fields: each as one value. */
async function readWhole(
  files: readonly string[],
  base: readonly string[],
  { beside, task, rows }: RecordReading,
  why: readonly string[] = [],
): Promise<ReadRecords> {
  const plain = wholeReader(files, base)
  const others = beside?.map(name => `CAST(json->>'$.${name}' AS BIGINT) AS ${name}`) ?? []
  const from = beside ? `(SELECT ${[`json->'$.${RECORD}' AS json`, ...others].join(', ')} FROM ${plain})` : plain
  const column: TextColumn = { sql: 'json', name: 'record', sample: [], rules: [], type: 'JSON' }
  const columns = await presumeColumns(task.database, from, [column])
  const how = "each record is one JSON value; take it apart with record->>'$.field'"
  return { from, columns, rows, notes: [...why, how] }
}

function reader(files: readonly string[], options: readonly string[]): string {
  return `read_json(${[listed(files), ...PATH_SAYS_NOTHING, ...options].join(', ')})`
}

function wholeReader(files: readonly string[], options: readonly string[]): string {
  return `read_json_objects(${[listed(files), ...PATH_SAYS_NOTHING, ...options].join(', ')})`
}

function listed(files: readonly string[]): string {
  return `[${files.map(literal).join(', ')}]`
}

function badLines({ bad, badLines }: LineCopy): string[] {
  if (bad === 0) return []
  const which = `${badLines.join(', ')}${bad > badLines.length ? ' …' : ''}`
  return [`${plural(bad, 'line')} left out as no JSON: ${bad === 1 ? 'line' : 'lines'} ${which}`]
}
