// An answer out of relations as every form of a report shows it: the headline, how the question was read, what speaks against
// it, and the rows.
import type { AskedAnswer, AskedColumn, AskedStatus } from '../model/asked.ts'
import type { Json } from '../model/json.ts'
import { lookup } from '../model/lookup.ts'
import type { RunReport } from '../model/report.ts'
import { digitsOf, figureText } from '../text/figure-text.ts'
import { formatCount, plural } from '../text/printable.ts'
import { askedSentences, doubtsOf, IN_PART } from './answer-asked.ts'
import { flowing } from './answer-part.ts'

export interface AskedView {
  /** The figure, or what comes nearest to one. */
  readonly headline: string
  readonly status: AskedStatus
  readonly readAs: string | null
  /** Sentences: what was not used, what else it could mean, what the figures leave out. */
  readonly doubts: readonly string[]
  /** Null where the headline tells all there is. */
  readonly table: AskedTable | null
  readonly sql: readonly string[]
  /** What the answer says beyond it: sentences of a model; '' for nothing. */
  readonly rest: string
}

export interface AskedTable {
  readonly columns: readonly TableColumn[]
  readonly rows: readonly TableRow[]
  /** Of the whole result. */
  readonly of: number
  /** The headline tells every row of it, so that it is not needed where room is short. */
  readonly isTold: boolean
}

export interface TableColumn extends AskedColumn {
  /** Its values are numbers, and are read and ordered as such. */
  readonly isNumber: boolean
}

export interface TableRow {
  /** One for each column. */
  readonly cells: readonly string[]
  readonly values: readonly Json[]
  readonly place: { readonly path: string; readonly line: number } | null
}

/** Null where the report opens with something else. */
export function askedView({ question, answer }: Pick<RunReport, 'question' | 'answer'>): AskedView | null {
  if (!question || answer === null || question.text === '') return null
  const said = flowing(askedSentences(question))
  if (!answer.startsWith(said)) return null
  const table = tableOf(question)
  const headline = headlineOf(question, table)
  return {
    headline: question.status === 'partial' ? `${IN_PART}${headline}` : headline,
    status: question.status,
    readAs: question.readAs,
    doubts: doubtsOf(question),
    table,
    sql: question.sql,
    rest: answer.slice(said.length).trim(),
  }
}

/** With fewer columns, one row is told by the headline. */
const RECORD_COLUMNS = 4
/** Groups of one figure each that need no table. */
const TOLD_GROUPS = 3
const TOLD_COLUMNS = 2

function tableOf({ rows, rowCount, columns: all }: AskedAnswer): AskedTable | null {
  const columns = all
    .filter(({ holds }) => holds !== 'path' && holds !== 'line')
    .map(column => ({ ...column, isNumber: isNumeric(column, rows) }))
  if (rows.length === 0 || columns.length === 0) return null
  if (rows.length === 1 && columns.length < RECORD_COLUMNS) return null
  const [path, line] = [nameOf(all, 'path'), nameOf(all, 'line')]
  const writers = columns.map(column => writerOf(column, rows))
  return {
    columns,
    rows: rows.map(row => {
      const values = columns.map(({ name }) => lookup(row, name) ?? null)
      const at = line === null ? null : Number(lookup(row, line) ?? Number.NaN)
      const of = path === null ? null : lookup(row, path)
      return {
        values,
        cells: values.map((value, k) => writers[k]!(value)),
        place: typeof of === 'string' && at !== null && Number.isSafeInteger(at) ? { path: of, line: at } : null,
      }
    }),
    of: Math.max(rowCount, rows.length),
    isTold: rowCount <= TOLD_GROUPS && rows.length > 1 && columns.length === 2 && columns[0]!.holds === 'key',
  }
}

function nameOf(columns: readonly AskedColumn[], holds: AskedColumn['holds']): string | null {
  return columns.find(column => column.holds === holds)?.name ?? null
}

/** Codes keep their zeros: they are no numbers. */
const PLAIN_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

