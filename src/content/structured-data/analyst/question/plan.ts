// What a question asks of a table that was read: which figures, of which column, by what, of which rows, and which of
// its words could not be followed.

import { pushAll } from '../../../../model/lists.ts'
import type { Question } from '../../../../model/question.ts'
import { stem } from '../../../../text/stem.ts'
import { type Ask, type NamedColumn, wordsOf } from '../ask.ts'
import { ID_NAME } from '../column-type.ts'
import type { Mark } from '../marks.ts'
import type { ColumnProfile, TableProfile } from '../profile.ts'
import { isMeasure } from '../relations.ts'
import { listed } from '../words.ts'
import { type Clause, dateColumn, numberClauses, timeClauses, valueClauses, wordClause } from './filters.ts'
import { gapClauses } from './lacking.ts'
import { leftoversOf } from './leftovers.ts'
import { type Ranking, rankingOf, type Statistic, statisticsOf } from './statistics.ts'

const grains = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const
export type Grain = (typeof grains)[number]

export interface GroupBy {
  readonly column: ColumnProfile
  /** Dates are put together by so much; null for the values as they are. */
  readonly grain: Grain | null
}

export interface Plan {
  readonly clauses: readonly Clause[]
  /** What was asked for and is left out, in words: `the filter "EMEA" was not applied`. */
  readonly unapplied: readonly string[]
  readonly statistics: readonly Statistic[]
  readonly measures: readonly ColumnProfile[]
  /** The question names the measure, or there is only one that it can mean. */
  readonly measureNamed: boolean
  readonly groups: readonly GroupBy[]
  readonly ranking: Ranking | null
  /** Columns whose missing values are asked for, of some rows. */
  readonly gaps: readonly ColumnProfile[]
  /** The rows themselves are ranked: the largest order. */
  readonly ranksRows: boolean
  /** Rows are counted: how many orders. */
  readonly countsRows: boolean
}

const ROW_WORDS = 'row record entry line observation item datum'.split(' ')
const MAIN_MEASURE = /^(?:amount|total|revenue|price|value|sales|cost|sum|net|gross|turnover)$/i
const MOST_GROUPS = 3
const MOST_MEASURES = 3

