// Scalars in words, for grouping by them. What was decoded once is found by its hash and known by its bytes.
import { digestText } from '../text-digest.ts'
import { asciiOf } from './characters.ts'
import { hashKey } from './slot.ts'
import { BOOLEAN, LONG, NULL, STRING, stringOf, type Tape } from './tape.ts'

const MOST_KNOWN = 4096
const LONGEST_LABEL = 120

export class Labels {
  private readonly known = new Map<number, { readonly bytes: Uint8Array; readonly label: string }>()

  of(buffer: Uint8Array, tape: Tape, token: number): string {
    if (tape.kind[token] !== STRING) return labelOf(buffer, tape, token)
    const key = hashKey(tape.lo[token]!, tape.hi[token]!)
    const known = this.known.get(key)
    const bytes = buffer.subarray(tape.at[token]!, tape.end[token]!)
    if (known && isSame(known.bytes, bytes)) return known.label
    const label = labelOf(buffer, tape, token)
    if (!known && this.known.size < MOST_KNOWN) this.known.set(key, { bytes: bytes.slice(), label })
    return label
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false
  return true
}

/** A scalar; of a text of more than 120 characters the start, and what tells it apart. */
export function labelOf(buffer: Uint8Array, tape: Tape, token: number): string {
  const kind = tape.kind[token]
  if (kind === STRING) {
    const text = stringOf(buffer, tape, token)
    return text.length > LONGEST_LABEL ? `${text.slice(0, LONGEST_LABEL)}…${digestText(text)}` : text
  }
  if (kind === BOOLEAN) return tape.lo[token] === 1 ? 'true' : 'false'
  if (kind === NULL) return 'null'
  return (tape.flags[token]! & LONG) === 0
    ? String(tape.num[token])
    : asciiOf(buffer, tape.at[token]!, tape.end[token]!)
}
