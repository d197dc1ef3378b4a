// What one stretch knows of one column, read out of the kernel's memory.
import { CLASS_COUNT } from './classes.ts'
import type { TableKernel } from './kernel.ts'

export interface ColumnTally {
  /** Distinct values in memory: `size` entries of 40 bytes as the kernel lays them out, and their texts as they are kept. */
  readonly size: number
  readonly entries: Uint8Array
  readonly texts: Uint8Array
  /**
   * Of whole rows in memory: a record for each row whose hash an earlier one has, hash u64 and row u32; null when they are
   * too many.
   */
  readonly repeats: Uint8Array | null
  /** The values went to disk; the entries are the spellings of "missing". */
  readonly spilled: boolean
  /** Cells per class, and the first rows of each class. */
  readonly kinds: Uint32Array
  readonly kindRows: readonly (readonly number[])[]
  /** Rows too short to have the column. */
  readonly absent: number
  readonly mostDecimals: number
  readonly shortest: number
  readonly longest: number
  readonly lengths: number
  readonly shapes: ShapeTally[] | null
  readonly numbers: SeriesTally | null
  readonly times: SeriesTally | null
}

export interface ShapeTally {
  readonly shape: string
  readonly count: number
  readonly first: number
}

export interface Extreme {
  readonly value: number
  readonly row: number
}

export interface SeriesTally {
  readonly total: number
  readonly ascents: number
  readonly descents: number
  readonly equals: number
  readonly first: number
  /** The row of the first value. */
  readonly firstRow: number
  readonly last: number
  readonly negative: number
  readonly zero: number
  /** The largest first, the smallest first. */
  readonly highs: readonly Extreme[]
  readonly lows: readonly Extreme[]
  /** Rows of the first descents. */
  readonly descentRows: readonly number[]
}

export const ENTRY_BYTES = 40
/** Bytes of a value's text that are kept as they are; of a longer one the SHA-256 follows. */
export const KEPT_TEXT = 64
const DIGEST = 32

const SHAPE_BYTES = 64
const MOST_REPEATS = 100_000
const REPEAT_BYTES = 12
const MOST_SHAPES = 15
const MOST_DESCENTS = 8
const KIND_ROWS = 4
const NONE: readonly number[] = []

/** Where the fields of `Column` in assembly/table/column.ts stand. */
export const COLUMN = {
  entries: 0,
  size: 4,
  spilled: 16,
  numbers: 28,
  times: 32,
  shapes: 36,
  chunkEmpty: 52,
  chunkHard: 56,
  chunkSoft: 60,
  absent: 64,
  mostDecimals: 68,
  shortest: 72,
  longest: 76,
  lengths: 88,
  counts: 136,
  repeats: 140,
  repeatSize: 144,
} as const

/** Where the fields of `Series` in assembly/table/series.ts stand. */
export const SERIES = {
  n: 8,
  sum: 16,
  squares: 24,
  least: 32,
  most: 40,
  total: 48,
  ascents: 56,
  descents: 64,
  equals: 72,
  first: 80,
  last: 88,
  negative: 96,
  zero: 104,
  high: 112,
  low: 124,
  rows: 144,
  firstRow: 152,
} as const

