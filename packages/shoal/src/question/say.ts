// What was understood, and what came out, in plain words: the figure first.
import { lookup } from '@shoal/base/model/lookup'
import { figureText } from '@shoal/base/text/figure-text'
import { formatCount, plural } from '@shoal/base/text/printable'
import { phrasalSource } from '../text/phrasal.ts'
import type { Cell } from './asked.ts'
import type { Condition, Key, Measure, Query } from './query.ts'
import { measureName, type ResultColumn } from './sql.ts'

export interface Outcome {
  readonly columns: readonly ResultColumn[]
  readonly rows: readonly (readonly Cell[])[]
  /** Of the whole result. */
  readonly total: number
}

/** `the average of mpg where origin is "Japan", by cylinders`. */
export function readAs(query: Query): string {
  const { shape, measures, keys, where, order, most, show, having, table } = query
  const name = `\`${table.relation.name}\``
  const what = ((): string => {
    if (shape === 'duplicates')
      return show.length > 0
        ? `values of ${list(show.map(f => code(f.column.name)))} that stand in ${name} more than once`
        : `rows of ${name} that stand there more than once`
    if (shape === 'values') return `the different ${list(show.map(f => code(f.column.name)))} in ${name}`
    if (shape === 'rows') {
      const by = order && typeof order.by === 'object' ? code(order.by.column.name) : null
      if (by && most !== null)
        return `the ${most === 1 ? 'row' : `${most} rows`} of ${name} with the ${rankWord(order!.descending, isTimeOrder(query))} ${by}${ofEach(query)}`
      return `rows of ${name}${by ? ` in order of ${by}` : ''}`
    }
    const told = query.pause
      ? `the longest time from one row of ${name} to the next by ${code(query.pause.column.name)}`
      : list(measures.map(measure => measureWords(measure, query)))
    const grouped = keys.length === 0 ? '' : ` by ${list(keys.map(keyWords))}`
    const ranked =
      keys.length > 0 && most !== null
        ? `, the ${order?.descending ? 'highest' : 'lowest'}${most > 1 ? ` ${most}` : ''}${ofEach(query)}`
        : ''
    const over = query.overGroups
      ? `the ${query.overGroups === 'avg' ? 'average' : query.overGroups} over all groups of `
      : ''
    return `${over}${told}${grouped}${ranked}`
  })()
  const conditions = where.length === 0 ? '' : ` where ${where.map(conditionWords).join(' and ')}`
  const groups = query.some?.map(({ what, not }) => `${not ? 'no row' : 'some row'} with ${conditionWords(what)}`)
  const limited = groups
    ? `, only those with ${list(groups)}`
    : having
      ? `, only ${limitWords(having, query.held)}`
      : ''
  return `${what}${conditions}${limited}`
}

function limitWords({ op, value }: NonNullable<Query['having']>, held: Condition | undefined): string {
  if (held) return `those of which ${value === 0 ? 'no row has' : 'all rows have'} ${conditionWords(held)}`
  return value === 'all' ? 'those with every one of them' : `${opWords(op) || 'exactly'} ${figureText(value)}`
}

function ofEach({ keys, within }: Query): string {
  return within ? ` of each ${list(keys.slice(0, within).map(keyWords)).replace(/^the /, '')}` : ''
}

function isTimeOrder({ order }: Query): boolean {
  return order !== null && typeof order.by === 'object' && ['date', 'time'].includes(order.by.column.kind)
}

function rankWord(descending: boolean, isTime: boolean): string {
  if (isTime) return descending ? 'latest' : 'earliest'
  return descending ? 'highest' : 'lowest'
}

function code(name: string): string {
  return `\`${name}\``
}

/** The name stands last: "average age" has it twice. */
function coded(words: string, name: string): string {
  const at = words.lastIndexOf(name)
  return at < 0 ? words : `${words.slice(0, at)}${code(name)}${words.slice(at + name.length)}`
}

