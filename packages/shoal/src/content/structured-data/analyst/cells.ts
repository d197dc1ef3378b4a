// The cells of a table as numbered values, for the rules over cells: read in a pass of its own, up to a bound that does not
// grow with the file.
import { MOST_PLACES_IN_A_FILE } from '@shoal/base/model/finding'
import type { SourceText } from '@shoal/base/model/source'
import { yieldToEventLoop } from '@shoal/base/text/turns'
import { type CellTable, type CellValue, columnOf, type Suspect } from '../../../text/cells/cell-table.ts'
import { suspectsOf } from '../../../text/cells/suspects.ts'
import { TableKernel } from '../../../text/table/kernel.ts'
import type { RowView } from '../../../text/table/scan-rows.ts'
import { scanRows } from '../../../text/table/scan-rows.ts'
import type { TableProfile } from './profile.ts'

const MOST_CELLS = 800_000
const MOST_COLUMNS = 400
/** Characters of distinct values. */
const MOST_TEXT = 24_000_000
const LONGEST_VALUE = 300

export class Cells {
  readonly suspects: readonly Suspect[]

  constructor(readonly table: CellTable) {
    this.suspects = suspectsOf(table)
  }

  /** The rows whose cell passes the test, in order; null where not all rows are known. */
  rowsWhere(column: number, test: (value: CellValue) => boolean): number[] | null {
    const { columns, rows, whole } = this.table
    const own = columns[column]
    if (!whole || !own) return null
    const hits = own.values.map(test)
    const found: number[] = []
    for (let row = 0; row < rows && found.length < MOST_PLACES_IN_A_FILE; row++) {
      const code = own.codes[row]!
      if (code >= 0 && hits[code]) found.push(row)
    }
    return found
  }
}

/** Null where the rows cannot be told apart as the first pass did. */
export async function readCells(profile: TableProfile, source: SourceText, signal: AbortSignal): Promise<Cells | null> {
  const { frame, table } = profile
  const width = Math.min(MOST_COLUMNS, profile.columns.length)
  const most = Math.min(table.rows, Math.floor(MOST_CELLS / width))
  if (most === 0) return null
  const columns = Array.from({ length: width }, () => new Coded(most))
  let [seen, text] = [0, 0]
  const visit = (row: RowView) => {
    if (seen >= most || text > MOST_TEXT) return
    for (let k = 0; k < width; k++) text += columns[k]!.add(row.row, row.key(k))
    seen++
  }
  const turn = yieldToEventLoop()
  const scanned = await scanRows(
    {
      setup: frame.setup,
      text: frame.text,
      start: frame.start,
      end: source.size,
      columns: Array.from({ length: width }, (_, k) => k),
      isDone: () => seen >= most || text > MOST_TEXT,
      pause: () => {
        signal.throwIfAborted()
        return turn()
      },
    },
    visit,
  )
  const whole = seen === table.rows
  if (scanned === null || (whole && scanned !== table.rows)) return null
  const kernel = TableKernel.lend()
  try {
    return new Cells({
      rows: seen,
      whole,
      columns: columns.map((column, index) => {
        const { comma, dayFirst } = frame.setup.plans[index]!
        const values = column.values.map(({ key, count }): CellValue => {
          const at = kernel.textRoom(key.length)
          kernel.bytes.write(key, at, 'latin1')
          const kind = kernel.wasm.cellClass(at, key.length, Number(comma), Number(dayFirst))
          return { text: frame.decode(Buffer.from(key, 'latin1')), kind, value: kernel.wasm.cellValue(), count }
        })
        return columnOf(index, profile.columns[index]!.name, column.codes.subarray(0, seen), values)
      }),
    })
  } finally {
    kernel.giveBack()
  }
}

/** One column under way. */
class Coded {
  readonly codes: Int32Array
  readonly values: { readonly key: string; count: number }[] = []
  private readonly known = new Map<string, number>()

  constructor(rows: number) {
    this.codes = new Int32Array(rows)
  }

  /** The characters that are kept for it. */
  add(row: number, cell: string | null): number {
    if (cell === null) {
      this.codes[row] = -1
      return 0
    }
    const code = this.known.get(cell)
    if (code !== undefined) {
      this.codes[row] = code
      this.values[code]!.count++
      return 0
    }
    // Of a long text the start is looked at; what is alike so far is not taken for the same.
    this.codes[row] = this.values.length
    this.known.set(cell, this.values.length)
    this.values.push({ key: cell.length > LONGEST_VALUE ? cell.slice(0, LONGEST_VALUE) : cell, count: 1 })
    return cell.length
  }
}
