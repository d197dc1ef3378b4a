// Reads the records of a table: splits rows into cells, 64 bytes at a time as bit masks, and hands every cell to its
// column. A second WebAssembly module beside scan.ts, with memory of its own that grows with what it learns.
import { addCell, addRow, Column, endColumn, newColumn, setLimits } from './table/column'
import { classify, value } from './table/classify'
import { chain, hashOf } from './table/hash'
import { endMerge } from './table/merge'
import { giveAll, take } from './table/memory'
import { addProducts, partial, setNumeric, whole } from './table/products'
import { addMeeting, addOrders, dropPair, newPair, orders, Pair, setTimed } from './table/relations'
export {
  beginMerge, collectInto, groupsAt, hasShared, keepFrequent, mergePart, mergeRecords, sharedPart, sharedRecords,
} from './table/merge'
export { take, give } from './table/memory'
export { endBlock as settleProducts } from './table/products'

/** Every INDEX_ROWS rows the reader is told where the next one starts. */
const INDEX_ROWS: u32 = 256
const MOST_ODD_ROWS: u32 = 64
const FIELD_START: i32 = 0
const PLAIN: i32 = 1
const QUOTED: i32 = 2
const QUOTE_IN_QUOTED: i32 = 3

@external('env', 'noteRow') declare function noteRow(row: u32, ptr: usize, line: u32): void

let delimiter: i32 = 44
let quote: i32 = 34
let eol: i32 = 10
/** Cells a record should have, and how many of them are read. */
let expected: u32 = 0
let columns: u32 = 0
let columnList: usize = 0
let rowColumn: usize = 0
let ends: usize = 0
let pairs: u32 = 0
let pairList: usize = 0
let numeric: u32 = 0
let dated: u32 = 0
let row: u32 = 0
let line: u32 = 0
let blank: u32 = 0
let ragged: u32 = 0
/** Rows of the first ragged records with their number of cells. */
let raggedList: usize = 0
let state: i32 = 0

/** Forgets everything: what follows is as in a new instance. */
export function reset(): void {
  setNumeric(0, 0)
  setTimed(0, 0)
  endMerge()
  giveAll()
  pairs = 0
  pairList = 0
  alive = 0
  living = 0
  numeric = 0
  dated = 0
  expected = 0
  columns = 0
  columnList = 0
  rowColumn = 0
  ends = 0
  row = 0
  line = 0
  blank = 0
  ragged = 0
  raggedList = 0
  state = FIELD_START
}

export function begin(
  delimiterByte: i32, quoteByte: i32, eolByte: i32, cells: u32, width: u32, limit: u32, partitions: u32,
): void {
  delimiter = delimiterByte
  quote = quoteByte
  eol = eolByte
  expected = cells
  columns = width
  setLimits(limit, partitions)
  columnList = take(width * 4 + 4)
  ends = take(width * 4 + 4)
  for (let k: u32 = 0; k < width; k++) store<u32>(columnList + (k << 2), u32(changetype<usize>(newColumn(k))))
  rowColumn = changetype<usize>(newColumn(width))
  store<u32>(columnList + (width << 2), u32(rowColumn))
  raggedList = take(MOST_ODD_ROWS * 8)
}

@inline function columnAt(index: u32): usize {
  return load<u32>(columnList + (index << 2))
}

export function columnPointer(index: u32): usize {
  return columnAt(index)
}

export function setColumn(index: u32, comma: u32, dayFirst: u32, pivot: f64, timePivot: f64): void {
  const column = changetype<Column>(columnAt(index))
  column.comma = comma
  column.dayFirst = dayFirst
  column.pivot = pivot
  column.timePivot = timePivot
}

/** Columns whose values are paired, each with each: u32 indices at `list`. */
export function setPaired(list: usize, count: u32): void {
  pairs = (count * (count - 1)) / 2
  pairList = take(pairs * 4 + 4)
  let at = pairList
  for (let i: u32 = 0; i < count; i++)
    for (let k = i + 1; k < count; k++, at += 4) {
      const a = changetype<Column>(columnAt(load<u32>(list + (i << 2))))
      const b = changetype<Column>(columnAt(load<u32>(list + (k << 2))))
      store<u32>(at, u32(changetype<usize>(newPair(a, b))))
    }
  alive = take(pairs * 4 + 4)
  memory.copy(alive, pairList, pairs * 4)
  living = pairs
}
let alive: usize = 0
let living: u32 = 0

export function pairPointer(index: u32): usize {
  return load<u32>(pairList + (index << 2))
}

