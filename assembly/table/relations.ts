// What columns have to do with each other, row by row: which values meet (pairs), which dates come first (orders), and what
// the question wants summed up by group (cubes).
import { Column } from './column'
import { take, give } from './memory'

// Pairs: an open table of (value of a, value of b) → rows, with the first and the last row. Dropped when it grows past
// MOST_MEETINGS: such columns do not determine each other.
const MOST_MEETINGS: u32 = 4096
const FIRST_SLOTS: u32 = 64

@unmanaged export class Pair {
  a: u32
  b: u32
  size: u32
  capacity: u32
  table: u32
  dead: u32
}

@unmanaged class Meeting {
  key: u32
  count: u32
  first: u32
  last: u32
}
const MEETING: u32 = offsetof<Meeting>()

export function newPair(a: Column, b: Column): Pair {
  const pair = changetype<Pair>(take(offsetof<Pair>()))
  pair.a = u32(changetype<usize>(a))
  pair.b = u32(changetype<usize>(b))
  pair.capacity = FIRST_SLOTS
  pair.table = u32(take(FIRST_SLOTS * MEETING))
  return pair
}

/** Counts a row; false when the pair is to be dropped. */
@inline export function addMeeting(pair: Pair, row: u32): bool {
  const a = changetype<Column>(usize(pair.a)).id
  const b = changetype<Column>(usize(pair.b)).id
  if ((a | b) < 0) return false
  const key = (u32(a) << 16) | u32(b)
  const meeting = meetingOf(pair, key)
  if (meeting.count++ == 0) {
    meeting.key = key
    meeting.first = row
    if (++pair.size * 2 > pair.capacity) {
      if (pair.size > MOST_MEETINGS) return false
      growPair(pair)
      meetingOf(pair, key).last = row
      return true
    }
  }
  meeting.last = row
  return true
}

@inline function meetingOf(pair: Pair, key: u32): Meeting {
  const mask = pair.capacity - 1
  let slot = ((key * 0x9e3779b1) >> 12) & mask
  let meeting = changetype<Meeting>(usize(pair.table + slot * MEETING))
  while (meeting.count != 0 && meeting.key != key) {
    slot = (slot + 1) & mask
    meeting = changetype<Meeting>(usize(pair.table + slot * MEETING))
  }
  return meeting
}

function growPair(pair: Pair): void {
  const table = pair.table
  const capacity = pair.capacity
  pair.capacity = capacity * 2
  pair.table = u32(take(pair.capacity * MEETING))
  for (let slot: u32 = 0; slot < capacity; slot++) {
    const old = changetype<Meeting>(usize(table + slot * MEETING))
    if (old.count == 0) continue
    memory.copy(changetype<usize>(meetingOf(pair, old.key)), changetype<usize>(old), MEETING)
  }
  give(table, capacity * MEETING)
}

export function dropPair(pair: Pair): void {
  give(pair.table, pair.capacity * MEETING)
  pair.table = 0
  pair.dead = 1
}

// Orders: which of two dates comes first, row by row. A date without a time is compared by day.
const ORDER_ROWS: u32 = 4
let timed: u32 = 0
let clocks: usize = 0
/** Per pair: rows where the first is earlier, equal, later; then the first rows of earlier and of later. */
export let orders: usize = 0
const ORDER: u32 = 4 * (3 + 2 * ORDER_ROWS)

export function setTimed(count: u32, columns: usize): void {
  timed = count
  clocks = columns
  orders = take((count * (count - 1) / 2) * ORDER + 4)
}

export function addOrders(row: u32): void {
  let at = orders
  for (let i: u32 = 0; i < timed; i++) {
    const a = changetype<Column>(usize(load<u32>(clocks + (i << 2)))).seconds
    for (let k = i + 1; k < timed; k++, at += ORDER) {
      const b = changetype<Column>(usize(load<u32>(clocks + (k << 2)))).seconds
      if (a != a || b != b) continue
      const days = Math.floor(a / 86400) * 86400 == a || Math.floor(b / 86400) * 86400 == b
      const x = days ? Math.floor(a / 86400) : a
      const y = days ? Math.floor(b / 86400) : b
      const way: u32 = x < y ? 0 : x == y ? 1 : 2
      const seen = load<u32>(at + (way << 2))
      store<u32>(at + (way << 2), seen + 1)
      if (way != 1 && seen < ORDER_ROWS) store<u32>(at + ((3 + (way >> 1) * ORDER_ROWS + seen) << 2), row)
    }
  }
}

