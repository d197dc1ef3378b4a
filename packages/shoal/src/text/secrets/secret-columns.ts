// Columns of a table whose names promise secrets, and the cells under them that hold some.
import type { SourceText } from '@shoal/base/model/source'
import type { Stretch } from '@shoal/base/secrets/hide-spans'
import { kindOfName } from '@shoal/base/secrets/names'
import { rowStartAt } from '@shoal/base/secrets/row-start'
import { LONGEST_CELL, type Row, rowsOf, type TableShape } from '@shoal/base/secrets/table-rows'
import { judgeAssignment, type Verdict } from '@shoal/base/secrets/value'
import { yieldToEventLoop } from '@shoal/base/text/turns'
import { findDialect, readRecords } from '../csv-dialect.ts'
import { PREFIX_BYTES } from '../source-file.ts'

/** Its place is that of what is in it, without the quotes around. */
export interface SecretCell extends Verdict, Stretch {
  readonly value: string
  readonly row: Stretch
}

export interface QuotedCell extends Verdict {
  readonly value: string
  /** Of the evidence, in code units of the source. */
  readonly offset: number
  /** The row up to the cell, and the cell. */
  readonly evidence: string
  /** Of the value, in code units of the source. */
  readonly at: Stretch
}

const BLOCK = 1 << 20
const MOST_EVIDENCE = 300
const MOST_REMEMBERED = 4096
/** Units of the file that are looked at: more of the same say no more, and rows that are quoted are looked at again. */
const LOOKED_AT = 4 << 20
/** Units behind a stretch in which its last row should end. */
const AHEAD = 2 << 10

export class ColumnWatch {
  private readonly judged = new Map<string, Verdict | null>()
  /** The last start of a row that was looked for: the next is near it more often than not. */
  private lastStart = 0

  private constructor(
    private readonly columns: readonly (readonly [index: number, name: string])[],
    private readonly shape: TableShape,
  ) {}

  /** For one source, opened once or more often. */
  static of(source: SourceText): ColumnWatch | null {
    const text = source.text(0, Math.min(source.size, PREFIX_BYTES))
    const dialect = findDialect(text)
    const [header] = readRecords(text, dialect, source.eol, 1)
    const columns = (header?.fields ?? [])
      .map((name, index) => [index, name.trim()] as const)
      .filter(([, name]) => name.length <= 60 && kindOfName(name) !== null)
    if (columns.length === 0) return null
    const [delimiter, quote, eol] = [dialect.delimiter, dialect.quote, source.eol].map(unit =>
      String.fromCharCode(unit),
    ) as [string, string, string]
    return new ColumnWatch(columns, { delimiter, quote, eol, width: header!.fields.length })
  }

  /** The secrets of rows, given as text that starts at the start of one. */
  inRows(text: string): SecretCell[] {
    return [...rowsOf(text, 0, this.shape)].flatMap(row => this.inRow(row))
  }

  /**
   * The secrets of a stretch of the source, wherever it starts and ends; places are of its text, from which they stick out
   * where it cuts them. The row that names the columns holds none. Null when it stands in a row that is too long to tell.
   */
  inStretch(source: SourceText, start: number, end: number): SecretCell[] | null {
    const rowStart = this.rowStart(source, start)
    if (rowStart === null) return null
    const before = rowStart < start ? source.text(rowStart, start) : ''
    const text = before + source.text(start, end)
    const read = (ahead: number) => {
      const all = text + source.text(end, Math.min(source.size, end + ahead))
      const rows: Row[] = []
      for (const row of rowsOf(all, 0, this.shape)) {
        if (row.start >= text.length) break
        rows.push(row)
      }
      return rows
    }
    const near = read(AHEAD)
    const rows = near.some(({ isOpen }) => isOpen) && end + AHEAD < source.size ? read(LONGEST_CELL) : near
    return rows
      .filter(row => rowStart > 0 || row.start > 0)
      .flatMap(row => this.inRow(row))
      .filter(cell => cell.end > before.length && cell.start < text.length)
      .map(cell => ({ ...cell, start: cell.start - before.length, end: cell.end - before.length }))
  }

