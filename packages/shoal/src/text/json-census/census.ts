// Walks the tokens of JSON values and counts them into the tree of slots: one pass, every value, nothing sampled.
import { addId, addRecord } from './fingerprints.ts'
import { Identity } from './identity.ts'
import { TAG } from './kinds.ts'
import type { Lexer } from './lexer.ts'
import { addNumber, addToBucket } from './number-figures.ts'
import { stepOf } from './path.ts'
import type { RecordWatch } from './record-watch.ts'
import { countShape, SET_WORDS } from './shapes.ts'
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
  BEYOND_ASCII,
  BIG,
  END,
  ESCAPED,
  INTEGER,
  KEY,
  keyNameOf,
  LONG,
  LONGEST_NAME,
  NOT_FINITE,
  NULL,
  NUMBER,
  OBJECT,
  STRING,
} from './tape.ts'
import { addText } from './text-figures.ts'
import { countValue, MOST_VALUES, placeValue, type Scalar } from './value-table.ts'

/** Paths are told apart down to this depth; what lies deeper is only counted as deep. */
export const DEEPEST = 100

const ID = /^(?:_?id|uuid|guid|key)$|(?:_id|_uuid|Id|ID|Uuid|UUID)$/

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
  /** The token that names its kind, its own or that of the object it stands in; -1 if none has been met. */
  tag: number
  /** The members so far, a bit for each. */
  readonly set: Int32Array
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
  private readonly scalarAt: Scalar
  private blind = false

  constructor(
    private readonly lexer: Lexer,
    private readonly options: CensusOptions,
  ) {
    const root = options.records === 'root'
    this.root = createSlot({ name: '$', depth: 0, repeated: root, record: root, within: root ? '' : null })
    this.seen = new Int32Array(options.watch?.room ?? 0).fill(-1)
    this.scalarAt = { buffer: lexer.buffer, tape: lexer.tape, token: 0, identity: new Identity() }
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
        if (target.watch >= 0) this.seen[target.watch] = at
        if (target.depth >= DEEPEST) {
          this.tooDeep++
          at = tape.lo[at]! + 1
        } else {
          this.open(depth++, target, part, at, placeAt, placeLine)
          at++
        }
      } else {
        this.scalar(target, part, at, this.offsetOf(placeAt), placeLine)
        if (target.isTag && type === STRING && depth > 0) this.frames[depth - 1]!.tag = at
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
    if (slot.star) return slot.star
    return this.known(slot, token) ?? this.newMember(slot, token)
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
      const set = new Int32Array(SET_WORDS)
      frame = { slot, previous: null, part, token, placeAt, placeLine, serial: 0, items: 0, tag: -1, set }
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
    frame.tag = depth > 0 ? this.frames[depth - 1]!.tag : -1
    frame.set.fill(0)
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
      if (!slot.star)
        countShape(slot.shapes, frame.set, at, line, {
          keysOf: () => this.keysOf(frame, end),
          kind: this.kindOf(frame),
        })
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
    watch.onRecord({ tape, buffer: this.lexer.buffer, seen: this.seen, at, line, blind: this.blind })
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
    if (type === STRING) addText(textsOf(slot), this.lexer, token, { length, flags: flags & ~ESCAPED, at, line })
    else if (type === INTEGER || type === NUMBER) {
      if (flags & NOT_FINITE) {
        noteOddity(slot.notFinite, at, line)
        return
      }
      const value = tape.num[token]!
      addNumber(numbersOf(slot), value, (flags & LONG) !== 0)
      if (flags & BIG) noteOddity(slot.big, at, line)
      if (slot.values.full) {
        addToBucket(slot.numbers!, value, 1, at, line)
        return
      }
    } else if (type === NULL) return
    if (slot.values.full) return
    this.scalarAt.buffer = this.lexer.buffer
    this.scalarAt.token = token
    if (countValue(slot.values, this.scalarAt) < 0) this.newValue(slot, token, at, line)
  }

  private newValue(slot: Slot, token: number, at: number, line: number): void {
    const { tape } = this.lexer
    const type = tape.kind[token]!
    const numeric = type === INTEGER || type === NUMBER
    const identity = this.scalarAt.identity.read(this.lexer.buffer, tape, token)
    const value = {
      lo: tape.lo[token]!,
      hi: tape.hi[token]!,
      type,
      count: 1,
      at,
      line,
      num: tape.num[token]!,
      length: identity.length,
      text: identity.kept(),
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
    if (member === null || member.lo !== lo || member.hi !== hi || !this.isNamed(member, token)) {
      member = this.known(slot, token) ?? this.newMember(slot, token)
      if (slot.star) return slot.star
      if (previous === null) slot.firstMember = member
      else previous.nextMember = member
    }
    if (member.seenIn === frame.serial)
      noteOddity(member.repeatedKeys, this.offsetOf(tape.at[token]!), tape.line[token]!)
    else {
      member.seenIn = frame.serial
      frame.set[member.index >> 5]! |= 1 << (member.index & 31)
    }
    frame.previous = member
    return member
  }

  private known(slot: Slot, token: number): Slot | null {
    const { tape } = this.lexer
    const member = slot.byHash.get(hashKey(tape.lo[token]!, tape.hi[token]!))
    if (!member) return null
    // Another key may have the same hash.
    return this.isNamed(member, token) ? member : (slot.members.get(this.nameOf(token)) ?? null)
  }

  /** Whether the key on the tape is that of a member. */
  private isNamed({ name }: Slot, token: number): boolean {
    const { tape, buffer } = this.lexer
    const start = tape.at[token]!
    const quoted = buffer[start] === 34 || buffer[start] === 39 ? 1 : 0
    const length = tape.end[token]! - start - 2 * quoted
    if ((tape.flags[token]! & (ESCAPED | BEYOND_ASCII)) !== 0 || length > LONGEST_NAME)
      return this.nameOf(token) === name
    if (length !== name.length) return false
    for (let k = 0; k < length; k++) if (buffer[start + quoted + k] !== name.charCodeAt(k)) return false
    return true
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
      isTag: TAG.test(name),
      watch: within === null ? -1 : (this.options.watch?.indexOf(within) ?? -1),
    })
    addMember(slot, member)
    if (slot.members.size > MOST_KEYS) {
      this.blind ||= slot.within !== null
      collapse(slot)
    }
    return slot.star ?? member
  }

  private kindOf({ tag }: Frame): string {
    const { lo, hi } = this.lexer.tape
    return tag < 0 ? '' : `${lo[tag]},${hi[tag]}`
  }

  /** The keys of an object of a new shape, in alphabetical order. */
  private keysOf(frame: Frame, end: number): string[] {
    const { tape } = this.lexer
    const keys = new Set<string>()
    for (let at = frame.token + 1; at < end; at++) {
      if (tape.kind[at] === KEY) {
        const member = this.known(frame.slot, at)
        if (member) keys.add(member.name)
      } else if (tape.kind[at] === OBJECT || tape.kind[at] === ARRAY) at = tape.lo[at]!
    }
    return [...keys].sort()
  }

  nameOf(token: number): string {
    return keyNameOf(this.lexer.buffer, this.lexer.tape, token)
  }

  /** Nominates records that may be equal; whether they are is compared. Both halves feed both, so that neither is weak alone. */
  private hash(kind: number, lo: number, hi: number): void {
    let a = Math.imul(this.recordLo ^ lo ^ Math.imul(kind + 1, 0x9e3779b1), 0x85ebca6b)
    a = Math.imul((a ^ (a >>> 15) ^ hi) | 0, 0xc2b2ae35)
    let b = Math.imul(this.recordHi ^ hi ^ (a >>> 7), 0x27d4eb2f)
    b = Math.imul((b ^ (b >>> 13) ^ lo) | 0, 0x165667b1)
    this.recordLo = a ^ (a >>> 16)
    this.recordHi = b ^ (b >>> 14)
  }
}
