// Fields that the message of an entry says: `key=value`, who and from where, how long it took, and what a noun announces.
import type { Json } from '@shoal/base/model/json'
import { mayName } from '../../../text/log/names.ts'
import { addressesIn } from '../analyst/denials.ts'
import { timedTexts } from '../analyst/http-line.ts'
import { fieldValue, MS } from './entry-columns.ts'

export type OnField = (name: string, value: Json) => void

/** Of a message, so much is looked at for fields. */
const REACH = 4000
/** A key at the start or behind a blank or a bracket: what stands in the query of an address is no field. */
const PAIR =
  /(?<=^|[\s([{,;|])([A-Za-z_][\w.@-]{0,60})=(?:"((?:[^"\\]|\\.){0,2000})"|'([^']{0,2000})'|((?:[^\s"',;=]|[,;](?!\s|[\w.@-]{1,60}=|$)|(?<=[^=])=){1,500})?)/g
const LOOSE_END = /(?<![,;)\]}>])[,;)\]}>]+$/

/** What a message with this template says; templates tell which words are values. */
export interface Saying {
  readonly pairs: boolean
  readonly user: boolean
  readonly nouns: ReadonlySet<string>
  /** `1165 bytes sent`. */
  readonly amounts: boolean
  readonly values: boolean
}

