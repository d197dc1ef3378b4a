// Reads JSON values from UTF-8 bytes onto a tape and checks the grammar on the way. Comments, trailing commas, bare keys,
// single quotes and NaN are read too and counted, since people write them. A stack of its own: depth is no danger.
import { canonicalNumeral, fitsDouble } from '@shoal/base/text/numeral'
import { asciiOf, CLASS, isNameByte, STOP } from './characters.ts'
import { decodedString, LONGEST_PLAIN, unescaped } from './escapes.ts'
import type { Liberties } from './loose-json.ts'
import {
  ARRAY,
  BIG,
  BOOLEAN,
  END,
  ESCAPED,
  INTEGER,
  KEY,
  LONG,
  NOT_FINITE,
  NULL,
  NUMBER,
  OBJECT,
  PUNCTUATION,
  STRING,
  Tape,
} from './tape.ts'

/** `short`: right so far, but the bytes end inside the value. */
export type LexState = 'ok' | 'short' | 'bad'

/** The bits of a double, to tell values apart; filled anew for every number. */
const DOUBLE = new Float64Array(1)
const BITS = new Int32Array(DOUBLE.buffer)
const POWERS = Array.from({ length: 23 }, (_, k) => Number(`1e${k}`))
const WORDS: readonly (readonly [string, number, number])[] = [
  ['true', BOOLEAN, 1],
  ['false', BOOLEAN, 0],
  ['null', NULL, 0],
  ['NaN', NUMBER, Number.NaN],
  ['Infinity', NUMBER, Number.POSITIVE_INFINITY],
  ['-Infinity', NUMBER, Number.NEGATIVE_INFINITY],
]

const VALUE = 0
const FIRST_VALUE = 1
const FIRST_KEY = 2
const NEXT_KEY = 3
const AFTER = 4

/** Where escapes are undone: what stands there holds until the next string with some. */
const PLAIN = new Uint8Array(LONGEST_PLAIN)

export class Lexer {
  readonly tape = new Tape()
  readonly liberties: Liberties = { comments: 0, trailingCommas: 0, bareKeys: 0, singleQuotes: 0 }
  buffer: Uint8Array = new Uint8Array(0)
  /** Where reading goes on, and the line that stands on. */
  at = 0
  line = 1
  /** The byte behind the last one there is; `final` says that no more will come. */
  limit = 0
  final = true
  eol = 10
  /** Why the value is bad, and where. */
  reason = ''
  badAt = 0
  badLine = 1
  /** Containers open around the deepest token of the last value. */
  depth = 0
  /** Strings with half of a surrogate pair, which JSON allows and many readers refuse. */
  tornPairs = 0
  private stack = new Int32Array(64)
  /** The buffer that the tokens on the tape stand in. */
  private tapeOf: Uint8Array | null = null

