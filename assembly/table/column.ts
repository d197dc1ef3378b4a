// One column: its distinct values in a dictionary; when they become too many, a record per cell goes to disk, parted by
// hash, and the dictionary keeps only the spellings of "missing".
import { CLASSES, EMPTY, familyOf, NULL_HARD, NULL_SOFT } from './classes'
import { classify, value } from './classify'
import { isKept, keepText, keptSize } from './kept-text'
import { give, take } from './memory'
import { decimals } from './numbers'
import { addValue, BLOCK, endSeries, newSeries, Series, spillValue } from './series'
import { newShapes, shapeOf, SLOT } from './shapes'

@external('env', 'flush') declare function flush(kind: u32, column: u32, part: u32, ptr: usize, bytes: u32): void

/** The kind of the entries of whole rows, which have no text. */
export const ROW: u8 = 25
/** Rows that repeat an earlier one, as far as they are noted. */
const MOST_REPEATS: u32 = 100_000
const TEXT_BLOCK: u32 = 4096
const FIRST_SLOTS: u32 = 64
const RECORD: u32 = 12

@unmanaged export class Entry {
  hash: u64
  value: f64
  count: u32
  first: u32
  second: u32
  text: u32
  length: u32
  kind: u8
  shape: u8
  /** Entries are of whole eight bytes. */
  unused: u16
}
const ENTRY: u32 = offsetof<Entry>()

@unmanaged export class Column {
  entries: u32
  size: u32
  capacity: u32
  slots: u32
  spilled: u32
  parts: u32
  fills: u32
  numbers: u32
  times: u32
  shapes: u32
  comma: u32
  dayFirst: u32
  index: u32
  chunkEmpty: u32
  chunkHard: u32
  chunkSoft: u32
  absent: u32
  mostDecimals: u32
  shortest: u32
  longest: u32
  text: u32
  textEnd: u32
  lengths: f64
  /** Of the row under way: the entry's number or -1, its value or NaN. */
  id: i32
  x: f64
  pivot: f64
  timePivot: f64
  /** Seconds of the row under way, or NaN. */
  seconds: f64
  /** Cells per class, then the first rows of each: CLASSES × (1 + KIND_ROWS) × u32. */
  counts: u32
  /** Of whole rows in memory: a record for each that repeats an earlier one, and how many there are. */
  repeats: u32
  repeatSize: u32
  repeatRoom: u32
}
const KIND_ROWS: u32 = 4

let limit: u32 = 65536
let parts: u32 = 256

export function setLimits(entries: u32, partitions: u32): void {
  limit = entries
  parts = partitions
}

export function newColumn(index: u32): Column {
  const column = changetype<Column>(take(offsetof<Column>()))
  column.index = index
  column.counts = u32(take(CLASSES * 4 * (1 + KIND_ROWS)))
  column.shortest = u32.MAX_VALUE
  column.shapes = newShapes()
  makeTable(column, FIRST_SLOTS)
  return column
}

function makeTable(column: Column, slots: u32): void {
  column.slots = u32(take(slots * 4))
  column.entries = u32(take((slots / 2) * ENTRY))
  column.capacity = slots
}

@inline export function entryAt(column: Column, id: u32): Entry {
  return changetype<Entry>(usize(column.entries + id * ENTRY))
}

/** Counts a cell [s, e) of this column. */
export function addCell(column: Column, s: usize, e: usize, h: u64, row: u32): void {
  const length = u32(e - s)
  let kind: u32
  let x: f64
  if (!column.spilled) {
    let id = find(column, h, s, length)
    if (id < 0) id = newEntry(column, h, s, length, row)
    if (id >= 0) {
      const entry = entryAt(column, id)
      if (entry.count++ == 1) entry.second = row
      kind = entry.kind
      x = entry.value
      if (entry.shape != 0) countShape(column, entry.shape)
      column.id = id
      finishCell(column, kind, x, length, row)
      return
    }
  }
  column.id = -1
  kind = classify(s, e, column.comma != 0, column.dayFirst != 0)
  x = value
  if (kind <= NULL_SOFT) {
    let id = find(column, h, s, length)
    if (id < 0) id = insert(column, h, s, length, row, kind, NaN)
    const entry = entryAt(column, id)
    if (entry.count++ == 1) entry.second = row
  } else {
    spillRecord(column, h, row)
    const shape = shapeOf(column.shapes, kind, s, e, row)
    if (shape != 0) countShape(column, shape)
    const family = familyOf(kind)
    if (family != 0) {
      if (family == 1 && decimals > column.mostDecimals) column.mostDecimals = decimals
      spillValue(seriesOf(column, family), column.index, x)
    }
  }
  finishCell(column, kind, x, length, row)
}

