// How a table is written: delimiter, quote, header. Read from the first records.
import { fitColumns } from './column-fit.ts'

export interface CsvDialect {
  readonly delimiter: number
  readonly quote: number
}

export interface CsvRecord {
  readonly fields: readonly string[]
  /** Offset just behind the record and its line end. */
  readonly end: number
}

const QUOTE = 34
const COMMA = 44

/** The delimiter that detection would find; a comma where no column shows. */
export function findDialect(text: string): CsvDialect {
  return { delimiter: fitColumns(text, true)?.delimiter.charCodeAt(0) ?? COMMA, quote: QUOTE }
}

/** The first records of a text. A record that the text cuts off is left out, unless it is the only one. */
export function readRecords(text: string, dialect: CsvDialect, eol: number, most: number): CsvRecord[] {
  const delimiter = String.fromCharCode(dialect.delimiter)
  const quote = String.fromCharCode(dialect.quote)
  const end = String.fromCharCode(eol)
  const records: CsvRecord[] = []
  let fields: string[] = []
  let at = 0
  while (at < text.length && records.length < most) {
    let field = ''
    if (text[at] === quote) {
      for (at++; at < text.length; at++) {
        if (text[at] !== quote) field += text[at]
        else if (text[at + 1] === quote) field += text[at++]
        else break
      }
      at++
    }
    const plain = at
    while (at < text.length && text[at] !== delimiter && text[at] !== end) at++
    fields.push(field + text.slice(plain, at).replace(/\r$/, ''))
    if (at >= text.length || text[at] === end) {
      at++
      if (at <= text.length || records.length === 0) records.push({ fields, end: Math.min(at, text.length) })
      fields = []
    } else if (++at >= text.length) fields.push('')
  }
  return records
}

/** A first record is a header unless half of its cells are numbers or dates, as those under them are. */
export function hasHeader(records: readonly CsvRecord[]): boolean {
  const [first, second] = records
  if (!first) return false
  const cells = first.fields.filter(cell => cell.trim() !== '')
  const values = first.fields.filter(
    (cell, i) => isValue(cell) && (second === undefined || isValue(second.fields[i] ?? '')),
  )
  return cells.length === 0 || values.length * 2 < cells.length
}

function isValue(cell: string): boolean {
  const text = cell.trim()
  return /^[-+]?[\d.,]*\d(e[-+]?\d+)?%?$/i.test(text) || /^\d{4}-\d\d-\d\d|^\d{1,2}\/\d{1,2}\/\d{2,4}/.test(text)
}