  /** One value from `at` on, white space before it skipped, onto an empty tape. */
  value(): LexState {
    const { tape } = this
    if (this.tapeOf !== this.buffer) {
      // What is left on the tape stands in another buffer.
      tape.kind.fill(END)
      this.tapeOf = this.buffer
    }
    tape.length = 0
    this.depth = 0
    let open = 0
    let expect = VALUE
    for (;;) {
      let byte = this.at < this.limit ? this.buffer[this.at]! : 0
      if (byte <= 32 || byte === 47) byte = this.next()
      if (byte < 0) return this.short('it ends in the middle', this.at)
      if (expect === AFTER) {
        const container = this.stack[open - 1]!
        if (byte === 44) {
          this.at++
          expect = tape.kind[container] === OBJECT ? NEXT_KEY : VALUE
          continue
        }
        if (byte !== 93 && byte !== 125) return this.bad('a comma or a closing bracket is missing')
      }
      if (byte === 93 || byte === 125) {
        const container = open > 0 ? this.stack[open - 1]! : -1
        if (container < 0) return this.bad('a closing bracket without an opening one')
        if ((tape.kind[container] === OBJECT) !== (byte === 125)) return this.bad('a bracket of the other kind closes')
        if (expect === NEXT_KEY || (expect === VALUE && tape.kind[container] === ARRAY)) this.liberties.trailingCommas++
        else if (expect === VALUE) return this.bad('a value is missing')
        const end = this.token(END, this.at, this.at + 1)
        tape.lo[container] = end
        tape.end[container] = ++this.at
        if (--open === 0) return 'ok'
        expect = AFTER
        continue
      }
      if (expect === FIRST_KEY || expect === NEXT_KEY) {
        const state = this.key(byte)
        if (state !== 'ok') return state
        expect = VALUE
        continue
      }
      if (byte === 123 || byte === 91) {
        if (open === this.stack.length) this.stack = growStack(this.stack)
        this.stack[open++] = this.token(byte === 123 ? OBJECT : ARRAY, this.at, this.at)
        if (open > this.depth) this.depth = open
        this.at++
        expect = byte === 123 ? FIRST_KEY : FIRST_VALUE
        continue
      }
      const state = this.scalar(byte)
      if (state !== 'ok') return state
      if (open === 0) return 'ok'
      expect = AFTER
    }
  }

  /** A key with its colon, onto the tape. */
  key(byte: number): LexState {
    const { tape } = this
    if (byte === 34 && this.again(KEY)) {
      // As in the record before: nothing to hash.
    } else if (byte === 34 || byte === 39) {
      const state = this.string(KEY, byte)
      if (state !== 'ok') return state
    } else {
      const start = this.at
      let end = start
      while (end < this.limit && isNameByte(this.buffer[end]!)) end++
      if (end === this.limit) return this.short('it ends inside a key', start)
      if (end === start) return this.bad('a key in quotes is missing')
      this.liberties.bareKeys++
      this.hash(KEY, start, end, this.buffer, start, end)
      this.at = end
    }
    const key = tape.length - 1
    const colon = this.next()
    if (colon < 0) return this.short('it ends behind a key', tape.at[key]!)
    if (colon !== 58) return this.bad('a colon is missing behind a key')
    this.at++
    return 'ok'
  }

  /**
   * The same string as at the same place of the value read before, whose token is still on the tape behind its end: then
   * only its place is new. Records are mostly alike, so this saves the hashing of nearly all keys.
   */
  private again(kind: number): boolean {
    const { tape, buffer } = this
    const token = tape.length
    if (this.tapeOf !== buffer || token >= tape.kind.length || tape.kind[token] !== kind) return false
    const before = tape.at[token]!
    const length = tape.end[token]! - before
    const start = this.at
    if (start + length > this.limit || length < 2) return false
    for (let k = length - 1; k >= 0; k--) if (buffer[start + k] !== buffer[before + k]) return false
    tape.length = token + 1
    tape.at[token] = start
    tape.end[token] = start + length
    tape.line[token] = this.line
    this.at = start + length
    return true
  }

  /** Skips white space and comments; the byte that follows, or -1 at the limit. */
  next(): number {
    const { buffer, limit, eol } = this
    for (;;) {
      let at = this.at
      for (; at < limit; at++) {
        const byte = buffer[at]!
        if (byte > 32) break
        if (byte === eol) this.line++
        else if (byte !== 32 && byte !== 9 && byte !== 13 && byte !== 10) break
      }
      this.at = at
      if (at >= limit) return -1
      const byte = buffer[at]!
      if (byte !== 47) return byte
      const end = this.commentEnd(at)
      if (end < 0) return byte
      for (let k = at; k < end; k++) if (buffer[k] === eol) this.line++
      this.liberties.comments++
      this.at = end
    }
  }

