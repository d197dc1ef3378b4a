// What the relations of the files say to a question, as the answer of a report: the figure, then the rows; and where there is
// none, why.
import type { AskedAnswer } from '../model/asked.ts'
import type { Panel } from '../model/finding.ts'
import type { Json } from '../model/json.ts'
import { formatCount } from '../text/printable.ts'
import type { ComposedAnswer, Piece } from './answer-part.ts'

const SHOWN_ROWS = 10
const SHOWN_COLUMNS = 6

/** Whether it opens the report. What is only half understood does not stand before the problems that were asked for. */
export function isTold({ status, text }: AskedAnswer, asksForProblems: boolean): boolean {
  if (text === '') return false
  return status === 'answered' || (status === 'partial' && !asksForProblems)
}

export function askedPart({
  text,
  unused,
  alternatives,
  notes,
  rows,
  rowCount,
  columns,
  evidence,
  status,
}: AskedAnswer): Piece[] {
  const doubt = alternatives.filter(other => other !== '')
  const told = [
    ...(unused.length > 0
      ? [
          `Not used: ${unused.map(word => `"${word}"`).join(', ')}; without ${unused.length === 1 ? 'it' : 'them'} this may answer another question.`,
        ]
      : []),
    ...(doubt.length > 0 ? [`It could also mean ${doubt.slice(0, 2).join(', or ')}.`] : []),
    ...notes.map(note => `${note.replace(/^./, letter => letter.toUpperCase())}.`),
  ]
  const isTable = rows.length > 1 || (rows.length === 1 && columns.length > 3)
  const panel = isTable ? tableOf({ rows, rowCount, columns }) : null
  return [
    { text: status === 'partial' ? `In part: ${text}` : text, evidence, panels: panel ? [panel] : [], isNeeded: true },
    ...told.map(sentence => ({ text: sentence, isNeeded: true })),
  ]
}

function tableOf({ rows, rowCount, columns }: Pick<AskedAnswer, 'rows' | 'rowCount' | 'columns'>): Panel {
  const shown = columns.filter(({ holds }) => holds !== 'path' && holds !== 'line').slice(0, SHOWN_COLUMNS)
  const places = columns.filter(({ holds }) => holds === 'line')
  const all = [...shown, ...places]
  return {
    kind: 'table',
    title: 'Rows',
    columns: all.map(({ name, holds }) => ({
      label: name,
      align: ['measure', 'line', 'count'].includes(holds) ? 'right' : 'left',
    })),
    rows: rows.slice(0, SHOWN_ROWS).map(row => all.map(({ name }) => cellOf(row[name] ?? null))),
    ...(rowCount > SHOWN_ROWS && { of: rowCount }),
  }
}

function cellOf(cell: Json): string | number | null {
  if (cell === null || typeof cell === 'string') return cell
  if (typeof cell === 'number') return Number.isInteger(cell) ? cell : Number(cell.toPrecision(8))
  return JSON.stringify(cell)
}

/** In one sentence. */
export function whyNot({ unused, readAs, notes, text }: AskedAnswer): string {
  if (text !== '') return text
  const words = unused
    .slice(0, 6)
    .map(word => `"${word}"`)
    .join(', ')
  if (readAs === null && unused.length > 0)
    return `No figure can be given: nothing in the files is called ${words}${unused.length > 6 ? ` and ${formatCount(unused.length - 6)} more words` : ''}, or the question is put in a way that the program cannot read.`
  const [note] = notes
  return `No figure can be given${note ? `: ${note}` : ''}.`
}

/** What a script relies on: also an answer of the analysts is one. */
export function toldAs(asked: AskedAnswer, { answer, isAnswer = answer !== null }: ComposedAnswer): AskedAnswer {
  if (asked.status === 'unanswered') return isAnswer ? { ...asked, status: 'answered', unused: [] } : asked
  return asked
}
