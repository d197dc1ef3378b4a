// A slot holds all that is counted at one path. Slots form the tree of the united schema. Plain data: it travels between
// threads, and two trees of two stretches merge into the tree of both.
import { createFingerprints, type Fingerprints, mergeFingerprints } from './fingerprints.ts'
import { addToBucket, createNumberFigures, mergeNumbers, type NumberFigures } from './number-figures.ts'
import { createShapes, earliest, giveUp, mergeShapes, type Shapes } from './shapes.ts'
import { INTEGER, NUMBER, TYPES } from './tape.ts'
import { createTextFigures, mergeTexts, type TextFigures } from './text-figures.ts'
import { createValueTable, entriesOf, mergeValues, type ValueTable } from './value-table.ts'

/** The file is seen in so many parts of equal length: what drifts, drifts over them. */
export const PARTS = 64

/** An object with more keys than this is a map: its keys are data, and its values are seen as one (`.*`). */
export const MOST_KEYS = 128

const PLACES = 6

/** Something rare at a path: how often, and where first. */
export interface Oddity {
  count: number
  /** Offset, line, offset, line … */
  places: number[]
}

export interface ArrayFigures {
  count: number
  shortest: number
  longest: number
  items: number
  empty: number
}

export interface Slot {
  /** The name of a member, `[*]` for the items of an array, `*` for the values of a map, `$` for the root. */
  readonly name: string
  readonly lo: number
  readonly hi: number
  readonly depth: number
  /** It stands inside items of an array, values of a map, or a line: there may be many of it in one file. */
  repeated: boolean
  /** The path from the record it is in: `` for the record itself; null outside of records and inside inner arrays. */
  within: string | null
  /** A member of a record that is named like an id. */
  readonly isId: boolean
  /** A member that names the kind of its object. */
  readonly isTag: boolean
  /** Objects that are records: they are hashed, and drift and variants are told of them. */
  record: boolean
  /** Values by part of the file and type. */
  readonly types: Uint32Array
  /** The first places of each type. */
  readonly places: number[][]
  /** The last place of each type: offset, line. */
  readonly last: Float64Array
  members: Map<string, Slot>
  /** Its number among the members of its object. */
  index: number
  /** The last member of a hash, and which came first and next the last time: guesses that are mostly right. */
  byHash: Map<number, Slot>
  firstMember: Slot | null
  nextMember: Slot | null
  items: Slot | null
  /** The values of a map. */
  star: Slot | null
  values: ValueTable
  numbers: NumberFigures | null
  texts: TextFigures | null
  arrays: ArrayFigures | null
  shapes: Shapes
  prints: Fingerprints | null
  big: Oddity
  notFinite: Oddity
  repeatedKeys: Oddity
  /** The object this slot was last seen in: a second time means a repeated key. */
  seenIn: number
  /** What the reader watches it as; -1 if it does not. */
  watch: number
}

export interface NewSlot {
  readonly name: string
  readonly depth: number
  readonly repeated: boolean
  readonly within?: string | null
  readonly isId?: boolean
  readonly isTag?: boolean
  readonly record?: boolean
  readonly lo?: number
  readonly hi?: number
  readonly watch?: number
}

export function createSlot(slot: NewSlot): Slot {
  const {
    name,
    depth,
    repeated,
    within = null,
    isId = false,
    isTag = false,
    record = false,
    lo = 0,
    hi = 0,
    watch = -1,
  } = slot
  return {
    name,
    lo,
    hi,
    depth,
    repeated,
    within,
    isId,
    isTag,
    record,
    types: new Uint32Array(PARTS * TYPES),
    places: Array.from({ length: TYPES }, () => []),
    last: new Float64Array(TYPES * 2),
    members: new Map(),
    index: 0,
    byHash: new Map(),
    firstMember: null,
    nextMember: null,
    items: null,
    star: null,
    values: createValueTable(),
    numbers: null,
    texts: null,
    arrays: null,
    shapes: createShapes(),
    prints: record ? createFingerprints() : null,
    big: { count: 0, places: [] },
    notFinite: { count: 0, places: [] },
    repeatedKeys: { count: 0, places: [] },
    seenIn: -1,
    watch,
  }
}

export function numbersOf(slot: Slot): NumberFigures {
  slot.numbers ??= createNumberFigures()
  return slot.numbers
}

export function textsOf(slot: Slot): TextFigures {
  slot.texts ??= createTextFigures()
  return slot.texts
}

export function noteOddity(oddity: Oddity, at: number, line: number): void {
  oddity.count++
  if (oddity.places.length < PLACES * 2) oddity.places.push(at, line)
}