function list(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

function measureWords(measure: Measure, query: Query): string {
  const { table } = query
  switch (measure.kind) {
    case 'count':
      return `the number of rows of ${code(table.relation.name)}`
    case 'distinct':
      return `the number of different ${code(measure.field.column.name)}`
    case 'share':
      return `the share of rows of ${code(table.relation.name)} ${measure.of.some(({ kind }) => kind === 'related') ? 'of which' : 'with'} ${measure.of.map(conditionWords).join(' and ')}`
    case 'part':
      return measure.field ? `each part of the total ${code(measure.field.column.name)}` : 'each part of the rows'
    case 'correlation':
      return `the correlation of ${code(measure.a.column.name)} and ${code(measure.b.column.name)}`
    case 'sum-share':
      return `the share of the total ${code(measure.field.column.name)} with ${measure.of.map(conditionWords).join(' and ')}`
    case 'elapsed':
      return `the ${measure.statistic === 'avg' ? 'average' : measure.statistic} days from ${code(measure.a.column.name)} to ${code(measure.b.column.name)}`
    case 'extra':
      return 'rows that stand there again'
    case 'only':
      return `${measureWords(measure.of, query)} ${measure.name}`
    case 'difference':
      return `the difference of ${measureWords(measure.one, query)} and ${measureWords(measure.other, query)}`
    case 'ratio':
      return `${measureWords(measure.one, query)} for one of ${measureWords(measure.other, query)}`
    case 'duration':
      return `the time from the first to the last ${code(measure.field.column.name)}`
    case 'statistic':
      return `the ${coded(measureName(measure), measure.field.column.name)}`
  }
}

function keyWords(key: Key): string {
  if (key.kind === 'field') return code(key.field.column.name)
  return key.kind === 'part'
    ? `the ${key.part} of ${code(key.field.column.name)}`
    : key.parts.map(({ text }) => text.replace(/^(?:in|on) /, '')).join(' and ')
}

const OPS: Readonly<Record<string, string>> = {
  '=': '',
  '<>': 'not',
  '>': 'above',
  '>=': 'at least',
  '<': 'below',
  '<=': 'at most',
}

function opWords(op: string): string {
  return lookup(OPS, op) ?? op
}

export function conditionWords(condition: Condition): string {
  switch (condition.kind) {
    case 'values':
      return `${code(condition.field.column.name)} is ${condition.not ? 'not ' : ''}${condition.values
        .slice(0, 5)
        .map(value => `"${value}"`)
        .join(
          ' or ',
        )}${condition.values.length > 5 ? ` or ${condition.values.length - 5} more` : ''}${condition.orNone ? ' or missing' : ''}`
    case 'number':
      return `${code(condition.field.column.name)} is ${[opWords(condition.op), figureText(condition.value)].filter(Boolean).join(' ')}`
    case 'between':
      return `${code(condition.field.column.name)} is from ${figureText(condition.low)} to ${figureText(condition.high)}`
    case 'columns':
      return `${code(condition.field.column.name)} is ${opWords(condition.op)} ${code(condition.other.column.name)}`
    case 'truth':
      return `${code(condition.field.column.name)} is ${condition.not ? 'no' : 'yes'}`
    case 'missing':
      return `${code(condition.field.column.name)} is ${condition.not ? 'not ' : ''}missing`
    case 'present':
      return `${code(condition.field.column.name)} is there`
    case 'period':
      return `${code(condition.field.column.name)} is ${condition.not ? 'not ' : ''}${condition.parts.map(({ text }) => text).join(' or ')}`
    case 'contains':
      return `${code(condition.field.column.name)} ${condition.not ? 'does not contain' : 'contains'} "${condition.text}"${phrasalSource(condition.text) === null ? '' : ' in any form'}`
    case 'related':
      return condition.op === '=' && condition.count === 0
        ? `no row of ${code(condition.join.table.relation.name)}${condition.where ? ` where ${conditionWords(condition.where)}` : ''} has its ${code(condition.join.from.column.name)}`
        : condition.op === '>=' && condition.count === 1
          ? `a row of ${code(condition.join.table.relation.name)}${condition.where ? ` where ${conditionWords(condition.where)}` : ''} has its ${code(condition.join.from.column.name)}`
          : `${opWords(condition.op)} ${condition.count} rows of ${code(condition.join.table.relation.name)}${condition.where ? ` where ${conditionWords(condition.where)}` : ''} have its ${code(condition.join.from.column.name)}`
  }
}

export function cellText(cell: Cell): string {
  if (cell === null) return 'none'
  if (typeof cell === 'number') return figureText(cell)
  if (typeof cell === 'bigint') return cell.toLocaleString('en-US')
  return String(cell).replace(/ 00:00:00$/, '')
}

/** A value as it stands in the data: years, numbers of orders and codes are not amounts. */
function valueText(cell: Cell): string {
  return typeof cell === 'number' || typeof cell === 'bigint' ? String(cell) : cellText(cell)
}

/** The answer, the figure first, and how the question was read. */
export function sentenceOf(query: Query, outcome: Outcome): string {
  return `${headOf(query, outcome)}. Read as: ${readAs(query)}.`
}

/** What is told in hours as well. */
const SHORT_DAYS = 3

/** Groups told in the sentence; the table has more. */
const MOST_GROUPS = 6

export function headOf(query: Query, { columns, rows, total }: Outcome): string {
  const [first] = rows
  const more = (told: number) => (total > told ? ` and ${formatCount(total - told)} more` : '')
  if (query.pause && first) {
    const keys = columns.filter(({ holds }) => holds === 'key').length
    const unit = query.pause.column.kind === 'date' ? 'days' : 'seconds'
    const [length, from, to] = first.slice(keys, keys + 3).map(cell => cellText(cell ?? null))
    const whose = keys === 0 ? '' : `${first.slice(0, keys).map(valueText).join(', ')}: `
    return `${whose}${length} ${unit}, from ${from} to ${to}${more(1)}`
  }
  if (query.shape === 'figures' && query.keys.length === 0) {
    if (!first) return 'Nothing'
    const told = query.measures.map((measure, k) => figure(first[k] ?? null, measure)).join(', ')
    if (!query.yesNo || query.measures[0]?.kind !== 'count') return told
    return Number(first[0]) > 0 ? `Yes, ${told}` : 'No, 0'
  }
  if (!first) return 'None'
  if (query.countGroups || query.overGroups) return figure(first[0] ?? null, query.measures[0]!)
  if (query.shape === 'figures') {
    const keys = columns.filter(({ holds }) => holds === 'key').length
    const told = rows
      .slice(0, MOST_GROUPS)
      .map(row => `${row.slice(0, keys).map(valueText).join(', ')} (${figure(row[keys] ?? null, query.measures[0]!)})`)
    return `${told.join('; ')}${more(told.length)}`
  }
  if (query.shape === 'values') {
    const told = rows.slice(0, 10).map(row => row.slice(0, query.show.length).map(valueText).join(', '))
    return `${told.join('; ')}${more(told.length)}`
  }
  if (query.shape === 'duplicates') return query.measures.length > 0 ? cellText(first[0] ?? null) : formatCount(total)
  const shown = columns.flatMap(({ name, holds }, k) => (holds === 'column' ? [{ name, k }] : [])).slice(0, 4)
  const row = shown.map(({ name, k }) => `${name} ${valueText(first[k] ?? null)}`).join(', ')
  return total === 1 ? row : `${plural(total, 'row')}, the first ${row}`
}

function figure(cell: Cell, measure: Measure): string {
  const { kind } = measure
  const isSpan = (kind === 'statistic' || kind === 'duration') && measure.field.role === 'span'
  if (isSpan && typeof cell === 'number')
    return `${cellText(cell)} days${cell < SHORT_DAYS ? ` (${cellText(cell * 24)} hours)` : ''}`
  const isShare = kind === 'share' || kind === 'part' || kind === 'sum-share'
  return `${cellText(cell)}${isShare ? ' %' : ''}`
}