const USER_VALUE =
  /\b(?:user(?:name)?|account|login)[ =:]{1,3}["'<(]?<\*>|\b(?:accepted|failed) \S{1,40} for(?: user| invalid user)? <\*>/i
const USER_SAID =
  /\b(?:(?:accepted|failed) (?:password|publickey|none|keyboard-interactive\/pam|hostbased|gssapi-with-mic) for(?: invalid user| illegal user)?|(?:for|by|invalid|illegal|unknown|of) user(?:name)?|user(?:name)?[=:]) {0,4}["'<(]?[\w@\\]/i
const USER =
  /\b(?:(?:accepted|failed) (?:password|publickey|none|keyboard-interactive\/pam|hostbased|gssapi-with-mic) for(?: invalid user| illegal user)?|user(?:name)?|account|login)[ =:]{1,4}["'<(]{0,2}([\w.@$\\-]{1,64})/gi

/** Nouns that announce a value, perhaps with `id` between: `order 4711`, `request id abc`, `port 22`. */
const NOUNS =
  'size bytes count status code port attempt order request session job task block worker node queue topic table file device customer invoice payment product item account tenant transaction trace span batch partition offset shard bucket container pod service connection thread retry version exit pid uid'
const NOUN = new RegExp(
  String.raw`(?<![\w.=/-])(${NOUNS.replaceAll(' ', '|')})(?:[ _]id)?[ :#]{1,3}["'(\[]?([\w./:@+-]{1,200})`,
  'gi',
)
const NOUN_VALUE = new RegExp(
  String.raw`(?<![\w.=/-])(${NOUNS.replaceAll(' ', '|')})(?:[ _]id)?[ :#]{1,3}["'(\[]?(?=<\*>)`,
  'gi',
)

const AMOUNTS = 'bytes rows records files items messages requests events packets lines'.split(' ')
const DONE =
  'sent received read written processed deleted inserted updated skipped failed imported exported copied loaded dropped'.split(
    ' ',
  )
const AMOUNT = new RegExp(
  String.raw`(?<![\w.=/-])(\d{1,15}) (${AMOUNTS.join('|')})(?: \([^()]{1,20}\))? (${DONE.join('|')})\b`,
  'gi',
)
const AMOUNT_SAID = new RegExp(String.raw`<\*> (?:${AMOUNTS.join('|')})\b`, 'i')

/** The names of all that a message may say beside its pairs. */
export const SAID_NAMES: readonly string[] = [
  ...NOUNS.split(' '),
  ...AMOUNTS.flatMap(noun => DONE.map(verb => `${noun}_${verb}`)),
]

export function sayingOf(key: string, template: string): Saying {
  return {
    pairs: PAIR_NAME.test(key),
    user: USER_VALUE.test(template) || USER_SAID.test(template),
    nouns: new Set([...template.matchAll(NOUN_VALUE)].map(([, noun]) => noun!.toLowerCase())),
    amounts: AMOUNT_SAID.test(template),
    values: template.includes('<*>'),
  }
}

const PAIR_NAME = /(?:^|[\s([{,;|])[A-Za-z_][\w.@-]{0,60}=/

export function namesOfPairs(text: string): string[] {
  return [...text.slice(0, REACH).matchAll(PAIR)].map(([, name]) => name!)
}

/** What a message that tells of how long something took calls it: nothing, so it is called so. */
export const TOOK = 'took_ms'

/** Calls `onField` for what a message says; a name may come more than once, the surest first. `known` have been told already. */
export function saidFields(content: string, saying: Saying, onField: OnField, known: readonly string[] = []): void {
  const text = content.length > REACH ? content.slice(0, REACH) : content
  if (saying.pairs) readPairs(text, onField, known)
  if (!saying.values && !saying.user) return
  if (saying.user) {
    const user = userOf(text)
    if (user !== null) onField('user', user)
  }
  const ip = senderOf(text)
  if (ip !== null) onField('ip', ip)
  if (saying.nouns.size > 0) readNouns(text, saying.nouns, onField)
  if (saying.amounts) readAmounts(text, onField)
  const [took, ...others] = tookIn(text)
  if (took !== undefined && others.length === 0) onField(TOOK, took)
}

function readPairs(text: string, onField: OnField, known: readonly string[] = []): void {
  for (const [, name, double, single, bare] of text.matchAll(PAIR)) {
    if (known.includes(name!)) continue
    const value = double ?? single ?? bare?.replace(LOOSE_END, '') ?? ''
    onField(name!, double ?? single ?? fieldValue(name!, value))
    const ms = writtenMs(value)
    if (ms !== null) onField(name! + MS, ms)
  }
}

/** Milliseconds of a value that is an amount of time with its unit: `5ms`, `1.5s`. A number without a unit says nothing. */
export function writtenMs(value: string): number | null {
  if (value.length > 24 || !/^\d[\d.]{0,20} ?[a-zµ]{1,12}$/.test(value)) return null
  return timedTexts(value)[0]?.ms ?? null
}

const TOOK_BEFORE =
  /(?:\b(?:took|taken|in|within|after|for|elapsed|duration|latency|time|finished|completed|cost|spent|lasted|ran)\b|^|\()\W{0,4}$/i
const NOT_TOOK =
  /\b(?:retry\w*|again|next|sleep\w*|wait\w*|back\w* ?off|expires?|every|timeout|ttl|interval|delay\w*|scheduled|limit|deadline|start\w*)\W{1,3}(?:in|for|after|of|at|is)?\W{0,4}$/i

function* tookIn(text: string): Generator<number> {
  for (const { start, ms } of timedTexts(text)) {
    const before = text.slice(Math.max(0, start - 40), start)
    // A field has been read by its name.
    if (before.endsWith('=')) continue
    if (TOOK_BEFORE.test(before) && !NOT_TOOK.test(before)) yield ms
  }
}

function userOf(text: string): string | null {
  const names = [...text.matchAll(USER)].map(([, name]) => name!.replace(/(?<![.,-])[.,-]+$/, ''))
  return names.find(name => mayName(name) || /\d/.test(name)) ?? null
}

const SENDER = /(?:\b(?:from|client|rhost|remote|src|source|peer|by|addr|address)\W{0,4})$/i

/** The only address of a message; of several the one that a word names as the sender. */
function senderOf(text: string): string | null {
  const found = addressesIn(text)
  const different = new Set(found.map(({ address }) => address))
  if (different.size <= 1) return found[0]?.address ?? null
  return found.find(({ start }) => SENDER.test(text.slice(Math.max(0, start - 20), start)))?.address ?? null
}

function readNouns(text: string, nouns: ReadonlySet<string>, onField: OnField): void {
  for (const [, noun, raw] of text.matchAll(NOUN)) {
    const name = noun!.toLowerCase()
    const value = raw!.replace(/(?<![.,:/-])[.,:/-]+$/, '')
    if (nouns.has(name) && /\d/.test(value)) onField(name, fieldValue(name, value))
  }
}

/** `1165 bytes (1.13 KB) sent, 783 bytes received` are `bytes_sent` and `bytes_received`. */
function readAmounts(text: string, onField: OnField): void {
  for (const [, value, noun, verb] of text.matchAll(AMOUNT))
    onField(`${noun!.toLowerCase()}_${verb!.toLowerCase()}`, fieldValue('', value!))
}
