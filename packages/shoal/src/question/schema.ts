// What a question can speak of: every relation with its columns, what their names mean, and the values that stand in them.
import { pushAll } from '@shoal/base/model/lists'
import type { Relation, RelationColumn } from '@shoal/base/model/relation'
import { stem } from '@shoal/base/text/stem'
import { identifier } from '../text/sql-text.ts'
import type { Asked } from './asked.ts'
import { CHANGE_WORDS, SETTING_WORDS } from './change-words.ts'
import { type ColumnValues, MOST_VALUES, truthOf, valuesOf } from './column-values.ts'
import {
  directoryWords,
  fileAliases,
  formatWords,
  nameWords,
  SYMBOL_WORDS,
  shownNames,
  TYPE_WORDS,
} from './file-names.ts'
import { type ListColumn, listColumns, plainColumn } from './lists.ts'
import { coreOf, partsOf } from './names.ts'
import { alsoOf, nounsOf, numberedNoun } from './nouns.ts'
import { type RegionWords, regionsOf } from './regions.ts'
import { ageOf, spanOf } from './spans.ts'

export interface Field {
  readonly relation: Relation
  readonly column: RelationColumn
  /** Stems of the parts of its name, and those that say what it is. */
  readonly parts: readonly string[]
  readonly core: readonly string[]
  /** First letters of its parts: `mpg` for `miles_per_gallon`. */
  readonly initials: string
  readonly distinct: number
  readonly present: number
  /** All values of a column that has few, by how often they occur; null for the others. */
  readonly values: ColumnValues
  /** Yes and no in words or digits: the SQL that is true for yes. */
  readonly truth: string | null
  readonly isKey: boolean
  /** Of times, the years from first to last; of numbers the least and the most. */
  readonly years?: { readonly from: number; readonly to: number }
  /** Of numbers, rows with less than nothing. */
  readonly below?: number
  /** What it is, where it is no column of the file: the file itself, how long a list is, what an element of a list says. */
  readonly role?: 'file' | 'format' | 'size' | 'element' | 'span' | 'age'
  /** In SQL, where it is more than the column; of an element by the name `e`. */
  readonly sql?: string
  /** Of a span: the time a row begins with, and the one it ends with. */
  readonly ends?: { readonly begin: Field; readonly end: Field }
  /** Of an age: when somebody was born. */
  readonly born?: Field
  /** Of an element: the list it stands in. */
  readonly list?: string
  /** Stems that it is called by as well. */
  readonly also?: readonly string[]
  /** Other words for its values. */
  readonly aliases?: ReadonlyMap<string, readonly string[]>
  /** Of a column of countries or states: what they are called as well. */
  readonly regions?: RegionWords
}

export interface Table {
  readonly relation: Relation
  readonly fields: readonly Field[]
  /** What elements of its lists say: rows can be chosen by them, and not told by them. */
  readonly elements: readonly Field[]
  /** The file that a row stands in. */
  readonly file: Field | null
  /** Stems of what a row is called. */
  readonly nouns: readonly string[]
  /** Stems of what it is a part of is called: of an element, the record. */
  readonly wholes: readonly string[]
}

/** Up to here different values are counted exactly. */
const EXACT_ROWS = 200_000
/** Asked of every column. */
const FIGURES = 6
/** Columns of one relation that are looked at. */
const MOST_COLUMNS = 400
/** What `time` says as well: parts of it as they are written. */
const TOLD_BY_TIME = new Set(['time_text', 'day', 'clock'])

export async function schemaOf(asked: Asked): Promise<Table[]> {
  const tables: Table[] = []
  for (const relation of asked.all) tables.push(await tableOf(relation, asked))
  return tables.map(table => {
    const whole = tables.find(({ relation }) => relation.name === table.relation.list?.of)
    return whole ? { ...table, wholes: whole.nouns } : table
  })
}