export function setProducts(list: usize, count: u32): void {
  numeric = count
  const sources = take(count * 4 + 4)
  for (let i: u32 = 0; i < count; i++) store<u32>(sources + (i << 2), u32(columnAt(load<u32>(list + (i << 2)))))
  setNumeric(count, sources)
}

/** Columns of dates, compared each with each. */
export function setOrders(list: usize, count: u32): void {
  dated = count
  const sources = take(count * 4 + 4)
  for (let i: u32 = 0; i < count; i++) store<u32>(sources + (i << 2), u32(columnAt(load<u32>(list + (i << 2)))))
  setTimed(count, sources)
}

export function ordersPointer(): usize { return orders }
export function wholePointer(): usize { return whole }
export function partialPointer(): usize { return partial }

export function rowCount(): u32 { return row }
export function blankCount(): u32 { return blank }
export function raggedCount(): u32 { return ragged }
export function raggedPointer(): usize { return raggedList }
export function endState(): i32 { return state }

/** The line that the next byte stands on. */
export function startAt(firstLine: u32): void {
  line = firstLine
}

export function lineNow(): u32 { return line }

/** The class of one cell; `cellValue` is then its number or its seconds. 64 bytes behind it must be there. */
export function cellClass(ptr: usize, len: u32, comma: u32, dayFirst: u32): u32 {
  return classify(ptr, ptr + len, comma != 0, dayFirst != 0)
}
export function cellValue(): f64 { return value }

/**
 * Reads the whole rows of [ptr, ptr + len) and returns how far it came; the rest is to be given again with what follows.
 * `last`: nothing follows, so the rest is a row. 64 bytes behind the text must be there.
 */
export function feed(ptr: usize, len: usize, last: bool): u32 {
  memory.fill(ptr + len, 0, 64)
  const eols = i8x16.splat(i8(eol))
  const delimiters = i8x16.splat(i8(delimiter))
  const quotes = i8x16.splat(i8(quote))
  let start: usize = 0
  let cells: u32 = 0
  let inner: u32 = 0
  state = FIELD_START
  for (let at: usize = 0; at < len; at += 64) {
    const q = equalMask(ptr + at, quotes)
    const n = equalMask(ptr + at, eols)
    const d = equalMask(ptr + at, delimiters)
    const size = len - at < 64 ? len - at : 64
    let inside: u64 = 0
    if (q != 0 || state == QUOTED) {
      inside = prefixXor(q) ^ (state == QUOTED ? u64(-1) : 0)
      const before = ((q | n | d) << 1) | (state == FIELD_START || state == QUOTE_IN_QUOTED ? 1 : 0)
      if ((q & inside & ~before) != 0 || (n & inside) != 0) {
        // A quote inside a plain field, or a line end inside quotes: one byte after the other.
        for (let i: usize = 0; i < size; i++) {
          const byte = i32(load<u8>(ptr + at + i))
          if (state == QUOTED) {
            if (byte == quote) state = QUOTE_IN_QUOTED
            else if (byte == eol) inner++
          } else if (byte == eol) {
            noteEnd(cells++, ptr + at + i)
            addRecord(ptr + start, ptr + at + i, cells, inner)
            start = at + i + 1
            cells = 0
            inner = 0
            state = FIELD_START
          } else if (byte == delimiter) {
            noteEnd(cells++, ptr + at + i)
            state = FIELD_START
          } else if (byte == quote && (state == FIELD_START || state == QUOTE_IN_QUOTED)) state = QUOTED
          else state = PLAIN
        }
        continue
      }
    }
    let marks = (n | d) & ~inside
    while (marks != 0) {
      const bit = marks & (0 - marks)
      const place = at + usize(ctz(marks))
      noteEnd(cells++, ptr + place)
      if ((bit & n) != 0) {
        addRecord(ptr + start, ptr + place, cells, inner)
        start = place + 1
        cells = 0
        inner = 0
      }
      marks ^= bit
    }
    const final: u64 = u64(1) << (size - 1)
    if ((inside & final) != 0) state = QUOTED
    else if (((d | n) & final) != 0) state = FIELD_START
    else if ((q & final) != 0) state = QUOTE_IN_QUOTED
    else state = PLAIN
  }
  if (!last || start >= len) return u32(start)
  noteEnd(cells++, ptr + len)
  addRecord(ptr + start, ptr + len, cells, inner)
  return u32(len)
}

