// Writes a table once more as DuckDB reads it without a doubt: UTF-8, every cell quoted, every row of the same length, before
// its cells the line it begins on. What our own scanner calls a row is a row of the copy.
import { ShoalError } from '@shoal/base/model/errors'
import type { SourceText } from '@shoal/base/model/source'
import { type TextWalk, walkText } from '../text/text-lines.ts'
import { TextFile } from './text-file.ts'

export interface CopyDialect {
  readonly delimiter: number
  /** Null where quotes never balance: then they are ordinary characters. */
  readonly quote: number | null
  /** Where the rows begin, and the line of the first. */
  readonly start: number
  readonly line: number
  /** Cells of a row; what stands beyond them goes into one cell more. */
  readonly width: number
  /** Hides what may not be kept in the cell of that column; null where there is nothing to hide. */
  readonly hide: ((cell: string, column: number) => string) | null
}

export interface TableCopy {
  readonly rows: number
  readonly short: OddRows
  readonly long: OddRows
  /** Characters of the longest row. */
  readonly longest: number
}

export interface OddRows {
  count: number
  /** The line on which the first of them begins; 0 when there is none. */
  line: number
}

const FIELD_START = 0
const PLAIN = 1
const QUOTED = 2
const AFTER_QUOTE = 3
/** As the analyst has it: nothing that people call a table has longer rows. */
const LONGEST_ROW = 64 * 1024 * 1024

export async function copyTable(
  source: SourceText,
  dialect: CopyDialect,
  target: string,
  walk: TextWalk,
): Promise<TableCopy> {
  const out = new TextFile(target)
  try {
    const rows = new RowWriter(dialect, source.path, out)
    const range = { start: dialect.start, end: source.size, line: dialect.line }
    await walkText(source, range, walk, ({ text, end, number }) => rows.add(text, end, number))
    return rows.end()
  } finally {
    out.close()
  }
}

class RowWriter {
  private readonly delimiter: string
  private readonly quote: string | null
  private cells: string[] = []
  private parts: string[] = []
  private state = FIELD_START
  private line = 0
  private length = 0
  /** Something of a row has been seen. */
  private isOpen = false
  private rows = 0
  private longest = 0
  private readonly short = { count: 0, line: 0 }
  private readonly long = { count: 0, line: 0 }

  constructor(
    private readonly dialect: CopyDialect,
    private readonly path: string,
    private readonly out: TextFile,
  ) {
    this.delimiter = String.fromCharCode(dialect.delimiter)
    this.quote = dialect.quote === null ? null : String.fromCharCode(dialect.quote)
  }

  /** A line or a part of one, and what ends it. */
  add(text: string, end: string, line: number): void {
    if (!this.isOpen) this.line = line
    this.isOpen = true
    this.length += text.length
    if (this.length > LONGEST_ROW)
      throw new ShoalError('sql-refused', `${this.path}: the row at line ${this.line} is longer than 64 MB`)
    if (this.state === FIELD_START && this.cells.length === 0 && !this.hasQuote(text) && end !== '') {
      // Nearly all lines: no quotes, and all of it at hand.
      this.cells = text.split(this.delimiter)
      this.row()
      return
    }
    this.scan(text)
    if (end === '') return
    if (this.state === QUOTED) {
      this.parts.push(end)
      this.length += end.length
    } else {
      this.cell()
      this.row()
    }
  }

  end(): TableCopy {
    if (this.isOpen) {
      this.cell()
      this.row()
    }
    const { rows, short, long, longest } = this
    return { rows, short, long, longest }
  }

  private hasQuote(text: string): boolean {
    return this.quote !== null && text.includes(this.quote)
  }

  /** The cells of a stretch of text; the last one stays open. */
  private scan(text: string): void {
    const { delimiter, quote } = this
    let at = 0
    while (at < text.length) {
      if (this.state === QUOTED) {
        const close = text.indexOf(quote!, at)
        this.parts.push(text.slice(at, close < 0 ? text.length : close))
        if (close < 0) return
        at = close + 1
        this.state = AFTER_QUOTE
      } else if (this.state === AFTER_QUOTE && text[at] === quote) {
        this.parts.push(quote!)
        at++
        this.state = QUOTED
      } else if (this.state === FIELD_START && text[at] === quote) {
        at++
        this.state = QUOTED
      } else {
        const stop = text.indexOf(delimiter, at)
        this.parts.push(text.slice(at, stop < 0 ? text.length : stop))
        this.state = PLAIN
        if (stop < 0) return
        this.cell()
        at = stop + 1
      }
    }
  }

  private cell(): void {
    this.cells.push(this.parts.join(''))
    this.parts = []
    this.state = FIELD_START
  }

  private row(): void {
    const { cells, dialect, line } = this
    const { length } = this
    this.cells = []
    this.length = 0
    this.isOpen = false
    // A line with nothing on it is no row.
    if (length === 0) return
    const { width, hide } = dialect
    if (cells.length !== width) note(cells.length < width ? this.short : this.long, line)
    const beyond = cells.length > width ? cells.slice(width).join(this.delimiter) : ''
    const shown = (cell: string, k: number) => (hide === null || cell === '' ? cell : hide(cell, k))
    const written = Array.from({ length: width }, (_, k) => quoted(shown(cells[k] ?? '', k)))
    const text = `${line},${written.join(',')},${cells.length > width ? quoted(shown(beyond, width), true) : ''}\n`
    this.out.write(text)
    this.rows++
    this.longest = Math.max(this.longest, length, text.length)
  }
}

function note(odd: OddRows, line: number): void {
  if (odd.count++ === 0) odd.line = line
}

function quoted(cell: string, always = false): string {
  return cell === '' && !always ? '' : `"${cell.replaceAll('"', '""')}"`
}