  /** Rows of the source were left unseen. */
  leavesRows({ size }: SourceText): boolean {
    return size > LOOKED_AT
  }

  /** Row after row from the top of the file, as far as is needed to know what they hold. */
  async *cells(source: SourceText, signal: AbortSignal): AsyncGenerator<QuotedCell> {
    const turn = yieldToEventLoop()
    const isWide = source.encoding.name !== 'utf-8'
    const unitsOf = (text: string) => (isWide ? text.length : Buffer.byteLength(text))
    const top = source.encoding.bom / source.encoding.unit
    let isCut = false
    for (let start = top; start < Math.min(source.size, LOOKED_AT); ) {
      signal.throwIfAborted()
      await turn()
      // A row that starts in the block is read to its end, unless it is far too long.
      const stop = Math.min(source.size, start + BLOCK + LONGEST_CELL)
      const text = source.text(start, stop)
      let rowStart = 0
      let cellEnd = 0
      let units = start
      let done = 0
      for (const row of rowsOf(text, 0, this.shape)) {
        if (row.start >= BLOCK) break
        const isWhole = row.start > 0 ? row.end < text.length || stop === source.size : start > top && !isCut
        done = row.end
        units += unitsOf(text.slice(rowStart, row.start))
        rowStart = row.start
        for (const cell of isWhole ? this.inRow(row) : []) {
          // Of a row with several readings.
          if (cell.start < cellEnd) continue
          cellEnd = cell.end
          const { value, rule, confidence } = cell
          const quote = rowQuote(text, cell)
          const offset = units + unitsOf(text.slice(rowStart, quote.start))
          const first = units + unitsOf(text.slice(rowStart, cell.start))
          const at = { start: first, end: first + unitsOf(text.slice(cell.start, cell.end)) }
          yield { value, rule, confidence, offset, evidence: text.slice(quote.start, quote.end), at }
        }
      }
      isCut = done === text.length && text.at(-1) !== this.shape.eol
      start += unitsOf(text.slice(0, done))
    }
  }

  private inRow({ cells, start, end }: Row): SecretCell[] {
    return this.columns.flatMap(([index, name]) => {
      const cell = cells[index]
      const verdict = cell && this.judge(name, cell.value)
      return verdict ? [{ ...verdict, ...cell, row: { start, end } }] : []
    })
  }

  /** A value over several lines is a secret if one of them is, or all together. */
  private judge(name: string, value: string): Verdict | null {
    const lines = value.split(LINE_END)
    const told = lines.length === 1 ? lines : [lines.join(''), ...lines]
    for (const part of told) {
      const verdict = this.judgeLine(name, part.trim())
      if (verdict) return verdict
    }
    return null
  }

  private judgeLine(name: string, value: string): Verdict | null {
    if (value === '') return null
    const key = `${name}\0${value}`
    let verdict = this.judged.get(key)
    if (verdict === undefined) {
      verdict = judgeAssignment(name, value, { sure: true, quoted: true, syntax: 'data' })
      if (this.judged.size < MOST_REMEMBERED) this.judged.set(key, verdict)
    }
    return verdict
  }

  private rowStart(source: SourceText, offset: number): number | null {
    const start = rowStartAt(source, offset, this.shape, offset < this.lastStart ? 0 : this.lastStart)
    if (start !== null) this.lastStart = start
    return start
  }
}

const LINE_END = /\r\n|\n|\r/

/** Where the row stands if it is short; else the cell and what is before it. */
function rowQuote(text: string, { row, start, end }: SecretCell): Stretch {
  const line = text.slice(row.start, row.end)
  const first = row.start + line.length - line.trimStart().length
  const last = row.start + line.trimEnd().length
  if (last - first <= MOST_EVIDENCE) return { start: first, end: last }
  return { start: Math.max(first, start - 80), end: Math.min(last, start + Math.min(end - start, 200)) }
}
