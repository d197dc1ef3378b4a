// The shapes of codes: `cust-0318` is `a-9`. A column of one shape shows the cell that has another.
import { CODE, HEX, WORD } from './classes'
import { take } from './memory'

/** Slots of 32 bytes, from 1 on: hash u64, count u32, first row u32, length u32, then up to 12 bytes of the shape. */
const SLOT: u32 = 32
export const MOST_SHAPES: u32 = 15
const LONGEST: usize = 40
const SHAPE_BYTES: u32 = 12

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
  let h: u64 = 0xcbf29ce484222325
  let before: u32 = 0
  for (let p = s; p < e; p++) {
    const mark = markOf(load<u8>(p))
    if (mark == before && (mark == 57 || mark == 97 || mark == 65)) continue
    before = mark
    h = (h ^ mark) * 0x100000001b3
  }
  for (let slot: u32 = 1; slot <= size; slot++) if (load<u64>(shapes + slot * SLOT) == h) return slot
  store<u32>(shapes, size + 1)
  if (size == MOST_SHAPES) return 0
  const at = shapes + (size + 1) * SLOT
  store<u64>(at, h)
  store<u32>(at, row, 12)
  writeShape(at, s, e)
  return size + 1
}

@inline function markOf(byte: u32): u32 {
  if (byte - 48 < 10) return 57
  if (byte - 97 < 26 || byte >= 0x80) return 97
  if (byte - 65 < 26) return 65
  return byte
}

function writeShape(at: usize, s: usize, e: usize): void {
  let n: u32 = 0
  let before: u32 = 0
  for (let p = s; p < e && n < SHAPE_BYTES; p++) {
    const mark = markOf(load<u8>(p))
    if (mark == before && (mark == 57 || mark == 97 || mark == 65)) continue
    before = mark
    store<u8>(at + 20 + n, u8(mark))
    n++
  }
  store<u32>(at, n, 16)
}