export function columnTally(kernel: TableKernel, index: number, withTexts = true): ColumnTally {
  const at = kernel.wasm.columnPointer(index)
  const { data, bytes } = kernel
  const word = (offset: number) => data.getUint32(at + offset, true)
  const size = word(COLUMN.size)
  const from = word(COLUMN.entries)
  const entries = new Uint8Array(withTexts ? bytes.subarray(from, from + size * ENTRY_BYTES) : [])
  const counts = word(COLUMN.counts)
  const kinds = new Uint32Array(CLASS_COUNT)
  for (let kind = 0; kind < CLASS_COUNT; kind++) kinds[kind] = data.getUint32(counts + kind * 4, true)
  const kindRows = Array.from(kinds, (count, kind) =>
    count === 0
      ? NONE
      : Array.from({ length: Math.min(KIND_ROWS, count) }, (_, k) =>
          data.getUint32(counts + (CLASS_COUNT + kind * KIND_ROWS + k) * 4, true),
        ),
  )
  return {
    size,
    entries,
    texts: withTexts ? textsOf(entries, size, bytes) : new Uint8Array(0),
    repeats: repeatsAt(kernel, word(COLUMN.repeats), word(COLUMN.repeatSize)),
    spilled: word(COLUMN.spilled) !== 0,
    kinds,
    kindRows,
    absent: word(COLUMN.absent),
    mostDecimals: word(COLUMN.mostDecimals),
    shortest: word(COLUMN.shortest),
    longest: word(COLUMN.longest),
    lengths: data.getFloat64(at + COLUMN.lengths, true),
    shapes: shapesAt(kernel, word(COLUMN.shapes)),
    numbers: seriesAt(kernel, word(COLUMN.numbers)),
    times: seriesAt(kernel, word(COLUMN.times)),
  }
}

export function keptSize(length: number): number {
  return length <= KEPT_TEXT ? length : KEPT_TEXT + DIGEST
}

function repeatsAt({ bytes }: TableKernel, at: number, size: number): Uint8Array | null {
  return size > MOST_REPEATS ? null : new Uint8Array(bytes.subarray(at, at + size * REPEAT_BYTES))
}

/** The kept texts one behind the other; the entries then say where each is in there. */
function textsOf(entries: Uint8Array, size: number, memory: Uint8Array): Uint8Array {
  const view = new DataView(entries.buffer)
  let total = 0
  for (let k = 0; k < size; k++) total += keptSize(view.getUint32(k * ENTRY_BYTES + 32, true))
  const texts = new Uint8Array(total)
  let at = 0
  for (let k = 0; k < size; k++) {
    const length = keptSize(view.getUint32(k * ENTRY_BYTES + 32, true))
    const from = view.getUint32(k * ENTRY_BYTES + 28, true)
    texts.set(memory.subarray(from, from + length), at)
    view.setUint32(k * ENTRY_BYTES + 28, at, true)
    at += length
  }
  return texts
}

function shapesAt({ data, bytes }: TableKernel, at: number): ShapeTally[] | null {
  const size = data.getUint32(at, true)
  if (size > MOST_SHAPES) return null
  return Array.from({ length: size }, (_, k) => {
    const slot = at + (k + 1) * SHAPE_BYTES
    const length = data.getUint32(slot + 8, true)
    return {
      shape: bytes.toString('latin1', slot + 12, slot + 12 + length),
      count: data.getUint32(slot, true),
      first: data.getUint32(slot + 4, true),
    }
  })
}

function seriesAt({ data }: TableKernel, at: number): SeriesTally | null {
  if (at === 0) return null
  const figure = (offset: number) => data.getFloat64(at + offset, true)
  const descents = figure(SERIES.descents)
  const rows = data.getUint32(at + SERIES.rows, true)
  return {
    total: figure(SERIES.total),
    ascents: figure(SERIES.ascents),
    descents,
    equals: figure(SERIES.equals),
    first: figure(SERIES.first),
    firstRow: data.getUint32(at + SERIES.firstRow, true),
    last: figure(SERIES.last),
    negative: figure(SERIES.negative),
    zero: figure(SERIES.zero),
    highs: extremesAt(data, at + SERIES.high, 1),
    lows: extremesAt(data, at + SERIES.low, -1),
    descentRows: Array.from({ length: Math.min(MOST_DESCENTS, descents) }, (_, k) =>
      data.getUint32(rows + k * 4, true),
    ),
  }
}

function extremesAt(data: DataView, at: number, sign: 1 | -1): Extreme[] {
  const list = data.getUint32(at, true)
  const from = data.getUint32(at + 4, true)
  const to = data.getUint32(at + 8, true)
  const extremes: Extreme[] = []
  for (let k = to - 1; k >= from; k--) {
    // Adding zero turns -0 into 0.
    const value = data.getFloat64(list + k * 16, true) * sign + 0
    extremes.push({ value, row: data.getFloat64(list + k * 16 + 8, true) })
  }
  return extremes
}
