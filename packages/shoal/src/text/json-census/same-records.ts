// Reads records back from a source to see whether they are the same: token by token, white space apart.
import type { SourceText } from '@shoal/base/model/source'
import { type Lexed, sameScalar } from './identity.ts'
import { Lexer } from './lexer.ts'
import { ARRAY, BEYOND_ASCII, END, ESCAPED, KEY, keyNameOf, LONGEST_NAME, OBJECT, type Tape } from './tape.ts'

const FIRST_READ = 4096
/** What is read at once of records that follow each other. */
const BLOCK = 256 * 1024
/** Records that are kept, lexed, and their bytes together: mostly the same are repeated. */
const KEPT = 8192
const KEPT_BYTES = 8 * 1024 * 1024
const LONGEST_KEPT = 64 * 1024

/** Whether the records at two offsets agree, whole (`null`) or in the member of a name. */
export type SameRecord = (a: number, b: number, member: string | null) => boolean

export function sameRecords(source: SourceText): SameRecord {
  const kept = new Map<number, Lexed>()
  let bytes = 0
  const [firsts, seconds] = [new RecordReader(source, FIRST_READ), new RecordReader(source, BLOCK)]
  const lexedAt = (at: number): Lexed | null => {
    const known = kept.get(at)
    if (known !== undefined) return known
    const lexed = firsts.read(at)
    if (lexed === null) return null
    const { length } = bytesOf(lexed)
    if (length > LONGEST_KEPT) return lexed
    if (kept.size === KEPT || bytes + length > KEPT_BYTES) {
      kept.clear()
      bytes = 0
    }
    const copy = { buffer: lexed.buffer.slice(0, lexed.tape.end[0]), tape: lexed.tape.copy() }
    kept.set(at, copy)
    bytes += length
    return copy
  }
  return (a, b, member) => {
    const first = lexedAt(a)
    const second = first && seconds.read(b)
    if (!first || !second) return false
    return member === null ? sameWhole(first, second) : sameMember(first, second, member)
  }
}

/** Reads records with one lexer: what it gives holds until the next is read. */
class RecordReader {
  private readonly lexer = new Lexer()
  private buffer: Uint8Array = new Uint8Array(0)
  private start = 0
  private end = 0

  constructor(
    private readonly source: SourceText,
    private readonly block: number,
  ) {
    this.lexer.eol = source.eol
  }

  read(at: number): Lexed | null {
    const { lexer, source } = this
    let units = this.block
    // In UTF-8 a byte is an offset: what was read before may hold the record too.
    if (at < this.start || at >= this.end || source.encoding.name !== 'utf-8') this.fill(at, units)
    for (;;) {
      lexer.buffer = this.buffer
      lexer.at = at - this.start
      lexer.limit = this.buffer.length
      lexer.final = this.end === source.size
      const state = lexer.value()
      if (state === 'ok') return { buffer: this.buffer, tape: lexer.tape }
      if (state === 'bad' || this.end === source.size) return null
      if (at === this.start) units *= 8
      this.fill(at, units)
    }
  }

  private fill(start: number, units: number): void {
    const { source } = this
    const end = Math.min(source.size, start + units)
    this.start = start
    this.end = end
    this.buffer =
      source.encoding.name === 'utf-8' ? source.bytes(start, end) : new TextEncoder().encode(source.text(start, end))
  }
}

/** The bytes of a record. */
function bytesOf({ buffer, tape }: Lexed): Uint8Array {
  return buffer.subarray(tape.at[0], tape.end[0])
}

function sameWhole(a: Lexed, b: Lexed): boolean {
  if (Buffer.compare(bytesOf(a), bytesOf(b)) === 0) return true
  if (a.tape.length !== b.tape.length) return false
  for (let k = 0; k < a.tape.length; k++) {
    const kind = a.tape.kind[k]!
    if (kind === OBJECT || kind === ARRAY || kind === END) {
      if (b.tape.kind[k] !== kind) return false
    } else if (!sameScalar(a, k, b, k)) return false
  }
  return true
}

function sameMember(a: Lexed, b: Lexed, name: string): boolean {
  const [i, j] = [valueAt(a.buffer, a.tape, name), valueAt(b.buffer, b.tape, name)]
  return i >= 0 && j >= 0 && sameScalar(a, i, b, j)
}

/** The token of the last value of a member of the outermost object; -1 without one. */
function valueAt(buffer: Uint8Array, tape: Tape, name: string): number {
  let found = -1
  for (let at = 1; at < tape.length; at++) {
    if (tape.kind[at] === OBJECT || tape.kind[at] === ARRAY) at = tape.lo[at]!
    else if (tape.kind[at] === KEY && isNamed(buffer, tape, at, name)) found = at + 1
  }
  return found
}

/** Names are compared as text only where the key is not as long as the name, plain and in quotes. */
function isNamed(buffer: Uint8Array, tape: Tape, token: number, name: string): boolean {
  const start = tape.at[token]! + 1
  const length = tape.end[token]! - 1 - start
  if (buffer[start - 1] !== 34 || (tape.flags[token]! & (ESCAPED | BEYOND_ASCII)) !== 0 || length > LONGEST_NAME)
    return keyNameOf(buffer, tape, token) === name
  if (length !== name.length) return false
  for (let k = 0; k < length; k++) if (buffer[start + k] !== name.charCodeAt(k)) return false
  return true
}