@inline function countShape(column: Column, shape: u32): void {
  const at = column.shapes + shape * SLOT
  store<u32>(at, load<u32>(at) + 1)
}

@inline function finishCell(column: Column, kind: u32, x: f64, length: u32, row: u32): void {
  const counter = column.counts + (kind << 2)
  const seen = load<u32>(counter)
  store<u32>(counter, seen + 1)
  if (seen < KIND_ROWS) store<u32>(column.counts + ((CLASSES + kind * KIND_ROWS + seen) << 2), row)
  column.lengths += f64(length)
  if (length < column.shortest) column.shortest = length
  if (length > column.longest) column.longest = length
  column.x = NaN
  column.seconds = NaN
  if (kind <= NULL_SOFT) {
    if (kind == EMPTY) column.chunkEmpty++
    else if (kind == NULL_HARD) column.chunkHard++
    else column.chunkSoft++
    return
  }
  const family = familyOf(kind)
  if (family != 0) {
    addValue(seriesOf(column, family), x, row)
    if (family == 1) column.x = x
    else column.seconds = x
  }
}

@inline function seriesOf(column: Column, family: u32): Series {
  if (family == 1) {
    if (column.numbers == 0) column.numbers = u32(changetype<usize>(newSeries(1, column.pivot)))
    return changetype<Series>(usize(column.numbers))
  }
  if (column.times == 0) column.times = u32(changetype<usize>(newSeries(2, column.timePivot)))
  return changetype<Series>(usize(column.times))
}

/** A row's own hash: no text, no class. Which rows share one is kept, for them to be compared. */
export function addRow(column: Column, h: u64, row: u32): void {
  if (!column.spilled) {
    let id = find(column, h, 0, 0)
    if (id < 0) {
      if (column.size < limit) id = insert(column, h, 0, 0, row, ROW, NaN)
      else spill(column)
    } else noteRepeat(column, h, row)
    if (id >= 0) {
      const entry = entryAt(column, id)
      if (entry.count++ == 1) entry.second = row
      return
    }
  }
  spillRecord(column, h, row)
}

function noteRepeat(column: Column, h: u64, row: u32): void {
  const size = column.repeatSize++
  if (size >= MOST_REPEATS) return
  if (size == column.repeatRoom) {
    const room = max(64, size * 2)
    const list = u32(take(room * RECORD))
    if (size > 0) {
      memory.copy(list, column.repeats, size * RECORD)
      give(column.repeats, size * RECORD)
    }
    column.repeats = list
    column.repeatRoom = room
  }
  const at = column.repeats + size * RECORD
  store<u64>(at, h)
  store<u32>(at, row, 8)
}

@inline function isEntry(entry: Entry, h: u64, s: usize, length: u32): bool {
  return entry.hash == h && entry.length == length && isKept(entry.text, s, length)
}

@inline function find(column: Column, h: u64, s: usize, length: u32): i32 {
  const mask = column.capacity - 1
  let slot = u32(h) & mask
  let id = load<u32>(column.slots + (slot << 2))
  while (id != 0 && !isEntry(entryAt(column, id - 1), h, s, length)) {
    slot = (slot + 1) & mask
    id = load<u32>(column.slots + (slot << 2))
  }
  return i32(id) - 1
}

/** The number of a new value; -1 when the column went to disk instead. */
function newEntry(column: Column, h: u64, s: usize, length: u32, row: u32): i32 {
  const e = s + length
  const kind = classify(s, e, column.comma != 0, column.dayFirst != 0)
  const x = value
  if (column.size >= limit) {
    spill(column)
    return -1
  }
  if (familyOf(kind) == 1 && decimals > column.mostDecimals) column.mostDecimals = decimals
  const id = insert(column, h, s, length, row, kind, x)
  const entry = entryAt(column, id)
  entry.shape = u8(shapeOf(column.shapes, kind, s, e, row))
  return id
}

