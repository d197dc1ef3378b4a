// Lines that hold terms of a question. Only words that begin like a term are looked up, and only lines with such a word,
// or with letters beyond ASCII, are decoded and counted.
import { type Counted, isWordUnit, TermMatcher } from '../../text/term-matcher.ts'
import { type Block, LARGE_BLOCK } from './blocks.ts'
import { type LineHit, type LineMatcher, lineAround, type Span, spansOf } from './line-matcher.ts'

export interface TermHit extends LineHit {
  /** Of its first part. */
  readonly counted: Counted
  /** It holds a term, and not only words that begin like one. */
  readonly isMatch: boolean
}

/** Of a line that is counted. */
const LONGEST = 8_192
const LONGEST_WORD = 60
const MOST_WORDS = 50_000
const WORD = /[\p{L}\p{N}']+/gu

export class TermLines implements LineMatcher {
  readonly units = LARGE_BLOCK
  readonly isExact = true
  private readonly matcher: TermMatcher
  /** For blocks of ASCII, of UTF-8, and of other encodings: letters beyond ASCII may be folded to those of a term. */
  private readonly beginnings: Readonly<Record<'ascii' | 'utf8' | 'other', RegExp>>
  private readonly words = new Map<string, boolean>()

  /** `soft`: the terms for which words that begin alike count. */
  constructor(
    readonly terms: readonly string[],
    soft: readonly boolean[] = [],
  ) {
    this.matcher = new TermMatcher(terms, soft)
    const starts = terms.map(beginning).join('|')
    this.beginnings = {
      ascii: new RegExp(starts, 'g'),
      // To the term matcher letters below U+00C0 are signs.
      utf8: new RegExp(`${starts}|[\\xc3-\\xff]`, 'g'),
      other: new RegExp(`${starts}|[^\\x00-\\x7f]`, 'g'),
    }
  }

  /** Also lines with words that only begin like a term. */
  *lines(block: Block): Generator<TermHit> {
    const { text } = block
    const regex = this.regexFor(block)
    let from = 0
    while (from < text.length) {
      regex.lastIndex = from
      if (!regex.test(text)) return
      const at = regex.lastIndex - 1
      if (text.charCodeAt(at) < 0x80) {
        const end = wordEnd(text, at + 1)
        const word = text.slice(wordStart(text, at), end)
        // Of a very long word the term matcher sees only a part, which depends on where it begins to look.
        if (word.length < LONGEST_WORD && !this.isTerm(word)) {
          from = end
          continue
        }
      }
      const hit = lineAround(block, at)
      const line = block.decoded(hit.start, hit.end)
      const counted = this.matcher.count(line.length > LONGEST ? line.slice(0, LONGEST) : line)
      const whole = line.length > LONGEST ? this.matcher.count(line) : counted
      const isMatch = whole.counts.some(isPositive)
      if (isMatch || whole.soft.some(isPositive)) yield { start: hit.start, end: hit.end, at, counted, isMatch }
      from = hit.end + 1
    }
  }

  *hits(block: Block): Generator<LineHit> {
    for (const hit of this.lines(block)) if (hit.isMatch) yield hit
  }

  positionIn(line: string): number {
    if (!this.matcher.count(line).counts.some(isPositive)) return -1
    this.beginnings.other.lastIndex = 0
    return this.beginnings.other.exec(line)?.index ?? 0
  }

  spansIn(lines: readonly string[]): readonly Span[][] {
    return lines.map(line => spansOf(line, WORD).filter(([from, to]) => this.isTerm(line.slice(from, to))))
  }

  private regexFor({ isAscii, bytes, source }: Block): RegExp {
    if (isAscii) return this.beginnings.ascii
    return bytes && source.encoding.name === 'utf-8' ? this.beginnings.utf8 : this.beginnings.other
  }

  /** The word alone has a term in it, or begins like one. */
  private isTerm(word: string): boolean {
    let known = this.words.get(word)
    if (known === undefined) {
      const { counts, soft } = this.matcher.count(word)
      known = counts.some(isPositive) || soft.some(isPositive)
      if (this.words.size >= MOST_WORDS) this.words.clear()
      this.words.set(word, known)
    }
    return known
  }
}

function isPositive(count: number): boolean {
  return count > 0
}

function wordStart(text: string, at: number): number {
  let start = at
  while (start > 0 && at - start < LONGEST_WORD && isWordUnit(text.charCodeAt(start - 1))) start--
  return start
}

function wordEnd(text: string, at: number): number {
  let end = at
  while (end - at < LONGEST_WORD && isWordUnit(text.charCodeAt(end))) end++
  return end
}

/** As the term matcher has it, in either case: a stem may end otherwise than its word. */
function beginning(term: string): string {
  return term
    .slice(0, Math.max(2, Math.min(4, term.length - 1)))
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/[a-z]/g, letter => `[${letter}${letter.toUpperCase()}]`)
}
