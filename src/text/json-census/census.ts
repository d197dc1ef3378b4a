// Walks the tokens of JSON values and counts them into the tree of slots: one pass, every value, nothing sampled.
import { addId, addRecord } from './fingerprints.ts'
import type { Lexer } from './lexer.ts'
import { addNumber, addToBucket } from './number-figures.ts'
import { stepOf } from './path.ts'
import { addShape, countShape } from './shapes.ts'
import {
  addMember,
  collapse,
  countType,
  createSlot,
  hashKey,
  MOST_KEYS,
  noteOddity,
  numbersOf,
  PARTS,
  type Slot,
  textsOf,
  toBuckets,
} from './slot.ts'
import {
  ARRAY,
  BIG,
  END,
  ESCAPED,
  INTEGER,
  KEY,
  NOT_FINITE,
  NULL,
  NUMBER,
  OBJECT,
  STRING,
  stringOf,
  type Tape,
} from './tape.ts'
import { addText } from './text-figures.ts'
import { countValue, MOST_VALUES, placeValue } from './value-table.ts'

/** Paths are told apart down to this depth; what lies deeper is only counted as deep. */
export const DEEPEST = 100

const LONGEST_NAME = 160

const ID = /^(?:_?id|uuid|guid|key)$|(?:_id|_uuid|Id|ID|Uuid|UUID)$/

/** A record that has been counted. `seen[k]` is the token of the value watched as k, or -1. */
export interface WatchedRecord {
  readonly tape: Tape
  readonly buffer: Uint8Array
  readonly seen: Int32Array
  readonly at: number
  readonly line: number
}

/** Told of every record that has been counted, with the tokens of the values that are watched. */
export interface RecordWatch {
  /** The number under which a path of a record (`.user.name`) is watched; -1 if it is not. */
  indexOf(within: string): number
  /** How many paths may be watched. */
  readonly room: number
  onRecord(record: WatchedRecord): void
}

export interface CensusOptions {
  /** Length of the source, in its offsets. */
  readonly size: number
  /** `root`: every value that is walked is a record (JSON lines). `items`: the items of outermost arrays are. */
  readonly records: 'root' | 'items'
  readonly watch?: RecordWatch
}

interface Frame {
  slot: Slot
  /** The member met last. */
  previous: Slot | null
  part: number
  token: number
  placeAt: number
  placeLine: number
  serial: number
  items: number
  /** A hash of the set of keys so far. */
  sum: number
  mix: number
}

export class Census {
  readonly root: Slot
  /** Containers that lie too deep for paths of their own. */
  tooDeep = 0
  /** The offset in the source of the first byte of the lexer's buffer; -1 where bytes are not offsets. */
  base = 0
  /** Offset of a byte of the buffer, in a source whose encoding is not UTF-8. */
  convert: (at: number) => number = at => at
  private readonly frames: Frame[] = []
  private readonly seen: Int32Array
  private record: Slot | null = null
  private recordLo = 0
  private recordHi = 0
  private serial = 0

  constructor(
    private readonly lexer: Lexer,
    private readonly options: CensusOptions,
  ) {
    const root = options.records === 'root'
    this.root = createSlot({ name: '$', depth: 0, repeated: root, record: root, within: root ? '' : null })
    this.seen = new Int32Array(options.watch?.room ?? 0).fill(-1)
  }

  /**
   * Counts the value that stands first on the tape, and all inside it. `firstAt` is where it is said to stand, as a byte
   * of the buffer: where its key starts, for a member.
   */
  walk(slot: Slot, firstAt: number, firstLine: number): void {
    const { tape } = this.lexer
    const { kind } = tape
    let depth = 0
    let at = 0
    let target = slot
    let placeAt = firstAt
    let placeLine = firstLine
    let part = this.partOf(tape.at[0]!)
    for (;;) {
      const type = kind[at]!
      if (type === OBJECT || type === ARRAY) {
        countType(target, part, type, this.offsetOf(placeAt), placeLine)
        if (target.depth >= DEEPEST) {
          this.tooDeep++
          at = tape.lo[at]! + 1
        } else {
          this.open(depth++, target, part, at, placeAt, placeLine)
          at++
        }
      } else {
        this.scalar(target, part, at, this.offsetOf(placeAt), placeLine)
        at++
      }
      for (;;) {
        if (depth === 0) return
        if (kind[at] !== END) break
        this.close(this.frames[--depth]!, at)
        at++
      }
      const frame = this.frames[depth - 1]!
      placeAt = tape.at[at]!
      placeLine = tape.line[at]!
      if (kind[at] === KEY) {
        target = this.member(frame, at)
        part = frame.part
        at++
      } else {
        target = frame.slot.items ?? this.itemsOf(frame.slot)
        if (kind[at] === OBJECT || (frame.items & 63) === 0) frame.part = this.partOf(placeAt)
        frame.items++
        part = frame.part
      }
    }
  }

