// How much of what a question looks for stands in a piece of the files: each term in its own words, in what stands above it, or
// beside it. What has every term answers; what misses one can only be shown as the nearest.
import { smallest } from '@shoal/base/model/lists'
import { stem } from '@shoal/base/text/stem'
import { type Part, type Sought, type Term, wordsOf } from './terms.ts'

/** A sentence, a setting, a kind of log entry, a symbol: its own words, and the words of what it stands under and beside. */
export interface Unit<T> {
  readonly of: T
  readonly own: string
  /** Headings, file names. */
  readonly above: string
  /** The sentences before and after. */
  readonly beside: string
}

export interface Covered<T> {
  readonly of: T
  /** Terms that stand nowhere in it. */
  readonly missing: readonly Term[]
  /** Telling terms that stand in its own words; and those that stand only beside it. */
  readonly inOwn: number
  readonly beside: readonly Term[]
  /** It has what a way to ask is often answered with: `schedule` for "when". */
  readonly isTyped: boolean
  readonly score: number
  /** Words of its own that no term names. */
  readonly rest: number
}

interface Words {
  readonly text: string
  readonly stems: ReadonlySet<string>
}

const NO_WORDS: Words = { text: '', stems: new Set() }

/** Words are taken apart only where one of the terms may stand: most texts have none. */
function wordsIn(text: string, quick: RegExp): Words {
  const lower = text.toLowerCase()
  if (!quick.test(lower)) return NO_WORDS
  return { text: lower, stems: new Set([...wordsOf(text), ...(lower.match(/[\p{L}\p{N}]+/gu) ?? []).map(stem)]) }
}

/** Anything that a term may be found by, by how it begins. */
function quickOf(terms: readonly Term[]): RegExp {
  const all = terms.flatMap(({ own, same, parts }) => [
    own,
    ...same,
    ...parts.flatMap(part => [part.own, ...part.same]),
  ])
  const begins = [...new Set(all.filter(one => one !== ''))].map(one =>
    one.replace(/(?<=[a-z]{2})[eiy]$/, '').replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'),
  )
  return new RegExp(begins.length === 0 ? '(?!)' : begins.join('|'))
}

const SAME = 0.85
const ABOVE = 0.9
const BESIDE = 0.4

/** Units with at least one term that tells something, the nearest first; terms that few units have weigh more. */
export function covered<T>(units: readonly Unit<T>[], { terms }: Sought): Covered<T>[] {
  const quick = quickOf(terms)
  const found = units.flatMap(unit => {
    const [own, above, beside] = [unit.own, unit.above, unit.beside].map(text => wordsIn(text, quick)) as [
      Words,
      Words,
      Words,
    ]
    if (own === NO_WORDS && above === NO_WORDS && beside === NO_WORDS) return []
    return { unit, own, hits: terms.map(term => hitOf(term, own, above, beside)) }
  })
  const weights = terms.map((term, k) => {
    const having = found.reduce((sum, { hits }) => sum + (hits[k]! > BESIDE ? 1 : 0), 0)
    return (term.isLight ? 0.25 : 1) * Math.log(2 + units.length / (1 + having))
  })
  return found
    .flatMap(({ unit, own, hits }): Covered<T>[] => {
      if (!terms.some((term, k) => !term.isLight && hits[k]! > 0)) return []
      const score = hits.reduce((sum, hit, k) => sum + hit * weights[k]!, 0)
      const rest = [...own.stems].filter(one => !terms.some(term => isNamed(term, one))).length
      const missing = terms.filter((_, k) => hits[k] === 0)
      const inOwn = terms.filter(term => !term.isLight && hitIn(term, own) > 0).length
      const isTyped = terms.some((term, k) => term.own === '' && hits[k]! > 0)
      const beside = terms.filter((term, k) => !term.isLight && hits[k]! > 0 && hits[k]! <= BESIDE)
      return [{ of: unit.of, missing, inOwn, beside, isTyped, score, rest }]
    })
    .sort((a, b) => b.score - a.score || a.rest - b.rest)
}

function hitOf(term: Term, own: Words, above: Words, beside: Words): number {
  const best = (fits: (words: Words) => number) => Math.max(fits(own), ABOVE * fits(above), BESIDE * fits(beside))
  const whole = best(words => hitIn(term, words))
  // A name in parts is there when all of them are, wherever each stands.
  return term.parts.length === 0
    ? whole
    : Math.max(whole, smallest(term.parts.map(part => best(words => hasWord(part, words)))))
}

function hitIn(term: Term, words: Words): number {
  if (term.isLiteral) return hasLiteral(words.text, term.own) ? 1 : 0
  const whole = hasWord(term, words)
  return whole > 0 || term.parts.length === 0 ? whole : smallest(term.parts.map(part => hasWord(part, words)))
}

function hasWord({ own, same }: Part, { stems }: Words): number {
  if (own !== '' && stems.has(own)) return 1
  for (const one of same) if (stems.has(one)) return SAME
  return 0
}

function isNamed({ own, same, parts }: Term, word: string): boolean {
  return own === word || same.has(word) || parts.some(part => part.own === word || part.same.has(word))
}

/** As a whole: `3.2` is not in `3.2.0`. */
function hasLiteral(text: string, literal: string): boolean {
  for (let at = text.indexOf(literal); at >= 0; at = text.indexOf(literal, at + 1))
    if (
      !/[\p{L}\p{N}_-]/u.test(text[at - 1] ?? ' ') &&
      !/^(?:[\p{L}\p{N}_-]|[.:]\p{N})/u.test(text.slice(at + literal.length, at + literal.length + 2))
    )
      return true
  return false
}

/** Terms that have to be there. */
export function isWhole({ missing }: Covered<unknown>): boolean {
  return missing.every(({ isLight }) => isLight)
}
