// How numbers vary together: for every two numeric columns n, Σx, Σy, Σx², Σy², Σxy over the rows that have both, less the
// pivots. Rows are gathered in blocks, column by column, so that a pair is one pass over two short runs of numbers.
import { Column } from './column'
import { take } from './memory'

/** Rows of a block: a bit each in one word. */
const ROWS: u32 = 64
/** Bytes of one column in a block. */
const RUN: u32 = ROWS * 8

let numeric: u32 = 0
let sources: usize = 0
/** Per column a run of its numbers, of their squares, and of masks: all bits where there is a number. Else all is zero. */
let values: usize = 0
let squares: usize = 0
let masks: usize = 0
/** Per column a bit for every row that has a number. */
let bits: usize = 0
/** Per column Σx and Σx² of the block. */
let sums: usize = 0
let rows: u32 = 0
/** n, then Σx and Σx² per column, then Σxy per pair: of the blocks in which no value is missing, the usual case. */
export let whole: usize = 0
/** Six sums per pair: of the other blocks. */
export let partial: usize = 0

export function setNumeric(count: u32, columns: usize): void {
  numeric = count
  sources = columns
  rows = 0
  values = take(count * RUN)
  squares = take(count * RUN)
  masks = take(count * RUN)
  bits = take(count * 8)
  sums = take(count * 16)
  whole = take((1 + 2 * count + (count * (count - 1)) / 2) * 8)
  partial = take(count * (count - 1) * 3 * 8 + 8)
}

@inline function add(at: usize, x: f64): void {
  store<f64>(at, load<f64>(at) + x)
}

export function addProducts(): void {
  const place = rows << 3
  for (let i: u32 = 0; i < numeric; i++) {
    const column = changetype<Column>(usize(load<u32>(sources + (i << 2))))
    const d = column.x - column.pivot
    const at: usize = i * RUN + place
    // What is no number, or none that can be multiplied, takes no part.
    const there = d - d == 0
    store<f64>(values + at, there ? d : 0)
    store<f64>(squares + at, there ? d * d : 0)
    store<u64>(masks + at, there ? u64(-1) : 0)
    const word = bits + (i << 3)
    if (there) store<u64>(word, load<u64>(word) | (u64(1) << rows))
  }
  if (++rows == ROWS) endBlock()
}

/** Adds the rows gathered so far to the sums. */
export function endBlock(): void {
  if (rows == 0) return
  const all: u64 = rows == ROWS ? u64(-1) : (u64(1) << rows) - 1
  let complete = true
  for (let i: u32 = 0; i < numeric; i++) {
    const run: usize = i * RUN
    clearRest(values + run)
    clearRest(squares + run)
    clearRest(masks + run)
    store<f64>(sums + (i << 4), sumOf(values + run))
    store<f64>(sums + (i << 4), sumOf(squares + run), 8)
    if (load<u64>(bits + (i << 3)) != all) complete = false
  }
  if (complete) addWhole()
  else addPartial()
  memory.fill(bits, 0, numeric * 8)
  rows = 0
}

/** Of a block that is not full: what an earlier one left there. */
@inline function clearRest(run: usize): void {
  if (rows < ROWS) memory.fill(run + (rows << 3), 0, (ROWS - rows) << 3)
}

function addWhole(): void {
  add(whole, f64(rows))
  for (let i: u32 = 0; i < numeric; i++) {
    add(whole + 8 + (i << 4), load<f64>(sums + (i << 4)))
    add(whole + 16 + (i << 4), load<f64>(sums + (i << 4), 8))
  }
  addCross(whole + 8 + (numeric << 4), 8)
}

function addPartial(): void {
  addCross(partial + 40, 48)
  let at = partial
  for (let i: u32 = 0; i < numeric; i++) {
    const mine = load<u64>(bits + (i << 3))
    for (let k = i + 1; k < numeric; k++, at += 48) {
      const other = load<u64>(bits + (k << 3))
      const both = mine & other
      if (both == 0) continue
      add(at, f64(popcnt(both)))
      addOwn(at + 8, i, k, both == mine)
      addOwn(at + 16, k, i, both == other)
    }
  }
}

/** Σx and Σx² of one column where the other has a number as well: here and 16 bytes on. */
function addOwn(at: usize, one: u32, other: u32, all: bool): void {
  if (all) {
    add(at, load<f64>(sums + (one << 4)))
    add(at + 16, load<f64>(sums + (one << 4), 8))
    return
  }
  const x: usize = values + one * RUN
  const xx: usize = squares + one * RUN
  const mask: usize = masks + other * RUN
  let a = f64x2.splat(0)
  let b = f64x2.splat(0)
  let c = f64x2.splat(0)
  let d = f64x2.splat(0)
  for (let k: usize = 0; k < RUN; k += 32) {
    const m = v128.load(mask + k)
    const n = v128.load(mask + k, 16)
    a = f64x2.add(a, v128.and(v128.load(x + k), m))
    b = f64x2.add(b, v128.and(v128.load(x + k, 16), n))
    c = f64x2.add(c, v128.and(v128.load(xx + k), m))
    d = f64x2.add(d, v128.and(v128.load(xx + k, 16), n))
  }
  add(at, across(f64x2.add(a, b)))
  add(at + 16, across(f64x2.add(c, d)))
}

/** Σxy of every pair, one behind the other in steps of `step` bytes; four at once. */
function addCross(to: usize, step: usize): void {
  for (let i: u32 = 0; i < numeric; i++) {
    const x: usize = values + i * RUN
    let k = i + 1
    for (; k + 4 <= numeric; k += 4, to += step * 4) {
      const y: usize = values + k * RUN
      let a = f64x2.splat(0)
      let b = f64x2.splat(0)
      let c = f64x2.splat(0)
      let d = f64x2.splat(0)
      for (let at: usize = 0; at < RUN; at += 16) {
        const own = v128.load(x + at)
        a = f64x2.add(a, f64x2.mul(own, v128.load(y + at)))
        b = f64x2.add(b, f64x2.mul(own, v128.load(y + at, RUN)))
        c = f64x2.add(c, f64x2.mul(own, v128.load(y + at, 2 * RUN)))
        d = f64x2.add(d, f64x2.mul(own, v128.load(y + at, 3 * RUN)))
      }
      add(to, across(a))
      add(to + step, across(b))
      add(to + step * 2, across(c))
      add(to + step * 3, across(d))
    }
    for (; k < numeric; k++, to += step) {
      const y: usize = values + k * RUN
      let a = f64x2.splat(0)
      for (let at: usize = 0; at < RUN; at += 16) a = f64x2.add(a, f64x2.mul(v128.load(x + at), v128.load(y + at)))
      add(to, across(a))
    }
  }
}

function sumOf(run: usize): f64 {
  let a = f64x2.splat(0)
  let b = f64x2.splat(0)
  for (let at: usize = 0; at < RUN; at += 32) {
    a = f64x2.add(a, v128.load(run + at))
    b = f64x2.add(b, v128.load(run + at, 16))
  }
  return across(f64x2.add(a, b))
}

@inline function across(pair: v128): f64 {
  return f64x2.extract_lane(pair, 0) + f64x2.extract_lane(pair, 1)
}
