// What a question can speak of: every relation with its columns, what their names mean, and the values that stand in them.
import type { Relation, RelationColumn } from '../model/relation.ts'
import { identifier } from '../text/sql-text.ts'
import { stem } from '../text/stem.ts'
import { ABBREVIATIONS, FILLER_PARTS } from './lexicon.ts'

export type Cell = string | number | bigint | boolean | null

/** Where questions are asked. */
export interface Asked {
  readonly all: readonly Relation[]
  rows(sql: string): Promise<readonly (readonly Cell[])[]>
}

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
  readonly values: readonly { readonly text: string; readonly count: number }[] | null
  /** Yes and no in words or digits: the SQL that is true for yes. */
  readonly truth: string | null
  readonly isKey: boolean
}

export interface Table {
  readonly relation: Relation
  readonly fields: readonly Field[]
  /** Stems of what a row is called. */
  readonly nouns: readonly string[]
}

/** Columns with more different values are looked up instead of listed. */
const MOST_VALUES = 300
/** Up to here different values are counted exactly. */
const EXACT_ROWS = 200_000
/** Columns of one relation that are looked at. */
const MOST_COLUMNS = 400
/** What `time` says as well: parts of it as they are written. */
const TOLD_BY_TIME = new Set(['time_text', 'day', 'clock'])

export async function schemaOf(asked: Asked): Promise<Table[]> {
  const tables: Table[] = []
  for (const relation of asked.all) tables.push(await tableOf(relation, asked))
  return tables
}

async function tableOf(relation: Relation, asked: Asked): Promise<Table> {
  const columns = relation.columns.slice(0, MOST_COLUMNS)
  const figures = columns.flatMap(({ name, kind }) => {
    const own = identifier(name)
    return [
      `count(${own})`,
      kind === 'other' ? '0' : relation.rows <= EXACT_ROWS ? `count(DISTINCT ${own})` : `approx_count_distinct(${own})`,
    ]
  })
  const [row = []] =
    columns.length === 0 ? [] : await asked.rows(`SELECT ${figures.join(', ')} FROM ${identifier(relation.name)}`)
  const fields: Field[] = []
  for (const [k, column] of columns.entries()) {
    const present = Number(row[k * 2] ?? 0)
    // A column in which nothing stands answers nothing; with none at all it is still one that can be asked for gaps.
    if (present === 0 && relation.kind !== 'table') continue
    if (relation.kind === 'entries' && TOLD_BY_TIME.has(column.name)) continue
    // Lists and the like are rows of a relation of their own.
    if (column.kind === 'other') continue
    const guess = Number(row[k * 2 + 1] ?? 0)
    const values = await valuesOf(relation, column, guess, asked)
    const distinct = values?.length ?? Math.min(guess, present)
    const parts = partsOf(column.name)
    fields.push({
      relation,
      column,
      parts,
      core: coreOf(parts),
      initials: parts.map(part => part[0] ?? '').join(''),
      distinct,
      present,
      values,
      truth: truthOf(column, values),
      isKey: present > 1 && distinct >= present * 0.9 && isKeyKind(column, k, parts),
    })
  }
  return { relation, fields, nouns: nounsOf(relation, fields) }
}

/** Texts, and whole numbers that are called so or come first. */
function isKeyKind({ kind }: RelationColumn, at: number, parts: readonly string[]): boolean {
  return (
    kind === 'text' ||
    (kind === 'whole' && (at === 0 || ['id', 'no', 'number', 'nr', 'key', 'code'].includes(parts.at(-1) ?? '')))
  )
}

/** In order of how often they occur; null for too many. */
async function valuesOf(relation: Relation, { name, kind }: RelationColumn, guess: number, asked: Asked) {
  if (!['text', 'truth', 'whole'].includes(kind) || guess > MOST_VALUES * 1.2) return null
  const own = identifier(name)
  const rows = await asked.rows(
    `SELECT ${own}::VARCHAR AS v, count(*) AS n FROM ${identifier(relation.name)} WHERE ${own} IS NOT NULL GROUP BY 1 ORDER BY n DESC, v LIMIT ${MOST_VALUES + 1}`,
  )
  if (rows.length > MOST_VALUES) return null
  return rows.map(([text, count]) => ({ text: String(text), count: Number(count) }))
}

const YES = new Set(['y', 'yes', 'true', 't', '1', 'x'])
const NO = new Set(['n', 'no', 'false', 'f', '0', ''])

function truthOf({ name, kind }: RelationColumn, values: Field['values']): string | null {
  const own = identifier(name)
  if (kind === 'truth') return own
  if (!values || values.length === 0 || values.length > 2) return null
  const words = values.map(({ text }) => text.trim().toLowerCase())
  const yes = words.filter(word => YES.has(word))
  if (yes.length !== 1 || !words.every(word => YES.has(word) || NO.has(word))) return null
  return kind === 'whole' ? `${own} = 1` : `lower(trim(${own})) = '${yes[0]}'`
}

/** `unitPrice_USD` → unit, price, usd. */
export function partsOf(name: string): string[] {
  const words = name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .match(/\p{L}[\p{L}\p{N}]*|\p{N}+/gu)
  return (words ?? []).map(word => stem(ABBREVIATIONS.get(word) ?? word))
}

function coreOf(parts: readonly string[]): readonly string[] {
  const core = parts.filter(part => !FILLER_PARTS.has(part))
  return core.length === 0 ? parts : core
}

const NOUNS: Partial<Readonly<Record<Relation['kind'], readonly string[]>>> = {
  files: ['file'],
  entries: ['entry', 'line', 'message', 'event', 'log', 'logline'],
  symbols: ['symbol', 'definition', 'function', 'class', 'method'],
  uses: ['use', 'usage', 'call'],
  imports: ['import'],
  settings: ['setting', 'option', 'key', 'parameter', 'config'],
  sections: ['section', 'heading', 'chapter'],
  sentences: ['sentence'],
  findings: ['finding', 'problem'],
}

function nounsOf(relation: Relation, fields: readonly Field[]): string[] {
  const own = NOUNS[relation.kind]
  if (own) {
    const requests = fields.some(({ column }) => ['method', 'request_path', 'status'].includes(column.name))
    return [...own, ...(relation.kind === 'entries' && requests ? ['request', 'hit', 'call'] : [])].map(stem)
  }
  const parts = partsOf(relation.name).filter(part => !/^\d+$/.test(part))
  // `order_id` as the first key: a row is an order.
  const key = fields.find(
    ({ isKey, parts: named }) => isKey && named.length > 1 && ['id', 'no', 'number', 'nr'].includes(named.at(-1)!),
  )
  return [...new Set([...parts, parts.join(' '), ...(key ? [key.parts.slice(0, -1).join(' ')] : [])])].filter(
    noun => noun !== '',
  )
}

/** A figure that can be added up or averaged: no key, no code. */
export function isMeasure({ column, parts, distinct, present, isKey }: Field): boolean {
  if (!['whole', 'number'].includes(column.kind) || isKey) return false
  const last = parts.at(-1) ?? ''
  if (
    ['id', 'zip', 'postcode', 'phone', 'code', 'key', 'line', 'port', 'pid', 'lat', 'latitud', 'longitud'].includes(
      last,
    )
  )
    return false
  if (parts.includes('year') || parts.includes('month')) return false
  return column.kind === 'number' || distinct > 1 || present <= 1
}

export function isNumeric({ column }: Pick<Field, 'column'>): boolean {
  return column.kind === 'whole' || column.kind === 'number'
}

export function isTime({ column }: Field): boolean {
  return column.kind === 'date' || column.kind === 'time'
}
