// Which figure a question asks for. What is asked for is what is given: a median is never answered with an average.
import type { Question } from '../../../../model/question.ts'

export type Statistic =
  | { readonly kind: 'sum' | 'mean' | 'min' | 'max'; readonly word: string; readonly at: number }
  | { readonly kind: 'quantile'; readonly word: string; readonly share: number; readonly at: number }

const LOW = /\b(?:min(?:imum)?|least|smallest|lowest|fewest|cheapest|bottom|shortest|fastest)\b/i
const HIGH =
  /\b(?:max(?:imum)?|most|largest|highest|top|biggest|greatest|longest|slowest|best|priciest|most expensive)\b/i
const PERCENTILE = /\bp(\d{1,2})\b|\b(\d{1,2}(?:\.\d+)?)(?:st|nd|rd|th)? (?:percentile|quantile)s?\b/gi

/** In the order in which they are named. Words that are part of a column's name come last in doubt: see `named`. */
export function statisticsOf({ text, intents }: Question, named: (at: number) => boolean): Statistic[] {
  const words = text ?? ''
  const found: Statistic[] = []
  const add = (pattern: RegExp, make: (at: number) => Statistic) => {
    const all = [...words.matchAll(new RegExp(pattern.source, 'gi'))]
    const match = all.find(({ index }) => !named(index)) ?? all[0]
    if (match) found.push(make(match.index))
  }
  add(/\b(?:averages?|means?|typical)\b/, at => ({ kind: 'mean', word: 'average', at }))
  add(/\b(?:totals?|sums?|altogether)\b/, at => ({ kind: 'sum', word: 'total', at }))
  add(/\bmedians?\b/, at => ({ kind: 'quantile', word: 'median', share: 0.5, at }))
  for (const match of words.matchAll(PERCENTILE)) {
    const percent = Number(match[1] ?? match[2])
    found.push({ kind: 'quantile', word: `${ordinal(percent)} percentile`, share: percent / 100, at: match.index })
  }
  // Other languages say what they are after only by intent.
  if (found.length === 0 && intents.includes('average')) found.push({ kind: 'mean', word: 'average', at: 0 })
  if (found.length === 0 && intents.includes('total')) found.push({ kind: 'sum', word: 'total', at: 0 })
  if (found.length === 0) {
    add(LOW, at => ({ kind: 'min', word: 'smallest', at }))
    add(HIGH, at => ({ kind: 'max', word: 'largest', at }))
  }
  const free = found.filter(({ at }) => !named(at))
  return (free.length > 0 ? free : found).sort((a, b) => a.at - b.at).slice(0, 3)
}

function ordinal(value: number): string {
  const ending = value % 100 > 10 && value % 100 < 14 ? 'th' : ({ 1: 'st', 2: 'nd', 3: 'rd' }[value % 10] ?? 'th')
  return `${value}${Number.isInteger(value) ? ending : 'th'}`
}

export interface Ranking {
  readonly most: number
  readonly low: boolean
}

const MOST_RANKED = 20

/** `top 5`, `the 3 largest`, `the highest`: how many of which end; null where nothing is ranked. */
export function rankingOf({ text, intents }: Question): Ranking | null {
  const words = text ?? ''
  const low = LOW.test(words)
  if (!low && !HIGH.test(words) && !intents.includes('extreme')) return null
  const number =
    /\b(?:top|bottom|first) (\d{1,4})\b|\b(\d{1,4}) (?:largest|smallest|highest|lowest|biggest|most|least)\b/i
  const asked = Number(number.exec(words)?.slice(1).find(Boolean) ?? 0)
  return { most: Math.min(MOST_RANKED, asked), low: low && !/\b(?:highest|largest|most|top)\b/i.test(words) }
}
