// The distinct values of one path with exact counts, as long as there are few enough; else only that there are more.
import type { Identity } from './identity.ts'
import type { Tape } from './tape.ts'

/** A table holds at most so many distinct values; with more it is given up, and says so. */
export const MOST_VALUES = 10_000

/**
 * Values are found by 64 bits, two hashes of a string or the bits of a number, and told apart by their identity. Open
 * addressing over parallel arrays: an entry has a count and where it first stood. Plain data, so that it travels between
 * threads.
 */
export interface ValueTable {
  size: number
  /** More than MOST_VALUES distinct values were met; the arrays are empty then. */
  full: boolean
  lo: Int32Array
  hi: Int32Array
  type: Uint8Array
  counts: Float64Array
  /** Where the value (its key, for a member) first stands. */
  at: Float64Array
  line: Float64Array
  /** The number itself, or 1 for true. */
  num: Float64Array
  /** Bytes of the whole text, and where what is kept of it stands among those of all values. */
  length: Float64Array
  from: Uint32Array
  texts: Uint8Array
  /** Bytes of `texts` in use. */
  used: number
}

const SMALLEST = 16
const FIRST_TEXTS = 256
/** Of a longer text its digest is kept. */
const LONGEST_KEPT = 64
const DIGEST = 32

export function createValueTable(room = SMALLEST): ValueTable {
  return {
    size: 0,
    full: false,
    lo: new Int32Array(room),
    hi: new Int32Array(room),
    type: new Uint8Array(room),
    counts: new Float64Array(room),
    at: new Float64Array(room),
    line: new Float64Array(room),
    num: new Float64Array(room),
    length: new Float64Array(room),
    from: new Uint32Array(room),
    texts: new Uint8Array(room === 0 ? 0 : FIRST_TEXTS),
    used: 0,
  }
}

/** A scalar on a tape, and what its identity is read into when a hash agrees. */
export interface Scalar {
  buffer: Uint8Array
  readonly tape: Tape
  token: number
  readonly identity: Identity
}

/** The entry of a value, counted up; -1 if it is new and must be placed. */
export function countValue(table: ValueTable, scalar: Scalar): number {
  const { counts, lo: los, hi: his } = table
  const { tape, token, identity } = scalar
  const lo = tape.lo[token]!
  const hi = tape.hi[token]!
  const type = tape.kind[token]!
  const mask = counts.length - 1
  let entry = slotOf(lo, hi) & mask
  let read = false
  while (counts[entry] !== 0) {
    if (los[entry] === lo && his[entry] === hi && table.type[entry] === type) {
      if (!read) identity.read(scalar.buffer, tape, token)
      read = true
      if (isText(table, entry, identity.length, identity.bytes, identity.from)) {
        counts[entry]!++
        return entry
      }
    }
    entry = (entry + 1) & mask
  }
  return -1
}

function isText(table: ValueTable, entry: number, length: number, bytes: Uint8Array, from: number): boolean {
  if (table.length[entry] !== length) return false
  const { texts } = table
  const own = table.from[entry]!
  for (let k = keptOf(length) - 1; k >= 0; k--) if (texts[own + k] !== bytes[from + k]) return false
  return true
}

function keptOf(length: number): number {
  return length > LONGEST_KEPT ? DIGEST : length
}

export interface NewValue {
  readonly lo: number
  readonly hi: number
  readonly type: number
  readonly count: number
  readonly at: number
  readonly line: number
  readonly num: number
  /** Bytes of its text, and what is kept of them; none of a number that a double holds. */
  readonly length: number
  readonly text: Uint8Array
}

/** Adds a value that `countValue` did not find. The table may become full by it. */
export function placeValue(table: ValueTable, value: NewValue): void {
  if (table.size >= MOST_VALUES) {
    giveUp(table)
    return
  }
  if ((table.size + 1) * 4 > table.counts.length * 3) rehash(table, table.counts.length * 4)
  put(table, value)
  table.size++
}

function entryOf(table: ValueTable, { lo, hi, type, length, text }: NewValue): number {
  const mask = table.counts.length - 1
  let entry = slotOf(lo, hi) & mask
  for (; table.counts[entry] !== 0; entry = (entry + 1) & mask)
    if (table.lo[entry] === lo && table.hi[entry] === hi && table.type[entry] === type)
      if (isText(table, entry, length, text, 0)) return entry
  return -1
}

/** Adds what another table holds: counts are summed, the earlier place is kept. */
export function mergeValues(into: ValueTable, from: ValueTable): void {
  if (into.full) return
  if (from.full) {
    giveUp(into)
    return
  }
  for (const value of entriesOf(from)) {
    const entry = entryOf(into, value)
    if (entry < 0) placeValue(into, value)
    else {
      into.counts[entry]! += value.count
      if (value.at < into.at[entry]!) place(into, entry, value)
    }
    if (into.full) return
  }
}

export function* entriesOf(table: ValueTable): Generator<NewValue> {
  for (let entry = 0; entry < table.counts.length; entry++) {
    if (table.counts[entry] === 0) continue
    yield {
      lo: table.lo[entry]!,
      hi: table.hi[entry]!,
      type: table.type[entry]!,
      count: table.counts[entry]!,
      at: table.at[entry]!,
      line: table.line[entry]!,
      num: table.num[entry]!,
      length: table.length[entry]!,
      text: table.texts.subarray(table.from[entry]!, table.from[entry]! + keptOf(table.length[entry]!)),
    }
  }
}

function giveUp(table: ValueTable): void {
  Object.assign(table, createValueTable(0), { full: true })
}

function put(table: ValueTable, value: NewValue): void {
  const mask = table.counts.length - 1
  let entry = slotOf(value.lo, value.hi) & mask
  while (table.counts[entry] !== 0) entry = (entry + 1) & mask
  table.lo[entry] = value.lo
  table.hi[entry] = value.hi
  table.type[entry] = value.type
  table.counts[entry] = value.count
  table.num[entry] = value.num
  table.length[entry] = value.length
  table.from[entry] = table.used
  keepText(table, value.text)
  place(table, entry, value)
}

function keepText(table: ValueTable, text: Uint8Array): void {
  const end = table.used + text.length
  if (end > table.texts.length) {
    const larger = new Uint8Array(end * 2)
    larger.set(table.texts)
    table.texts = larger
  }
  table.texts.set(text, table.used)
  table.used = end
}

function place(table: ValueTable, entry: number, { at, line }: NewValue): void {
  table.at[entry] = at
  table.line[entry] = line
}

function rehash(table: ValueTable, room: number): void {
  const entries = [...entriesOf(table)]
  Object.assign(table, createValueTable(room), { size: table.size })
  for (const entry of entries) put(table, entry)
}

/** The low bits of doubles are mostly 0: both halves are mixed into the place. */
function slotOf(lo: number, hi: number): number {
  const mixed = Math.imul(lo ^ Math.imul(hi, 0x9e3779b1), 0x85ebca6b)
  return mixed ^ (mixed >>> 15)
}