  private commentEnd(at: number): number {
    const { buffer, limit } = this
    if (buffer[at + 1] === 47) {
      const end = buffer.indexOf(this.eol, at + 2)
      return end < 0 || end >= limit ? (this.final ? limit : -1) : end
    }
    if (buffer[at + 1] !== 42) return -1
    for (let k = at + 2; k + 1 < limit; k++) if (buffer[k] === 42 && buffer[k + 1] === 47) return k + 2
    return -1
  }

  private scalar(byte: number): LexState {
    if (byte === 34) return this.again(STRING) ? 'ok' : this.string(STRING, byte)
    if (byte === 39) return this.string(STRING, byte)
    if ((byte >= 48 && byte <= 57) || (byte === 45 && this.buffer[this.at + 1] !== 73)) return this.number()
    for (const [word, type, value] of WORDS) {
      if (word.charCodeAt(0) !== byte) continue
      let k = 1
      while (k < word.length && this.at + k < this.limit && this.buffer[this.at + k] === word.charCodeAt(k)) k++
      if (k < word.length) {
        if (this.at + k >= this.limit) return this.short('it ends inside a word', this.at)
        continue
      }
      const token = this.token(type, this.at, this.at + word.length)
      this.tape.lo[token] = type === NUMBER ? 0 : value
      this.tape.hi[token] = type
      this.tape.num[token] = value
      this.tape.flags[token] = type === NUMBER ? NOT_FINITE : 0
      this.at += word.length
      return 'ok'
    }
    return this.bad('no value starts like this')
  }

  private string(kind: number, quote: number): LexState {
    const { buffer, limit, tape } = this
    const start = this.at
    if (quote === 39) return this.otherString(kind, quote, start, start + 1)
    let at = start + 1
    let lo = 0x811c9dc5 | 0
    let hi = 0x1b873593
    let flags = 0
    for (; at < limit; at++) {
      const byte = buffer[at]!
      const kindOf = CLASS[byte]!
      if (kindOf === STOP) {
        if (byte === 34) break
        return this.otherString(kind, quote, start, at)
      }
      flags |= kindOf
      lo = Math.imul(lo ^ byte, 0x01000193)
      hi = Math.imul(hi ^ byte, 0x5bd1e995) ^ (hi >>> 15)
    }
    if (at >= limit) return this.short('it ends inside a string', start)
    const token = this.token(kind, start, at + 1)
    tape.lo[token] = lo
    tape.hi[token] = hi
    tape.flags[token] = flags
    this.at = at + 1
    return 'ok'
  }

  /** A string with escapes, in single quotes, or with a control character in it. */
  private otherString(kind: number, quote: number, start: number, from: number): LexState {
    const { buffer, limit } = this
    let at = from
    for (; at < limit && buffer[at] !== quote; at++) {
      if (buffer[at] === 92) at++
      else if (buffer[at]! < 32) return this.bad('a control character stands in a string', at)
    }
    if (at >= limit) return this.short('it ends inside a string', start)
    const plain = quote === 34 ? unescaped(buffer, start + 1, at, PLAIN) : -1
    const other = plain < 0 ? decodedString(buffer.subarray(start + 1, at), quote) : null
    if (plain < 0 && other === null) return this.bad('an escape in a string is wrong', start)
    if (other?.isTorn) this.tornPairs++
    if (quote === 39) this.liberties.singleQuotes++
    const token = this.hash(kind, start, at + 1, other?.bytes ?? PLAIN, 0, other?.bytes.length ?? plain)
    this.tape.flags[token]! |= ESCAPED
    this.at = at + 1
    return 'ok'
  }

  /** A string token whose characters are `bytes[from, to)`. */
  private hash(kind: number, start: number, end: number, bytes: Uint8Array, from: number, to: number): number {
    const token = this.token(kind, start, end)
    this.mark(token, bytes, from, to)
    return token
  }

