// One text to be found in bytes, by the two bytes of it that are seldom seen.
import type { Needle } from './kernel.ts'

/** A longer one is found in other ways. */
const MOST_BYTES = 400
const CASE = 32
/** Bytes of logs, tables and code, the most common first; the others are seldom seen. */
const COMMON = ' eatoinrsl0cd1u2mp3-.fhg:,5b46987y"_=/wvk()x;\'j[]qz{}'

/** Null for a text that is too long, or that folds beyond ASCII. With `folded` letters are found in either case. */
export function needleOf(text: string, folded: boolean): Needle | null {
  const bytes = Buffer.from(text)
  if (bytes.length === 0 || bytes.length > MOST_BYTES) return null
  const folds = bytes.map(byte => (folded && isLetter(byte) ? CASE : 0))
  for (const [k, fold] of folds.entries()) bytes[k]! |= fold
  const ranks = Array.from(bytes, byte => rankOf(byte | (isLetter(byte) ? CASE : 0)))
  const first = rarest(ranks, -1)
  return { bytes, folds, rare: [first, bytes.length === 1 ? first : rarest(ranks, first)] }
}

/** The place of the highest rank but one. */
function rarest(ranks: readonly number[], but: number): number {
  let best = but === 0 ? 1 : 0
  for (let k = best; k < ranks.length; k++) if (k !== but && ranks[k]! > ranks[best]!) best = k
  return best
}

function rankOf(byte: number): number {
  const rank = COMMON.indexOf(String.fromCharCode(byte))
  return rank < 0 ? COMMON.length : rank
}

function isLetter(byte: number): boolean {
  return (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122)
}
