// The rows of a table with the place of every cell. A row goes over lines where a quoted cell does; where quotes do not
// hold, a line is also read as a row with quotes as ordinary characters, so that a stray one hides no cell from the eye.

export interface TableShape {
  readonly delimiter: string
  readonly quote: string
  readonly eol: string
  /** Cells of the first row. */
  readonly width: number
}

/** Of what is in a cell, without the quotes and blanks around it. */
export interface Cell {
  readonly start: number
  readonly end: number
  readonly value: string
}

export interface Row {
  readonly cells: readonly Cell[]
  readonly start: number
  /** Behind its line end. */
  readonly end: number
  /** There is one reading of it. If not, others of the same lines follow. */
  readonly isSound: boolean
  /** It may go on behind the text. */
  readonly isOpen: boolean
}

/** Characters after which a quote that is not closed was none. */
export const LONGEST_CELL = 64 << 10

/** From a place where a row starts. */
export function* rowsOf(text: string, from: number, shape: TableShape): Generator<Row> {
  const { quote, eol, width } = shape
  let nextQuote = from - 1
  for (let at = from; at < text.length; ) {
    const found = text.indexOf(eol, at)
    const end = found < 0 ? text.length : found + 1
    if (nextQuote < at) nextQuote = indexOrEnd(text, quote, at)
    if (nextQuote >= end) {
      yield { ...plainRow(text, at, end, shape), isSound: true, isOpen: found < 0 }
      at = end
      continue
    }
    const row = quotedRow(text, at, shape)
    if (row?.isSound && (row.end <= end || row.cells.length === width)) {
      yield row
      at = row.end
      continue
    }
    if (row) yield { ...row, isSound: false }
    yield { ...plainRow(text, at, end, shape), isSound: false, isOpen: row?.isOpen ?? true }
    at = end
  }
}

/** Null when one of its quotes is not closed. */
export function quotedRow(text: string, from: number, shape: TableShape): Row | null {
  const { delimiter, quote, eol } = shape
  const cells: Cell[] = []
  let isSound = true
  for (let start = from; ; ) {
    const open = openingQuote(text, start, shape)
    let at = start
    if (open >= 0) {
      const close = closingQuote(text, open, quote)
      if (close < 0) return null
      at = close + 1
    }
    const plain = at
    while (at < text.length && text[at] !== delimiter && text[at] !== eol) at++
    const isBare = text.slice(plain, at).trim() === ''
    if (open >= 0 && !isBare) isSound = false
    cells.push(
      open >= 0 && isBare
        ? { start: open + 1, end: plain - 1, value: text.slice(open + 1, plain - 1).replaceAll(quote + quote, quote) }
        : cellOf(text, start, at, quote),
    )
    if (at >= text.length || text[at] === eol)
      return { cells, start: from, end: Math.min(at + 1, text.length), isSound, isOpen: at >= text.length }
    start = at + 1
  }
}

/** Where the quote stands that opens a cell; -1 if none does. Behind blanks one counts only if it ends its cell, too. */
function openingQuote(text: string, start: number, { delimiter, quote, eol }: TableShape): number {
  let at = start
  while ((text[at] === ' ' || text[at] === '\t') && text[at] !== delimiter) at++
  if (text[at] !== quote) return -1
  if (at === start) return at
  const close = closingQuote(text, at, quote)
  if (close < 0) return -1
  const line = text.slice(at, close)
  let behind = close + 1
  while (text[behind] === ' ' || text[behind] === '\r') behind++
  const ends = behind >= text.length || text[behind] === delimiter || text[behind] === eol
  return ends && !line.includes(eol) ? at : -1
}

function closingQuote(text: string, open: number, quote: string): number {
  for (let at = open + 1; ; at += 2) {
    at = text.indexOf(quote, at)
    if (at < 0 || at - open > LONGEST_CELL) return -1
    if (text[at + 1] !== quote) return at
  }
}

/** A line, quotes as ordinary characters. */
function plainRow(text: string, start: number, end: number, { delimiter, quote, eol }: TableShape) {
  const line = text.slice(start, text[end - 1] === eol ? end - 1 : end)
  let at = start
  const cells = line.split(delimiter).map(({ length }) => {
    const cell = cellOf(text, at, at + length, quote)
    at += length + 1
    return cell
  })
  return { cells, start, end }
}

function cellOf(text: string, from: number, to: number, quote: string): Cell {
  const raw = text.slice(from, to)
  let start = from + raw.length - raw.trimStart().length
  let end = Math.max(start, to - (raw.length - raw.trimEnd().length))
  if (end - start >= 2 && text[start] === quote && text[end - 1] === quote) {
    start++
    end--
  }
  return { start, end, value: text.slice(start, end) }
}

function indexOrEnd(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from)
  return at < 0 ? text.length : at
}
