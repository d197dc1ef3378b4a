// Puts the records of one partition together: how often each value occurs, and in which rows first. Where there are texts
// they are compared; where there are only hashes, the rows that share one can be asked for.
import { NULL_SOFT } from './classes'
import { Entry, ROW } from './column'
import { areEqual, keptSize } from './kept-text'
import { give, take } from './memory'

@unmanaged class Group {
  hash: u64
  count: f64
  first: u32
  second: u32
  text: u32
  length: u32
}
const GROUP: u32 = offsetof<Group>()
const NO_ROW: u32 = u32.MAX_VALUE

let slots: usize = 0
let groups: usize = 0
let capacity: u32 = 0
let size: u32 = 0
let shared: bool = false

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
  shared = false
}

/** Whether any hash occurred more than once. */
export function hasShared(): bool {
  return shared
}

/** Records of hash u64 and row u32; `base` is added to the rows. */
export function mergeRecords(ptr: usize, bytes: u32, base: u32): u32 {
  for (const end = ptr + bytes; ptr < end; ptr += 12) mergeOne(load<u64>(ptr), 1, base + load<u32>(ptr, 8), NO_ROW, 0, 0)
  return size
}

/**
 * Entries of a dictionary, as column.ts lays them out, whose hash belongs to one of `parts` partitions. Those of missing
 * values are left out. `texts` is where their texts are, or 0 where hashes have to do, for all of a merge.
 */
export function mergePart(ptr: usize, count: u32, base: u32, part: u32, parts: u32, texts: usize): u32 {
  for (let k: u32 = 0; k < count; k++) {
    const entry = changetype<Entry>(ptr + k * offsetof<Entry>())
    if (!belongs(entry, part, parts)) continue
    const second = entry.count > 1 ? base + entry.second : NO_ROW
    const text = texts == 0 ? 0 : u32(texts) + entry.text
    mergeOne(entry.hash, f64(entry.count), base + entry.first, second, text, entry.length)
  }
  return size
}

@inline function belongs(entry: Entry, part: u32, parts: u32): bool {
  return entry.kind > NULL_SOFT && (u32(entry.hash >> 56) & (parts - 1)) == part
}

function mergeOne(hash: u64, count: f64, first: u32, second: u32, text: u32, length: u32): void {
  if (count > 1) shared = true
  const mask = capacity - 1
  let slot = u32(hash) & mask
  for (;;) {
    const number = load<u32>(slots + (slot << 2))
    if (number == 0) break
    const group = changetype<Group>(groups + (number - 1) * GROUP)
    if (group.hash == hash && (text == 0 || (group.length == length && areEqual(group.text, text, keptSize(length))))) {
      shared = true
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
  group.text = text
  group.length = length
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

/** The group of a hash, from 0 on; -1 where only one cell has it. */
function sharedGroup(hash: u64): i32 {
  const mask = capacity - 1
  let slot = u32(hash) & mask
  while (groupIn(slot).hash != hash) slot = (slot + 1) & mask
  return groupIn(slot).count > 1 ? i32(load<u32>(slots + (slot << 2))) - 1 : -1
}

@inline function groupIn(slot: u32): Group {
  return changetype<Group>(groups + (load<u32>(slots + (slot << 2)) - 1) * GROUP)
}

let out: usize = 0
let outEnd: usize = 0

/** Where `sharedRecords` and `sharedPart` write: group, row and how many cells it stands for, u32 each. */
export function collectInto(ptr: usize, bytes: u32): void {
  out = ptr
  outEnd = ptr + bytes
}

@inline function collect(hash: u64, first: u32, second: u32, more: u32): bool {
  const group = sharedGroup(hash)
  if (group < 0) return true
  if (out + 24 > outEnd) return false
  store<u32>(out, group)
  store<u32>(out, first, 4)
  store<u32>(out, 1, 8)
  out += 12
  if (more == 0) return true
  store<u32>(out, group)
  store<u32>(out, second, 4)
  store<u32>(out, more, 8)
  out += 12
  return true
}

/** Those of the records whose hash others have, too; how far it wrote, or 0 when there is no room for them. */
export function sharedRecords(ptr: usize, bytes: u32, base: u32): usize {
  for (const end = ptr + bytes; ptr < end; ptr += 12)
    if (!collect(load<u64>(ptr), base + load<u32>(ptr, 8), 0, 0)) return 0
  return out
}

/** The same of entries: two rows stand for all of one. Of a row that repeats there are records. */
export function sharedPart(ptr: usize, count: u32, base: u32, part: u32, parts: u32): usize {
  for (let k: u32 = 0; k < count; k++) {
    const entry = changetype<Entry>(ptr + k * offsetof<Entry>())
    const more = entry.kind == ROW ? 0 : entry.count - 1
    if (belongs(entry, part, parts) && !collect(entry.hash, base + entry.first, base + entry.second, more)) return 0
  }
  return out
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
