// Reads one stretch of a table, chunk by chunk, into a tally that can be put together with those of the other stretches.
import { COLUMN, type ColumnTally, columnTally, SERIES } from './column-tally.ts'
import { ExactSum } from './exact-sum.ts'
import { TableKernel } from './kernel.ts'
import { type OrderTally, orderTallies, type PairTally, Products, pairTally, type SumsTally } from './relations.ts'
import type { TableSetup } from './setup.ts'
import { type SpillTally, SpillWriter, streamOf } from './spill.ts'

/** A run of bytes that starts and ends between two records. */
export interface Section {
  readonly start: number
  readonly end: number
  readonly line: number
}

/** Gives the text of [start, end) as bytes in UTF-8 or Latin-1. `exact` says that a byte is a unit of the source. */
export interface TableText {
  readonly exact: boolean
  bytes(start: number, end: number): Uint8Array
  /** The same offset, or the next one where it lies inside a character. */
  between(offset: number): number
}

export interface TableTally {
  readonly rows: number
  readonly blank: number
  readonly ragged: { readonly count: number; readonly examples: readonly (readonly [row: number, cells: number])[] }
  /** It ended inside quotes: the quotes of this file cannot be trusted. */
  readonly open: boolean
  /** Records too long to be held in memory, which were cut. */
  readonly cut: number
  /** The columns, and last the rows as a whole. */
  readonly columns: readonly ColumnTally[]
  readonly pairs: readonly (PairTally | null)[]
  /** See `Products`. */
  readonly products: SumsTally
  readonly orders: readonly OrderTally[]
  /** Exact Σ and Σ² less the pivot per column, of numbers and of times. */
  readonly moments: readonly Float64Array[]
  readonly bins: readonly BinTally[]
  /** Where rows start: every so often, and at every section. */
  readonly starts: { readonly rows: Uint32Array; readonly offsets: Float64Array; readonly lines: Uint32Array }
  readonly spill: SpillTally | null
}

/** A part of the file and its lines: per column cells without value (empty, `NULL`, words like `None`), numbers and their exact sum. */
export interface BinTally {
  readonly bin: number
  rows: number
  first: number
  last: number
  readonly empty: Float64Array
  readonly hard: Float64Array
  readonly soft: Float64Array
  readonly numbers: Float64Array
  readonly least: Float64Array
  readonly most: Float64Array
  readonly sums: number[][]
}

const READ_BYTES = 512 * 1024
/** A record beyond this is cut: nothing that people call a table has such records. */
const LONGEST_RECORD = 64 * 1024 * 1024

export async function readSections(
  setup: TableSetup,
  text: TableText,
  sections: readonly Section[],
  onSection: (units: number) => Promise<void> | void,
): Promise<TableTally> {
  const spill = new SpillWriter()
  try {
    const reader = new SectionReader(setup, text, spill)
    for (const section of sections) {
      reader.read(section)
      await onSection(section.end - section.start)
    }
    return reader.tally()
  } catch (error) {
    spill.abandon()
    throw error
  }
}

class SectionReader {
  private readonly kernel: TableKernel
  private readonly products: Products
  private readonly moments: ExactSum[]
  private readonly bins: BinTally[] = []
  private bin = 0
  private folded = { rows: 0, line: 0 }
  private readonly starts = { rows: [] as number[], offsets: [] as number[], lines: [] as number[] }
  private base = 0
  private cut = 0
  private open = false

  constructor(
    private readonly setup: TableSetup,
    private readonly text: TableText,
    private readonly spill: SpillWriter,
  ) {
    this.kernel = TableKernel.lend({
      flush: (kind, column, part, bytes) => spill.write(streamOf(kind, column, part), bytes),
      noteRow: (row, ptr, line) => {
        if (text.exact) this.noteStart(row, this.base + ptr, line)
      },
    })
    const { wasm } = this.kernel
    wasm.begin(setup.delimiter, setup.quote, setup.eol, setup.expected, setup.columns, setup.limit, setup.parts)
    setup.plans.forEach(({ comma, dayFirst, pivot, timePivot }, k) => {
      wasm.setColumn(k, Number(comma), Number(dayFirst), pivot, timePivot)
    })
    wasm.setPaired(this.kernel.list(setup.paired), setup.paired.length)
    wasm.setProducts(this.kernel.list(setup.numeric), setup.numeric.length)
    wasm.setOrders(this.kernel.list(setup.dated), setup.dated.length)
    this.products = new Products(setup.numeric.length)
    this.moments = Array.from({ length: setup.columns * 4 }, () => new ExactSum())
  }

  /** A record counts for the part of the file that it ends in, so parts are the same however the file is cut. */
  read({ start, end, line }: Section): void {
    const { kernel } = this
    const { borders } = this.setup
    this.noteStart(kernel.wasm.rowCount(), start, line - 1)
    kernel.wasm.startAt(line - 1)
    this.folded = { rows: kernel.wasm.rowCount(), line: line - 1 }
    while (this.bin < borders.length - 1 && borders[this.bin]! <= start) this.bin++
    let waiting = 0
    for (let at = start; at < end; ) {
      const border = borders[this.bin] ?? end
      const to = Math.min(end, border > at ? border : end, this.text.between(at + READ_BYTES))
      const bytes = this.text.bytes(at, to)
      const ptr = kernel.textRoom(Math.max(Math.min(READ_BYTES, end - start), waiting + bytes.length))
      kernel.bytes.set(bytes, ptr + waiting)
      const length = waiting + bytes.length
      this.base = at - waiting
      const last = to === end || length > LONGEST_RECORD
      const far = kernel.wasm.feed(ptr, length, last ? 1 : 0)
      if (last && to !== end) this.cut++
      waiting = length - far
      kernel.bytes.copyWithin(ptr, ptr + far, ptr + length)
      at = to
      if (to === border && to !== end) {
        this.fold()
        this.bin++
      }
    }
    if (kernel.wasm.endState() === QUOTED && end > start) this.open = true
    this.fold()
    this.products.fold(kernel)
  }

