// Reads one JSON document of any size: values that fit are lexed and counted whole; a container that does not, or that is
// broken, is entered and read member by member. So memory stays flat, and what is right around a fault is counted.
import type { SourceText } from '@shoal/base/model/source'
import { yieldToEventLoop } from '@shoal/base/text/turns'
import { ByteWindow } from './byte-window.ts'
import { Census, DEEPEST } from './census.ts'
import { Lexer } from './lexer.ts'
import type { Liberties } from './loose-json.ts'
import { stepOf } from './path.ts'
import type { RecordWatch } from './record-watch.ts'
import { addKeys } from './shapes.ts'
import { countType, noteOddity, type Slot } from './slot.ts'
import { ARRAY, OBJECT } from './tape.ts'

/** A container up to this many bytes is read at once. */
const WHOLE = 512 * 1024
/** A single string up to this many bytes. */
const LONGEST_SCALAR = 64 * 1024 * 1024

export interface Fault {
  readonly at: number
  readonly line: number
  readonly reason: string
  /** Where in the document: `$.items[12].name`. */
  readonly path: string
  readonly cutOff: boolean
}

export interface DocumentTally {
  readonly root: Slot
  /** Values one after the other; 1 in a right document. */
  documents: number
  fault: Fault | null
  readonly liberties: Liberties
  depth: number
  tooDeep: number
}

export interface DocumentOptions {
  readonly watch?: RecordWatch
  readonly signal: AbortSignal
  onRead(bytes: number): void
}

/** A container that is read piece by piece. */
interface Open {
  readonly slot: Slot
  readonly type: typeof OBJECT | typeof ARRAY
  readonly at: number
  readonly line: number
  readonly part: number
  readonly step: string
  readonly keys: Set<string>
  items: number
  /** A comma stands before what comes next. */
  comma: boolean
}

export async function readDocument(source: SourceText, options: DocumentOptions): Promise<DocumentTally> {
  const reader = new DocumentReader(source, options)
  const turn = yieldToEventLoop()
  while (reader.step()) {
    options.signal.throwIfAborted()
    await turn()
  }
  return reader.tally
}

class DocumentReader {
  readonly tally: DocumentTally
  private readonly window: ByteWindow
  private readonly lexer = new Lexer()
  private readonly census: Census
  private readonly open: Open[] = []

  constructor(source: SourceText, { watch, onRead }: DocumentOptions) {
    this.window = new ByteWindow(source, 0, source.size, onRead)
    this.lexer.eol = source.eol
    this.lexer.final = false
    const size = Math.max(1, source.size)
    this.census = new Census(this.lexer, { records: 'items', size, ...(watch ? { watch } : {}) })
    this.census.convert = at => this.window.offsetOf(at)
    this.tally = {
      root: this.census.root,
      documents: 0,
      fault: null,
      liberties: this.lexer.liberties,
      depth: 0,
      tooDeep: 0,
    }
    this.slide()
  }

  /** Reads the next piece; false when nothing is left. */
  step(): boolean {
    const { lexer, window } = this
    for (let pieces = 0; pieces < 256; pieces++) {
      if (window.buffer.length - lexer.at < WHOLE && !window.final) this.slide()
      const byte = this.next()
      const container = this.open.at(-1)
      if (byte < 0) {
        return container ? this.fail('it ends in the middle', true) : false
      }
      const more = container ? this.inside(container, byte) : this.value(this.census.root, -1, '$')
      if (!container && more) this.tally.documents += this.open.length === 0 ? 1 : 0
      if (!more) return false
    }
    return true
  }

  /** What stands next in an open container: its end, a comma, or a member. */
  private inside(container: Open, byte: number): boolean {
    const { lexer } = this
    if (byte === (container.type === OBJECT ? 125 : 93)) {
      lexer.at++
      this.close(container)
      return true
    }
    if (byte === 44 && container.items > 0 && !container.comma) {
      lexer.at++
      container.comma = true
      return true
    }
    if (container.items > 0 && !container.comma) return this.fail('a comma or a closing bracket is missing', false)
    if (container.type === ARRAY) {
      const done = this.value(this.census.itemsOf(container.slot), -1, `[${container.items}]`)
      container.items++
      container.comma = false
      return done
    }
    return this.member(container, byte)
  }

  private member(container: Open, byte: number): boolean {
    const { lexer, census } = this
    const start = lexer.at
    const line = lexer.line
    lexer.tape.length = 0
    const state = lexer.key(byte)
    if (state !== 'ok') {
      if (state === 'short' && !this.window.final && this.grow(start, line)) return true
      return this.fail(lexer.reason, state === 'short', '', lexer.badAt, lexer.badLine)
    }
    const slot = census.memberOf(container.slot, 0)
    const name = census.nameOf(0)
    if (slot === container.slot.star) container.keys.clear()
    else if (container.keys.has(name)) noteOddity(slot.repeatedKeys, this.window.offsetOf(start), line)
    else container.keys.add(name)
    container.items++
    container.comma = false
    return this.value(slot, start, stepOf(name), line)
  }

