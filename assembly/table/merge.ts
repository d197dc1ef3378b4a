// Puts the records of one partition together: how often each hash occurs, and in which rows first.
import { NULL_SOFT } from './classes'
import { Entry } from './column'
import { give, take } from './memory'

@unmanaged class Group {
  hash: u64
  count: f64
  first: u32
  second: u32
}
const GROUP: u32 = offsetof<Group>()
const NO_ROW: u32 = u32.MAX_VALUE

let slots: usize = 0
let groups: usize = 0
let capacity: u32 = 0
let size: u32 = 0

export function endMerge(): void {
  capacity = 0
  size = 0
}

export function beginMerge(): void {
  if (capacity == 0) {
    capacity = 1 << 12
    slots = take(capacity * 4)
    groups = take((capacity / 2) * GROUP)
  } else memory.fill(slots, 0, capacity * 4)
  size = 0
}

/** Records of hash u64 and row u32; `base` is added to the rows. */
export function mergeRecords(ptr: usize, bytes: u32, base: u32): u32 {
  for (const end = ptr + bytes; ptr < end; ptr += 12) mergeOne(load<u64>(ptr), 1, base + load<u32>(ptr, 8), NO_ROW)
  return size
}

/**
 * Entries of a dictionary, as column.ts lays them out, whose hash belongs to one of `parts` partitions. Those of missing
 * values are left out.
 */
export function mergePart(ptr: usize, count: u32, base: u32, part: u32, parts: u32): u32 {
  for (let k: u32 = 0; k < count; k++) {
    const entry = changetype<Entry>(ptr + k * offsetof<Entry>())
    if (entry.kind <= NULL_SOFT || (u32(entry.hash >> 56) & (parts - 1)) != part) continue
    mergeOne(entry.hash, f64(entry.count), base + entry.first, entry.count > 1 ? base + entry.second : NO_ROW)
  }
  return size
}

function mergeOne(hash: u64, count: f64, first: u32, second: u32): void {
  const mask = capacity - 1
  let slot = u32(hash) & mask
  for (;;) {
    const number = load<u32>(slots + (slot << 2))
    if (number == 0) break
    const group = changetype<Group>(groups + (number - 1) * GROUP)
    if (group.hash == hash) {
      group.count += count
      lower(group, first)
      if (second != NO_ROW) lower(group, second)
      return
    }
    slot = (slot + 1) & mask
  }
  const group = changetype<Group>(groups + size * GROUP)
  group.hash = hash
  group.count = count
  group.first = first
  group.second = second
  store<u32>(slots + (slot << 2), ++size)
  if (size * 2 >= capacity) grow()
}

/** Keeps the two lowest rows. */
@inline function lower(group: Group, row: u32): void {
  if (row < group.first) {
    group.second = group.first
    group.first = row
  } else if (row < group.second && row != group.first) group.second = row
}

function grow(): void {
  give(slots, capacity * 4)
  const old = groups
  const oldSize = (capacity / 2) * GROUP
  capacity *= 2
  slots = take(capacity * 4)
  groups = take((capacity / 2) * GROUP)
  memory.copy(groups, old, size * GROUP)
  give(old, oldSize)
  const mask = capacity - 1
  for (let number: u32 = 1; number <= size; number++) {
    let slot = u32(changetype<Group>(groups + (number - 1) * GROUP).hash) & mask
    while (load<u32>(slots + (slot << 2)) != 0) slot = (slot + 1) & mask
    store<u32>(slots + (slot << 2), number)
  }
}

export function groupsAt(): usize {
  return groups
}

/**
 * Packs the groups of at least `least` cells to the front and returns their number.
 * The rest is forgotten; call it last.
 */
export function keepFrequent(least: f64): u32 {
  let kept: u32 = 0
  for (let at: u32 = 0; at < size; at++) {
    const group = changetype<Group>(groups + at * GROUP)
    if (group.count < least) continue
    if (kept != at) memory.copy(groups + kept * GROUP, groups + at * GROUP, GROUP)
    kept++
  }
  return kept
}
