// How the columns of a table are set: numbers, dates and names on one line, paths cut between folders, sentences as words.
import { isPath } from '../../parts/path-parts.ts'
import type { ChartTable } from './as-table.ts'
import { labelWidth } from './label-text.ts'

type ColumnKind = 'number' | 'short' | 'path' | 'words' | 'code'

/** Characters that never wrap, and those of figures and times, which are no words. */
const SHORT = 28
const SHORT_FIGURE = 48
const FIGURE = /^[\d\s.,:;+\-–/TZ%()<>≤≥~$€£]*$/
/** Characters of a path before folders are left out. */
export const PATH_LENGTH = 44
/** Words wrap; with fewer characters to a line they are hard to read. */
const WORDS = 26
const PADDING = 12

export function columnKinds({ columns, rows }: Pick<ChartTable, 'columns' | 'rows'>): ColumnKind[] {
  return columns.map(({ isNumber, isCode }, k) => {
    if (isCode) return 'code'
    if (isNumber) return 'number'
    const cells = rows.map(({ cells }) => cells[k] ?? '').filter(cell => cell !== '')
    if (cells.length > 0 && cells.every(isPath)) return 'path'
    return cells.every(cell => cell.length <= (FIGURE.test(cell) ? SHORT_FIGURE : SHORT)) ? 'short' : 'words'
  })
}

/** Pixels that a table takes before anything in it is hard to read. */
export function tableWidth(table: Pick<ChartTable, 'columns' | 'rows'>): number {
  const kinds = columnKinds(table)
  return table.columns.reduce((sum, { label }, k) => {
    const widest = table.rows.reduce((most, { cells }) => Math.max(most, labelWidth(cells[k] ?? '')), 0)
    const kind = kinds[k]!
    const most = labelWidth('x'.repeat(kind === 'path' ? PATH_LENGTH : WORDS))
    const cells = kind === 'number' || kind === 'short' ? widest : Math.min(widest, most)
    // Heads wrap between words.
    const head = label.split(/\s+/).reduce((most, word) => Math.max(most, labelWidth(word)), 0)
    return sum + Math.max(cells, Math.min(head, most)) + PADDING
  }, 0)
}
