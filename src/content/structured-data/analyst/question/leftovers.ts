// Words of a question that stand where a condition stands, and are neither a value nor a column of the table. An answer
// that leaves them out must say so.

import { pushAll } from '../../../../model/lists.ts'
import type { Question } from '../../../../model/question.ts'
import { STOP_WORDS } from '../../../../text/question-words.ts'
import { stem } from '../../../../text/stem.ts'
import type { Ask } from '../ask.ts'
import { DOING, wordsOf } from '../ask.ts'
import type { TableProfile } from '../profile.ts'
import type { WordSpan } from './filters.ts'

export interface Leftovers {
  readonly filters: readonly string[]
  readonly groups: readonly string[]
  /** All the others that the table does not know, wherever they stand. */
  readonly others: readonly string[]
  /** Words that stand in the names of several columns. */
  readonly open: readonly { readonly word: string; readonly columns: readonly string[] }[]
}

/** What is counted, where rows have no other name. */
const COUNTED = new Set('day days row rows record records item items entry entries order orders case cases'.split(' '))
const BEFORE = new Set('in for from with where at during on of to within via using whose having without'.split(' '))
const GROUPING = new Set(['by', 'per', 'each', 'every', 'across'])
/** Words that may stand anywhere in a question about a table and restrict nothing. */
const GENERIC = new Set(
  `overall altogether entire whole different various all any only just most least data dataset csv tsv file files table
   tables sheet spreadsheet column columns field fields row rows record records entry entries line lines value values
   item items thing things amount amounts size sizes number numbers figure figures percentile percentiles quantile
   quantiles quartile range ranges order orders time times date dates month months day days week weeks quarter quarters
   year years hour hours monthly daily weekly yearly hourly quarterly there please first last top bottom best worst
   biggest greatest longest shortest slowest fastest cheapest fewest expensive priciest typical usual general common
   often frequent exist exists occur occurs contain contains look looks like problem problems issue issues error errors
   compute calculate determine report display plot rank sort compare see analyze analyse describe explain break down me
   wrong quality outlier relationship relation correlation trend detail details summary overview distribution analysis`.split(
    /\s+/,
  ),
)

export function leftoversOf(
  question: Question,
  profile: TableProfile,
  ask: Ask,
  { entity, spans, terms }: { entity: ReadonlySet<string>; spans: readonly WordSpan[]; terms: readonly string[] },
): Leftovers {
  const text = question.text ?? ''
  const tokens = [...text.matchAll(/[\p{L}\p{N}]+(?:[-_.@:/'’][\p{L}\p{N}]+)*/gu)].slice(0, 300).map(match => ({
    written: match[0],
    word: match[0].toLowerCase(),
    stem: stem(match[0].toLowerCase()),
    start: match.index,
    end: match.index + match[0].length,
  }))
  const columnStems = new Set(
    ask.columns.flatMap(({ index }) => wordsOf(profile.columns[index]!.name).map(word => stem(word))),
  )
  const termWords = new Set(terms.flatMap(term => wordsOf(term)))
  const things = (token: { stem: string }) => entity.has(token.stem) || columnStems.has(token.stem)
  const known = tokens.map(
    token =>
      STOP_WORDS.has(token.word) ||
      DOING.has(token.word) ||
      GENERIC.has(token.word) ||
      BEFORE.has(token.word) ||
      GROUPING.has(token.word) ||
      things(token) ||
      wordsOf(token.word).every(word => termWords.has(word) || columnStems.has(stem(word))) ||
      /^\d+(?:st|nd|rd|th)?$|^p\d\d$/.test(token.word) ||
      spans.some(({ start, end }) => token.start < end && token.end > start),
  )
  const filters: string[] = []
  const groups: string[] = []
  const others: string[] = []
  const open: Leftovers['open'][number][] = []
  const phrases = question.phrases.filter(
    phrase => !wordsOf(phrase).every(word => termWords.has(word) || columnStems.has(stem(word))),
  )
  pushAll(filters, phrases)
  tokens.forEach((token, k) => {
    // `US` is a name though `us` is a word that every question has.
    const shouted = k > 0 && /^\p{Lu}[\p{Lu}\p{N}]+$/u.test(token.written) && !termWords.has(token.word)
    if (
      (known[k] && !(shouted && STOP_WORDS.has(token.word))) ||
      phrases.some(phrase => phrase.includes(token.written))
    )
      return
    const before = lead(tokens, k)
    const capital = k > 0 && /^\p{Lu}/u.test(token.written) && !/[.!?:]\s*$/.test(text.slice(0, token.start))
    const named = /\p{L}/u.test(token.word) && /[\d_@]/.test(token.word)
    const next = tokens[k + 1]
    const owners = profile.columns.filter(({ name }) => wordsOf(name).some(word => stem(word) === token.stem))
    if (owners.length > 1) open.push({ word: token.written, columns: owners.map(({ name }) => name) })
    else if (GROUPING.has(before)) groups.push(token.written)
    else if (
      capital ||
      shouted ||
      named ||
      BEFORE.has(before) ||
      (next !== undefined && (things(next) || COUNTED.has(next.word)))
    )
      filters.push(token.written)
    else others.push(token.written)
  })
  return {
    filters: [...new Set(filters)].slice(0, 5),
    groups: [...new Set(groups)].slice(0, 3),
    others: [...new Set(others)].slice(0, 3),
    open: open.slice(0, 2),
  }
}

/** The word that leads to this one, articles and the like left out. */
function lead(tokens: readonly { readonly word: string }[], k: number): string {
  for (let at = k - 1; at >= Math.max(0, k - 3); at--) {
    const { word } = tokens[at]!
    if (!['the', 'a', 'an', 'our', 'all', 'different', 'and', 'or'].includes(word)) return word
  }
  return ''
}
