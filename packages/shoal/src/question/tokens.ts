// A question in words, each of which is used by something or left over. Nothing that is left over is forgotten: it is what
// the answer has to own up to.
import { lookup } from '@shoal/base/model/lookup'
import { stem } from '@shoal/base/text/stem'

export interface Token {
  readonly text: string
  readonly lower: string
  readonly stem: string
  /** In characters of the question; the end is exclusive. */
  readonly start: number
  readonly end: number
  /** `US` is a name, `us` a word. */
  readonly kind: 'word' | 'name' | 'number' | 'quoted'
  /** Of a number. */
  readonly value: number
}

/** Tokens from `from` up to `to`, which is exclusive. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Longer questions are texts, and their first part says what they are after. */
const LONGEST = 1_000
const TOKEN =
  /"([^"]{1,200})"|`([^`]{1,200})`|“([^”]{1,200})”|(?<![\p{L}\p{N}])'([^']{1,200})'(?![\p{L}\p{N}])|\d{1,6}\+(?![\p{L}\p{N}])|[$€£]?(\d[\d,]{0,24}(?:\.\d{1,15})?)(k|m|%|st|nd|rd|th)?(?![\p{L}\p{N}_.:/-]{0,40}[\p{L}\p{N}_])|\/?[\p{L}\p{N}_@$#][\p{L}\p{N}_.:/@*-]{0,120}(?:['’](?!s\b)\p{L}{1,20})?/giu
const SCALE: Readonly<Record<string, number>> = { k: 1e3, m: 1e6 }

export class Reading {
  readonly text: string
  readonly tokens: readonly Token[]
  private readonly uses: (string | null)[]

  constructor(question: string) {
    this.text = question.slice(0, LONGEST)
    this.tokens = tokensOf(this.text)
    this.uses = this.tokens.map(() => null)
  }

  /** The same words with what has been used so far; each reading goes on from there by itself. */
  fork(): Reading {
    const copy = new Reading(this.text)
    for (const [k, use] of this.uses.entries()) copy.uses[k] = use
    return copy
  }

  isFree({ from, to }: Span): boolean {
    for (let k = from; k < to; k++) if (this.uses[k] !== null) return false
    return true
  }

  useOf(k: number): string | null {
    return this.uses[k] ?? null
  }

  take({ from, to }: Span, use: string): void {
    for (let k = from; k < to; k++) this.uses[k] ??= use
  }

  release({ from, to }: Span): void {
    for (let k = from; k < to; k++) this.uses[k] = null
  }

  /** Tokens that stand in a stretch of characters. */
  spanOf(start: number, end: number): Span {
    let from = this.tokens.findIndex(token => token.end > start)
    if (from < 0) from = this.tokens.length
    let to = from
    while (to < this.tokens.length && this.tokens[to]!.start < end) to++
    return { from, to }
  }

  /** Tokens that stand in brackets: they say again what stands before them. */
  get brackets(): Span[] {
    return [...this.text.matchAll(/\(([^()]{1,200})\)/g)].map(match =>
      this.spanOf(match.index, match.index + match[0].length),
    )
  }

  /** All places of a pattern (global) whose words are still free; they are taken for `use`. */
  takeAll(pattern: RegExp, use: string): { match: RegExpExecArray; span: Span }[] {
    const taken: { match: RegExpExecArray; span: Span }[] = []
    for (const match of this.text.matchAll(pattern)) {
      const span = this.spanOf(match.index, match.index + match[0].length)
      if (span.from === span.to || !this.isFree(span)) continue
      this.take(span, use)
      taken.push({ match, span })
    }
    return taken
  }

  words({ from, to }: Span): string {
    return this.tokens
      .slice(from, to)
      .map(({ text }) => text)
      .join(' ')
  }

  /** Words that say something and that nothing has used. */
  unused(isEmpty: (token: Token) => boolean): Token[] {
    return this.tokens.filter((token, k) => this.uses[k] === null && !isEmpty(token))
  }
}

