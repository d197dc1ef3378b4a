// The shapes of codes: `cust-0318` is `a-9`. A column of one shape shows the cell that has another.
import { CODE, HEX, WORD } from './classes'
import { areEqual } from './kept-text'
import { take } from './memory'

/** Slots of 64 bytes, from 1 on: count u32, first row u32, length u32, then up to 40 bytes of the shape. */
export const SLOT: u32 = 64
export const MOST_SHAPES: u32 = 15
const LONGEST: usize = 40
const SHAPE: usize = memory.data(48, 8)

/** Slot 0 counts the shapes; more than MOST_SHAPES means that the column has none. */
export function newShapes(): u32 {
  return u32(take(SLOT * (MOST_SHAPES + 1)))
}

/** The number of the cell's shape, or 0. */
export function shapeOf(shapes: usize, kind: u32, s: usize, e: usize, row: u32): u32 {
  if (kind != WORD && kind != CODE && kind != HEX) return 0
  const size = load<u32>(shapes)
  if (size > MOST_SHAPES) return 0
  if (e - s > LONGEST) return 0
  const length = writeShape(s, e)
  for (let slot: u32 = 1; slot <= size; slot++) {
    const at = shapes + slot * SLOT
    if (load<u32>(at, 8) == length && areEqual(at + 12, SHAPE, length)) return slot
  }
  store<u32>(shapes, size + 1)
  if (size == MOST_SHAPES) return 0
  const at = shapes + (size + 1) * SLOT
  store<u32>(at, row, 4)
  store<u32>(at, length, 8)
  memory.copy(at + 12, SHAPE, length)
  return size + 1
}

@inline function markOf(byte: u32): u32 {
  if (byte - 48 < 10) return 57
  if (byte - 97 < 26 || byte >= 0x80) return 97
  if (byte - 65 < 26) return 65
  return byte
}

/** The shape of a cell, and its length. */
function writeShape(s: usize, e: usize): u32 {
  let n: u32 = 0
  let before: u32 = 0
  for (let p = s; p < e; p++) {
    const mark = markOf(load<u8>(p))
    if (mark == before && (mark == 57 || mark == 97 || mark == 65)) continue
    before = mark
    store<u8>(SHAPE + n++, u8(mark))
  }
  return n
}
