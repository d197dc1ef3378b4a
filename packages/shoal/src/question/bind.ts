// Binds words to what they can mean: columns by their names, values by looking them up in the data, tables by what their rows
// are called. Longer and surer bindings win; every one keeps its rivals, so that an ambiguity can be told.
import { basename } from 'node:path'
import { largest } from '@shoal/base/model/lists'
import { stem } from '@shoal/base/text/stem'
import { identifier, literal } from '../text/sql-text.ts'
import type { Asked } from './asked.ts'
import { TOLD_OF_BOTH } from './change-words.ts'
import { DIMENSIONS } from './dimensions.ts'
import { ABBREVIATIONS, contraryOf, isEmptyWord, participleOf, SYNONYMS, TAKINGS } from './lexicon.ts'
import { partsOf } from './names.ts'
import { isDerived, normal } from './normal.ts'
import { directoryNouns } from './nouns.ts'
import { isPerson } from './people.ts'
import { type Field, isMeasure, type Table } from './schema.ts'
import type { Reading, Span, Token } from './tokens.ts'

export type Binding =
  | {
      readonly kind: 'column'
      readonly span: Span
      readonly fields: readonly Field[]
      readonly score: number
      /** It says the contrary: "offline" of `online`. */
      readonly not?: boolean
    }
  | { readonly kind: 'value'; readonly span: Span; readonly found: readonly FoundValue[]; readonly score: number }
  | { readonly kind: 'entity'; readonly span: Span; readonly table: Table; readonly score: number }
  /** What an element of a list is a part of. */
  | { readonly kind: 'whole'; readonly span: Span; readonly score: number }

export interface FoundValue {
  readonly field: Field
  readonly values: readonly string[]
  readonly score: number
  /** All values but these. */
  readonly not?: boolean
}

/** Words of one name or value. */
const LONGEST = 6

/** Spans that may be names or values: they neither begin nor end with a word that says nothing. */
export function spansOf(reading: Reading): Span[] {
  const { tokens } = reading
  const spans: Span[] = []
  for (let length = Math.min(LONGEST, tokens.length); length >= 1; length--)
    for (let from = 0; from + length <= tokens.length; from++) {
      const span = { from, to: from + length }
      if (!reading.isFree(span)) continue
      const [first, last] = [tokens[from]!, tokens[span.to - 1]!]
      if (length > 1 && (isLinking(first) || isLinking(last))) continue
      if (length > 1 && tokens.slice(from, span.to).some(({ kind }) => kind === 'quoted')) continue
      // "sales have no" is not the column `sale_no`.
      if (length > 1 && tokens.slice(from, span.to).some(({ lower }) => VERBS.has(lower))) continue
      // Nor "rating by mpaa" the column `mpaa_rating`.
      if (length > 1 && tokens.slice(from, span.to).some(({ lower }) => lower === 'by')) continue
      // Nor "no sales".
      if (length > 1 && first.lower === 'no' && tokens[from + 1]!.kind !== 'number') continue
      spans.push(span)
    }
  return spans
}

const LINKING = new Set(
  'a an the of in on at for to from by with and or is are was were do does did has have had what which who how many much'.split(
    ' ',
  ),
)

const VERBS = new Set(['is', 'are', 'was', 'were', 'do', 'does', 'did', 'has', 'have', 'had'])

function isLinking({ lower }: Token): boolean {
  return LINKING.has(lower)
}

/** Values of all tables that the words of a question name, by span (`from-to`). */
export type ValueIndex = ReadonlyMap<string, readonly FoundValue[]>