  /** The slot of a member whose key is on the tape; for containers that are read piece by piece. */
  memberOf(slot: Slot, token: number): Slot {
    const { tape } = this.lexer
    if (slot.star) return slot.star
    return this.known(slot, tape.lo[token]!, tape.hi[token]!) ?? this.newMember(slot, token)
  }

  itemsOf(slot: Slot): Slot {
    slot.items ??= createSlot({
      name: '[*]',
      depth: slot.depth + 1,
      repeated: true,
      record: this.options.records === 'items' && !slot.repeated,
      within: this.options.records === 'items' && !slot.repeated ? '' : null,
    })
    return slot.items
  }

  /** Which of the equal parts of the file a byte of the buffer lies in. */
  partOf(at: number): number {
    return Math.min(PARTS - 1, Math.floor((this.offsetOf(at) * PARTS) / this.options.size))
  }

  private offsetOf(at: number): number {
    return this.base >= 0 ? this.base + at : this.convert(at)
  }

  private open(depth: number, slot: Slot, part: number, token: number, placeAt: number, placeLine: number): void {
    let frame = this.frames[depth]
    if (!frame) {
      frame = { slot, previous: null, part, token, placeAt, placeLine, serial: 0, items: 0, sum: 0, mix: 0 }
      this.frames.push(frame)
    }
    frame.slot = slot
    frame.previous = null
    frame.part = part
    frame.token = token
    frame.placeAt = placeAt
    frame.placeLine = placeLine
    frame.serial = ++this.serial
    frame.items = 0
    frame.sum = 0
    frame.mix = 0
    if (slot.record) {
      this.record = slot
      this.recordLo = 0x811c9dc5 | 0
      this.recordHi = 0x1b873593
    }
    this.hash(this.lexer.tape.kind[token]!, 0, 0)
  }

  private close(frame: Frame, end: number): void {
    const { tape } = this.lexer
    const { slot, placeLine: line } = frame
    this.hash(END, 0, 0)
    const at = this.offsetOf(frame.placeAt)
    if (tape.kind[frame.token] === OBJECT) {
      const key = shapeKey(frame.sum, frame.mix)
      if (!slot.star && !countShape(slot.shapes, key, at, line))
        addShape(slot.shapes, key, at, line, this.keysOf(frame, end))
    } else {
      slot.arrays ??= { count: 0, shortest: Number.POSITIVE_INFINITY, longest: 0, items: 0, empty: 0 }
      const { arrays } = slot
      arrays.count++
      arrays.items += frame.items
      if (frame.items < arrays.shortest) arrays.shortest = frame.items
      if (frame.items > arrays.longest) arrays.longest = frame.items
      if (frame.items === 0) arrays.empty++
    }
    if (!slot.record) return
    addRecord(slot.prints!, this.recordLo, this.recordHi, at)
    this.record = null
    const { watch } = this.options
    if (!watch) return
    watch.onRecord({ tape, buffer: this.lexer.buffer, seen: this.seen, at, line })
    this.seen.fill(-1)
  }

  private scalar(slot: Slot, part: number, token: number, at: number, line: number): void {
    const { tape } = this.lexer
    const type = tape.kind[token]!
    const lo = tape.lo[token]!
    const hi = tape.hi[token]!
    countType(slot, part, type, at, line)
    this.hash(type, lo, hi)
    if (slot.watch >= 0) this.seen[slot.watch] = token
    if (slot.isId && this.record && type >= INTEGER) addId(this.record.prints!, slot.name, lo, hi)
    const flags = tape.flags[token]!
    const length = tape.end[token]! - tape.at[token]! - 2
    if (type === STRING) addText(textsOf(slot), length, tape.form[token]!, flags & ~ESCAPED, at, line)
    else if (type === INTEGER || type === NUMBER) {
      if (flags & NOT_FINITE) {
        noteOddity(slot.notFinite, at, line)
        return
      }
      const value = tape.num[token]!
      addNumber(numbersOf(slot), value)
      if (flags & BIG) noteOddity(slot.big, at, line)
      if (slot.values.full) {
        addToBucket(slot.numbers!, value, 1, at, line)
        return
      }
    } else if (type === NULL) return
    if (!slot.values.full && countValue(slot.values, lo, hi, type) < 0) this.newValue(slot, token, at, line)
  }

