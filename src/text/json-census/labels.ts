// Scalars in words, for grouping by them. What was decoded once is known by its hash.
import { hashKey } from './slot.ts'
import { BOOLEAN, NULL, STRING, stringOf, type Tape } from './tape.ts'

const MOST_KNOWN = 4096
const LONGEST_LABEL = 120

export class Labels {
  private readonly known = new Map<number, string>()

  of(buffer: Uint8Array, tape: Tape, token: number): string {
    if (tape.kind[token] !== STRING) return labelOf(buffer, tape, token)
    const key = hashKey(tape.lo[token]!, tape.hi[token]!)
    let label = this.known.get(key)
    if (label === undefined) {
      label = labelOf(buffer, tape, token)
      if (this.known.size < MOST_KNOWN) this.known.set(key, label)
    }
    return label
  }
}

/** At most 120 characters of a scalar. */
export function labelOf(buffer: Uint8Array, tape: Tape, token: number): string {
  const kind = tape.kind[token]
  if (kind === STRING) {
    const text = stringOf(buffer, tape, token)
    return text.length > LONGEST_LABEL ? `${text.slice(0, LONGEST_LABEL)}…` : text
  }
  if (kind === BOOLEAN) return tape.lo[token] === 1 ? 'true' : 'false'
  return kind === NULL ? 'null' : String(tape.num[token])
}
