// Goes through the rows of a table once more, in order, and shows some of its columns: for figures that need a second
// look. Records and cells are told apart by the rules of the kernel, and the kernel says what a cell is.

import { largest } from '@shoal/base/model/lists'
import { isNumber } from './classes.ts'
import { TableKernel } from './kernel.ts'
import type { TableText } from './read.ts'
import type { TableSetup } from './setup.ts'

/** The row under way. Columns are those of the table; only the wanted ones are there. */
export interface RowView {
  readonly row: number
  /** The cell without its quotes, a character per byte; null where the row is too short. */
  key(column: number): string | null
  /** The same for rows of the same cells only; where all columns are wanted. */
  whole(): string
  /** NaN where the cell is no number. */
  number(column: number): number
}

export interface RowScan {
  readonly setup: TableSetup
  readonly text: TableText
  readonly start: number
  readonly end: number
  readonly columns: readonly number[]
  /** Called between blocks. */
  pause?(): Promise<void> | undefined
  /** Asked between blocks: whether enough rows were seen. */
  isDone?(): boolean
}

const READ_UNITS = 1024 * 1024
/** A record beyond this was cut by the kernel, so rows cannot be counted as it did. */
const LONGEST_RECORD = 64 * 1024 * 1024

/** The rows there are, or were seen; null when a record is too long to be read. */
export async function scanRows(
  { setup, text, start, end, columns, pause, isDone }: RowScan,
  visit: (row: RowView) => void,
): Promise<number | null> {
  const kernel = TableKernel.lend()
  try {
    const rows = new Rows(setup, columns, kernel)
    let waiting: Buffer = Buffer.alloc(0)
    for (let at = start; at < end; ) {
      const to = Math.min(end, text.between(at + READ_UNITS))
      const read = text.bytes(at, to)
      const bytes = waiting.length === 0 ? bufferOf(read) : Buffer.concat([waiting, read])
      const far = rows.scan(bytes, to === end, visit)
      waiting = bytes.subarray(far)
      if (waiting.length > LONGEST_RECORD) return null
      at = to
      if (isDone?.()) break
      await pause?.()
    }
    return rows.row
  } finally {
    kernel.giveBack()
  }
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

class Rows implements RowView {
  row = 0
  private bytes: Buffer = Buffer.alloc(0)
  private readonly starts: Int32Array
  private readonly ends: Int32Array
  /** Cells of the row under way that are known, and where it ends. */
  private cells = 0
  private to = 0

  constructor(
    private readonly setup: TableSetup,
    columns: readonly number[],
    private readonly kernel: TableKernel,
  ) {
    const width = largest(
      columns.map(column => column + 1),
      0,
    )
    this.starts = new Int32Array(width)
    this.ends = new Int32Array(width)
  }

  /** Visits the whole rows, and returns how far it came. */
  scan(bytes: Buffer, last: boolean, visit: (row: RowView) => void): number {
    this.bytes = bytes
    const { starts, ends } = this
    const { delimiter, quote, eol } = this.setup
    const { length } = bytes
    const width = starts.length
    let mark = bytes.indexOf(quote)
    let record = 0
    let start = 0
    let cells = 0
    let quoted = false
    for (let at = 0; at < length; at++) {
      const byte = bytes[at]!
      if (quoted) {
        if (byte !== quote) continue
        if (bytes[at + 1] === quote && at + 1 < length) at++
        else quoted = false
      } else if (byte === delimiter) {
        if (cells < width) {
          starts[cells] = start
          ends[cells] = at
        }
        cells++
        start = at + 1
        if (cells < width) continue
        // Nothing behind is wanted: on to the next line, if there is no quote to mind before it.
        const next = bytes.indexOf(eol, start)
        if (mark >= 0 && mark < start) mark = bytes.indexOf(quote, start)
        if (next < 0 || (mark >= 0 && mark < next)) continue
        at = next - 1
        start = next
      } else if (byte === eol) {
        this.end(record, start, at, cells, visit)
        record = at + 1
        start = record
        cells = 0
      } else if (byte === quote && at === start) quoted = true
    }
    if (!last || record >= length) return record
    this.end(record, start, length, cells, visit)
    return length
  }

  private end(record: number, start: number, at: number, cells: number, visit: (row: RowView) => void): void {
    const to = this.setup.eol === 10 && at > record && this.bytes[at - 1] === 13 ? at - 1 : at
    if (to === record) return
    if (cells < this.starts.length) {
      this.starts[cells] = start
      this.ends[cells] = Math.max(start, to)
    }
    this.cells = cells + 1
    this.to = to
    visit(this)
    this.row++
  }

  key(column: number): string | null {
    if (column >= this.cells) return null
    const start = this.starts[column]!
    const end = this.ends[column]!
    if (start < end && this.bytes[start] === this.setup.quote) return this.unquoted(start, end)
    return this.bytes.toString('latin1', start, end)
  }

  whole(): string {
    const width = Math.min(this.cells, this.starts.length)
    let text = ''
    for (let column = 0; column < width; column++) {
      const key = this.key(column)!
      text += `${key.length}:${key}`
    }
    // What stands behind the last column counts as it is written.
    return `${text};${this.bytes.toString('latin1', this.ends[width - 1], this.to)}`
  }

  number(column: number): number {
    if (column >= this.cells) return Number.NaN
    const start = this.starts[column]!
    const end = this.ends[column]!
    const quick = plainNumber(this.bytes, start, end)
    if (!Number.isNaN(quick)) return quick
    return start === end ? Number.NaN : this.classed(column)
  }

  /** The kernel says what it is. */
  private classed(column: number): number {
    const key = this.key(column)!
    const { comma, dayFirst } = this.setup.plans[column]!
    const at = this.kernel.textRoom(key.length)
    this.kernel.bytes.write(key, at, 'latin1')
    const kind = this.kernel.wasm.cellClass(at, key.length, Number(comma), Number(dayFirst))
    return isNumber(kind) ? this.kernel.wasm.cellValue() : Number.NaN
  }

  /** A doubled quote is one; what stands behind the closing quote is kept. */
  private unquoted(start: number, end: number): string {
    const text = this.bytes.toString('latin1', start + 1, end)
    const mark = String.fromCharCode(this.setup.quote)
    let out = ''
    let from = 0
    for (;;) {
      const close = text.indexOf(mark, from)
      if (close < 0) return out + text.slice(from)
      out += text.slice(from, close)
      if (text[close + 1] !== mark) return out + text.slice(close + 1)
      out += mark
      from = close + 2
    }
  }
}

/** Digits with at most one point, few enough to be exact; NaN for all else, which may be a number all the same. */
function plainNumber(bytes: Buffer, start: number, end: number): number {
  const negative = bytes[start] === 45
  const first = negative ? start + 1 : start
  if (end - first > 15 || first >= end) return Number.NaN
  let value = 0
  let decimals = -1
  for (let at = first; at < end; at++) {
    const digit = bytes[at]! - 48
    if (digit >= 0 && digit <= 9) {
      value = value * 10 + digit
      if (decimals >= 0) decimals++
    } else if (digit === -2 && decimals < 0 && at > first && at + 1 < end) decimals = 0
    else return Number.NaN
  }
  // 007 is a code.
  if (bytes[first] === 48 && end - first > 1 && bytes[first + 1] !== 46) return Number.NaN
  const size = decimals > 0 ? value / POWERS[decimals]! : value
  return negative ? -size : size
}

const POWERS = Array.from({ length: 16 }, (_, k) => 10 ** k)
