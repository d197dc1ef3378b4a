// How a table is to be read: its dialect, and what its first rows say about every column. All stretches of a file are
// read with the same setup, so that their figures can be put together.
import { CellClass, CLASS_COUNT, isNumber, isTime } from './classes.ts'
import { columnTally } from './column-tally.ts'
import { TableKernel } from './kernel.ts'

export interface TableDialect {
  readonly delimiter: number
  readonly quote: number
  readonly eol: number
  /** Cells that a record should have. */
  readonly expected: number
  /** How many of them are read. */
  readonly columns: number
  /** Of the whole file. */
  readonly sizeBytes: number
}

export interface ColumnPlan {
  /** The decimal mark is a comma. */
  readonly comma: boolean
  /** 3/4/2026 is the third of April. */
  readonly dayFirst: boolean
  /** Near the values: what is taken off them before they are summed up, so that no digits are lost. */
  readonly pivot: number
  readonly timePivot: number
}

export interface TableSetup extends TableDialect {
  readonly plans: readonly ColumnPlan[]
  /** Columns whose values are paired, each with each. */
  readonly paired: readonly number[]
  /** Columns that are multiplied, each with each. */
  readonly numeric: readonly number[]
  /** Columns of dates that are compared, each with each. */
  readonly dated: readonly number[]
  /** Distinct values a column may have in memory. */
  readonly limit: number
  readonly parts: number
  /** Where the parts of the file end in which it is compared with itself. */
  readonly borders: readonly number[]
}

const MOST_PAIRED = 24
/** Their pairs grow with the square: so many take a small part of the time that reading them takes. */
const MOST_NUMERIC = 128
const MOST_DATED = 8
const ENTRY_BYTES = 48
const DICTIONARY_BYTES = 160 * 1024 * 1024
const PART_BYTES = 32768
/** Bytes of a file for one partition more: few partitions are written faster, many are small enough to be put together. */
const BYTES_PER_PART = 4 * 1024 * 1024
const PARTS_BYTES = 64 * 1024 * 1024
const MOST_BORDERS = 64
/** Rows of a part, so that its means and shares say something. */
const PART_ROWS = 100

/** Where the rows of a table start and end, and how far the first of them, which are looked at, go. */
export interface TableExtent {
  readonly start: number
  readonly sampled: number
  readonly end: number
}

/** Looks at the first rows of a table, given as bytes. */
export function setUp(dialect: TableDialect, head: Uint8Array, extent: TableExtent): TableSetup {
  const whole = extent.sampled === extent.end
  const plain = look(dialect, head, whole, false)
  const other = look(dialect, head, whole, true)
  const plans = plain.columns.map(({ kinds, numbers, times }, k): ColumnPlan => {
    const turned = other.columns[k]!
    const comma = numbersIn(turned.kinds) > numbersIn(kinds)
    const dayFirst = kinds[CellClass.dateSwapped]! > turned.kinds[CellClass.dateSwapped]!
    return {
      comma,
      dayFirst,
      pivot: (comma ? turned.numbers : numbers)?.first ?? 0,
      timePivot: (dayFirst ? turned.times : times)?.first ?? 0,
    }
  })
  const paired: number[] = []
  const numeric: number[] = []
  const dated: number[] = []
  plain.columns.forEach(({ kinds, size }, k) => {
    const present = kinds.subarray(CellClass.integer).reduce((sum, n) => sum + n, 0)
    const numbers = Math.max(numbersIn(kinds), numbersIn(other.columns[k]!.kinds))
    if (numbers * 2 > present) numeric.push(k)
    const times = Math.max(timesIn(kinds), timesIn(other.columns[k]!.kinds))
    if (times * 2 > present) dated.push(k)
    else if (size <= Math.max(20, plain.rows * 0.4)) paired.push(k)
  })
  const width = dialect.columns + 1
  return {
    ...dialect,
    plans,
    paired: paired.slice(0, MOST_PAIRED),
    numeric: numeric.slice(0, MOST_NUMERIC),
    dated: dated.slice(0, MOST_DATED),
    limit: powerOfTwo(DICTIONARY_BYTES / ENTRY_BYTES / width, 256, 65536),
    parts: powerOfTwo(Math.min(PARTS_BYTES / PART_BYTES / width, dialect.sizeBytes / BYTES_PER_PART), 2, 256),
    borders: bordersOf(plain.rows, extent),
  }
}

/** Parts of equal length with enough rows each, by the length of the first rows. */
function bordersOf(rows: number, { start, sampled, end }: TableExtent): number[] {
  const all = rows === 0 ? 0 : (rows * (end - start)) / (sampled - start)
  const parts = Math.min(MOST_BORDERS, Math.max(1, Math.floor(all / PART_ROWS)))
  return Array.from({ length: parts }, (_, k) => start + Math.ceil(((end - start) * (k + 1)) / parts))
}

function look(dialect: TableDialect, head: Uint8Array, whole: boolean, turned: boolean) {
  const kernel = TableKernel.lend()
  const { wasm } = kernel
  wasm.begin(dialect.delimiter, dialect.quote, dialect.eol, dialect.expected, dialect.columns, 65536, 4)
  for (let k = 0; k < dialect.columns; k++) wasm.setColumn(k, turned ? 1 : 0, turned ? 1 : 0, 0, 0)
  const at = kernel.textRoom(head.length)
  kernel.bytes.set(head, at)
  wasm.feed(at, head.length, whole ? 1 : 0)
  const seen = {
    rows: wasm.rowCount(),
    columns: Array.from({ length: dialect.columns }, (_, k) => columnTally(kernel, k, false)),
  }
  kernel.giveBack()
  return seen
}

function numbersIn(kinds: Uint32Array): number {
  let sum = 0
  for (let kind = 0; kind < CLASS_COUNT; kind++) if (isNumber(kind)) sum += kinds[kind]!
  return sum
}

function timesIn(kinds: Uint32Array): number {
  let sum = 0
  for (let kind = 0; kind < CLASS_COUNT; kind++) if (isTime(kind)) sum += kinds[kind]!
  return sum
}

function powerOfTwo(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, 2 ** Math.floor(Math.log2(Math.max(1, value)))))
}
