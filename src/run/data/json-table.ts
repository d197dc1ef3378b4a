// JSON and JSON lines as a table: one row per record, one column per field of it. DuckDB looks at every record to find
// the fields, and the number of rows must be ours.
import { join } from 'node:path'
import { skipSpace } from '../../content/json/containers.ts'
import { walkRegion } from '../../content/json/regions.ts'
import { ShoalError } from '../../model/errors.ts'
import type { SourceText } from '../../model/source.ts'
import type { RuleName } from '../../sql/column-type.ts'
import { copyLines, copyText, type LineCopy } from '../../sql/line-copy.ts'
import { PATH_SAYS_NOTHING } from '../../sql/plain-path.ts'
import { identifier, literal, struct } from '../../text/sql-text.ts'
import { type TextColumn, type TypedColumns, typeColumns } from '../../sql/typed-columns.ts'
import { formatCount, plural } from '../../text/printable.ts'
import { openSource } from '../../text/source-file.ts'
import { walkText } from '../../text/text-lines.ts'
import { chunkFile } from '../chunk.ts'
import { columnNames } from './column-names.ts'
import type { AttachedFile, DataTable, TableTask } from './data-table.ts'

const SAMPLE_ROWS = 500
const MOST_COLUMNS = 2_000
const LEAST_OBJECT = 16 * 1024 * 1024
/** DuckDB takes twice as much per thread. */
const MOST_OBJECT = 192 * 1024 * 1024

const CLOSE_ARRAY = 0x5d

type Format = 'newline_delimited' | 'array' | 'unstructured'

export async function jsonLinesTable(file: AttachedFile, task: TableTask): Promise<DataTable> {
  const source = openSource(file.file, { path: file.path })
  try {
    if (source.encoding.name === 'utf-8' && source.encoding.bom === 0 && source.eol === 10) {
      const records = await countLines(source, task.signal)
      const read = await attempt(() =>
        readJson(file.attached, { format: 'newline_delimited', object: LEAST_OBJECT, task }),
      )
      if (read?.rows === records) return { ...read, copy: null }
    }
    const target = join(task.directory, `${process.hrtime.bigint()}.jsonl`)
    const copy = await copyLines(source, target, task.signal)
    const object = Math.max(LEAST_OBJECT, copy.longest * 4 + 1024)
    const read = await readJson(target, { format: 'newline_delimited', object: Math.min(object, MOST_OBJECT), task })
    sameCount(file.path, copy.records, read.rows)
    return { ...read, copy: target, notes: [...read.notes, ...badLines(copy)] }
  } finally {
    source.close()
  }
}

export async function jsonTable(file: AttachedFile, task: TableTask): Promise<DataTable> {
  const cut = await chunkFile(file.file, { ...task.settings, mode: 'single' }, task.signal)
  const { root, path, unit_count } = (cut.facts ?? {}) as { root?: string; path?: string; unit_count?: number }
  const source = openSource(file.file, { path: file.path })
  try {
    const isPlain = source.encoding.name === 'utf-8' && source.encoding.bom === 0
    const copy = isPlain ? null : join(task.directory, `${process.hrtime.bigint()}.json`)
    const target = copy ?? file.attached
    if (copy !== null) await copyText(source, copy, task.signal)
    const format = root === 'array' ? 'array' : 'unstructured'
    const object = Math.min(MOST_OBJECT, Math.max(LEAST_OBJECT, format === 'array' ? 0 : source.sizeBytes * 2))
    const read = await readJson(target, { format, object, task })
    const isCounted = path === '$' && unit_count !== undefined && unit_count > 1
    const elements = async () => (isCounted ? unit_count : await rootUnits(source, task.signal))
    sameCount(file.path, root === 'array' ? await elements() : 1, read.rows)
    if (root === 'object' && path !== undefined && path !== '$')
      sameCount(file.path, unit_count ?? 0, await unitsAt(path, target, { format, object, task }))
    const nested = root === 'array' ? [] : ['one object: its lists become rows with unnest(column)']
    return { ...read, copy, notes: [...read.notes, ...nested] }
  } finally {
    source.close()
  }
}