async function tableOf(relation: Relation, asked: Asked): Promise<Table> {
  const columns = relation.columns.slice(0, MOST_COLUMNS)
  // Of several files each counts from 1.
  const file = relation.kind === 'table' && relation.paths.length > 1 ? identifier(relation.place.path) : null
  const figures = columns.flatMap(({ name, kind }) => {
    const own = identifier(name)
    const isNumber = kind === 'whole' || kind === 'number'
    const year = kind === 'date' || kind === 'time' ? `year(${own})` : isNumber ? own : 'NULL'
    return [
      `count(${own})`,
      kind === 'other' ? '0' : relation.rows <= EXACT_ROWS ? `count(DISTINCT ${own})` : `approx_count_distinct(${own})`,
      file && kind !== 'other' && relation.rows <= EXACT_ROWS ? `count(DISTINCT (${file}, ${own}))` : '0',
      `min(${year})`,
      `max(${year})`,
      isNumber ? `count(*) FILTER (WHERE ${own} < 0)` : '0',
    ]
  })
  const [row = []] =
    columns.length === 0 ? [] : await asked.rows(`SELECT ${figures.join(', ')} FROM ${identifier(relation.name)}`)
  const fields: Field[] = []
  for (const [k, column] of columns.entries()) {
    const [count, kinds, perFile, low, high, below] = row.slice(k * FIGURES, (k + 1) * FIGURES)
    const present = Number(count ?? 0)
    // A column in which nothing stands answers nothing; with none at all it is still one that can be asked for gaps.
    if (present === 0 && relation.kind !== 'table') continue
    if (relation.kind === 'entries' && TOLD_BY_TIME.has(column.name)) continue
    // Lists are asked for by their elements and by how many these are.
    if (column.kind === 'other') continue
    const guess = Number(kinds ?? 0)
    const values = await valuesOf(relation, column, guess, asked)
    const distinct = values?.length ?? Math.min(guess, present)
    const field = fieldOf(relation, column, { distinct, present, values })
    const years = low === null || low === undefined ? undefined : { from: Number(low), to: Number(high) }
    const isKey =
      present > 1 &&
      Math.max(distinct, Number(perFile ?? 0)) >= present * 0.9 &&
      isKeyKind(relation, column, k, field.parts)
    const moved = relation.versions ? MOVES.find(({ ending }) => column.name.endsWith(ending)) : undefined
    const base = field.parts.slice(0, -1)
    const isPrice = base.some(part => part === 'price' || part === 'cost')
    const also = moved && [
      ...moved.words.map(word => [...base, stem(word)].join(' ')),
      ...(isPrice ? moved.ofPrices : []),
    ]
    const words = wordsFor(relation, column.name, values)
    const numbered = relation.versions ? null : numberedNoun(values)
    const isChange = relation.versions !== undefined && column.name === 'change'
    fields.push({
      ...field,
      isKey,
      ...(years && { years }),
      ...(Number(below) > 0 && { below: Number(below) }),
      ...(also && { also }),
      ...(numbered && { also: [numbered] }),
      ...words,
      ...regionsOf(column, values),
      ...(isChange && { aliases: relation.kind === 'settings' ? SETTING_WORDS : CHANGE_WORDS }),
    })
  }
  const lists = relation.kind === 'table' ? listColumns(relation) : []
  const elements: Field[] = []
  for (const list of lists) {
    fields.push(sizeOf(relation, list))
    pushAll(elements, await elementsOf(relation, list, asked))
  }
  if (relation.kind === 'files') await addFormats(relation, fields, asked)
  const age = ageOf(relation, fields)
  const span = await spanOf(relation, fields, asked)
  const addMade = ({ present, ...made }: NonNullable<typeof span | typeof age>, role: 'span' | 'age') => {
    const field = fieldOf(relation, made.column, { distinct: present, present, values: null })
    fields.push({ ...field, ...made, core: made.parts, role })
  }
  if (span) addMade(span, 'span')
  if (age) addMade(age, 'age')
  const nouns = nounsOf(relation, fields)
  return { relation, fields, elements, file: fileOf(relation), nouns, wholes: [] }
}

/** Other words for the values of columns that programs make: types, names and directories of files, kinds of symbols. */
function wordsFor({ kind }: Relation, name: string, values: Field['values']): Pick<Field, 'role' | 'aliases'> {
  if (kind === 'symbols' && name === 'kind') return { role: 'format', aliases: SYMBOL_WORDS }
  if (kind !== 'files') return {}
  if (name === 'type') return { role: 'format', aliases: TYPE_WORDS }
  const texts = (values ?? []).map(({ text }) => text)
  if (name === 'name') return { aliases: nameWords(texts) }
  return name === 'directory' ? { aliases: directoryWords(texts) } : {}
}