  /** The last that is asked of it. */
  tally(): TableTally {
    const { kernel, setup, starts } = this
    const { wasm } = kernel
    wasm.finish()
    const { data } = kernel
    const ragged = wasm.raggedCount()
    const list = wasm.raggedPointer()
    const tally = {
      rows: wasm.rowCount(),
      blank: wasm.blankCount(),
      ragged: {
        count: ragged,
        examples: Array.from(
          { length: Math.min(MOST_ODD_ROWS, ragged) },
          (_, k) => [data.getUint32(list + k * 8, true), data.getUint32(list + k * 8 + 4, true)] as const,
        ),
      },
      open: this.open,
      cut: this.cut,
      columns: Array.from({ length: setup.columns + 1 }, (_, k) => columnTally(kernel, k)),
      pairs: Array.from({ length: (setup.paired.length * (setup.paired.length - 1)) / 2 }, (_, k) =>
        pairTally(kernel, k),
      ),
      products: this.products.tally(),
      orders: orderTallies(kernel, setup.dated),
      moments: this.moments.map(({ parts }) => Float64Array.from(parts)),
      bins: this.bins,
      starts: {
        rows: Uint32Array.from(starts.rows),
        offsets: Float64Array.from(starts.offsets),
        lines: Uint32Array.from(starts.lines),
      },
      spill: this.spill.end(),
    }
    kernel.giveBack()
    return tally
  }

  private noteStart(row: number, offset: number, line: number): void {
    const { rows, offsets, lines } = this.starts
    if (rows.length > 0 && rows.at(-1) === row) return
    rows.push(row)
    offsets.push(offset)
    lines.push(line)
  }

  /** Adds what was summed up since the last time to the exact sums and sets it back. */
  private fold(): void {
    const { kernel, setup } = this
    const { data } = kernel
    const bin = this.binOf(this.bin)
    const now = { rows: kernel.wasm.rowCount(), line: kernel.wasm.lineNow() }
    if (now.rows > this.folded.rows) {
      bin.first = Math.min(bin.first, this.folded.line + 1)
      bin.last = now.line
    }
    bin.rows += now.rows - this.folded.rows
    this.folded = now
    for (let k = 0; k < setup.columns; k++) {
      const at = kernel.wasm.columnPointer(k)
      bin.empty[k]! += takeWord(data, at + COLUMN.chunkEmpty)
      bin.hard[k]! += takeWord(data, at + COLUMN.chunkHard)
      bin.soft[k]! += takeWord(data, at + COLUMN.chunkSoft)
      this.foldSeries(data.getUint32(at + COLUMN.numbers, true), k * 4, bin, k)
      this.foldSeries(data.getUint32(at + COLUMN.times, true), k * 4 + 2, null, k)
    }
  }

  private foldSeries(at: number, slot: number, bin: BinTally | null, k: number): void {
    if (at === 0) return
    const { data } = this.kernel
    const n = takeFigure(data, at + SERIES.n, 0)
    const sum = takeFigure(data, at + SERIES.sum, 0)
    const squares = takeFigure(data, at + SERIES.squares, 0)
    const least = takeFigure(data, at + SERIES.least, Number.POSITIVE_INFINITY)
    const most = takeFigure(data, at + SERIES.most, Number.NEGATIVE_INFINITY)
    if (n === 0) return
    this.moments[slot]!.add(sum)
    this.moments[slot + 1]!.add(squares)
    if (!bin) return
    bin.numbers[k]! += n
    bin.least[k] = Math.min(bin.least[k]!, least)
    bin.most[k] = Math.max(bin.most[k]!, most)
    const exact = ExactSum.of(bin.sums[k]!)
    exact.add(sum)
    bin.sums[k] = exact.parts
  }

  private binOf(number: number): BinTally {
    const last = this.bins.at(-1)
    if (last?.bin === number) return last
    const bin = newBin(number, this.setup.columns)
    this.bins.push(bin)
    return bin
  }
}

const QUOTED = 2
const MOST_ODD_ROWS = 64

export function newBin(bin: number, columns: number): BinTally {
  return {
    bin,
    rows: 0,
    first: Number.POSITIVE_INFINITY,
    last: 0,
    empty: new Float64Array(columns),
    hard: new Float64Array(columns),
    soft: new Float64Array(columns),
    numbers: new Float64Array(columns),
    least: new Float64Array(columns).fill(Number.POSITIVE_INFINITY),
    most: new Float64Array(columns).fill(Number.NEGATIVE_INFINITY),
    sums: Array.from({ length: columns }, () => []),
  }
}

function takeWord(data: DataView, at: number): number {
  const value = data.getUint32(at, true)
  if (value !== 0) data.setUint32(at, 0, true)
  return value
}

function takeFigure(data: DataView, at: number, rest: number): number {
  const value = data.getFloat64(at, true)
  data.setFloat64(at, rest, true)
  return value
}