function insert(column: Column, h: u64, s: usize, length: u32, row: u32, kind: u32, x: f64): i32 {
  if (column.size * 2 >= column.capacity) grow(column)
  const id = column.size++
  const entry = entryAt(column, id)
  entry.hash = h
  entry.value = x
  entry.count = 0
  entry.first = row
  entry.second = row
  entry.length = length
  entry.kind = u8(kind)
  entry.shape = 0
  const kept = keptSize(length)
  if (column.text + kept > column.textEnd) {
    column.text = u32(take(TEXT_BLOCK))
    // Comparing reads a few bytes behind a text.
    column.textEnd = column.text + TEXT_BLOCK - 8
  }
  entry.text = column.text
  keepText(column.text, s, length)
  column.text += kept
  place(column, h, id)
  return id
}

@inline function place(column: Column, h: u64, id: u32): void {
  const mask = column.capacity - 1
  let slot = u32(h) & mask
  while (load<u32>(column.slots + (slot << 2)) != 0) slot = (slot + 1) & mask
  store<u32>(column.slots + (slot << 2), id + 1)
}

function grow(column: Column): void {
  const entries = column.entries
  const slots = column.slots
  const capacity = column.capacity
  const size = column.size
  makeTable(column, capacity * 2)
  memory.copy(column.entries, entries, size * ENTRY)
  give(slots, capacity * 4)
  give(entries, (capacity / 2) * ENTRY)
  for (let id: u32 = 0; id < size; id++) place(column, entryAt(column, id).hash, id)
}

/**
 * Sends the dictionary to disk, a record for every cell it counted, and keeps what means "missing". The cells of an entry
 * have been compared: two of their rows stand for all.
 */
function spill(column: Column): void {
  const entries = column.entries
  const slots = column.slots
  const capacity = column.capacity
  const size = column.size
  column.spilled = 1
  column.parts = u32(take(parts * (BLOCK + 8)))
  column.fills = u32(take(parts * 4))
  makeTable(column, FIRST_SLOTS)
  column.size = 0
  const noted = column.repeatSize <= MOST_REPEATS
  if (noted)
    for (let at = column.repeats, end = at + column.repeatSize * RECORD; at < end; at += RECORD)
      spillRecord(column, load<u64>(at), load<u32>(at, 8))
  for (let id: u32 = 0; id < size; id++) {
    const entry = changetype<Entry>(usize(entries + id * ENTRY))
    if (entry.kind <= NULL_SOFT) {
      if (column.size * 2 >= column.capacity) grow(column)
      const again = column.size++
      memory.copy(changetype<usize>(entryAt(column, again)), changetype<usize>(entry), ENTRY)
      place(column, entry.hash, again)
      continue
    }
    if (entry.kind == ROW && noted) {
      spillRecord(column, entry.hash, entry.first)
      continue
    }
    const family = familyOf(entry.kind)
    for (let k: u32 = 0; k < entry.count; k++) {
      spillRecord(column, entry.hash, k == 0 ? entry.first : entry.second)
      if (family != 0) spillValue(seriesOf(column, family), column.index, entry.value)
    }
  }
  give(slots, capacity * 4)
  give(entries, (capacity / 2) * ENTRY)
}

@inline function spillRecord(column: Column, h: u64, row: u32): void {
  const part = u32(h >> 56) & (parts - 1)
  const fill = load<u32>(column.fills + (part << 2))
  const at: usize = column.parts + part * (BLOCK + 8) + fill
  store<u64>(at, h)
  store<u32>(at, row, 8)
  if (fill + RECORD == BLOCK) {
    flush(0, column.index, part, column.parts + part * (BLOCK + 8), BLOCK)
    store<u32>(column.fills + (part << 2), 0)
  } else store<u32>(column.fills + (part << 2), fill + RECORD)
}

/** Sends to disk what still waits. */
export function endColumn(column: Column): void {
  if (column.spilled) {
    for (let part: u32 = 0; part < parts; part++) {
      const fill = load<u32>(column.fills + (part << 2))
      if (fill > 0) flush(0, column.index, part, column.parts + part * (BLOCK + 8), fill)
    }
  }
  if (column.numbers != 0) endSeries(changetype<Series>(usize(column.numbers)), column.index)
  if (column.times != 0) endSeries(changetype<Series>(usize(column.times)), column.index)
}
