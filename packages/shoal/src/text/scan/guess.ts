// A segment in the middle of a file does not know in what state it starts. It guesses, walks on, and the guess is
// checked when the segments are put together; a wrong one costs time, never correctness.
import type { Kernel, Walk, WalkState } from './kernel.ts'

/** How much of a segment is looked at. */
const LOOK = 64 * 1024

/** The state in which the text in the kernel's buffer probably starts. */
export function guessState(walk: Walk, kernel: Kernel, length: number): WalkState {
  // Almost everything in a table stands outside quotes; a record that began before only concerns its first block.
  if (walk.kind === 'csv') return { a: 1, b: 0 }
  if (walk.kind !== 'json') return { a: 0, b: 0 }
  const look = Math.min(length, LOOK)
  const a = startsInString(kernel.buffer.subarray(0, look)) ? 1 : 0
  // The lowest depth met is that of the list itself, if one element ends within sight.
  const { lowest } = kernel.walk({ ...walk, base: 1 << 30 }, 0, look, { a, b: 0 })
  return { a, b: walk.base - lowest }
}

/** By the company a quote keeps: `: "x` opens, `x" ,` closes. */
function startsInString(bytes: Uint8Array): boolean {
  let quotes = 0
  for (let i = 1; i < bytes.length - 1; i++) {
    if (bytes[i] === 92) i++
    else if (bytes[i] === 34) {
      const opens = isOneOf(neighbour(bytes, i, -1), ':,[{')
      const closes = isOneOf(neighbour(bytes, i, 1), ':,]}')
      if (opens !== closes) return closes === (quotes % 2 === 0)
      quotes++
    }
  }
  return false
}

function neighbour(bytes: Uint8Array, at: number, step: 1 | -1): number {
  let i = at + step
  while (i > 0 && i < bytes.length - 1 && (bytes[i] === 32 || bytes[i] === 10 || bytes[i] === 13 || bytes[i] === 9))
    i += step
  return bytes[i] ?? 0
}

function isOneOf(byte: number, set: string): boolean {
  return set.includes(String.fromCharCode(byte))
}
