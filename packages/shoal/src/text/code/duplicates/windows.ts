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
/** Node types, and below 0 names, numbers and texts. */
const LEAST_CODE = -3
const CODES = 0x10000 - LEAST_CODE

/** By code, the window in which it stood last: windows are counted on from file to file, so that nothing is cleared. */
const seenIn = new Float64Array(CODES)
let counted = 0

/** A window of `size` tokens from every start of a line that has enough behind it. */
export function hashWindows(tokens: CodeTokens, size: number): Window[] {
  const { codes, ids, active: acts, count } = tokens
  const windows: Window[] = []
  // Where a name stood last, maybe in a window before this one.
  const last = new Int32Array(ids.reduce((most, id) => Math.max(most, id), 0) + 1).fill(-1)
  for (const start of tokens.lineStarts) {
    if (start + size > count) break
    const window = ++counted
    let kinds = 0
    let high = 0x9e37
    let low = 0x85eb
    let active = 0
    for (let at = start; at < start + size; at++) {
      let code = codes[at]!
      if (seenIn[code - LEAST_CODE] !== window) {
        seenIn[code - LEAST_CODE] = window
        kinds++
      }
      active += acts[at]!
      const id = ids[at]!
      if (id !== 0) {
        const before = last[id]!
        last[id] = at
        code = before < start || before >= at ? -1 : -8 - (at - before)
      }
      high = Math.imul(high ^ code, 0x01000193)
      high ^= high >>> 15
      low = Math.imul(low ^ code, 0x5bd1e995)
      low ^= low >>> 13
    }
    if (kinds < DIVERSE || active < ACTIVE) continue
    windows.push({ token: start, hash: (high & 0x1fffff) * 0x1_0000_0000 + (low >>> 0) })
  }
  return windows
}

/** What two windows are compared by: their tokens, names by their distances. */
export function windowCodes({ codes, ids }: CodeTokens, start: number, size: number): Int32Array {
  const last = new Map<number, number>()
  return Int32Array.from({ length: size }, (_, k) => {
    const at = start + k
    const id = ids[at]!
    if (id === 0) return codes[at]!
    const before = last.get(id)
    last.set(id, at)
    return before === undefined ? -1 : -8 - (at - before)
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
