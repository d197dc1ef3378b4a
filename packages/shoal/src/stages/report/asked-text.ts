// An answer out of relations on a terminal: the figure, how the question was read, the rows, and where they stand.
import type { RunReport } from '@shoal/base/model/report'
import { type AskedTable, type AskedView, NO_VALUE } from '@shoal/base/report/asked-view'
import { placeName, placesOf } from '@shoal/base/report/places'
import { printable } from '@shoal/base/text/printable'
import { type Screen, wrap } from './screen.ts'
import { drawTextTable, type TextTable } from './table-text.ts'

const MOST_ROWS = 10
const MOST_QUOTES = 3

export interface AskedSheet extends Pick<RunReport, 'answerEvidence' | 'question'> {
  /** Whose report has the answer; null where none has. */
  readonly run: string | null
  /** All rows that there are, and the SQL. */
  readonly full: boolean
}

export function drawAsked(screen: Screen, view: AskedView, { run, answerEvidence, question, full }: AskedSheet): void {
  for (const line of wrap(printable(view.headline), screen.width)) screen.line(screen.paint('bold', line))
  if (view.readAs !== null) screen.paragraph(`Read as: ${view.readAs}.`)
  for (const doubt of view.doubts) screen.paragraph(doubt, { first: screen.paint('yellow', '!') })
  const { table } = view
  if (table && (full || !table.isTold)) {
    screen.line()
    drawTextTable(screen, laidOut(table, full ? table.rows.length : MOST_ROWS, moreOf(table, run, full)), 2)
  }
  if (full)
    for (const sql of view.sql) {
      screen.line()
      for (const line of sql.split('\n'))
        for (const part of wrap(printable(line), screen.columns - 2)) screen.line(`  ${screen.paint('dim', part)}`)
    }
  // A figure is of many rows, and groups of all: the first of them stand for the others, without their words.
  const places = answerEvidence.length > 0 ? answerEvidence : (question?.places ?? []).map(at => ({ ...at, quote: '' }))
  if (places.length > 0) screen.line()
  if (isGrouped(table)) screen.paragraph(`Counted from ${placesOf(places, MOST_QUOTES)} …`)
  else
    for (const end of places.slice(0, MOST_QUOTES)) {
      screen.place(placeName(end), { indent: 2 })
      if (end.quote !== '') screen.quote(end.quote, { indent: 2, most: 2 })
    }
  if (view.rest === '') return
  screen.line()
  screen.paragraph(view.rest)
}

function isGrouped(table: AskedTable | null): boolean {
  return table?.columns.some(({ holds }) => holds === 'key') ?? false
}

function moreOf({ rows, of }: AskedTable, run: string | null, full: boolean): string {
  if (run === null) return '`--json` has the rows, and the SQL for `shoal sql`'
  const all = rows.length < of ? '`shoal sql` with the SQL of the report shows all rows' : ''
  if (full) return all
  return `\`shoal report ${run} --full\`${all === '' ? '' : ` shows ${rows.length}, ${all}`}`
}

/** The last column is where each row stands. */
function laidOut({ columns, rows, of }: AskedTable, most: number, more: string): TextTable {
  const listed = rows.slice(0, most)
  const hasPlaces = listed.some(({ place }) => place !== null)
  const isOneFile = new Set(rows.map(({ place }) => place?.path)).size === 1
  const placeOf = ({ place }: AskedTable['rows'][number]) =>
    place === null ? NO_VALUE : isOneFile ? String(place.line) : placeName(place)
  return {
    columns: [
      ...columns.map(({ name, isNumber }) => ({
        label: name,
        align: isNumber ? ('right' as const) : ('left' as const),
      })),
      ...(hasPlaces
        ? [
            {
              label: isOneFile ? 'line' : 'place',
              align: isOneFile ? ('right' as const) : ('left' as const),
              isKept: true,
            },
          ]
        : []),
    ],
    rows: listed.map(row => [...row.cells, ...(hasPlaces ? [placeOf(row)] : [])]),
    of,
    ...(more === '' ? {} : { more }),
  }
}
