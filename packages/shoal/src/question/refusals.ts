// Readings that are no answer: what they are about is not known, nothing restricts them, or they say only what was asked.
import type { AskedAnswer } from '@shoal/base/model/asked'
import { unreadBy } from '@shoal/base/report/answer-asked'
import { stem } from '@shoal/base/text/stem'
import type { Cell } from './asked.ts'
import { isEmptyWord, isSoftWord, LEAVING } from './lexicon.ts'
import type { Marks } from './marks.ts'
import { measuredFields, type Query } from './query.ts'
import { type Field, isMeasure, isNumeric, isTime, type Table } from './schema.ts'
import type { Reading, Token } from './tokens.ts'

interface Understood {
  readonly query: Query
  readonly unused: readonly string[]
}

/** "how many unicorns", "average age", "per salesperson", "which customer has the most": what it is about is not known. */
export function isHeadUnknown({ unused }: Understood, marks: Marks, reading: Reading): boolean {
  const { tokens } = reading
  const { count, statistics, each, first, last } = marks
  const isSilent = ({ lower, kind }: Token) => kind === 'word' && (isEmptyWord(lower) || isSoftWord(lower))
  const headAt = (at: number) => tokens.findIndex((token, k) => k >= at && !isSilent(token))
  const isUnused = (k: number) => k >= 0 && unused.includes(tokens[k]!.text)
  // "the highest voltage", "top 3 plumbers".
  const top = tokens.findLastIndex((_, k) => reading.useOf(k) === 'top')
  const highest = marks.ranked.flatMap(({ span, scale }) => (scale.names.length === 0 ? [span] : []))
  const heads = [count, ...statistics.map(({ span }) => span), ...each, first, last, ...highest]
  if (top >= 0 && isUnused(headAt(top + 1))) return true
  if (heads.some(head => head && isUnused(headAt(head.to)))) return true
  // "name the player"
  const named = tokens.findIndex(({ lower }, k) => lower === 'name' && tokens[k + 1]?.lower === 'the')
  if (named >= 0 && isUnused(headAt(named + 2))) return true
  // "which beekeeper", "what was the soil moisture": but of "which cosy hotels" the hotels are known.
  const which = tokens.findIndex(({ lower }) => lower === 'which' || lower === 'what' || lower === 'whose')
  let k = which < 0 ? -1 : headAt(which + 1)
  if (!isUnused(k)) return false
  if (marks.most.length > 0 || marks.ranked.length > 0 || marks.common !== null) return true
  while (k + 1 < tokens.length && isUnused(k)) k++
  return isUnused(k) || isSilent(tokens[k]!)
}

/** "how many members cancelled their contract": all that would tell these rows from the others is unknown. */
export function isUnrestricted({ query, unused }: Understood): boolean {
  const { shape, where, keys, yesNo } = query
  // "did it ever fail" is not answered by that it is there.
  return unused.length > 0 && shape === 'figures' && (yesNo || where.length + keys.length === 0)
}

/** "from Poland": a name that the data does not have; "which lives furthest": what is asked for is not known. */
export function isOther({ unused, lost }: Understood & { readonly lost: boolean }, { text, tokens }: Reading): boolean {
  const isTitled = tokens.every(token => token.kind !== 'word' || /^\p{Lu}/u.test(token.text))
  const isName = (word: string) =>
    /^\p{Lu}\p{Ll}+$/u.test(word) && text.indexOf(word) > 0 && !/[.?!] $/.test(text.slice(0, text.indexOf(word)))
  return lost || (!isTitled && unused.some(isName))
}

/** "is the valve still stuck": how often entries say so is not how things stand now. */
export function isOfNow({ query }: Understood, question: string): boolean {
  const { kind } = query.table.relation
  return kind === 'entries' && query.yesNo && /\b(?:still|yet|now|currently|again|at the moment)\b/i.test(question)
}

/** "how many left in May" of rows that only tell when they began. */
export function isOfAnotherTime({ query, unused }: Understood): boolean {
  return unused.some(word => LEAVING.test(word.toLowerCase())) && query.where.some(one => one.kind === 'period')
}

/** "total pieces per item", told without the items. */
export function isOfNoGroup(
  { query: { keys, measures, overGroups } }: Understood,
  { each }: Marks,
  { tokens }: Reading,
): boolean {
  const isTold = each.some(({ from }) => /^(?:per|each)$/.test(tokens[from]!.lower))
  const isWhole = measures.every(one => one.kind === 'count' || (one.kind === 'statistic' && one.statistic === 'sum'))
  return isTold && keys.length === 0 && !overGroups && measures.length > 0 && isWhole
}

