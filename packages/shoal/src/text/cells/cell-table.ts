// A table as numbered values: what the rules over cells read. It is bounded; who makes it says how much of the file it holds.
import { isNumber, isTime, meansMissing } from '../table/classes.ts'

export interface CellColumn {
  readonly index: number
  readonly name: string
  /** For every row the number of its value; -1 where the row has no such cell. */
  readonly codes: Int32Array
  readonly values: readonly CellValue[]
  /** Cells that hold a value, and how many of them are numbers or times. */
  readonly present: number
  readonly numbers: number
  readonly times: number
}

export interface CellValue {
  readonly text: string
  /** As the kernel says (`CellClass`). */
  readonly kind: number
  /** Of a number or time. */
  readonly value: number
  count: number
}

export interface CellTable {
  /** Rows that were read; `whole` where these are all. */
  readonly rows: number
  readonly whole: boolean
  readonly columns: readonly CellColumn[]
}

/** What is wrong with a cell; the more certain first, for a cell is told of once. */
export const suspicions = [
  'century',
  'format',
  'merged',
  'swapped',
  'missing-word',
  'typo',
  'stray',
  'decimal',
  'dependency',
  'lacking',
] as const
export type Suspicion = (typeof suspicions)[number]

export interface Suspect {
  readonly column: number
  readonly row: number
  readonly kind: Suspicion
  /** What should stand there, where that is known. */
  readonly expected?: string
  /** The column that says so. */
  readonly by?: number
}

/** A value that is wrong wherever it stands in its column. */
export interface WrongValue {
  readonly column: number
  readonly code: number
  readonly kind: Suspicion
  readonly expected?: string
}

export function isMissing({ kind }: CellValue): boolean {
  return meansMissing(kind)
}

/** From this share on a column is of numbers, or of times. */
export const MOST = 0.8

export function isOfNumbers({ numbers, present }: CellColumn): boolean {
  return present > 0 && numbers >= present * MOST
}

export function isOfTimes({ times, present }: CellColumn): boolean {
  return present > 0 && times >= present * MOST
}

/** Text that people wrote, not numbers, times, addresses or keys. */
export function isOfWords(column: CellColumn): boolean {
  return column.present > 0 && column.numbers + column.times < column.present * 0.2
}

export function columnOf(index: number, name: string, codes: Int32Array, values: readonly CellValue[]): CellColumn {
  let [present, numbers, times] = [0, 0, 0]
  for (const { kind, count } of values) {
    if (meansMissing(kind)) continue
    present += count
    if (isNumber(kind)) numbers += count
    else if (isTime(kind)) times += count
  }
  return { index, name, codes, values, present, numbers, times }
}

/** The rows of wrong values, in order. */
export function rowsOfWrong({ columns, rows }: CellTable, wrong: readonly WrongValue[]): Suspect[] {
  const byColumn = new Map<number, Map<number, WrongValue>>()
  for (const one of wrong) {
    const known = byColumn.get(one.column) ?? new Map<number, WrongValue>()
    if (!known.has(one.code)) known.set(one.code, one)
    byColumn.set(one.column, known)
  }
  const found: Suspect[] = []
  for (const [index, codes] of byColumn) {
    const column = columns[index]!
    for (let row = 0; row < rows; row++) {
      const hit = codes.get(column.codes[row]!)
      if (!hit) continue
      const { kind, expected } = hit
      found.push({ column: index, row, kind, ...(expected !== undefined && { expected }) })
    }
  }
  return found
}
