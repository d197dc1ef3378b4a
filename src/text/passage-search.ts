// Finds the passages that answer a question. Two passes: the first counts how rare the question's terms are, the second
// keeps the best passages. Memory does not grow with the file.
import type { Question } from '../model/question.ts'
import { bm25, coverage, rarity, type TermStatistics } from './bm25.ts'
import { bestQuote, type Passage } from './passages.ts'
import { countWords, termsOf } from './terms.ts'

/** A passage that was found, with all that is needed to rank it among those of other files. JSON. */
export interface FoundPassage {
  readonly quote: string
  /** The best sentence or two of it, on one line. */
  readonly gist: string
  readonly line: number
  /** Titles of the sections it stands in, the outermost first. */
  readonly heading: readonly string[]
  /** How often each term of the question stands in it, headings counting less. */
  readonly counts: readonly number[]
  readonly length: number
  /** What the statistics cannot know: terms side by side, the kind of answer wanted. */
  readonly boost: number
  readonly score: number
  /** 0 to 1: how much of the question it covers. */
  readonly coverage: number
}

const MOST_TERMS = 24
const MOST_FOUND = 10
const MOST_QUOTE = 400
const MOST_GIST = 240
const HEADING_WEIGHT = 0.4

/** Words that ask or join: without them a question says the same. */
const ASKING = new Set(
  termsOf(
    'many much often long far large big high fast tall deep does doing happen happens after before during kind type may might must need needs also only very just within per each used uses use called mean means exactly people thing things located',
  ),
)

/** The terms of a question, each once; null when it has none. */
export function questionTerms({ text, words, phrases }: Question): string[] | null {
  if (text === null) return null
  const all = [...new Set(termsOf([...words, ...phrases].join(' ')))]
  const telling = all.filter(term => !ASKING.has(term))
  const terms = (telling.length > 0 ? telling : all).slice(0, MOST_TERMS)
  return terms.length === 0 ? null : terms
}

/** The first pass. */
export class TermCounter {
  private readonly df: number[]
  private readonly softDf: number[]
  private readonly matcher: TermMatcher
  private passages = 0
  private length = 0

  constructor(terms: readonly string[]) {
    this.matcher = new TermMatcher(terms)
    this.df = terms.map(() => 0)
    this.softDf = terms.map(() => 0)
  }

  add(passage: Passage): void {
    const { counts, soft, length } = this.matcher.count(passage.text)
    this.passages++
    this.length += length
    for (const [i, count] of counts.entries()) {
      if (count > 0) this.df[i]!++
      if (soft[i]! > 0) this.softDf[i]!++
    }
  }

  finish(): TermCounts {
    return { df: this.df, softDf: this.softDf, passages: this.passages, length: this.length }
  }
}

/** What the first pass counted in one stretch. JSON. */
export interface TermCounts {
  readonly df: readonly number[]
  /** Passages with words that only begin like the term. */
  readonly softDf: readonly number[]
  readonly passages: number
  readonly length: number
}

/** The statistics of all stretches together. */
export function statisticsOf(terms: readonly string[], counts: readonly TermCounts[]): TermStatistics {
  const sum = (of: (counted: TermCounts) => number): number => counts.reduce((total, counted) => total + of(counted), 0)
  const exact = terms.map((_, i) => sum(({ df }) => df[i]!))
  const near = terms.map((_, i) => sum(({ softDf }) => softDf[i]!))
  const soft = exact.map((count, i) => count === 0 && near[i]! > 0)
  return {
    terms,
    df: exact.map((count, i) => (soft[i] ? near[i]! : count)),
    soft,
    passages: sum(({ passages }) => passages),
    length: sum(({ length }) => length),
  }
}

/** The second pass. */
export class PassageSearch {
  private readonly found: (FoundPassage & { readonly passage: Passage })[] = []
  private readonly matcher: TermMatcher
  private readonly wanted: RegExp | null

  constructor(
    private readonly statistics: TermStatistics,
    question: Question,
  ) {
    this.matcher = new TermMatcher(statistics.terms, statistics.soft)
    this.wanted = wantedIn(question.text ?? '')
  }

  offer(passage: Passage, heading: readonly string[]): void {
    const { counts, length, adjacent } = this.matcher.count(passage.text)
    if (counts.every(count => count === 0)) return
    const titled = this.matcher.count(heading.join(' · ')).counts
    const all = counts.map((count, i) => count + HEADING_WEIGHT * Math.min(1, titled[i]!))
    const boost = this.boost(passage, adjacent)
    const score = bm25(all, length, this.statistics) * boost
    const last = this.found.at(-1)
    if (this.found.length === MOST_FOUND && last && score <= last.score) return
    const covered = coverage(all, this.statistics)
    // The quote is cut when it is known who stays.
    this.found.push({
      quote: '',
      gist: '',
      line: passage.line,
      heading,
      counts: all,
      length,
      boost,
      score,
      coverage: covered,
      passage,
    })
    this.found.sort((a, b) => b.score - a.score || a.line - b.line)
    if (this.found.length > MOST_FOUND) this.found.pop()
  }

  finish(): FoundPassage[] {
    return this.found.map(({ passage, ...found }) => {
      const score = (text: string): number => this.scorePart(text)
      const quote = bestQuote(passage, score, MOST_QUOTE)
      const gist = bestQuote(passage, score, MOST_GIST).text.replace(/\s+/g, ' ').trim()
      return { ...found, quote: quote.text.trimEnd(), gist, line: quote.line }
    })
  }

  private boost(passage: Passage, adjacent: number): number {
    const kind = passage.kind === 'code' ? 0.8 : 1
    const close = 1 + 0.08 * Math.min(3, adjacent)
    return kind * close * (this.wanted?.test(passage.text) ? 1.12 : 1)
  }

