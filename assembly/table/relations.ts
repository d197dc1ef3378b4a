// What columns have to do with each other, row by row: which values meet (pairs) and which dates come first (orders).
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