  /** Counts the value that stands next, whole or by entering it. `key` is where its key starts, or -1. */
  private value(slot: Slot, key: number, step: string, keyLine = 0): boolean {
    const { lexer, census, tally } = this
    // The key must stay in the buffer: places are those of keys.
    let keyAt = key
    for (;;) {
      const byte = this.next()
      if (byte < 0) return this.fail('it ends in the middle', true, step)
      const start = lexer.at
      const line = lexer.line
      const container = byte === 123 || byte === 91
      // What lies too deep to be entered must be read whole, whatever its length.
      const enterable = container && slot.depth < DEEPEST
      lexer.limit = enterable ? Math.min(this.window.buffer.length, start + WHOLE) : this.window.buffer.length
      lexer.final = lexer.limit === this.window.buffer.length && this.window.final
      const liberties = { ...lexer.liberties }
      const state = lexer.value()
      lexer.limit = this.window.buffer.length
      lexer.final = this.window.final
      if (state === 'ok') {
        tally.depth = Math.max(tally.depth, this.open.length + lexer.depth)
        census.base = this.window.direct ? this.window.base : -1
        census.walk(slot, keyAt < 0 ? start : keyAt, keyAt < 0 ? line : keyLine)
        tally.tooDeep = census.tooDeep
        return true
      }
      const reason = lexer.reason
      Object.assign(lexer.liberties, liberties)
      const room = container ? WHOLE : LONGEST_SCALAR
      const from = keyAt < 0 ? start : keyAt
      if (state === 'short' && !this.window.final && this.window.buffer.length - start < room) {
        this.grow(from, line)
        lexer.at = start - from
        if (keyAt >= 0) keyAt = 0
        continue
      }
      lexer.at = start
      lexer.line = line
      if (enterable) {
        this.enter(slot, byte === 123 ? OBJECT : ARRAY, from, keyAt < 0 ? line : keyLine, step)
        return true
      }
      if (state === 'short' && !this.window.final)
        return this.fail(`a value is longer than ${room / 2 ** 20} MB`, false, step)
      return this.fail(reason, state === 'short', step, lexer.badAt, lexer.badLine)
    }
  }

  private enter(slot: Slot, type: typeof OBJECT | typeof ARRAY, at: number, line: number, step: string): void {
    const offset = this.window.offsetOf(at)
    this.census.base = this.window.direct ? this.window.base : -1
    const part = this.census.partOf(at)
    countType(slot, part, type, offset, line)
    this.open.push({ slot, type, at: offset, line, part, step, keys: new Set(), items: 0, comma: false })
    this.tally.depth = Math.max(this.tally.depth, this.open.length)
    this.lexer.at++
  }

  private close({ slot, type, at, line, keys, items, comma }: Open): void {
    this.open.pop()
    if (comma) this.lexer.liberties.trailingCommas++
    if (type === ARRAY) {
      slot.arrays ??= { count: 0, shortest: Number.POSITIVE_INFINITY, longest: 0, items: 0, empty: 0 }
      slot.arrays.count++
      slot.arrays.items += items
      slot.arrays.shortest = Math.min(slot.arrays.shortest, items)
      slot.arrays.longest = Math.max(slot.arrays.longest, items)
    } else if (!slot.star) addKeys(slot.shapes, [...keys].sort(), at, line)
    if (this.open.length === 0) this.tally.documents++
  }

  private next(): number {
    for (;;) {
      const byte = this.lexer.next()
      if (byte >= 0 || this.window.final) return byte
      this.slide()
    }
  }

  private slide(): void {
    this.grow(this.lexer.at, this.lexer.line)
  }

  /** Reads on, keeping the bytes from `from`. */
  private grow(from: number, line: number): true {
    this.window.slide(from)
    this.lexer.buffer = this.window.buffer
    this.lexer.limit = this.window.buffer.length
    this.lexer.final = this.window.final
    this.lexer.at = 0
    this.lexer.line = line
    return true
  }

  private fail(reason: string, cutOff: boolean, step = '', badAt = this.lexer.at, line = this.lexer.line): false {
    const at = this.window.offsetOf(Math.min(badAt, this.window.buffer.length))
    const path = this.open.map(open => open.step).join('') + (this.open.length === 0 && step === '' ? '$' : step)
    this.tally.fault = { at, line, reason, path, cutOff }
    return false
  }
}
