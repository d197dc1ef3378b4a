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

/**
 * A first record is a header unless half of its cells are numbers or dates, as those under them are; or three of them are, in
 * no order. Years and other whole numbers that count on are names.
 */
export function hasHeader(records: readonly CsvRecord[]): boolean {
  const [first, second] = records
  if (!first) return false
  const cells = first.fields.filter(cell => cell.trim() !== '')
  const places = first.fields.flatMap((cell, i) =>
    isValue(cell) && (second === undefined || isValue(second.fields[i] ?? '')) ? [i] : [],
  )
  if (isSequence(first, cells.length) && !(second && isSequence(second, cells.length))) return true
  if (cells.length > 0 && places.length * 2 >= cells.length) return false
  return (
    places.length < 3 ||
    (isOrdered(places.map(i => Number(first.fields[i]))) && !/\p{L}/u.test(second?.fields[0] ?? ''))
  )
}

/** `name,1960,1961,1962`: most of the cells are whole numbers, each one more than the one before. */
function isSequence({ fields }: CsvRecord, cells: number): boolean {
  // Years: `1,2,3,4` may be a record like others.
  const numbers = fields.filter(cell => /^\s*(?:1[5-9]|20)\d\d\s*$/.test(cell)).map(Number)
  return (
    numbers.length >= 4 && numbers.length * 2 >= cells && numbers.every((n, k) => k === 0 || n === numbers[k - 1]! + 1)
  )
}

function isOrdered(numbers: readonly number[]): boolean {
  const up = numbers.every((n, k) => k === 0 || n > numbers[k - 1]!)
  return up || numbers.every((n, k) => k === 0 || n < numbers[k - 1]!)
}

function isValue(cell: string): boolean {
  const text = cell.trim()
  return /^[-+]?[\d.,]*\d(e[-+]?\d+)?%?$/i.test(text) || /^\d{4}-\d\d-\d\d|^\d{1,2}\/\d{1,2}\/\d{2,4}/.test(text)
}