@inline function equalMask(ptr: usize, value: v128): u64 {
  const a = u64(i8x16.bitmask(i8x16.eq(v128.load(ptr), value)))
  const b = u64(i8x16.bitmask(i8x16.eq(v128.load(ptr, 16), value)))
  const c = u64(i8x16.bitmask(i8x16.eq(v128.load(ptr, 32), value)))
  const d = u64(i8x16.bitmask(i8x16.eq(v128.load(ptr, 48), value)))
  return a | (b << 16) | (c << 32) | (d << 48)
}

/** Bit i of the result is the parity of bits 0…i. */
@inline function prefixXor(bits: u64): u64 {
  bits ^= bits << 1
  bits ^= bits << 2
  bits ^= bits << 4
  bits ^= bits << 8
  bits ^= bits << 16
  bits ^= bits << 32
  return bits
}

@inline function noteEnd(cell: u32, place: usize): void {
  if (cell < columns) store<u32>(ends + (cell << 2), u32(place))
}

/** A record of `cells` cells, `inner` line ends within quotes. */
function addRecord(from: usize, to: usize, cells: u32, inner: u32): void {
  if (to > from && load<u8>(to - 1) == 13 && eol == 10) {
    to--
    if (cells <= columns) store<u32>(ends + ((cells - 1) << 2), u32(to))
  }
  if (to == from) {
    blank++
    line++
    return
  }
  if (row % INDEX_ROWS == 0) noteRow(row, from, line)
  if (cells != expected) {
    if (ragged < MOST_ODD_ROWS) {
      store<u32>(raggedList + (ragged << 3), row)
      store<u32>(raggedList + (ragged << 3), cells, 4)
    }
    ragged++
  }
  let s = from
  let h: u64 = u64(cells)
  const present = cells < columns ? cells : columns
  for (let k: u32 = 0; k < present; k++) {
    const stop: usize = load<u32>(ends + (k << 2))
    let first = s
    let end = stop
    if (first < end && i32(load<u8>(first)) == quote) end = unquote(first++, end)
    const cell = hashOf(first, end - first)
    h = chain(h, cell)
    addCell(changetype<Column>(columnAt(k)), first, end, cell, row)
    s = stop + 1
  }
  for (let k = present; k < columns; k++) {
    const column = changetype<Column>(columnAt(k))
    column.absent++
    column.chunkEmpty++
    column.id = NO_CELL
    column.x = NaN
    column.seconds = NaN
  }
  if (cells > columns) h = chain(h, hashOf(s, to - s))
  addRow(changetype<Column>(rowColumn), chain(h, u64(cells)), row)
  if (present == columns) relate()
  else relateShort()
  if (numeric > 1) addProducts()
  if (dated > 1) addOrders(row)
  row++
  line += 1 + inner
}

/** A row too short to have the column: not the same as a column that went to disk. */
const NO_CELL: i32 = -2

function relate(): void {
  let kept: u32 = 0
  for (let k: u32 = 0; k < living; k++) {
    const pair = changetype<Pair>(usize(load<u32>(alive + (k << 2))))
    if (addMeeting(pair, row)) {
      if (kept != k) store<u32>(alive + (kept << 2), u32(changetype<usize>(pair)))
      kept++
    } else dropPair(pair)
  }
  living = kept
}

/** The same for a row that lacks cells: a pair with a missing side sits it out. */
function relateShort(): void {
  let kept: u32 = 0
  for (let k: u32 = 0; k < living; k++) {
    const pair = changetype<Pair>(usize(load<u32>(alive + (k << 2))))
    const a = changetype<Column>(usize(pair.a)).id
    const b = changetype<Column>(usize(pair.b)).id
    if (a == NO_CELL || b == NO_CELL || addMeeting(pair, row)) {
      if (kept != k) store<u32>(alive + (kept << 2), u32(changetype<usize>(pair)))
      kept++
    } else dropPair(pair)
  }
  living = kept
}

/** Takes the quotes off a cell that starts with one, in place, and returns its end. The text starts behind `from`. */
function unquote(from: usize, to: usize): usize {
  let p = from + 1
  while (p < to && i32(load<u8>(p)) != quote) p++
  if (p + 1 >= to) return p
  let out = p
  let quoted = true
  while (p < to) {
    const byte = load<u8>(p)
    if (i32(byte) == quote && quoted) {
      if (p + 1 < to && i32(load<u8>(p, 1)) == quote) {
        store<u8>(out++, byte)
        p += 2
        continue
      }
      quoted = false
      p++
      continue
    }
    store<u8>(out++, byte)
    p++
  }
  return out
}

export function finish(): void {
  for (let k: u32 = 0; k <= columns; k++) endColumn(changetype<Column>(columnAt(k)))
}
