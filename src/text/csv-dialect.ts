// How a table is written: delimiter, quote, header. Read from the first records, by validating each candidate.

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
/** Comma, tab, semicolon, bar: in this order when the evidence is equal. */
const DELIMITERS = [44, 9, 59, 124]
const RECORDS_LOOKED_AT = 50

/** The delimiter whose records agree best on a number of columns above one; a comma when none does. */
export function findDialect(text: string, eol: number): CsvDialect {
  let best = { delimiter: DELIMITERS[0]!, score: 0 }
  for (const delimiter of DELIMITERS) {
    const records = readRecords(text, { delimiter, quote: QUOTE }, eol, RECORDS_LOOKED_AT)
    const score = agreement(records.map(record => record.fields.length))
    if (score > best.score + 1e-9) best = { delimiter, score }
  }
  return { delimiter: best.delimiter, quote: QUOTE }
}

/** The share of records with the most common width, for widths above one; wider tables win a near tie. */
function agreement(widths: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1)
  let best = 0
  for (const [width, count] of counts) {
    if (width > 1) best = Math.max(best, count / widths.length + Math.min(width, 50) / 1000)
  }
  return best
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
