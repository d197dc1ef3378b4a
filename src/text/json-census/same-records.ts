// Reads records back from a source to see whether they are the same: token by token, white space apart.
import type { SourceText } from '../../model/source.ts'
import { type Lexed, sameScalar } from './identity.ts'
import { Lexer } from './lexer.ts'
import { ARRAY, END, KEY, keyNameOf, OBJECT, type Tape } from './tape.ts'

const FIRST_READ = 4096
/** Records that are kept, lexed: mostly the same few are repeated. */
const KEPT = 512
const LONGEST_KEPT = 64 * 1024

/** Whether the records at two offsets agree, whole (`null`) or in the member of a name. */
export type SameRecord = (a: number, b: number, member: string | null) => boolean

export function sameRecords(source: SourceText): SameRecord {
  const kept = new Map<number, Lexed | null>()
  const lexedAt = (at: number): Lexed | null => {
    const known = kept.get(at)
    if (known !== undefined) return known
    const lexed = readRecord(source, at)
    if (lexed !== null && lexed.buffer.length <= LONGEST_KEPT) {
      if (kept.size === KEPT) kept.delete(kept.keys().next().value!)
      kept.set(at, lexed)
    }
    return lexed
  }
  return (a, b, member) => {
    const first = lexedAt(a)
    const second = first && readRecord(source, b)
    if (!first || !second) return false
    return member === null ? sameWhole(first, second) : sameMember(first, second, member)
  }
}

function readRecord(source: SourceText, at: number): Lexed | null {
  for (let units = FIRST_READ; ; units *= 8) {
    const end = Math.min(source.size, at + units)
    const lexer = new Lexer()
    lexer.eol = source.eol
    lexer.buffer =
      source.encoding.name === 'utf-8' ? source.bytes(at, end) : new TextEncoder().encode(source.text(at, end))
    lexer.limit = lexer.buffer.length
    lexer.final = end === source.size
    const state = lexer.value()
    if (state === 'ok') return { buffer: lexer.buffer.slice(0, lexer.at), tape: lexer.tape }
    if (state === 'bad' || end === source.size) return null
  }
}

function sameWhole(a: Lexed, b: Lexed): boolean {
  if (Buffer.compare(a.buffer, b.buffer) === 0) return true
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
    else if (tape.kind[at] === KEY && keyNameOf(buffer, tape, at) === name) found = at + 1
  }
  return found
}