  private mark(token: number, bytes: Uint8Array, from: number, to: number): void {
    let lo = 0x811c9dc5 | 0
    let hi = 0x1b873593
    let flags = 0
    for (let at = from; at < to; at++) {
      const byte = bytes[at]!
      flags |= CLASS[byte]! === STOP ? PUNCTUATION : CLASS[byte]!
      lo = Math.imul(lo ^ byte, 0x01000193)
      hi = Math.imul(hi ^ byte, 0x5bd1e995) ^ (hi >>> 15)
    }
    this.tape.lo[token] = lo
    this.tape.hi[token] = hi
    this.tape.flags[token] = flags
  }

  private number(): LexState {
    const { buffer, limit, tape } = this
    const start = this.at
    let at = start
    const negative = buffer[at] === 45
    if (negative) at++
    const first = at
    let mantissa = 0
    for (; at < limit && buffer[at]! >= 48 && buffer[at]! <= 57; at++) mantissa = mantissa * 10 + buffer[at]! - 48
    let digits = at - first
    if (digits > 1 && buffer[first] === 48) return this.bad('a number starts with 0', start)
    if (digits === 0 && at < limit) return this.bad('a digit is missing behind the minus', start)
    let scale = 0
    let plain = true
    if (at < limit && buffer[at] === 46) {
      const point = ++at
      for (; at < limit && buffer[at]! >= 48 && buffer[at]! <= 57; at++) mantissa = mantissa * 10 + buffer[at]! - 48
      scale = at - point
      if (scale === 0 && at < limit) return this.bad('a digit is missing behind the point', start)
      digits += scale
      plain = false
    }
    let exact = digits <= 15
    if (at < limit && (buffer[at]! | 32) === 101) {
      at++
      if (at < limit && (buffer[at] === 43 || buffer[at] === 45)) at++
      const exponent = at
      while (at < limit && buffer[at]! >= 48 && buffer[at]! <= 57) at++
      if (at === exponent && at < limit) return this.bad('a digit is missing in the exponent', start)
      exact = false
      plain = false
    }
    // Behind the end there may be more digits; what ends like this at the very end is half a number.
    if (at >= limit && (!this.final || buffer[limit - 1]! < 48 || buffer[limit - 1]! > 57))
      return this.short('it ends inside a number', start)
    const text = exact ? '' : asciiOf(buffer, start, at)
    let value = exact ? mantissa / POWERS[scale]! : Number(text)
    if (exact && negative) value = -value
    if (value === 0) value = 0
    const token = this.token(Number.isInteger(value) ? INTEGER : NUMBER, start, at)
    DOUBLE[0] = value
    tape.num[token] = value
    tape.lo[token] = BITS[0]!
    tape.hi[token] = BITS[1]!
    tape.flags[token] = !Number.isFinite(value) ? NOT_FINITE : plain && Math.abs(value) >= 2 ** 53 ? BIG : 0
    if (!exact && !fitsDouble(text)) this.digitsOf(token, text)
    this.at = at
    return 'ok'
  }

  /** A number that is another as a double: its digits tell it apart. */
  private digitsOf(token: number, text: string): void {
    const bytes = new TextEncoder().encode(canonicalNumeral(text)!)
    const flags = this.tape.flags[token]!
    this.mark(token, bytes, 0, bytes.length)
    this.tape.flags[token] = flags | LONG
  }

  private token(kind: number, at: number, end: number): number {
    const { tape } = this
    if (tape.length === tape.kind.length) tape.grow()
    const token = tape.length++
    tape.kind[token] = kind
    tape.at[token] = at
    tape.end[token] = end
    tape.line[token] = this.line
    return token
  }

  private bad(reason: string, at = this.at): 'bad' {
    this.reason = reason
    this.badAt = at
    this.badLine = this.line
    return 'bad'
  }

  private short(reason: string, at: number): 'short' {
    this.reason = reason
    this.badAt = at
    this.badLine = this.line
    return 'short'
  }
}

function growStack(stack: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(stack.length * 2)
  larger.set(stack)
  return larger
}