  /** A sentence has no typical length: what counts is which terms it holds, and whether it holds the kind of answer. */
  private scorePart(text: string): number {
    const { df, passages } = this.statistics
    const { counts, adjacent } = this.matcher.count(text)
    let score = 0
    for (const [i, count] of counts.entries())
      if (count > 0) score += rarity(df[i]!, passages) * (1 + 0.1 * Math.min(3, count))
    return score * (1 + 0.05 * Math.min(3, adjacent)) * (this.wanted?.test(text) ? 1.25 : 1)
  }
}

/** The score that a passage has among those of several files. */
export function scoreAmong(found: FoundPassage, statistics: TermStatistics): { score: number; coverage: number } {
  const { counts, length, boost } = found
  return { score: bm25(counts, length, statistics) * boost, coverage: coverage(counts, statistics) }
}

interface Counted {
  readonly counts: number[]
  /** Words that only begin like a term. */
  readonly soft: number[]
  readonly length: number
  /** How many neighbours in the text are different terms of the question. */
  readonly adjacent: number
}

/** Words that begin alike are near relatives in most languages: `Überschüssen`, `Überschüsse`. */
const SHARED_START = 5

class TermMatcher {
  private readonly exact: ReadonlyMap<string, number>
  /** How words begin that may be terms, in plain Latin letters. */
  private readonly beginnings: RegExp
  private readonly starts = new Map<string, number>()

  /** `soft`: the terms for which words that begin alike count. */
  constructor(
    private readonly terms: readonly string[],
    private readonly soft: readonly boolean[] = [],
  ) {
    this.exact = new Map(terms.map((term, i) => [term, i]))
    this.beginnings = new RegExp(terms.map(beginning).join('|'), 'gi')
    for (const [i, term] of terms.entries())
      if (term.length > SHARED_START) this.starts.set(term.slice(0, SHARED_START), i)
  }

  count(text: string): Counted {
    const counts = this.terms.map(() => 0)
    const soft = this.terms.map(() => 0)
    const length = countWords(text)
    let adjacent = 0
    let before = -1
    for (const term of BEYOND_LATIN.test(text) ? termsOf(text) : this.candidates(text)) {
      let index = this.exact.get(term) ?? -1
      const near = index < 0 && term.length > SHARED_START ? this.near(term) : -1
      if (near >= 0) {
        soft[near]!++
        if (this.soft[near]) index = near
      }
      if (index >= 0) {
        counts[index]!++
        if (before >= 0 && before !== index) adjacent++
      }
      before = index
    }
    return { counts, soft, length, adjacent }
  }

  /** The terms of those words alone that may be asked for; an empty one where others stand between them. */
  private candidates(text: string): string[] {
    const terms: string[] = []
    let end = -2
    this.beginnings.lastIndex = 0
    for (let hit = this.beginnings.exec(text); hit; hit = this.beginnings.exec(text)) {
      const from = wordEdge(text, hit.index, -1)
      if (from > end + 1) terms.push('')
      end = wordEdge(text, hit.index + Math.max(1, hit[0].length) - 1, 1)
      for (const term of termsOf(text.slice(from, end))) terms.push(term)
      this.beginnings.lastIndex = Math.max(end, hit.index + 1)
    }
    return terms
  }

  private near(word: string): number {
    const index = this.starts.get(word.slice(0, SHARED_START)) ?? -1
    if (index < 0) return -1
    const term = this.terms[index]!
    let shared = SHARED_START
    while (shared < term.length && term[shared] === word[shared]) shared++
    return shared >= 0.7 * Math.max(term.length, word.length) ? index : -1
  }
}

const BEYOND_LATIN = /[^\x00-\xbf]/
const LONGEST_WORD = 60

/** The end of the word that `at` stands in, in one direction. */
function wordEdge(text: string, at: number, step: 1 | -1): number {
  let edge = at
  while (Math.abs(edge + step - at) < LONGEST_WORD && isWordUnit(text.charCodeAt(edge + step))) edge += step
  return step === 1 ? edge + 1 : edge
}

function isWordUnit(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 39
}

/** A stem may end otherwise than its word: only its beginning is looked for. */
function beginning(term: string): string {
  return term.slice(0, Math.max(2, Math.min(4, term.length - 1))).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

const NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|million|billion|twice|once|half|dozen)\b/i
const TIME =
  /\d|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|noon|midnight|century|daily|weekly|nightly|yearly|until|before|after|since)\b/i
const PERSON =
  /\p{Lu}[\p{Ll}'’-]+\s+\p{Lu}[\p{Ll}'’-]+|\b(?:team|owner|author|manager|engineer|person|founder|director)\b/u
const REASON = /\b(?:because|since|so that|due to|therefore|reason|in order to|otherwise|as a result|caused?)\b/i

const DEFINED = /\b(?:is|are|means|stands for|refers to|called)\b|\*\*[^*\n]{1,60}\*\*|: /

/** What an answer to such a question would hold. */
function wantedIn(question: string): RegExp | null {
  if (
    /\bhow (?:many|much|long|often|far|large|big|old|high|fast|tall|deep)\b|\bwhat (?:percentage|number|size|share)\b/i.test(
      question,
    )
  )
    return NUMBER
  if (/\bwhen\b|\bwhat (?:year|date|time|day)\b|\bwhich (?:year|day|month)\b|\bat what time\b/i.test(question))
    return TIME
  if (/\bwho\b|\bwhose\b|\bwhom\b/i.test(question)) return PERSON
  if (/^\s*(?:what (?:is|are)\b|define\b)|\bmean(?:ing|s)?\b|\bstand for\b/i.test(question)) return DEFINED
  return /\bwhy\b|\bwhat caused\b|\bfor what reason\b/i.test(question) ? REASON : null
}