export async function findValues(reading: Reading, tables: readonly Table[], asked: Asked): Promise<ValueIndex> {
  const spans = spansOf(reading).filter(
    ({ from, to }) =>
      to - from > 1 || !isEmptyWord(reading.tokens[from]!.lower) || reading.tokens[from]!.kind !== 'word',
  )
  const index = new Map<string, FoundValue[]>()
  const add = (span: Span, found: FoundValue) => {
    const key = `${span.from}-${span.to}`
    index.set(key, [...(index.get(key) ?? []), found])
  }
  for (const { fields, elements, file } of tables) {
    const looked: Field[] = []
    for (const field of [...fields, ...elements, ...(file ? [file] : [])]) {
      // Of two versions a value is looked for once; the words beside it say on which side.
      if (field.relation.versions && /_(?:before|after)$/.test(field.column.name)) continue
      if (field.column.kind !== 'text') {
        if (field.values && field.column.kind === 'whole') continue
        if (field.column.kind !== 'truth') continue
      }
      if (field.values) for (const span of spans) for (const found of listed(reading, span, field)) add(span, found)
      // What is told of rows in a timeline stands in their own columns.
      else if (field.column.kind === 'text' && field.relation.kind !== 'timeline') looked.push(field)
    }
    for (const span of spans) for (const found of contrary(reading, span, fields)) add(span, found)
    await lookUp(reading, spans, { looked, asked, add })
  }
  for (const [key, found] of index)
    index.set(
      key,
      found.filter(one => !isWritten(one, found)),
    )
  return index
}

/** What a log itself calls its levels comes before what they mean. */
function isWritten({ field }: FoundValue, all: readonly FoundValue[]): boolean {
  if (field.relation.kind !== 'entries' || field.column.name !== 'severity') return false
  return all.some(other => other.field.relation === field.relation && other.field.column.name === 'level')
}

/** As words of a question they say something else. */
const ANSWERS = new Set(['no', 'yes', 'not', 'none', 'all', 'other', 'others'])

function listed(reading: Reading, span: Span, field: Field): FoundValue[] {
  const tokens = reading.tokens.slice(span.from, span.to)
  const said = normal(tokens.map(({ lower }) => lower).join(' '))
  if (said === '' || (tokens[0]!.kind === 'word' && ANSWERS.has(said))) return []
  // "how often did bob log in" names no file.
  const isDone =
    field.role === 'file' && /^logs?$/.test(said) && /^(?:in|on|out|into)$/.test(reading.tokens[span.to]?.lower ?? '')
  if (isDone) return []
  const alias = field.aliases?.get(said)
  if (alias) return [{ field, values: alias, score: 1 }]
  // A file is called by its name, and not by a word that looks like it.
  if (field.role === 'file') return []
  const exact = field.values!.filter(({ text }) => normal(text) === said)
  if (exact.length > 0) return [{ field, values: exact.map(({ text }) => text), score: 1 }]
  const stems = stemsOf(said)
  const alike = field.values!.filter(({ text }) => stemsOf(normal(text)) === stems)
  if (alike.length > 0) return [{ field, values: alike.map(({ text }) => text), score: 0.95 }]
  const isCode = tokens.length === 1 && tokens[0]!.kind === 'name'
  const region = field.regions?.get(said) ?? (isCode ? field.regions?.get(tokens[0]!.text) : undefined)
  if (region) return [{ field, values: region, score: 0.9 }]
  if (tokens.length > 1 || said.length < 4) return []
  const root = participleOf(said)
  const derived = field.values!.filter(({ text }) => isDerived(said, normal(text)) || normal(text) === root)
  return derived.length === 1 ? [{ field, values: [derived[0]!.text], score: 0.8 }] : []
}

/** "unpaid" where a value is "paid". */
function contrary(reading: Reading, { from, to }: Span, fields: readonly Field[]): FoundValue[] {
  const base = to - from === 1 ? contraryOf(reading.tokens[from]!.lower) : null
  if (base === null) return []
  return fields.flatMap((field): FoundValue[] => {
    const values = field.column.kind === 'text' ? (field.values ?? []) : []
    // "unpaid" of a column `Paid` that says yes, no and partly.
    const no = field.truth === null && isCalled(field, base) ? values.filter(({ text }) => normal(text) === 'no') : []
    if (no.length > 0) return [{ field, values: no.map(({ text }) => text), score: 0.7 }]
    const same = values.filter(({ text }) => normal(text) === base)
    // Where the word itself is a value it is no contrary.
    if (same.length === 0 || values.some(({ text }) => normal(text) === reading.tokens[from]!.lower)) return []
    return [{ field, values: same.map(({ text }) => text), score: 0.7, not: true }]
  })
}