// Cubes: rows, and values of one numeric column, by group and by which of the asked values the row holds.
const MOST_CELLS: u32 = 32768

@unmanaged export class Cube {
  group: u32
  measure: u32
  size: u32
  capacity: u32
  slots: u32
  cells: u32
  dead: u32
}

@unmanaged export class CubeCell {
  key: u32
  rows: u32
  first: u32
  /** Of the chunk so far, less the pivot. */
  n: f64
  sum: f64
  least: f64
  most: f64
}
const CELL: u32 = offsetof<CubeCell>()

export function newCube(group: usize, measure: usize): Cube {
  const cube = changetype<Cube>(take(offsetof<Cube>()))
  cube.group = u32(group)
  cube.measure = u32(measure)
  cube.capacity = FIRST_SLOTS
  cube.slots = u32(take(FIRST_SLOTS * 4))
  cube.cells = u32(take((FIRST_SLOTS / 2) * CELL))
  return cube
}

export function addToCube(cube: Cube, mask: u32, row: u32): void {
  let group: i32 = 0
  if (cube.group != 0) {
    const id = changetype<Column>(usize(cube.group)).id
    if (id < 0) {
      cube.dead = 1
      return
    }
    group = id + 1
  }
  const key = (mask << 17) | u32(group)
  let cell = findCell(cube, key)
  if (cell == 0) {
    if (cube.size >= MOST_CELLS) {
      cube.dead = 1
      return
    }
    if (cube.size * 2 >= cube.capacity) growCube(cube)
    cell = newCell(cube, key, row)
  }
  const sums = changetype<CubeCell>(cell)
  sums.rows++
  if (cube.measure == 0) return
  const measure = changetype<Column>(usize(cube.measure))
  const x = measure.x
  if (x != x) return
  sums.n += 1
  sums.sum += x - measure.pivot
  if (x < sums.least) sums.least = x
  if (x > sums.most) sums.most = x
}

@inline function slotOf(cube: Cube, key: u32): u32 {
  const mask = cube.capacity - 1
  let slot = ((key * 0x9e3779b1) >> 8) & mask
  let number = load<u32>(cube.slots + (slot << 2))
  while (number != 0 && changetype<CubeCell>(usize(cube.cells + (number - 1) * CELL)).key != key) {
    slot = (slot + 1) & mask
    number = load<u32>(cube.slots + (slot << 2))
  }
  return slot
}

function findCell(cube: Cube, key: u32): usize {
  const number = load<u32>(cube.slots + (slotOf(cube, key) << 2))
  return number == 0 ? 0 : cube.cells + (number - 1) * CELL
}

function newCell(cube: Cube, key: u32, row: u32): usize {
  const slot = slotOf(cube, key)
  store<u32>(cube.slots + (slot << 2), ++cube.size)
  const at: usize = cube.cells + (cube.size - 1) * CELL
  const cell = changetype<CubeCell>(at)
  cell.key = key
  cell.first = row
  cell.least = Infinity
  cell.most = -Infinity
  return at
}

function growCube(cube: Cube): void {
  const cells = cube.cells
  const slots = cube.slots
  const capacity = cube.capacity
  const size = cube.size
  cube.capacity = capacity * 2
  cube.slots = u32(take(cube.capacity * 4))
  cube.cells = u32(take((cube.capacity / 2) * CELL))
  memory.copy(cube.cells, cells, size * CELL)
  give(slots, capacity * 4)
  give(cells, (capacity / 2) * CELL)
  for (let number: u32 = 1; number <= size; number++) {
    const slot = slotOf(cube, changetype<CubeCell>(usize(cube.cells + (number - 1) * CELL)).key)
    store<u32>(cube.slots + (slot << 2), number)
  }
}
