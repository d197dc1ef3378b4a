// Blocks that stand twice in one source, names and values apart.
import { type CodeTokens, NAME } from './code-tokens.ts'
import { hashWindows } from './windows.ts'

export interface Repeat {
  /** 1-based lines, both included. */
  readonly first: { readonly line: number; readonly endLine: number }
  readonly second: { readonly line: number; readonly endLine: number }
  readonly tokens: number
  /** 0 to 1: how many of its names are the same in both. */
  readonly sameNames: number
}

export interface RepeatLimits {
  readonly tokens: number
  readonly lines: number
}

const WINDOW = 40
/** Earlier places of one hash that are tried. */
const TRIED = 4
/** With most names different it takes more to call it a copy. */
const STRANGE_NAMES = 0.3
const STRANGE_FACTOR = 1.6

export function findRepeats(tokens: CodeTokens, limits: RepeatLimits, most = 200): Repeat[] {
  const seen = new Map<number, number[]>()
  const repeats: Repeat[] = []
  let free = 0
  for (const { token, hash } of hashWindows(tokens, WINDOW)) {
    const earlier = seen.get(hash)
    if (earlier && token >= free && repeats.length < most) {
      const best = longest(tokens, earlier, token)
      if (best && isLargeEnough(best, limits)) {
        repeats.push(best)
        free = token + best.tokens
      }
    }
    if (!earlier) seen.set(hash, [token])
    else if (earlier.length < TRIED) earlier.push(token)
  }
  return repeats
}

function isLargeEnough({ tokens, first, second, sameNames }: Repeat, limits: RepeatLimits): boolean {
  const factor = sameNames < STRANGE_NAMES ? STRANGE_FACTOR : 1
  const lines = Math.min(first.endLine - first.line, second.endLine - second.line) + 1
  return tokens >= limits.tokens * factor && lines >= limits.lines
}

function longest(tokens: CodeTokens, earlier: readonly number[], token: number): Repeat | null {
  let best: Repeat | null = null
  for (const from of earlier) {
    const repeat = extend(tokens, from, token)
    if (repeat && (best === null || repeat.tokens > best.tokens)) best = repeat
  }
  return best
}

/** As long as both go on alike and the first does not run into the second; whole lines only. */
function extend(tokens: CodeTokens, a: number, b: number): Repeat | null {
  const { codes, ids, rows, count } = tokens
  const there = new Map<number, number>()
  const back = new Map<number, number>()
  let names = 0
  let same = 0
  let length = 0
  while (b + length < count && a + length < b && codes[a + length] === codes[b + length]) {
    if (codes[a + length] === NAME) {
      const x = ids[a + length]!
      const y = ids[b + length]!
      if ((there.get(x) ?? y) !== y || (back.get(y) ?? x) !== x) break
      there.set(x, y)
      back.set(y, x)
      names++
      if (x === y) same++
    }
    length++
  }
  // Back to where a line ends in both.
  const endsLine = (at: number) => at + 1 >= count || rows[at + 1] !== rows[at]
  while (length > 0 && !(endsLine(a + length - 1) && endsLine(b + length - 1))) length--
  if (length === 0) return null
  return {
    first: { line: rows[a]! + 1, endLine: rows[a + length - 1]! + 1 },
    second: { line: rows[b]! + 1, endLine: rows[b + length - 1]! + 1 },
    tokens: length,
    sameNames: names === 0 ? 1 : same / names,
  }
}