const isCalled = ({ core }: Field, word: string) => core.length === 1 && core[0] === stem(word)

interface LookUp {
  readonly looked: readonly Field[]
  readonly asked: Asked
  add(span: Span, found: FoundValue): void
}

/** Values of columns with too many to be listed: asked for by name. */
async function lookUp(reading: Reading, spans: readonly Span[], { looked, asked, add }: LookUp): Promise<void> {
  if (looked.length === 0 || spans.length === 0) return
  const said = new Map<string, Span[]>()
  for (const span of spans) {
    const texts = new Set([normal(reading.words(span)), reading.words(span).toLowerCase()])
    for (const text of texts) if (text !== '') said.set(text, [...(said.get(text) ?? []), span])
  }
  const list = [...said.keys()].map(literal).join(', ')
  // Letters of either case may take another number of bytes: long texts are not looked at, which is most of the work.
  const most = 8 + 3 * largest([...said.keys()].map(text => Buffer.byteLength(text)))
  const selects = looked.map(({ relation, column, sql, list: whole }, k) => {
    const own = sql ?? identifier(column.name)
    const from = `${identifier(relation.name)}${whole === undefined ? '' : `, unnest(${whole}) AS u(e)`}`
    return `SELECT ${k} AS k, ${own} AS v, count(*) AS n FROM ${from} WHERE (strlen(${own}) <= ${most} OR ${own} LIKE ' %' OR ${own} LIKE '% ') AND lower(trim(${own})) IN (${list}) GROUP BY 2`
  })
  const rows = await asked.rows(selects.join('\nUNION ALL\n'))
  const found = new Map<string, { field: Field; span: Span; values: string[] }>()
  for (const [k, value] of rows) {
    const text = String(value)
    for (const span of said.get(text.trim().toLowerCase()) ?? []) {
      const key = `${k} ${span.from} ${span.to}`
      const one = found.get(key) ?? { field: looked[Number(k)]!, span, values: [] }
      if (!one.values.includes(text)) one.values.push(text)
      found.set(key, one)
    }
  }
  for (const { field, span, values } of found.values()) add(span, { field, values, score: 1 })
}

function stemsOf(text: string): string {
  return text.split(' ').map(stem).join(' ')
}