/** Elements of the array that is the whole document. */
async function rootUnits(source: SourceText, signal: AbortSignal): Promise<number> {
  const at = skipSpace(source, { offset: source.encoding.bom / source.encoding.unit, line: 1 })
  const inside = { offset: at.offset + 1, line: at.line }
  const behind = skipSpace(source, inside).offset
  if (source.bytes(behind, Math.min(source.size, behind + 1))[0] === CLOSE_ARRAY) return 0
  return (await walkRegion(source, inside, source.size, [{ open: '[' }], signal)).units
}

/** What DuckDB finds where most of an object is: elements of its array, or members of an object in it. */
async function unitsAt(path: string, file: string, { format, object, task }: JsonReading): Promise<number> {
  const steps = [...path.matchAll(/\.([\w$]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g)].map(
    ([, name, index, quoted]) => name ?? index ?? String(JSON.parse(quoted!)),
  )
  const pointer = literal(steps.map(step => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''))
  const members = `len(json_keys(json, ${pointer}))`
  const units = `CASE json_type(json, ${pointer}) WHEN 'ARRAY' THEN json_array_length(json, ${pointer}) ELSE ${members} END`
  const options = [literal(file), `format = '${format}'`, `maximum_object_size = ${object}`]
  const [row] = await task.database.rows(`SELECT ${units} FROM read_json_objects(${options.join(', ')})`)
  return Number(row?.[0] ?? -1)
}

interface JsonReading {
  readonly format: Format
  /** Bytes of the largest record. */
  readonly object: number
  readonly task: TableTask
}

/** Twice over the file: for the fields and their types, and for what the types would lose. */
async function readJson(file: string, { format, object, task }: JsonReading): Promise<Omit<DataTable, 'copy'>> {
  const { database } = task
  const base = [`format = '${format}'`, `maximum_object_size = ${object}`]
  const look = reader(file, [
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
  const looked = (await attempt(() => database.columns(`SELECT * FROM ${look}`))) ?? []
  const fields = looked.map(({ name, type }) => ({ name, type: asWritten(type) }))
  const isRecord = fields.length > 0 && !(fields.length === 1 && fields[0]!.name === 'json')
  if (!isRecord || fields.length > MOST_COLUMNS) return await readWhole(file, base, task)
  if (await hasInventedNames(file, base, { names: fields.map(({ name }) => name), task }))
    return await readWhole(file, base, task, ['records have keys that differ in case alone, so they are no columns'])
  const names = columnNames(fields.map(({ name }) => name))
  const raw = fields.map(({ type }) => (rulesOf(type).length > 0 ? 'VARCHAR' : type))
  const read = (path: string) =>
    reader(path, [...base, `columns = ${struct(fields.map(({ name }, k) => [name, raw[k]!]))}`])
  const columns = fields.map(
    ({ name, type }, k): TextColumn => ({
      raw: name,
      name: names[k]!,
      sample: [],
      rules: rulesOf(type),
      type: raw[k]!,
    }),
  )
  const typed = await typedOrNull(read(file), columns, task)
  if (!typed) return await readWhole(file, base, task)
  return { reader: read, columns: typed.columns, rows: typed.rows, notes: [] }
}

/** Of keys that differ in case alone DuckDB renames all but one, and then finds no values under the new names. */
async function hasInventedNames(
  file: string,
  base: readonly string[],
  { names, task }: { readonly names: readonly string[]; readonly task: TableTask },
): Promise<boolean> {
  const folded = new Set(names.map(name => name.toLowerCase()))
  const suspects = names.filter(name => /_\d+$/.test(name) && folded.has(name.toLowerCase().replace(/_\d+$/, '')))
  if (suspects.length === 0) return false
  const rows = await task.database.rows(`SELECT DISTINCT unnest(json_keys(json)) FROM ${wholeReader(file, base)}`)
  const keys = new Set(rows.map(([key]) => String(key)))
  return suspects.some(name => !keys.has(name))
}

async function typedOrNull(
  from: string,
  columns: readonly TextColumn[],
  { database }: TableTask,
): Promise<TypedColumns | null> {
  return await attempt(async () => {
    const sampled = columns.filter(({ rules }) => rules.length > 0)
    const rows =
      sampled.length === 0
        ? []
        : await database.rows(
            `SELECT ${sampled.map(({ raw }) => identifier(raw)).join(', ')} FROM ${from} LIMIT ${SAMPLE_ROWS}`,
          )
    const known = columns.map(column => {
      const k = sampled.indexOf(column)
      return k < 0 ? column : { ...column, sample: rows.flatMap(row => (row[k] === null ? [] : [String(row[k])])) }
    })
    return await typeColumns(database, from, known)
  })
}

/** A type with texts where DuckDB saw times or the like in texts. Names of fields stand in quotes. */
function asWritten(type: string): string {
  return type.replace(/"(?:[^"]|"")*"|\b(?:DATE|TIME|TIMESTAMP|UUID)\w*(?: WITH TIME ZONE)?/g, part =>
    part.startsWith('"') ? part : 'VARCHAR',
  )
}

/** Texts may be dates; numbers may be too long for a double. */
function rulesOf(type: string): readonly RuleName[] {
  if (type === 'VARCHAR') return ['date', 'timestamp']
  return type === 'DOUBLE' ? ['json-double', 'huge'] : []
}

/** Records that are no objects of distinct fields: each as one value. */
async function readWhole(
  file: string,
  base: readonly string[],
  { database }: TableTask,
  why: readonly string[] = [],
): Promise<Omit<DataTable, 'copy'>> {
  const read = (path: string) => wholeReader(path, base)
  const column: TextColumn = { raw: 'json', name: 'record', sample: [], rules: [], type: 'JSON' }
  const { rows, columns } = await typeColumns(database, read(file), [column])
  const how = "each record is one JSON value; take it apart with record->>'$.field'"
  return { reader: read, columns, rows, notes: [...why, how] }
}

function reader(file: string, options: readonly string[]): string {
  return `read_json(${[literal(file), ...PATH_SAYS_NOTHING, ...options].join(', ')})`
}

function wholeReader(file: string, options: readonly string[]): string {
  return `read_json_objects(${[literal(file), ...PATH_SAYS_NOTHING, ...options].join(', ')})`
}

/** Null where DuckDB cannot read it. */
async function attempt<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ShoalError && error.code === 'sql-failed') return null
    throw error
  }
}

/** Lines with something on them. */
async function countLines(source: SourceText, signal: AbortSignal): Promise<number> {
  let records = 0
  let counted = 0
  await walkText(source, { start: 0, end: source.size, line: 1 }, { signal, onRead: () => {} }, ({ text, number }) => {
    if (number === counted || text.trim() === '') return
    records++
    counted = number
  })
  return records
}

function badLines({ bad, badLines }: LineCopy): string[] {
  if (bad === 0) return []
  const which = `${badLines.join(', ')}${bad > badLines.length ? ' …' : ''}`
  return [`${plural(bad, 'line')} left out as no JSON: ${bad === 1 ? 'line' : 'lines'} ${which}`]
}

function sameCount(path: string, ours: number, theirs: number): void {
  if (ours === theirs) return
  throw new ShoalError(
    'sql-refused',
    `${path}: shoal counts ${formatCount(ours)} records and DuckDB ${formatCount(theirs)}, so no answer would be exact`,
    { detail: path, advice: 'use `profile` for the exact figures of this file' },
  )
}