/** Counts one value and keeps its place if it is among the first or the last of its type. */
export function countType(slot: Slot, part: number, type: number, at: number, line: number): void {
  slot.types[part * TYPES + type]!++
  const places = slot.places[type]!
  if (places.length < PLACES * 2) places.push(at, line)
  slot.last[type * 2] = at
  slot.last[type * 2 + 1] = line
}

export function addMember(slot: Slot, member: Slot): void {
  member.index = slot.members.size
  slot.members.set(member.name, member)
  slot.byHash.set(hashKey(member.lo, member.hi), member)
}

export function hashKey(lo: number, hi: number): number {
  return (lo >>> 0) * 2 ** 21 + (hi >>> 11)
}

/** Makes a map of an object with too many keys: all its values become one slot. */
export function collapse(slot: Slot): void {
  const star = slot.star ?? createSlot({ name: '*', depth: slot.depth + 1, repeated: true })
  for (const member of slot.members.values()) {
    demote(member)
    mergeSlots(star, member)
  }
  slot.star = star
  slot.members = new Map()
  slot.byHash = new Map()
  slot.firstMember = null
  giveUp(slot.shapes)
}

/** What stands in a map is one of many: its arrays are no records, and it is in none. */
function demote(slot: Slot): void {
  slot.repeated = true
  slot.within = null
  slot.record = false
  slot.prints = null
  for (const member of slot.members.values()) demote(member)
  if (slot.items) demote(slot.items)
  if (slot.star) demote(slot.star)
}

/** Adds what `from` holds to `into`; `from` is used up. */
export function mergeSlots(into: Slot, from: Slot): void {
  for (let k = 0; k < into.types.length; k++) into.types[k]! += from.types[k]!
  for (let type = 0; type < TYPES; type++) {
    into.places[type] = earliest(into.places[type]!, from.places[type]!, PLACES)
    if (from.last[type * 2 + 1]! === 0 || from.last[type * 2]! < into.last[type * 2]!) continue
    into.last[type * 2] = from.last[type * 2]!
    into.last[type * 2 + 1] = from.last[type * 2 + 1]!
  }
  mergeFigures(into, from)
  if (from.prints && into.prints) mergeFingerprints(into.prints, from.prints)
  for (const oddity of ['big', 'notFinite', 'repeatedKeys'] as const) {
    into[oddity].count += from[oddity].count
    into[oddity].places = earliest(into[oddity].places, from[oddity].places, PLACES)
  }
  if (from.items) into.items = merged(into.items, from.items)
  if (from.star && !into.star) collapse(into)
  if (into.star && !from.star) collapse(from)
  if (from.star) mergeSlots(into.star!, from.star)
  mergeShapes(into.shapes, from.shapes)
  for (const member of from.members.values()) {
    const own = into.members.get(member.name)
    if (own) mergeSlots(own, member)
    else addMember(into, adopted(member))
  }
  if (into.members.size > MOST_KEYS) collapse(into)
}

/** Values and the figures of numbers, texts and arrays. */
function mergeFigures(into: Slot, from: Slot): void {
  const buckets = into.values.full || from.values.full
  if (buckets) for (const slot of [into, from]) if (!slot.values.full) toBuckets(slot)
  const before = into.values.full ? null : numbersIn(into.values)
  mergeValues(into.values, from.values)
  if (from.numbers) mergeNumbers(numbersOf(into), from.numbers)
  // The table gave up while they were merged: both sides are put into buckets.
  if (!buckets && into.values.full) {
    for (const value of before ?? []) addToBucket(numbersOf(into), value.num, value.count, value.at, value.line)
    for (const value of numbersIn(from.values))
      addToBucket(numbersOf(into), value.num, value.count, value.at, value.line)
  }
  if (from.texts) mergeTexts(textsOf(into), from.texts)
  if (from.arrays) {
    const own = into.arrays
    into.arrays = own
      ? {
          count: own.count + from.arrays.count,
          shortest: Math.min(own.shortest, from.arrays.shortest),
          longest: Math.max(own.longest, from.arrays.longest),
          items: own.items + from.arrays.items,
          empty: own.empty + from.arrays.empty,
        }
      : from.arrays
  }
}

/** Puts the numbers that the table holds into buckets, before it is given up. */
export function toBuckets(slot: Slot): void {
  for (const value of numbersIn(slot.values)) addToBucket(numbersOf(slot), value.num, value.count, value.at, value.line)
}

function numbersIn(table: ValueTable) {
  return [...entriesOf(table)].filter(({ type }) => type === INTEGER || type === NUMBER)
}

function merged(into: Slot | null, from: Slot): Slot {
  if (!into) return adopted(from)
  mergeSlots(into, from)
  return into
}

/** A slot that moves to another tree: guesses about its neighbours no longer hold. */
function adopted(slot: Slot): Slot {
  slot.nextMember = null
  return slot
}