const COSTS = /\bhow much\b.{1,60}\bcosts?\b/i
const PAID =
  /price|cost|fare|fee|amount|total|charge|value|rent|eur|usd|gbp|chf|dollar|tariff|toll|money|paid|pay|spen[dt]|sum|bill|premium|rate/i

/** "how much does a bed cost" as the sum of `beds`: nothing that is told is paid. */
export function isUnpriced({ query }: Understood, { text }: Reading): boolean {
  const fields = query.measures.flatMap(measuredFields)
  return (
    COSTS.test(text) &&
    fields.length > 0 &&
    !fields.some(({ column }) => PAID.test(`${column.name} ${column.unit ?? ''}`))
  )
}

/** "which modules does a.py use" as the different files where the file is a.py: it says only what it was asked. */
export function isVacuous({ query }: Understood): boolean {
  const { keys, show, where } = query
  const told = keys.length > 0 ? keys.map(({ field }) => field) : show
  const isSaid = (field: Field) =>
    field.role === 'file' &&
    where.some(one => one.kind === 'values' && one.field === field && !one.not && one.values.length === 1)
  return told.length === 1 && told.every(isSaid)
}

/** "the dress code" as files of code: what programs tell of files answers nothing that they are not asked for by name. */
export function isOfOthers({ query, unused, isSpoken }: Understood & { readonly isSpoken: boolean }): boolean {
  return unused.length > 0 && !isSpoken && !['table', 'entries'].includes(query.table.relation.kind)
}

/** "from each source" as files of source code, of which there are none: nothing of what was not asked for by name. */
export function isNothingUnasked(
  { query, isSpoken }: Understood & { readonly isSpoken: boolean },
  { rows }: AskedAnswer,
): boolean {
  const isZero = rows.every(row => Object.values(row).every(cell => cell === 0 || cell === null))
  return isZero && !isSpoken && !['table', 'entries'].includes(query.table.relation.kind)
}

/** Groups of which none has a figure: they were not what was asked for. */
export function isSilent({ shape, keys, where }: Query, { rows, columns }: AskedAnswer): boolean {
  const figures = columns.filter(({ holds }) => holds === 'measure')
  // A word that entries have, but not those that were asked for.
  if (shape === 'figures' && rows.length === 0 && where.some(({ kind }) => kind === 'contains')) return true
  if (shape !== 'figures' || keys.length === 0 || rows.length === 0 || figures.length === 0) return false
  return rows.every(row => figures.every(({ name }) => row[name] === null))
}

/** "how many requests failed" as none, where no entry has both words: it may be told in others. */
export function isUnsaid({ where, measures }: Query, rows: readonly (readonly Cell[])[]): boolean {
  const words = where.filter(({ kind }) => kind === 'contains')
  const isZero = measures[0]?.kind === 'count' && rows.length === 1 && Number(rows[0]![0]) === 0
  return words.length > 1 && (isZero || rows.length === 0)
}

interface Refused {
  readonly marks: Marks
  readonly tables: readonly Table[]
  /** Words that name something in the files. */
  readonly bound: ReadonlySet<string>
}

/** Why there is no figure, and what the only table can be asked for; empty where there are several, or nothing is left over. */
export function textOfNoFigure(unused: readonly string[], { marks: { statistics }, tables, bound }: Refused): string {
  const fields = tables.flatMap(table => table.fields)
  const isNamed = (field: Field) => unused[0]?.toLowerCase() === field.column.name.toLowerCase()
  // "average customer": the column is there, and holds nothing that can be reckoned with.
  const named = statistics.length > 0 ? fields.find(field => !isNumeric(field) && isNamed(field)) : undefined
  if (named) return `No figure can be given: \`${named.column.name}\` holds no numbers.`
  const [only, other] = tables.filter(({ relation }) => relation.kind === 'table' && !relation.list)
  if (!only || other || unused.length === 0) return ''
  const known = new Set(only.fields.flatMap(({ parts }) => parts))
  const unknown = unused.filter(word => !known.has(stem(word.toLowerCase())) && !bound.has(word))
  return `No figure can be given: ${unreadBy(unknown)} is put in a way that the program cannot read. ${offer(only)}`
}

const MOST_NAMED = 6

/** What there is to ask. */
function offer({ relation, fields }: Table): string {
  const some = (before: string, fits: (field: Field) => boolean) => {
    const own = fields.filter(fits).slice(0, MOST_NAMED)
    return own.length === 0 ? [] : [`${before} ${own.map(({ column }) => `\`${column.name}\``).join(', ')}`]
  }
  const parts = [
    ...some('for figures of', isMeasure),
    ...some('by', field => field.column.kind === 'text' && !field.isKey && field.values !== null),
    ...some('by times of', isTime),
  ]
  return parts.length === 0 ? '' : `\`${relation.name}\` can be asked ${parts.join('; ')}.`
}
