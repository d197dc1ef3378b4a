// Counts the terms of a question in a text. In plain Latin letters only words that begin like one of them are looked at.
import { countWords, termsOf } from './terms.ts'

export interface Counted {
  readonly counts: number[]
  /** Words that only begin like a term. */
  readonly soft: number[]
  readonly length: number
  /** How many neighbours in the text are different terms of the question. */
  readonly adjacent: number
}

/** Words that begin alike are near relatives in most languages: `Überschüssen`, `Überschüsse`. */
const SHARED_START = 5

export class TermMatcher {
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

export function isWordUnit(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 39
}

/** A stem may end otherwise than its word: only its beginning is looked for. */
function beginning(term: string): string {
  return term.slice(0, Math.max(2, Math.min(4, term.length - 1))).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