  private newValue(slot: Slot, token: number, at: number, line: number): void {
    const { tape } = this.lexer
    const type = tape.kind[token]!
    const numeric = type === INTEGER || type === NUMBER
    const value = {
      lo: tape.lo[token]!,
      hi: tape.hi[token]!,
      type,
      count: 1,
      at,
      line,
      num: tape.num[token]!,
    }
    // The table is given up with this value: what it holds of numbers goes on in buckets.
    if (slot.values.size === MOST_VALUES) toBuckets(slot)
    placeValue(slot.values, value)
    if (slot.values.full && numeric) addToBucket(numbersOf(slot), value.num, 1, at, line)
  }

  private member(frame: Frame, token: number): Slot {
    const { tape } = this.lexer
    const lo = tape.lo[token]!
    const hi = tape.hi[token]!
    this.hash(KEY, lo, hi)
    const { slot, previous } = frame
    if (slot.star) return slot.star
    let member: Slot | null | undefined = previous === null ? slot.firstMember : previous.nextMember
    if (member === null || member.lo !== lo || member.hi !== hi) {
      member = this.known(slot, lo, hi) ?? this.newMember(slot, token)
      if (slot.star) return slot.star
      if (previous === null) slot.firstMember = member
      else previous.nextMember = member
    }
    if (member.seenIn === frame.serial)
      noteOddity(member.repeatedKeys, this.offsetOf(tape.at[token]!), tape.line[token]!)
    else {
      member.seenIn = frame.serial
      frame.sum = (frame.sum + Math.imul(lo, 0x9e3779b1)) | 0
      frame.mix ^= Math.imul(hi, 0x85ebca6b)
    }
    frame.previous = member
    return member
  }

  private known(slot: Slot, lo: number, hi: number): Slot | null {
    const member = slot.byHash.get(hashKey(lo, hi))
    return member && member.lo === lo && member.hi === hi ? member : null
  }

  /** The slot of a key met for the first time; or that of all values, if there are too many keys by now. */
  private newMember(slot: Slot, token: number): Slot {
    const name = this.nameOf(token)
    const within = slot.within === null ? null : slot.within + stepOf(name)
    const member = createSlot({
      name,
      depth: slot.depth + 1,
      repeated: slot.repeated,
      lo: this.lexer.tape.lo[token]!,
      hi: this.lexer.tape.hi[token]!,
      within,
      isId: slot.record && ID.test(name),
      watch: within === null ? -1 : (this.options.watch?.indexOf(within) ?? -1),
    })
    addMember(slot, member)
    if (slot.members.size > MOST_KEYS) collapse(slot)
    return slot.star ?? member
  }

  /** The keys of an object of a new shape, in alphabetical order. */
  private keysOf(frame: Frame, end: number): string[] {
    const { tape } = this.lexer
    const keys = new Set<string>()
    for (let at = frame.token + 1; at < end; at++) {
      if (tape.kind[at] === KEY) {
        const member = this.known(frame.slot, tape.lo[at]!, tape.hi[at]!)
        if (member) keys.add(member.name)
      } else if (tape.kind[at] === OBJECT || tape.kind[at] === ARRAY) at = tape.lo[at]!
    }
    return [...keys].sort()
  }

  /** The hash of the set of keys of an object, from their names. */
  shapeKey(slot: Slot, keys: Iterable<string>): number {
    let sum = 0
    let mix = 0
    for (const key of keys) {
      const member = slot.members.get(key)
      if (!member) continue
      sum = (sum + Math.imul(member.lo, 0x9e3779b1)) | 0
      mix ^= Math.imul(member.hi, 0x85ebca6b)
    }
    return shapeKey(sum, mix)
  }

  /** The name of a key; of a very long one the start, and what tells it apart. */
  nameOf(token: number): string {
    const name = stringOf(this.lexer.buffer, this.lexer.tape, token)
    if (name.length <= LONGEST_NAME) return name
    return `${name.slice(0, LONGEST_NAME)}…${(this.lexer.tape.lo[token]! >>> 0).toString(16)}`
  }

  private hash(kind: number, lo: number, hi: number): void {
    this.recordLo = Math.imul(this.recordLo ^ lo ^ kind, 0x01000193)
    this.recordHi = Math.imul(this.recordHi ^ hi ^ (this.recordLo >>> 7), 0x5bd1e995)
  }
}

function shapeKey(sum: number, mix: number): number {
  return (sum >>> 0) * 2 ** 20 + (mix & 0xfffff)
}