/** Files are called by what they are, and by how their names end: "documents", "yaml files". */
async function addFormats(relation: Relation, fields: Field[], asked: Asked): Promise<void> {
  if (!fields.some(({ column }) => column.name === 'type')) return
  const sql = `${identifier(relation.name)}.${identifier('name')}`
  const ending = `lower(regexp_extract(${sql}, '[.]([^.]+)$', 1))`
  const rows = await asked.rows(
    `SELECT ${ending} AS v, count(*) AS n FROM ${identifier(relation.name)} WHERE ${ending} <> '' GROUP BY 1 ORDER BY n DESC, v LIMIT ${MOST_VALUES}`,
  )
  const values = rows.map(([text, count]) => ({ text: String(text), count: Number(count) }))
  const field = fieldOf(relation, plainColumn('format', 'text', 'VARCHAR'), {
    distinct: values.length,
    present: relation.rows,
    values,
  })
  const told = fields.find(({ column }) => column.name === 'language')?.values?.map(({ text }) => text) ?? []
  const aliases = formatWords(
    values.map(({ text }) => text),
    [...told, ...TYPE_WORDS.keys()],
  )
  fields.push({ ...field, role: 'format', sql: ending, truth: null, aliases })
}

/** How a figure moved, and what that is called as well. */
const MOVES = [
  {
    ending: '_increase',
    words: ['rise', 'rose', 'risen', 'growth', 'grew', 'gain', 'jump', 'change', 'raise', 'up'],
    ofPrices: [`more ${stem('expensive')}`, stem('expensive'), stem('dearer')],
  },
  {
    ending: '_decrease',
    words: ['drop', 'fall', 'fell', 'fallen', 'decline', 'loss', 'cut', 'reduction', 'down'],
    ofPrices: [stem('cheaper')],
  },
]

function fieldOf(
  relation: Relation,
  column: RelationColumn,
  { distinct, present, values }: Pick<Field, 'distinct' | 'present' | 'values'>,
): Field {
  const parts = partsOf(column.name)
  return {
    relation,
    column,
    parts,
    core: coreOf(parts),
    initials: parts.map(part => part[0] ?? '').join(''),
    distinct,
    present,
    values,
    truth: truthOf(column, values),
    isKey: false,
  }
}

/** How many elements the list of a row has. */
function sizeOf(relation: Relation, { column }: ListColumn): Field {
  const { rows, name } = relation
  const own = `${identifier(name)}.${identifier(column.name)}`
  const field = fieldOf(relation, plainColumn(column.name, 'whole', 'BIGINT'), {
    distinct: rows,
    present: rows,
    values: null,
  })
  return { ...field, role: 'size', sql: `coalesce(len(${own}), 0)` }
}

async function elementsOf(relation: Relation, { column, elements }: ListColumn, asked: Asked): Promise<Field[]> {
  const list = `${identifier(relation.name)}.${identifier(column.name)}`
  const fields: Field[] = []
  for (const { column: own, sql } of elements) {
    const rows = await asked.rows(
      `SELECT ${sql('e')}::VARCHAR AS v, count(*) AS n FROM ${identifier(relation.name)}, unnest(${list}) AS u(e) WHERE ${sql('e')} IS NOT NULL GROUP BY 1 ORDER BY n DESC, v LIMIT ${MOST_VALUES + 1}`,
    )
    const values = rows.map(([text, count]) => ({ text: String(text), count: Number(count) }))
    const isMany = rows.length > MOST_VALUES
    const present = relation.rows
    const field = fieldOf(relation, own, { distinct: rows.length, present, values: isMany ? null : values })
    fields.push({ ...field, truth: null, role: 'element', sql: sql('e'), list })
  }
  return fields
}

/** Files of one relation that are told apart. */
const MOST_FILES = 300

function fileOf(relation: Relation): Field | null {
  const { paths, place, kind, name } = relation
  if (kind === 'files' || kind === 'timeline' || paths.length > MOST_FILES) return null
  const own = `${identifier(name)}.${identifier(place.path)}`
  const names = shownNames(paths)
  const isShort = names.every((shown, k) => shown !== paths[k] || !shown.includes('/'))
  const field = fieldOf(relation, plainColumn('file', 'text', 'VARCHAR'), {
    distinct: paths.length,
    present: relation.rows,
    values: names.map(text => ({ text, count: 1 })),
  })
  return {
    ...field,
    parts: ['file'],
    core: ['file'],
    truth: null,
    role: 'file',
    sql: isShort ? `parse_filename(${own})` : own,
    also: alsoOf(relation),
    aliases: fileAliases(paths),
  }
}

