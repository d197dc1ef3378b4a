// Hashes of stretches of tokens that do not change when names are replaced consistently: a name counts as the distance
// to where it stood last (Baker's parameterised strings), so `a = a + b` equals `x = x + y` but not `x = y + y`.
import type { CodeTokens } from './code-tokens.ts'

export interface Window {
  /** Index of its first token. */
  readonly token: number
  /** Two halves of the hash in one number, exact below 2^53. */
  readonly hash: number
}

/** Below this many different tokens, or keywords and assignments, a stretch is a list of things and no code. */
const DIVERSE = 9
const ACTIVE = 3

/** A window of `size` tokens from every start of a line that has enough behind it. */
export function hashWindows(tokens: CodeTokens, size: number): Window[] {
  const windows: Window[] = []
  const last = new Map<number, number>()
  const kinds = new Set<number>()
  for (const start of tokens.lineStarts) {
    if (start + size > tokens.count) break
    last.clear()
    kinds.clear()
    let high = 0x9e37
    let low = 0x85eb
    let active = 0
    for (let at = start; at < start + size; at++) {
      let code = tokens.codes[at]!
      kinds.add(code)
      active += tokens.active[at]!
      if (tokens.ids[at] !== 0) code = nameCode(tokens.ids[at]!, at, last)
      high = Math.imul(high ^ code, 0x01000193)
      high ^= high >>> 15
      low = Math.imul(low ^ code, 0x5bd1e995)
      low ^= low >>> 13
    }
    if (kinds.size < DIVERSE || active < ACTIVE) continue
    windows.push({ token: start, hash: (high & 0x1fffff) * 0x1_0000_0000 + (low >>> 0) })
  }
  return windows
}

function nameCode(id: number, at: number, last: Map<number, number>): number {
  const before = last.get(id)
  last.set(id, at)
  return before === undefined ? -1 : -8 - (at - before)
}

/** What two windows are compared by: their tokens, names by their distances. */
export function windowCodes({ codes, ids }: CodeTokens, start: number, size: number): Int32Array {
  const last = new Map<number, number>()
  return Int32Array.from({ length: size }, (_, k) => {
    const at = start + k
    return ids[at] === 0 ? codes[at]! : nameCode(ids[at]!, at, last)
  })
}

/** Of every `span` windows in a row the one with the least hash: the same ones wherever the same code stands. */
export function thinOut(windows: readonly Window[], span: number): Window[] {
  const kept: Window[] = []
  let last = -1
  for (let from = 0; from + span <= windows.length || (from === 0 && windows.length > 0); from++) {
    let least = from
    for (let at = from + 1; at < Math.min(from + span, windows.length); at++)
      if (windows[at]!.hash <= windows[least]!.hash) least = at
    if (least !== last) kept.push(windows[least]!)
    last = least
  }
  return kept
}