/** How well words name a column: 0 not at all, 1 exactly. */
export function nameScore(tokens: readonly Token[], field: Field): number {
  const said = tokens.filter(({ lower }) => !LINKING.has(lower))
  if (said.length === 0) return 0
  const quoted = tokens.length === 1 ? tokens[0]!.text.toLowerCase() : null
  if (quoted !== null && quoted === field.column.name.toLowerCase()) return 1
  const words = said.flatMap(({ lower, kind, text }) =>
    kind === 'quoted' || (/[_.]|\p{Ll}\p{Lu}/u.test(text) && !field.parts.includes(lower))
      ? partsOf(text)
      : [stem(ABBREVIATIONS.get(lower) ?? lower)],
  )
  const { core, initials } = field
  const parts = field.parts.filter(part => !LINKING.has(part))
  // `ordered_at` is not quite what orders are called.
  if (same(words, parts)) return parts.length < field.parts.length ? 0.96 : 1
  if (words.join('') === parts.join('')) return 0.98
  if (same(words, core)) return 0.95
  const bare = withoutUnit(words, parts)
  if (bare) return bare
  // `power.battery_percent` is the battery percent.
  const leaf = field.column.name.includes('.') ? partsOf(field.column.name.split('.').at(-1)!) : null
  if (leaf && same(words, leaf)) return 0.94
  // Of `runner.name` and `runner.age` the runners are the first.
  if (leaf && words.every(word => parts.includes(word) && !leaf.includes(word)))
    return leaf.length === 1 && CALLED_BY.has(leaf[0]!) ? 0.6 : OF_WHOLE
  if (words.length === 1 && said[0]!.lower.length >= 3 && said[0]!.lower === initials) return 0.9
  // `rt` is the response time.
  const letters = said.map(({ lower }) => lower[0]).join('')
  if (words.length > 1 && field.role === undefined && letters === field.column.name.toLowerCase()) return 0.9
  if (field.also?.includes(words.join(' '))) return 0.9
  if (words.length > 1 && parts.slice(0, words.length).join(' ') === words.join(' ')) return 0.85
  if (words.every(word => core.includes(word)))
    return 0.6 + 0.2 * (words.length / core.length) + (core.at(-1) === words.at(-1) ? 0.05 : 0)
  if (words.every(word => parts.includes(word)) && words.length > 0) return 0.55
  // "spend" is no other word for whether it is `Paid`.
  if (said.length === 1 && core.length <= 2 && field.truth === null) {
    const lower = said[0]!.lower
    const line = SYNONYMS.find(
      words_ =>
        words_.some(word => stem(word) === stem(lower)) &&
        (words_.includes(field.column.name.toLowerCase()) ||
          core.every(part => words_.some(word => stem(word) === part))),
    )
    // A moment is not how long something took.
    const isMoment = field.column.kind === 'time' || field.column.kind === 'date'
    // A login of a log is something that happened, and not who.
    const isEvent = field.relation.kind === 'entries' && /^log-?ins?$/.test(lower)
    if (line && !isEvent && !(isMoment && line.includes('duration') && stem(lower) !== 'time')) return 0.5
  }
  return 0
}

/** A name without its unit, which may be said by what it measures. */
function withoutUnit(words: readonly string[], parts: readonly string[]): number {
  const unit = parts.at(-1) ?? ''
  const measured = DIMENSIONS.filter(([, units]) => units.has(unit)).flatMap(([dimension]) => dimension)
  const rest = parts.slice(0, -1)
  if (measured.length === 0 || rest.length === 0) return 0
  if (same(words, rest)) return 0.95
  const said = words.filter(word => !measured.includes(word))
  return said.length < words.length && same(said, rest) ? 0.9 : 0
}

/** How well a column is named by what it belongs to. */
export const OF_WHOLE = 0.55

/** Parts by which a thing is called. */
const CALLED_BY = new Set(['name', 'id', 'title', 'code', 'key', 'label'].map(stem))

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every(word => b.includes(word)) && b.every(word => a.includes(word))
}

/** "events by type" where events have a column `event`. */
function typeScore(tokens: readonly Token[], { parts, isKey, column }: Field, { nouns }: Table): number {
  const isType = tokens.length === 1 && ['type', 'types', 'kind', 'kinds'].includes(tokens[0]!.lower)
  return isType && column.kind === 'text' && !isKey && nouns.includes(parts.join(' ')) ? 0.6 : 0
}

/** The columns of some tables that words name best. */
export function namedFields(
  reading: Reading,
  span: Span,
  tables: readonly Table[],
): { fields: Field[]; score: number } {
  const tokens = reading.tokens.slice(span.from, span.to)
  let best = 0
  let fields: Field[] = []
  for (const table of tables)
    for (const field of [...table.fields, ...(isSeveral(table) ? [table.file!] : [])]) {
      // "changed" is what `change` says, and not its name.
      if (tokens.length === 1 && field.aliases?.has(tokens[0]!.lower)) continue
      const score = nameScore(tokens, field) || typeScore(tokens, field, table)
      // What tells of both versions is called by its whole name, or by what is said beside a name.
      if (score < 0.85 && field.relation.versions && TOLD_OF_BOTH.test(field.column.name)) continue
      if (score === 0 || score < best - 1e-9) continue
      if (score > best + 1e-9) fields = []
      best = Math.max(best, score)
      fields.push(field)
    }
  return { fields, score: best }
}

