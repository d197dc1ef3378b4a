// Relations and the rows of a query as text: aligned, as wide as the terminal, with what there is to know below.

import type { Json } from '@shoal/base/model/json'
import type { Relation } from '@shoal/base/model/relation'
import { formatCount, plural, printable } from '@shoal/base/text/printable'
import type { FaceOptions } from '../config/options.ts'
import { type DataAnswer, names } from '../run/query-data.ts'
import type { Io } from './io.ts'
import { cut, type GridColumn, Sheet } from './team/sheet.ts'

/** Columns of a cell, where no terminal says less. */
const WIDEST = 60
const NARROWEST = 6
/** With more relations than this their columns are left out. */
const MOST_IN_FULL = 12
const MOST_COLUMNS = 40

export interface AnsweredQuery {
  readonly answer: DataAnswer
  readonly query: string
  readonly offset: number
}

export function answerText(io: Io, face: FaceOptions, { answer, query, offset }: AnsweredQuery): string {
  const sheet = new Sheet(io, face)
  const { columns, rows, rowCount, truncated } = answer.result!
  const isNumber = columns.map(({ type }) => /^(?:U?(?:TINY|SMALL|BIG|HUGE)?INT|DECIMAL|DOUBLE|FLOAT)/.test(type))
  const grid = columns.map(
    ({ name }, k): GridColumn => ({
      title: cut(printable(name), WIDEST),
      atLeast: NARROWEST,
      ...(isNumber[k] ? { align: 'right' } : {}),
    }),
  )
  sheet.grid(
    grid,
    rows.map(row => row.map(cellText)),
  )
  sheet.line()
  sheet.line(sheet.style.dim(countLine({ shown: rows.length, rowCount, truncated, offset })))
  for (const relation of answer.used) sheet.line(sheet.style.dim(readLine(relation)))
  for (const note of usedNotes(answer.used, query)) sheet.line(sheet.style.dim(`note  ${printable(note)}`))
  return sheet.text()
}

export function relationsText(io: Io, face: FaceOptions, relations: readonly Relation[]): string {
  const sheet = new Sheet(io, face)
  if (relations.length > MOST_IN_FULL) {
    sheet.grid(
      [
        { title: 'name', atLeast: 12 },
        { title: 'kind' },
        { title: 'rows', align: 'right' },
        { title: 'columns', align: 'right' },
        { title: 'from', atLeast: 12 },
      ],
      relations.map(relation => [
        printable(relation.name),
        relation.kind,
        formatCount(relation.rows),
        formatCount(relation.columns.length),
        fromOf(relation),
      ]),
    )
    sheet.line()
    sheet.line(sheet.style.dim("DESCRIBE name lists the columns of one: shoal sql PATH 'DESCRIBE files'"))
    return sheet.text()
  }
  for (const [k, relation] of relations.entries()) {
    if (k > 0) sheet.line()
    const { name, kind, rows, columns, place, notes } = relation
    sheet.line(`${sheet.style.bold(printable(name))}  ${kind}, ${rowsOf(relation, rows)}, ${fromOf(relation)}`)
    const listed = columns.slice(0, MOST_COLUMNS)
    sheet.grid(
      [
        { title: 'column', atLeast: 12 },
        { title: 'kind' },
        { title: 'type', atLeast: 8 },
        { title: 'note', atLeast: 10 },
      ],
      listed.map(column => [
        printable(column.name),
        column.kind,
        cut(column.type, WIDEST),
        printable(column.note ?? ''),
      ]),
      '  ',
    )
    if (columns.length > listed.length)
      sheet.line(sheet.style.dim(`  … ${formatCount(columns.length - listed.length)} more columns`))
    sheet.line(sheet.style.dim(`  and ${place.path}, ${place.line}: where the row stands`))
    for (const note of notes) sheet.line(sheet.style.dim(`  note  ${printable(note)}`))
  }
  return sheet.text()
}

interface Counted {
  readonly shown: number
  readonly rowCount: number | null
  readonly truncated: boolean
  readonly offset: number
}

/** `rows 101–200 of 1,204; --offset 200 shows the next`. */
function countLine({ shown, rowCount, truncated, offset }: Counted): string {
  const total = rowCount === null ? 'more than were counted' : formatCount(rowCount)
  if (!truncated && offset === 0) return plural(shown, 'row')
  const which =
    shown === 0
      ? `no row behind ${formatCount(offset)}`
      : `rows ${formatCount(offset + 1)}–${formatCount(offset + shown)}`
  return `${which} of ${total}${truncated ? `; --offset ${offset + shown} shows the next` : ''}`
}

function readLine(relation: Relation): string {
  return `${printable(relation.name)}: all ${rowsOf(relation, relation.rows)} of ${fromOf(relation)}`
}

/** Of a view nobody has counted the rows. */
function rowsOf({ kind }: Relation, rows: number): string {
  return kind === 'timeline' ? `at most ${plural(rows, 'row')}` : plural(rows, 'row')
}

function fromOf({ paths }: Relation): string {
  return paths.length === 1 ? printable(paths[0]!) : plural(paths.length, 'file')
}

/** What has to be known of what the query names. */
function usedNotes(used: readonly Relation[], query: string): string[] {
  const all = /\*/.test(query)
  return used.flatMap(({ name, columns, notes }) => [
    ...notes.map(note => `${name}: ${note}`),
    ...columns
      .filter(column => column.note !== null && (all || names(query, column.name)))
      .map(column => `${name}.${column.name}: ${column.note}`),
  ])
}

function cellText(value: Json): string {
  if (value === null) return 'NULL'
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return cut(printable(text), WIDEST)
}
