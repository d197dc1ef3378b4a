// Finds the passages that answer a question. Two passes: the first counts how rare the question's terms are, the second
// keeps the best passages. Memory does not grow with the file.
import type { Question } from '@shoal/base/model/question'
import { wantedIn } from './answer-kinds.ts'
import { bm25, coverage, rarity, type TermStatistics } from './bm25.ts'
import { bestQuote, type Passage } from './passages.ts'
import { TermMatcher } from './term-matcher.ts'
import { termsOf } from './terms.ts'

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
  /** The same for the part of it in which most of them stand close together. */
  readonly near: readonly number[]
  readonly length: number
  /** What the statistics cannot know: terms side by side, the kind of answer wanted. */
  readonly boost: number
  readonly score: number
  /** 0 to 1: how much of the question it covers. */
  readonly coverage: number
  /** 0 to 1: how much of it close together. */
  readonly closeness: number
}

const MOST_TERMS = 24
const MOST_FOUND = 10
const MOST_QUOTE = 400
const MOST_GIST = 240
const HEADING_WEIGHT = 0.4

/** Words that ask or join: without them a question says the same. */
const ASKING = new Set(
  termsOf(
    'many much often long far large big high fast tall deep does doing happen happens after before during kind type may might must need needs also only very just within per each used uses use called mean means exactly people thing things located document documents file files text texts longest largest biggest most',
  ),
)

/** Whether the terms say what is looked for: those of "which file is the longest" do not. */
export function areTelling(terms: readonly string[]): boolean {
  return terms.some(term => !ASKING.has(term))
}

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
    const all = withHeadings(counts, titled)
    const boost = this.boost(passage, adjacent)
    const most = bm25(all, length, this.statistics) * boost
    const last = this.found.at(-1)
    if (this.found.length === MOST_FOUND && last && most <= last.score) return
    // The same words once more say nothing new.
    if (this.found.some(known => known.passage.text === passage.text)) return
    const covered = coverage(all, this.statistics)
    const near = nearestTogether(passage.text, titled, all, this.matcher, this.statistics)
    const closeness = coverage(near, this.statistics)
    const score = most * together(closeness)
    if (this.found.length === MOST_FOUND && last && score <= last.score) return
    // The quote is cut when it is known who stays.
    this.found.push({
      quote: '',
      gist: '',
      line: passage.line,
      heading,
      counts: all,
      near,
      length,
      boost,
      score,
      coverage: covered,
      closeness,
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
export function scoreAmong(
  { counts, near, length, boost }: FoundPassage,
  statistics: TermStatistics,
): Pick<FoundPassage, 'score' | 'coverage' | 'closeness'> {
  const closeness = coverage(near, statistics)
  return {
    score: bm25(counts, length, statistics) * boost * together(closeness),
    coverage: coverage(counts, statistics),
    closeness,
  }
}

/** Words that stand far apart belong to different thoughts. */
function together(closeness: number): number {
  return 0.6 + 0.4 * closeness
}

function withHeadings(counts: readonly number[], titled: readonly number[]): number[] {
  return counts.map((count, i) => count + HEADING_WEIGHT * Math.min(1, titled[i]!))
}

/** Words of a sentence or two, the more the more terms there are. */
const WINDOW = 10
const WINDOW_PER_TERM = 8

/** The counts in that stretch of the passage, its headings included, that covers most of the question. */
function nearestTogether(
  text: string,
  titled: readonly number[],
  all: readonly number[],
  matcher: TermMatcher,
  statistics: TermStatistics,
): readonly number[] {
  const words = [...text.matchAll(/\S+/g)]
  const size = WINDOW + WINDOW_PER_TERM * all.length
  if (words.length <= size) return all
  let best: readonly number[] = []
  let most = -1
  for (let from = 0; from < words.length; from += Math.ceil(size / 3)) {
    const last = words[Math.min(words.length, from + size) - 1]!
    const { counts } = matcher.count(text.slice(words[from]!.index, last.index + last[0].length))
    const own = withHeadings(counts, titled)
    const covered = coverage(own, statistics)
    if (covered > most) [best, most] = [own, covered]
    if (from + size >= words.length) break
  }
  return best
}