/** Of rows of one file nobody asks by file. */
export function isSeveral({ file, relation }: Table): boolean {
  return file !== null && relation.paths.length > 1
}

/** What elements of lists are called. */
export function namedElements(reading: Reading, span: Span, tables: readonly Table[]): Field[] {
  const tokens = reading.tokens.slice(span.from, span.to)
  return tables.flatMap(({ elements }) => elements.filter(field => nameScore(tokens, field) >= 0.6))
}

/** A table by what its rows are called. */
export function entityScore(reading: Reading, span: Span, table: Table): number {
  const tokens = reading.tokens.slice(span.from, span.to)
  if (tokens.length === 1 && isFileName(tokens[0]!, table)) return 1
  // What somebody did is no entry of a log.
  const isDone = /^(?:in|out|on)$/.test(reading.tokens[span.to]?.lower ?? '')
  if (tokens.length === 1 && (tokens[0]!.lower === 'logged' || (isDone && /^logs?$/.test(tokens[0]!.lower)))) return 0
  const said = tokens
    .map(({ stem: own, lower }) => (ABBREVIATIONS.has(lower) ? stem(ABBREVIATIONS.get(lower)!) : own))
    .join(' ')
  const written = said.replace(/(?<=\p{L})-(?=\p{L})/gu, '')
  if (written !== said && table.nouns.includes(stem(written))) return 1
  if (table.nouns.includes(said)) {
    // A column of the same name is told from the rows by the plural.
    const isName =
      tokens.length === 1 &&
      tokens[0]!.lower.endsWith('s') &&
      (table.relation.kind !== 'table' || table.relation.name.toLowerCase() === tokens[0]!.lower)
    if (
      !isName &&
      table.relation.kind === 'table' &&
      table.nouns[0] !== said &&
      directoryNouns(table.relation.paths).includes(said)
    )
      return 0.8
    return isName ? 1.02 : said.includes(' ') || table.nouns[0] === said ? 1 : 0.9
  }
  if (
    table.relation.kind === 'table' &&
    !TAKINGS.test(tokens.at(-1)!.lower) &&
    SYNONYMS.some(line => isLineOf(line, said, table))
  )
    return 0.6
  // `strikes` for birdstrikes.
  const short = said.replace(/e$/, '')
  const isPart =
    short.length >= 4 &&
    table.nouns.some(
      noun =>
        !noun.includes(' ') &&
        noun.length > short.length &&
        (noun.startsWith(short) || noun.replace(/e$/, '').endsWith(short)),
    )
  if (isPart) return 0.7
  return table.relation.kind === 'table' && table.fields.some(field => isDeed(said, field)) ? 0.6 : 0
}

/** "prescriptions", where rows name a `Prescriber`: what somebody did. */
function isDeed(said: string, field: Field): boolean {
  if (!isPerson(field)) return false
  return field.core.some(part => part !== said && sharedRoot(said, part) >= Math.max(5, said.length * 0.7))
}

/** Letters with which two words begin alike. */
export function sharedRoot(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}

/** Words for what the rows are, and not for one of their figures. */
function isLineOf(line: readonly string[], said: string, { nouns, fields }: Table): boolean {
  const stems = line.map(stem)
  if (!stems.includes(said) || !stems.some(word => nouns.includes(word))) return false
  return !fields.some(field => isMeasure(field) && field.core.every(part => stems.includes(part)))
}

/** "customers.csv" for the table that it holds. */
function isFileName({ lower }: Token, { relation }: Table): boolean {
  return (
    relation.kind !== 'files' && relation.paths.length === 1 && basename(relation.paths[0]!).toLowerCase() === lower
  )
}
