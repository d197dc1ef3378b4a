// The tokens of JSON values in parallel arrays: what the lexer writes and the census walks, with nothing allocated between.
import { digestText } from '../text-digest.ts'

/** Types of values; also kinds of tokens. The order is that of the counters in a slot. */
export const NULL = 0
export const BOOLEAN = 1
export const INTEGER = 2
export const NUMBER = 3
export const STRING = 4
export const OBJECT = 5
export const ARRAY = 6
export const TYPES = 7
/** The other kinds of tokens. */
export const KEY = 7
export const END = 8

export const typeNames = ['null', 'boolean', 'integer', 'number', 'string', 'object', 'array'] as const

export type TypeName = (typeof typeNames)[number]

/** What a string is made of, as bits of `flags`. */
export const LETTER = 1
export const DIGIT = 2
export const SPACE = 4
export const PUNCTUATION = 8
export const BEYOND_ASCII = 16
/** A number: an integer that a double cannot hold, or NaN and the like. */
export const BIG = 32
export const NOT_FINITE = 64
/** A string with escapes. */
export const ESCAPED = 128
/** A number that a double does not print as it was written: it is told apart by its digits. */
export const LONG = 128

export class Tape {
  length = 0
  kind: Uint8Array
  flags: Uint8Array
  /** Where the token starts and ends in the buffer, quotes of strings included. */
  at: Int32Array
  end: Int32Array
  line: Int32Array
  /**
   * Two hashes of a string or of the digits of a LONG number, the bits of another number, 0 or 1 for a boolean; for a
   * container `lo` is the index of its END.
   */
  lo: Int32Array
  hi: Int32Array
  num: Float64Array

  constructor(room = 1024) {
    this.kind = new Uint8Array(room)
    this.flags = new Uint8Array(room)
    this.at = new Int32Array(room)
    this.end = new Int32Array(room)
    this.line = new Int32Array(room)
    this.lo = new Int32Array(room)
    this.hi = new Int32Array(room)
    this.num = new Float64Array(room)
  }

  /** The tokens there are, in room of their own. */
  copy(): Tape {
    const { length } = this
    const copy = new Tape(length)
    copy.length = length
    for (const name of ['kind', 'flags', 'at', 'end', 'line', 'lo', 'hi', 'num'] as const)
      copy[name].set(this[name].subarray(0, length))
    return copy
  }

  /** Room for one more token. */
  grow(): void {
    const length = this.kind.length * 2
    this.kind = enlarged(this.kind, new Uint8Array(length))
    this.flags = enlarged(this.flags, new Uint8Array(length))
    this.at = enlarged(this.at, new Int32Array(length))
    this.end = enlarged(this.end, new Int32Array(length))
    this.line = enlarged(this.line, new Int32Array(length))
    this.lo = enlarged(this.lo, new Int32Array(length))
    this.hi = enlarged(this.hi, new Int32Array(length))
    this.num = enlarged(this.num, new Float64Array(length))
  }
}

function enlarged<T extends { set(from: T): void }>(old: T, to: T): T {
  to.set(old)
  return to
}

/** Of a longer name the start is told, and what tells it apart. */
export const LONGEST_NAME = 160

const DECODER = new TextDecoder('utf-8', { ignoreBOM: true })

/** The characters of a string or key on the tape. */
export function stringOf(buffer: Uint8Array, tape: Tape, token: number): string {
  const start = tape.at[token]!
  const first = buffer[start]!
  const quoted = first === 34 || first === 39
  const raw = DECODER.decode(buffer.subarray(quoted ? start + 1 : start, tape.end[token]! - (quoted ? 1 : 0)))
  if ((tape.flags[token]! & ESCAPED) === 0) return raw
  return JSON.parse(first === 34 ? `"${raw}"` : `"${raw.replaceAll("\\'", "'").replaceAll('"', '\\"')}"`) as string
}

/** The name of a key, as slots bear it. */
export function keyNameOf(buffer: Uint8Array, tape: Tape, token: number): string {
  const name = stringOf(buffer, tape, token)
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME)}…${digestText(name)}`
}