export function planOf(
  question: Question,
  profile: TableProfile,
  path: string,
  ask: Ask,
  marks: readonly Mark[],
): Plan {
  const text = question.text ?? ''
  const entity = entityOf(profile, path)
  const times = timeClauses(text, profile, ask, entity)
  const numbers = numberClauses(
    text,
    times.spans,
    place => columnBefore(text, place, profile, ask),
    place => namesThings(text, place, profile, ask, entity),
  )
  const values = valueClauses(text, profile, ask, marks, numbers.spans)
  const lacking = gapClauses(text, profile, ask)
  const sure = [...values, ...times.clauses, ...numbers.clauses, ...lacking.clauses]
  const named = ask.columns.map(column => ({ ...column, profile: profile.columns[column.index]! }))
  const wanted = statisticsOf(question, place =>
    named.some(({ whole, profile: { name } }) => whole && covers(text, place, name)),
  )
  const ranking = rankingOf(question)
  const measures = measuresOf(named, numbers.clauses, ranking)
  const grain = grainOf(text)
  const date = grain ? dateColumn(profile, ask, entity) : null
  const groups = groupsOf(named, profile, sure, measures, grain && { grain, date })
  if (question.intents.includes('comparison')) pushAll(groups, comparedOf(values, groups, profile))
  const namesRows = (text.toLowerCase().match(/\p{L}+/gu) ?? []).some(word => entity.has(stem(word)))
  const counts = question.intents.includes('count')
  // Words of a question that is not about this table are no conditions.
  const concerned =
    sure.length > 0 || named.length > 0 || (namesRows && (counts || ranking !== null || wanted.length > 0))
  const left = concerned
    ? leftoversOf(question, profile, ask, {
        entity,
        spans: [...times.spans, ...numbers.spans, ...lacking.spans],
        terms: values.flatMap(({ asked }) => asked),
      })
    : { filters: [], groups: [], others: [], open: [] }
  const words = left.filters.map(word => ({ word, clause: wordClause(profile, word) }))
  const clauses = [...sure, ...words.flatMap(({ clause }) => clause ?? [])]
  const gaps = clauses.length > 0 && question.intents.includes('missing') ? gapsOf(named, sure) : []
  const main = measures.length > 0 ? measures : mainMeasures(profile)
  const behindBy = named.some(({ grouping, profile: column }) => grouping && measures.includes(column))
  const onlyRanks = wanted.every(({ kind }) => kind === 'min' || kind === 'max')
  // "How many reviews are complaints": not all of them, whatever is meant.
  const isBareCount = counts && namesRows && clauses.length + groups.length + wanted.length === 0 && ranking === null
  const lost = [
    ...times.unapplied,
    ...numbers.unapplied,
    ...words.flatMap(({ word, clause }) => (clause ? [] : [word])),
    ...(isBareCount ? left.others : []),
  ]
  return {
    clauses,
    unapplied: [
      ...lost.map(unappliedFilter),
      ...left.open.map(
        ({ word, columns }) => `"${word}" may mean ${listed(columns.map(name => `\`${name}\``))}, and was left open`,
      ),
      ...left.groups.map(word => `"${word}" is no column to group by`),
      ...(grain && !date ? [`there is no one column of dates to group by ${grain}`] : []),
    ],
    statistics:
      groups.length > 0 && ranking && onlyRanks ? rankedBy(wanted, measures.length > 0, behindBy, text) : wanted,
    measures: main.slice(0, MOST_MEASURES),
    measureNamed: measures.length > 0 || main.length === 1,
    groups: gaps.length > 0 ? [] : groups,
    ranking,
    gaps,
    ranksRows: ranking !== null && groups.length === 0 && namesRows && onlyRanks,
    countsRows: counts && namesRows,
  }
}

type Named = NamedColumn & { readonly profile: ColumnProfile }

/** Numbers that are named. One behind `by` is what is ranked by, or else a group. */
function measuresOf(named: readonly Named[], compared: readonly Clause[], ranking: Ranking | null): ColumnProfile[] {
  const numeric = named.filter(({ profile }) => isMeasure(profile))
  const free = numeric.filter(({ grouping }) => !grouping)
  // `average score of orders with amount over 100`: the amount is a condition.
  const asked = free.filter(
    ({ index }) => numeric.length < 2 || !compared.some(({ columns }) => columns.includes(index)),
  )
  return (asked.length > 0 ? asked : ranking ? numeric : free).map(({ profile }) => profile)
}

function groupsOf(
  named: readonly Named[],
  table: TableProfile,
  clauses: readonly Clause[],
  measures: readonly ColumnProfile[],
  period: { readonly grain: Grain; readonly date: ColumnProfile | null } | null,
): GroupBy[] {
  const isCondition = ({ index }: Named) => clauses.some(({ columns }) => columns.includes(index))
  const groups = named.filter(column => {
    const { profile, grouping, whole } = column
    if (profile.distinct < 2 || measures.includes(profile) || profile === period?.date) return false
    if (grouping) return true
    // The number of a row is a name for the row.
    const ofRows = profile.type === 'id' && (!whole || isRowId(profile, table))
    return !ofRows && !isMeasure(profile) && !profile.times && !isCondition(column)
  })
  return [
    ...(period?.date ? [{ column: period.date, grain: period.grain }] : []),
    ...groups.map(({ profile }) => ({ column: profile, grain: profile.times ? (period?.grain ?? 'day') : null })),
  ].slice(0, MOST_GROUPS)
}

/** "Compare EU and US" wants them side by side. */
function comparedOf(values: readonly Clause[], groups: readonly GroupBy[], { columns }: TableProfile): GroupBy[] {
  return values.flatMap(({ marks, columns: [index, ...others] }) => {
    const column = columns[index!]!
    const known = others.length > 0 || marks.length < 2 || groups.some(group => group.column === column)
    return known ? [] : [{ column, grain: null }]
  })
}

function gapsOf(named: readonly Named[], clauses: readonly Clause[]): ColumnProfile[] {
  return named.flatMap(({ whole, index, profile }) =>
    whole && !clauses.some(({ columns }) => columns.includes(index)) ? [profile] : [],
  )
}

/** "Top customers by amount" ranks totals; "which region has the most orders" ranks rows; "largest amount by region" neither. */
function rankedBy(
  wanted: readonly Statistic[],
  measured: boolean,
  behindBy: boolean,
  text: string,
): readonly Statistic[] {
  if (!measured) return []
  if (!behindBy && !/\b(?:top|bottom|best|worst|most|least)\b/i.test(text)) return wanted
  return [{ kind: 'sum', word: 'total', at: 0 }]
}

export function unappliedFilter(words: string): string {
  return `the filter "${words.trim()}" was not applied`
}

/** Stems of what a row is: by the file's name, by the column that numbers the rows, and by the words for any row. */
function entityOf(profile: TableProfile, path: string): Set<string> {
  const file = wordsOf(path.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, ''))
  const ids = profile.columns.filter(column => isRowId(column, profile)).slice(0, 1)
  const words = [...file, ...ids.flatMap(({ name }) => wordsOf(name.replace(ID_NAME, '')))]
  return new Set([...words, ...ROW_WORDS].filter(word => word.length > 2).map(word => stem(word)))
}

/** It numbers the rows: (nearly) every row has a value of its own. */
function isRowId({ type, distinct }: ColumnProfile, { table }: TableProfile): boolean {
  return type === 'id' && distinct >= table.rows * 0.9
}

function covers(text: string, place: number, name: string): boolean {
  const word = /^\p{L}+/u.exec(text.slice(place))?.[0]?.toLowerCase()
  return word !== undefined && wordsOf(name).some(own => stem(own) === stem(word))
}

function columnBefore(text: string, place: number, profile: TableProfile, ask: Ask): ColumnProfile | null {
  const tokens = [...text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)]
  const numeric = ask.columns
    .map(({ index, at }) => ({ column: profile.columns[index]!, at: tokens[at]?.index ?? 0 }))
    .filter(({ column }) => column.numbers !== null)
  const before = numeric.filter(({ at }) => at < place).at(-1)
  if (before ?? numeric[0]) return (before ?? numeric[0])!.column
  const main = mainMeasures(profile)
  return main.length === 1 ? main[0]! : null
}

/** `more than 5 orders` counts rows. */
function namesThings(
  text: string,
  place: number,
  profile: TableProfile,
  ask: Ask,
  entity: ReadonlySet<string>,
): boolean {
  const word = /^\s+(\p{L}+)/u.exec(text.slice(place))?.[1]
  if (word === undefined) return false
  const own = stem(word.toLowerCase())
  return (
    entity.has(own) ||
    ask.columns.some(({ index }) => {
      const { name, numbers } = profile.columns[index]!
      return numbers === null && wordsOf(name).some(part => stem(part) === own)
    })
  )
}

/** The only measure; or the only one with a name like `amount`; else all. */
function mainMeasures({ columns }: TableProfile): ColumnProfile[] {
  const measures = columns.filter(isMeasure)
  if (measures.length < 2) return measures
  const main = measures.filter(({ name }) => MAIN_MEASURE.test(name))
  return main.length === 1 ? main : measures
}

function grainOf(text: string): Grain | null {
  const match =
    /\b(?:by|per|each|every|over) (?:the )?(hour|day|week|month|quarter|year)s?\b|\b(hour|dai|week|month|quarter|year)ly\b/i.exec(
      text,
    )
  const word = (match?.[1] ?? match?.[2])?.toLowerCase()
  return word === 'dai' ? 'day' : (grains.find(grain => grain === word) ?? null)
}
