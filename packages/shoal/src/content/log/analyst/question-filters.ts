// What a question asks a log to count: entries with certain words, entries of a span of time, addresses and users.
import type { Json } from '@shoal/base/model/json'
import type { Question } from '@shoal/base/model/question'
import { stem } from '@shoal/base/text/stem'
import { phrasalSource } from '../../../text/phrasal.ts'
import { listingOf } from './listing.ts'
import { LEVELS, type ListTally } from './tally.ts'

export interface Want {
  /** The word or phrase as asked. */
  readonly label: string
  readonly pattern: RegExp
}

export interface ClockSpan {
  /** As asked: `10:00`. */
  readonly from: string
  readonly to: string
  /** Milliseconds since midnight, or since 1970 where a date was given; `to` exclusive. */
  readonly start: number
  readonly end: number
  readonly daily: boolean
}

export interface Wants {
  readonly words: readonly Want[]
  readonly span: ClockSpan | null
  readonly addresses: boolean
  readonly users: boolean
  /** Places in LEVELS of the levels that it asks about; none where it asks about no level. */
  readonly levels: readonly number[]
  /** What entries must be like, where all of a kind are asked for. */
  readonly listing: Pick<ListTally, 'need' | 'levels'> | null
}

const MOST_WORDS = 6
/** Words of questions about logs that name no content. */
const ASKING = new Set(
  `log logs line lines entry entries message messages many often number count error errors warning warnings exception
   exceptions fail fails failed failure failures failing happen happened happens occur occurred occurs occurring time
   times start started begin began first last most frequent common top ip ips address addresses user users host hosts
   between since until before after wrong problem problems issue issues look looks rate hour hours minute minutes day
   days anything something whole file cause caused reason summary summarize summarise overview explain distribution
   level levels template templates pattern patterns trend trends anomaly anomalies burst bursts gap gaps spike spikes
   unusual happening there main root kind kinds type types timestamp timestamps show print extract collect every each
   please together with`.split(/\s+/),
)

export function wantsOf(question: Question): Wants {
  const { text, words, phrases, names } = question
  if (text === null) return { words: [], span: null, addresses: false, users: false, levels: [], listing: null }
  const asked = [...phrases, ...names, ...words.filter(word => isTelling(word, names))]
  const distinct = [...new Map(asked.map(word => [word.toLowerCase(), word])).values()].slice(0, MOST_WORDS)
  const wanted = distinct.map(label => ({ label, pattern: patternOf(label) }))
  return {
    words: wanted,
    span: spanOf(text.slice(0, 1000)),
    addresses: /\b(?:ips?|addresses|address|clients?|attackers?|sources?)\b/i.test(text),
    users: /\b(?:users?|usernames?|accounts?|logins?)\b/i.test(text),
    levels: levelsOf(text),
    listing: listingOf(question, wanted.length),
  }
}

/** What a question has listed, as JSON: all else that is counted for it serves its answers alone. */
export function listedFor(question: Question): Json {
  const { words, listing } = wantsOf(question)
  return listing && { ...listing, words: words.map(({ label }) => label) }
}

const FATAL = /\b(?:(?:fatal|critical) errors?|fatals?)\b/gi
const ERROR = /\berrors?\b/i
const WARNING = /\bwarn(?:ing)?s?\b/i

/** `fatal errors` are those at level fatal; plain errors are these too. */
function levelsOf(text: string): number[] {
  const rest = text.replaceAll(FATAL, ' ')
  const isError = ERROR.test(rest)
  const asked = [
    ...(WARNING.test(rest) ? (['warn'] as const) : []),
    ...(isError ? (['error'] as const) : []),
    ...(isError || rest !== text ? (['fatal'] as const) : []),
  ]
  return asked.map(level => LEVELS.indexOf(level))
}

function isTelling(word: string, names: readonly string[]): boolean {
  return word.length > 2 && !ASKING.has(word) && !/^[\d.:]+$/.test(word) && !names.some(n => n.toLowerCase() === word)
}

/** A word in all its forms; a phrase or name as it stands. Case does not matter. */
function patternOf(label: string): RegExp {
  const isWord = /^[a-z]+$/i.test(label) && label === label.toLowerCase()
  // A stem may end otherwise than its words do (`retri` for `retry`): the part that all forms share is looked for.
  const root = isWord ? shared(stem(label), label) : label
  const phrasal = isWord ? phrasalSource(label) : null
  if (phrasal) return new RegExp(phrasal, 'i')
  const escaped = root.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(isWord ? `(?<![a-zA-Z])${escaped}` : escaped, 'i')
}

function shared(root: string, word: string): string {
  let k = 0
  while (k < root.length && root[k] === word[k]) k++
  return k >= 3 ? word.slice(0, k) : word
}

const CLOCK = String.raw`(\d{4}-\d{2}-\d{2}[T ])?(\d{1,2}):(\d{2})(?::(\d{2}))?`
const SPAN = new RegExp(String.raw`\b(?:between|from) ${CLOCK} (?:and|to|until|till|-) ${CLOCK}`, 'i')

/** `between 10:00 and 11:00`, with or without dates. */
function spanOf(text: string): ClockSpan | null {
  const m = SPAN.exec(text)
  if (!m) return null
  const [start, end] = [moment(m.slice(1, 5)), moment(m.slice(5, 9))]
  const daily = m[1] === undefined
  if (daily !== (m[5] === undefined) || end <= start) return null
  const label = (fields: (string | undefined)[]) =>
    `${fields[0] ?? ''}${fields[1]}:${fields[2]}${fields[3] === undefined ? '' : `:${fields[3]}`}`
  return { from: label(m.slice(1, 5)), to: label(m.slice(5, 9)), start, end, daily }
}

function moment([date, hours, minutes, seconds]: (string | undefined)[]): number {
  const day = date === undefined ? 0 : Date.parse(`${date.slice(0, 10)}T00:00:00Z`)
  return day + ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds ?? 0)) * 1000
}

export function isWithin({ start, end, daily }: ClockSpan, time: number): boolean {
  const at = daily ? ((time % 86_400_000) + 86_400_000) % 86_400_000 : time
  return at >= start && at < end
}
