// Glob matching as git does it (wildmatch with WM_PATHNAME), without RegExp: time is bounded by pattern × text, so an
// ignore file out of an untrusted tree cannot make a walk hang.

/** A compiled pattern, with what its last part says about the names it can match: an index over many of them. */
import { pushAll } from '@shoal/base/model/lists'

export interface Wildmatch {
  /** Does the whole path match? */
  readonly matches: (path: string) => boolean
  /** The one name it can match, if there is only one. */
  readonly name: string | null
  /** What every name it matches ends with. */
  readonly tail: string
}

/** A matcher for one name or a path of several segments; null for a pattern that can match nothing. */
export function compileWildmatch(pattern: string): Wildmatch | null {
  const segments = parseSegments(pattern)
  if (!segments) return null
  const { head } = segments[0]!
  const last = segments.at(-1)!
  const name = last.tokens.length === 1 && last.tail !== '' ? last.tail : null
  const { tail } = last
  if (segments.length === 1 && last !== ANY_DEPTH) {
    return { matches: path => matchSegment(last, path) && !path.includes('/'), name, tail }
  }
  // Most paths are told apart by their ends, without taking them to pieces.
  const matches = (path: string) => path.endsWith(tail) && path.startsWith(head) && matchPath(segments, path.split('/'))
  return { matches, name, tail }
}

type Token =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'star' }
  | { readonly kind: 'class'; readonly negated: boolean; readonly ranges: readonly Range[] }

/** The tokens of one path segment, with its literal ends apart for a quick no. */
interface Segment {
  readonly tokens: readonly Token[]
  readonly head: string
  readonly tail: string
}

/** `**` between slashes: any number of segments. */
const ANY_DEPTH: Segment = { tokens: [], head: '', tail: '' }

/** Both loops below go back only to the last star they passed: an earlier one cannot do better. */
function matchPath(pattern: readonly Segment[], path: readonly string[]): boolean {
  let p = 0
  let t = 0
  let starPattern = -1
  let starText = 0
  while (t < path.length) {
    const segment = pattern[p]
    if (segment === ANY_DEPTH) {
      // At the end it stands for what is inside a directory, which is at least one name.
      if (p === pattern.length - 1) return true
      starPattern = ++p
      starText = t
    } else if (segment && matchSegment(segment, path[t]!)) {
      p++
      t++
    } else if (starPattern >= 0) {
      p = starPattern
      t = ++starText
    } else {
      return false
    }
  }
  return p === pattern.length
}

function matchSegment({ tokens, head, tail }: Segment, name: string): boolean {
  if (!name.startsWith(head) || !name.endsWith(tail)) return false
  let p = 0
  let t = 0
  let starPattern = -1
  let starText = 0
  while (p < tokens.length || t < name.length) {
    const token = tokens[p]
    if (token?.kind === 'star') {
      starPattern = ++p
      starText = t
      continue
    }
    const next = token ? step(token, name, t) : -1
    if (next >= 0) {
      p++
      t = next
    } else if (starPattern >= 0 && starText < name.length) {
      p = starPattern
      t = ++starText
    } else {
      return false
    }
  }
  return true
}

/** Where `token` ends if it matches at `at`, else -1. */
function step(token: Token, name: string, at: number): number {
  if (token.kind === 'literal') return name.startsWith(token.text, at) ? at + token.text.length : -1
  const point = name.codePointAt(at)
  if (point === undefined) return -1
  if (token.kind === 'class' && token.negated === token.ranges.some(([low, high]) => point >= low && point <= high))
    return -1
  return at + (point > 0xffff ? 2 : 1)
}

/** The segments between slashes; a slash inside a class parts nothing. Null when git would give up on the pattern. */
function parseSegments(pattern: string): Segment[] | null {
  const segments: Segment[] = []
  let tokens: Token[] = []
  let literal = ''
  let stars = 0
  const flush = () => {
    if (literal !== '') tokens.push({ kind: 'literal', text: literal })
    literal = ''
  }
  const endSegment = () => {
    flush()
    const onlyStars = stars > 1 && tokens.length === 1
    segments.push(onlyStars ? ANY_DEPTH : segmentOf(tokens))
    tokens = []
    stars = 0
  }
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at]!
    if (char === '/' || (char === '\\' && pattern[at + 1] === '/')) {
      if (char === '\\') at++
      endSegment()
    } else if (char === '*') {
      flush()
      stars++
      if (tokens.at(-1)?.kind !== 'star') tokens.push({ kind: 'star' })
    } else if (char === '?') {
      flush()
      tokens.push({ kind: 'any' })
    } else if (char === '[') {
      flush()
      const parsed = parseClass(pattern, at)
      if (!parsed) return null
      tokens.push(parsed.token)
      at = parsed.last
    } else if (char === '\\') {
      if (++at === pattern.length) return null
      literal += pattern[at]
    } else {
      literal += char
    }
  }
  endSegment()
  return segments
}

function segmentOf(tokens: readonly Token[]): Segment {
  const first = tokens[0]
  const last = tokens.at(-1)
  return {
    tokens,
    head: first?.kind === 'literal' ? first.text : '',
    tail: last?.kind === 'literal' ? last.text : '',
  }
}

/** `[…]` that opens at `open`; null if it is never closed or names an unknown POSIX class. */
function parseClass(text: string, open: number): { token: Token; last: number } | null {
  const points = Array.from(text.slice(open + 1))
  const negated = points[0] === '!' || points[0] === '^'
  const ranges: Range[] = []
  let at = negated ? 1 : 0
  const start = at
  for (; at < points.length; at++) {
    let char = points[at]!
    if (char === ']' && at > start) {
      const last = open + points.slice(0, at + 1).join('').length
      return { token: { kind: 'class', negated, ranges }, last }
    }
    if (char === '[' && points[at + 1] === ':') {
      const close = points.indexOf(']', at + 2)
      if (close < 0) return null
      if (points[close - 1] === ':' && close - 1 >= at + 2) {
        const named = POSIX.get(points.slice(at + 2, close - 1).join(''))
        if (!named) return null
        pushAll(ranges, named)
        at = close
        continue
      }
    }
    if (char === '\\') char = points[++at] ?? ''
    if (char === '') return null
    const low = char.codePointAt(0)!
    let high = low
    if (points[at + 1] === '-' && points[at + 2] !== undefined && points[at + 2] !== ']') {
      at += 2
      if (points[at] === '\\') at++
      if (points[at] === undefined) return null
      high = points[at]!.codePointAt(0)!
    }
    ranges.push([low, high])
  }
  return null
}

type Range = readonly [number, number]

const DIGIT: Range = [48, 57]
const UPPER: Range = [65, 90]
const LOWER: Range = [97, 122]

const POSIX: ReadonlyMap<string, readonly Range[]> = new Map<string, readonly Range[]>([
  ['alnum', [DIGIT, UPPER, LOWER]],
  ['alpha', [UPPER, LOWER]],
  [
    'blank',
    [
      [9, 9],
      [32, 32],
    ],
  ],
  [
    'cntrl',
    [
      [0, 31],
      [127, 127],
    ],
  ],
  ['digit', [DIGIT]],
  ['graph', [[33, 126]]],
  ['lower', [LOWER]],
  ['print', [[32, 126]]],
  [
    'punct',
    [
      [33, 47],
      [58, 64],
      [91, 96],
      [123, 126],
    ],
  ],
  [
    'space',
    [
      [9, 13],
      [32, 32],
    ],
  ],
  ['upper', [UPPER]],
  ['xdigit', [DIGIT, [65, 70], [97, 102]]],
])
