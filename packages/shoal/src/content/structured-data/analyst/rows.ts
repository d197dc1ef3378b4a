// Finds any row of the table again, to quote it.
import type { SourceText } from '@shoal/base/model/source'
import { clippedText } from '../../../text/clipped-text.ts'
import type { RowStart } from '../../../text/table/merged-table.ts'
import type { TableDialect } from '../../../text/table/setup.ts'

/** A row: where each of its cells stands, as offsets and lines. */
export interface FoundRow {
  readonly line: number
  readonly start: number
  readonly end: number
  readonly cells: readonly CellPlace[]
}

export interface CellPlace {
  readonly start: number
  readonly end: number
  readonly line: number
}

/** Words of the file, and the line they begin on. */
export interface Quote {
  readonly line: number
  readonly quote: string
}

const WINDOW = 64 * 1024
const LONGEST_RECORD = 4 * 1024 * 1024
const LONGEST_QUOTE = 200
const MOST_KEPT = 4096

export class RowFinder {
  private readonly found = new Map<number, FoundRow | null>()
  /** Where the row behind the last one that was searched begins: rows are mostly asked for in order. */
  private next: RowStart = { row: Number.POSITIVE_INFINITY, offset: 0, line: 0 }

  constructor(
    private readonly source: SourceText,
    private readonly dialect: TableDialect,
    private readonly startBefore: (row: number) => RowStart,
  ) {}

  /** Null where it cannot be read, as with records of many megabytes. */
  find(row: number): FoundRow | null {
    let found = this.found.get(row)
    if (found === undefined) {
      if (this.found.size >= MOST_KEPT) this.found.clear()
      found = this.search(row)
      this.found.set(row, found)
    }
    return found
  }

  /** The row as it stands, or, where it is long, the cell of one column. */
  quote(row: number, column: number | null): Quote | null {
    const found = this.find(row)
    if (!found) return null
    if (column !== null && found.end - found.start > LONGEST_QUOTE) {
      const cell = found.cells[column]
      const text = cell && this.start(cell)
      if (cell && text?.trim()) return { line: cell.line, quote: text }
    }
    const text = this.start(found)
    return text.trim() === '' ? null : { line: found.line, quote: text }
  }

  lineOf(row: number): number | null {
    return this.find(row)?.line ?? null
  }

  /** A cell as a reader sees it, without its quotes; cut where it is long. */
  cell(row: number, column: number, most: number): string | null {
    const place = this.find(row)?.cells[column]
    if (!place) return null
    const text = this.text(place.start, Math.min(place.end, place.start + most * 4))
    const mark = String.fromCharCode(this.dialect.quote)
    if (!text.startsWith(mark)) return text.slice(0, most)
    const inner = place.end - place.start <= most * 4 && text.endsWith(mark) ? text.slice(1, -1) : text.slice(1)
    return inner.replaceAll(mark + mark, mark).slice(0, most)
  }

  private start(place: { readonly start: number; readonly end: number }): string {
    return clippedText(this.source, place, LONGEST_QUOTE).replace(/^\ufeff/, '')
  }

  private text(start: number, end: number): string {
    return this.source.text(start, end).replace(/^\ufeff/, '')
  }

  private search(row: number): FoundRow | null {
    const known = this.startBefore(row)
    const from = this.next.row <= row && this.next.row > known.row ? this.next : known
    let at = from.offset
    let line = from.line + 1
    let left = row - from.row
    for (let size = WINDOW; size <= LONGEST_RECORD * 2; ) {
      const bytes = this.source.bytes(at, Math.min(this.source.size, at + size))
      const whole = at + bytes.length >= this.source.size
      let place = 0
      for (;;) {
        const record = readRecord(bytes, place, whole, this.dialect)
        if (!record) break
        const blank = record.end === place
        if (!blank && left-- === 0) {
          this.next = { row: row + 1, offset: at + record.next, line: line + record.lines - 1 }
          return placed(record, at, line, place)
        }
        line += record.lines
        place = record.next
        if (place >= bytes.length) break
      }
      if (place === 0) {
        if (whole) return null
        size *= 4
        continue
      }
      at += place
      size = WINDOW
      if (at >= this.source.size) return null
    }
    return null
  }
}

/** The record at an offset, such as the header; null when it does not end within a few megabytes. */
export function recordAt(source: SourceText, dialect: TableDialect, offset: number, line: number): FoundRow | null {
  for (let size = WINDOW; size <= LONGEST_RECORD * 2; size *= 4) {
    const bytes = source.bytes(offset, Math.min(source.size, offset + size))
    const whole = offset + bytes.length >= source.size
    const record = readRecord(bytes, 0, whole, dialect)
    if (record) return placed(record, offset, line, 0)
    if (whole) return null
  }
  return null
}

interface ReadRecord {
  /** Behind the text of the record, and behind its line end. */
  readonly end: number
  readonly next: number
  readonly lines: number
  /** Cell ends with the line ends before the cell starts. */
  readonly cells: readonly { readonly start: number; readonly end: number; readonly lines: number }[]
}

function placed({ end, cells }: ReadRecord, base: number, line: number, start: number): FoundRow {
  return {
    line,
    start: base + start,
    end: base + end,
    cells: cells.map(cell => ({ start: base + cell.start, end: base + cell.end, line: line + cell.lines })),
  }
}

/** One record, by the same rules as the kernel; null when it does not end in these bytes. */
function readRecord(bytes: Uint8Array, from: number, whole: boolean, dialect: TableDialect): ReadRecord | null {
  const { delimiter, quote, eol } = dialect
  const cells: { start: number; end: number; lines: number }[] = []
  let start = from
  let lines = 0
  let before = 0
  let quoted = false
  let at = from
  for (; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (quoted) {
      if (byte === quote) {
        if (bytes[at + 1] === quote) at++
        else quoted = false
      } else if (byte === eol) lines++
    } else if (byte === quote && at === start) quoted = true
    else if (byte === delimiter || byte === eol) {
      const end = byte === eol && eol === 10 && at > from && bytes[at - 1] === 13 ? at - 1 : at
      cells.push({ start, end: Math.max(start, end), lines: before })
      if (byte === eol) return { end, next: at + 1, lines: lines + 1, cells }
      start = at + 1
      before = lines
    }
  }
  if (!whole) return null
  if (at === from) return null
  const end = eol === 10 && bytes[at - 1] === 13 ? at - 1 : at
  cells.push({ start, end: Math.max(start, end), lines: before })
  return { end, next: at, lines, cells }
}
