// What makes two scalars the same. Hashes only nominate; these bytes decide.
import { createHash } from 'node:crypto'
import { canonicalNumeral } from '@shoal/base/text/numeral'
import { asciiOf } from './characters.ts'
import { LONGEST_PLAIN, unescaped } from './escapes.ts'
import { ESCAPED, LONG, STRING, stringOf, type Tape } from './tape.ts'

/** Texts up to this many bytes are kept; of longer ones the SHA-256, for which no two texts are known. */
const KEPT = 64

const ENCODER = new TextEncoder()

/** The bytes of a scalar; filled anew for every one that is asked for. */
export class Identity {
  bytes: Uint8Array = new Uint8Array(0)
  from = 0
  to = 0
  /** Bytes of the whole text; 0 where hash and type say it all: numbers that a double holds, true and false. */
  length = 0
  private plain: Uint8Array | null = null

  /** `whole`: long texts too, as they are. */
  read(buffer: Uint8Array, tape: Tape, token: number, whole = false): this {
    const text = tape.kind[token]! >= STRING
    const flags = tape.flags[token]!
    if (!text && (flags & LONG) === 0) this.set(buffer, 0, 0, whole)
    else if (!text) {
      const numeral = canonicalNumeral(asciiOf(buffer, tape.at[token]!, tape.end[token]!))!
      this.all(ENCODER.encode(numeral), whole)
    } else if ((flags & ESCAPED) !== 0) this.readEscaped(buffer, tape, token, whole)
    else {
      const start = tape.at[token]!
      const quoted = buffer[start] === 34 || buffer[start] === 39 ? 1 : 0
      this.set(buffer, start + quoted, tape.end[token]! - quoted, whole)
    }
    return this
  }

  private readEscaped(buffer: Uint8Array, tape: Tape, token: number, whole: boolean): void {
    this.plain ??= new Uint8Array(LONGEST_PLAIN)
    const start = tape.at[token]!
    const length = buffer[start] === 34 ? unescaped(buffer, start + 1, tape.end[token]! - 1, this.plain) : -1
    if (length >= 0) this.set(this.plain, 0, length, whole)
    else this.all(ENCODER.encode(stringOf(buffer, tape, token)), whole)
  }

  /** What is kept of it. */
  kept(): Uint8Array {
    return this.bytes.slice(this.from, this.to)
  }

  private all(bytes: Uint8Array, whole: boolean): void {
    this.set(bytes, 0, bytes.length, whole)
  }

  private set(bytes: Uint8Array, from: number, to: number, whole: boolean): void {
    this.length = to - from
    const long = this.length > KEPT && !whole
    this.bytes = long ? createHash('sha256').update(bytes.subarray(from, to)).digest() : bytes
    this.from = long ? 0 : from
    this.to = long ? this.bytes.length : to
  }
}

/** Whether a scalar of two tapes is the same value. */
export function sameScalar(a: Lexed, i: number, b: Lexed, j: number): boolean {
  if (a.tape.kind[i] !== b.tape.kind[j] || a.tape.lo[i] !== b.tape.lo[j] || a.tape.hi[i] !== b.tape.hi[j]) return false
  const isText = a.tape.kind[i]! >= STRING
  const flags = a.tape.flags[i]! | b.tape.flags[j]!
  // Hash and type say it all of a number that a double holds; of a plain text its bytes do, quotes included.
  if (!isText && (flags & LONG) === 0) return true
  if (isText && (flags & ESCAPED) === 0) {
    const [x, y] = [a.tape.at[i]!, b.tape.at[j]!]
    const length = a.tape.end[i]! - x
    if (b.tape.end[j]! - y !== length) return false
    for (let k = 0; k < length; k++) if (a.buffer[x + k] !== b.buffer[y + k]) return false
    return true
  }
  const [x, y] = [new Identity().read(a.buffer, a.tape, i), new Identity().read(b.buffer, b.tape, j)]
  return x.length === y.length && Buffer.compare(x.kept(), y.kept()) === 0
}

export interface Lexed {
  readonly buffer: Uint8Array
  readonly tape: Tape
}