/** `5,000` and `5.000` are five thousand; `1.25` is not. */
export function numberOf(digits: string): number {
  return Number(
    /^[1-9]\d{0,2}(?:\.\d{3})*\.000$/.test(digits) ? digits.replaceAll('.', '') : digits.replaceAll(',', ''),
  )
}

/** In capitals they stress what is asked. */
const STRESSED = new Set('AND OR NOT NO ALL ANY ONE ONLY EACH EVERY NEVER MORE LESS MOST'.split(' '))

/** Two or three capitals are a name, as of a country, a state or a department, where not all is written so. */
function isShouted(word: string, text: string): boolean {
  return /^\p{Lu}{2,3}$/u.test(word) && !STRESSED.has(word) && /\p{Ll}/u.test(text)
}

/** What is told apart by letters. */
const LETTERED =
  /\b(?:grade|class|group|category|team|type|section|block|zone|plan|tier|series|wing|gate|platform|hall|pool|league|batch|shift|variant|option|hepatitis|vitamin)\s+$/i

/** One letter that is no article: "grade A", "grade a students", "who is in group a?". */
function isLetter(word: string, text: string, start: number): boolean {
  if (word === 'a') return /^[\s?!.]*$/.test(text.slice(start + 1)) || LETTERED.test(text.slice(0, start))
  return /^\p{Lu}$/u.test(word) && word !== 'I' && /\p{Ll}/u.test(text) && /[^\s.?!:]\s*$/.test(text.slice(0, start))
}

function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].flatMap((match): Token[] => {
    const quoted = match[1] ?? match[2] ?? match[3] ?? match[4]
    const start = match.index
    const end = start + match[0].length
    if (quoted !== undefined) {
      const lower = quoted.toLowerCase()
      return [{ text: quoted, lower, stem: lower, start, end, kind: 'quoted', value: Number.NaN }]
    }
    if (match[5] !== undefined) {
      const value = numberOf(match[5]) * (lookup(SCALE, match[6]?.toLowerCase() ?? '') ?? 1)
      return [{ text: match[0], lower: match[0], stem: match[0], start, end, kind: 'number', value }]
    }
    // "what's", "the item's price".
    if (match[0] === 's' && /['’]/.test(text[start - 1] ?? '')) return []
    const word = match[0].replace(/(?<![.:*/-])[.:*/-]+$/, '').replace(/['’]s$/, '')
    const lower = word.toLowerCase()
    if (word === '') return []
    // "404s"
    if (/^[1-5]\d\ds$/.test(lower)) {
      const code = lower.slice(0, 3)
      return [
        { text: code, lower: code, stem: code, start, end: start + word.length, kind: 'number', value: Number(code) },
      ]
    }
    const kind: Token['kind'] = isShouted(word, text) || isLetter(word, text, start) ? 'name' : 'word'
    const token = { text: word, lower, stem: stem(lower), start, end: start + word.length, kind }
    return [{ ...token, value: NUMBER_WORDS.get(lower) ?? Number.NaN }]
  })
}

const NUMBER_WORDS: ReadonlyMap<string, number> = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve'.split(' ').map((word, k) => [word, k]),
)

const PARTICLE = /^(?:out|down|up|off|back|over)$/

/** "timed out": the noun of it, which is looked for in all its forms. */
export function phraseAt(tokens: readonly Token[], k: number): string | null {
  const [verb, particle] = [tokens[k], tokens[k + 1]]
  const isIn = particle?.lower === 'in' && verb !== undefined && /^(?:log|sign|check|clock|plug)$/.test(verb.stem)
  if (!verb || !particle || !(PARTICLE.test(particle.lower) || isIn) || !/(?:ed|s|ing|t)$/.test(verb.lower)) return null
  return `${verb.stem}${particle.lower}`
}
