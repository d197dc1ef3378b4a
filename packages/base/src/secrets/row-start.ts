// Where the row of a table starts that stands at some place of its file, which may be within a cell of many lines.
import type { SourceText } from '../model/source.ts'
import { LONGEST_CELL, quotedRow, rowsOf, type TableShape } from './table-rows.ts'

/** Code units that are looked at before a place and behind it: more only where fewer do not tell. */
const REACHES = [8 << 10, LONGEST_CELL, 4 * LONGEST_CELL] as const

/** Rows are read from a known start if it is no farther. */
const FAR = LONGEST_CELL

/** Units behind a place that are looked at first. */
const AHEAD = 1 << 10

/** By offsets of the source. `known` is the start of a row at or before `offset`. Null for a row that is far too long. */
export function rowStartAt(source: SourceText, offset: number, shape: TableShape, known = 0): number | null {
  const top = source.encoding.bom / source.encoding.unit
  const base = Math.max(top, known)
  if (offset <= base) return known
  const start = offset - base <= FAR ? exactStart(source, base, offset, shape) : guessedStart(source, offset, shape)
  return start === top ? 0 : start
}

/** What stands behind the place is needed only where a quote is open there. */
function exactStart(source: SourceText, base: number, offset: number, shape: TableShape): number {
  const near = startIn(unitsOf(source, base, offset + AHEAD), 0, offset - base, shape)
  const isSure = !near.isOpen || offset + AHEAD >= source.size
  const { start } = isSure ? near : startIn(unitsOf(source, base, offset + LONGEST_CELL), 0, offset - base, shape)
  return base + start
}

/** A line is the start of a row, or stands in a quoted cell: what follows shows which of the two it is. */
function guessedStart(source: SourceText, offset: number, shape: TableShape): number | null {
  let line: number | null = null
  for (const reach of REACHES) {
    const floor = Math.max(0, offset - reach)
    const units = unitsOf(source, floor, offset + reach)
    const base = units.indexOf(shape.eol) + 1
    const target = offset - floor
    if (base === 0 || base > target) continue
    const found = startIn(units, base, target, shape)
    line = floor + found.start
    const within = quotedEnd(units, base, shape)
    // A quote that is not closed in so much is none.
    const isFar = reach > REACHES[0]
    if (found.isOpen && !isFar) continue
    if (within === 'none' || (within === 'open' && isFar)) return line
    const plain = tallyOf(units, base, shape)
    if (plain.bad === 0 && plain.good > 0) return line
    if (within === 'open') continue
    const quoted = tallyOf(units, within, shape)
    if (quoted.good === 0 || quoted.bad >= plain.bad) continue
    if (within <= target) return floor + startIn(units, within, target, shape).start
    // Its row starts farther before.
    line = null
  }
  return line
}

/** The start of the row in which `target` stands, and whether what follows might show another. */
function startIn(units: string, from: number, target: number, shape: TableShape) {
  const { quote, eol } = shape
  const firstQuote = units.indexOf(quote, from)
  // Without quotes, rows are lines.
  if (firstQuote < 0) return { start: Math.max(from, lineStart(units, target, eol)), isOpen: false }
  const first = firstQuote < target ? Math.max(from, lineStart(units, firstQuote, eol)) : from
  let end = first
  let isOpen = false
  for (const row of rowsOf(units, first, shape)) {
    isOpen ||= row.isOpen
    if (row.end > target) return { start: row.start, isOpen }
    end = row.end
  }
  return { start: end, isOpen }
}

function lineStart(units: string, at: number, eol: string): number {
  return at === 0 ? 0 : units.lastIndexOf(eol, at - 1) + 1
}

/** If `base` stood in a quoted cell, the end of its row; `none` if it cannot, `open` if no quote closes it. */
function quotedEnd(units: string, base: number, shape: TableShape): number | 'none' | 'open' {
  const row = quotedRow(shape.quote + units.slice(base), 0, shape)
  if (row === null) return 'open'
  return row.isSound && row.cells.length <= shape.width ? base + row.end - 1 : 'none'
}

/** Rows as they should be, and others. */
function tallyOf(units: string, from: number, shape: TableShape): { readonly good: number; readonly bad: number } {
  let good = 0
  let bad = 0
  for (const { isSound, isOpen, cells } of rowsOf(units, from, shape)) {
    if (isOpen) continue
    if (isSound && cells.length === shape.width) good++
    else bad++
  }
  return { good, bad }
}

/** One character for each code unit: places in it are places in the source. All structure is ASCII. */
function unitsOf(source: SourceText, start: number, end: number): string {
  const bytes = source.bytes(start, Math.min(source.size, end))
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