/** Texts, and whole numbers that are called so, come first, or have the name of the rows: `build` of builds.jsonl. */
function isKeyKind({ name }: Relation, { kind }: RelationColumn, at: number, parts: readonly string[]): boolean {
  if (kind !== 'whole') return kind === 'text'
  const isCalledSo = ['id', 'no', 'number', 'nr', 'key', 'code'].includes(parts.at(-1) ?? '')
  return at === 0 || isCalledSo || parts.join(' ') === partsOf(name).at(-1)
}

/** A figure that can be added up or averaged: no key, no code. */
export function isMeasure(field: Field): boolean {
  const { column, parts, distinct, present, isKey } = field
  if (!['whole', 'number'].includes(column.kind) || isKey) return false
  const last = parts.at(-1) ?? ''
  if (
    ['id', 'zip', 'postcode', 'phone', 'code', 'key', 'line', 'port', 'pid', 'lat', 'latitud', 'longitud'].includes(
      last,
    ) &&
    // `line` is a place, `lines` are counted.
    column.name !== 'lines'
  )
    return false
  if (isSerial(field) || /(?:^|[_\s-])(?:no|nr|num)\.?$/i.test(column.name)) return false
  if (parts.includes('month') || (isYear(field) && parts.some(part => part === 'year' || HAPPENED.has(part))))
    return false
  return column.kind === 'number' || distinct > 1 || present <= 1
}

/** The number behind a thing in a log, "payment 50928": it says which one, where hardly any comes twice. */
export function isSerial({ relation, column, distinct, present }: Field): boolean {
  const isOne =
    relation.kind === 'entries' && column.kind === 'whole' && !hasUnit({ column }) && !/s$/i.test(column.name)
  return isOne && present >= LEAST_SERIAL && distinct >= present * 0.9
}

const LEAST_SERIAL = 20

/** What years are called that are not called so. */
const HAPPENED = new Set(
  ['published', 'built', 'founded', 'released', 'born', 'since', 'established', 'opened', 'made', 'joined'].map(stem),
)

/** Whole numbers that are years, by name or because nothing else has such values. */
export function isYear({ column, parts, years, distinct }: Field): boolean {
  if (column.kind !== 'whole') return false
  // Years of age or of service are no years.
  if (parts.includes('year')) return years === undefined || years.from >= 1000
  return years !== undefined && years.from >= 1700 && years.to <= 2100 && distinct > 1
}

export function isNumeric({ column }: Pick<Field, 'column'>): boolean {
  return column.kind === 'whole' || column.kind === 'number'
}

/** How often something happened. */
export function isCounted(field: Field): boolean {
  return isMeasure(field) && field.column.kind === 'whole' && (field.years?.from ?? -1) >= 0
}

const UNITS = new Set(
  's sec secs second seconds ms min mins minute minutes h hr hrs hour hours kg g km m cm mm eur usd gbp c f pct percent'.split(
    ' ',
  ),
)

/** `ride_s` says how long a ride was, and not how many there were. */
export function hasUnit({ column }: Pick<Field, 'column'>): boolean {
  const words = column.name.toLowerCase().match(/\p{L}+/gu) ?? []
  return words.length > 1 && UNITS.has(words.at(-1)!)
}

/** "renewed" of `renewals`: a verb that is no part of the name. */
export function isParticiple(lower: string, { column }: Field): boolean {
  return /(?:ed|en)$/.test(lower) && !column.name.toLowerCase().includes(lower)
}

export const KINDS = new Set(
  ['type', 'kind', 'class', 'category', 'group', 'status', 'state', 'level', 'segment', 'tier'].map(stem),
)

/** "visitors" of `visitor_type`: it says of what kind they are, and is not they. */
export function isKindOf(said: string, { core }: Field): boolean {
  return core.length > 1 && KINDS.has(core.at(-1)!) && core.includes(said) && core.at(-1) !== said
}

/** What a thing is called by. */
export function isName({ core, column }: Field): boolean {
  return column.kind === 'text' && ['name', 'titl', 'subject'].includes(core.at(-1) ?? '')
}

export function isTime({ column }: Field): boolean {
  return column.kind === 'date' || column.kind === 'time'
}