function isNumeric({ name }: AskedColumn, rows: AskedAnswer['rows']): boolean {
  const values = rows.map(row => lookup(row, name) ?? null).filter(value => value !== null)
  return (
    values.length > 0 &&
    values.every(value => typeof value === 'number' || (typeof value === 'string' && PLAIN_NUMBER.test(value)))
  )
}

export const NO_VALUE = '–'

/** Measures are grouped, with as many digits in every row; what the file has stands as it is there. */
function writerOf({ name, holds, unit }: AskedColumn, rows: AskedAnswer['rows']): (value: Json) => string {
  const isFigure = holds === 'measure' || holds === 'count'
  const known = rows.map(row => lookup(row, name) ?? null)
  const digits = known.reduce<number>(
    (most, value) => (isFigure && typeof value === 'number' ? Math.max(most, digitsOf(value)) : most),
    0,
  )
  const isDay = known.every(value => value === null || (typeof value === 'string' && / 00:00:00$/.test(value)))
  return value => {
    if (value === null) return NO_VALUE
    if (typeof value === 'number')
      return isFigure ? `${figureText(value, digits)}${unit ? ` ${unit}` : ''}` : String(value)
    if (typeof value === 'string') return isDay ? value.slice(0, -9) : value
    return JSON.stringify(value)
  }
}

/** Of rows the first is told, and how many there are; of anything else what the answer says. */
function headlineOf({ text, readAs, rowCount }: AskedAnswer, table: AskedTable | null): string {
  const tail = readAs === null ? '' : ` Read as: ${readAs}.`
  const told = (text.endsWith(tail) ? text.slice(0, text.length - tail.length) : text).replace(/\.$/, '')
  if (!table || table.isTold) return told
  const [first] = table.rows
  const isGrouped = table.columns.some(({ holds }) => holds === 'key')
  if (table.rows.length > 1 && isGrouped)
    return extremes(table, rowCount) ?? `${groupText(table, 0)} and ${formatCount(rowCount - 1)} more`
  const count = plural(rowCount, 'row')
  const isFirst = told.startsWith(`${count}, the first `)
  if (!isFirst && (table.rows.length > 1 || first!.place === null)) return told
  const row = table.columns
    .slice(0, TOLD_COLUMNS)
    .map(({ name }, k) => `${name} ${first!.cells[k]}`)
    .join(', ')
  return isFirst ? `${count}, the first ${row}` : row
}

/** Of groups that stand in an order of their own, as months do, the first says nothing: the highest and the lowest, where each is one. */
function extremes(table: AskedTable, rowCount: number): string | null {
  const { columns, rows } = table
  const at = columns.findIndex(({ holds }) => holds === 'measure')
  const isPlain =
    columns.length === 2 &&
    columns[0]!.holds === 'key' &&
    at === 1 &&
    rows.length === rowCount &&
    rowCount > TOLD_GROUPS
  const figures = rows.map(({ values }) => values[at] ?? null)
  if (!isPlain || !figures.every(value => typeof value === 'number')) return null
  const sorted = [...figures].sort((a, b) => a - b)
  const isRanked = [sorted, sorted.toReversed()].some(list => list.every((value, k) => value === figures[k]))
  const [lowest, highest] = [sorted[0]!, sorted.at(-1)!]
  if (isRanked || sorted[1] === lowest || sorted.at(-2) === highest) return null
  return `${groupText(table, figures.indexOf(highest))} is the highest of ${formatCount(rowCount)}, ${groupText(table, figures.indexOf(lowest))} the lowest`
}

/** `Germany (380,365.07)`. */
function groupText({ columns, rows }: AskedTable, k: number): string {
  const { cells } = rows[k]!
  const of = (holds: AskedColumn['holds']) =>
    columns.flatMap((column, k) => (column.holds === holds ? [cells[k]!] : []))
  const [figure] = of('measure')
  return `${of('key').join(', ')}${figure === undefined ? '' : ` (${figure})`}`
}
