// Fields that the message of an entry says: `key=value`, who and from where, how long it took, and what a noun announces.
import type { Json } from '@shoal/base/model/json'
import { mayName } from '../../../text/log/names.ts'
import { addressesIn } from '../analyst/denials.ts'
import { mayBeTimed, timedTexts } from '../analyst/http-line.ts'
import { fieldValue, MS } from './entry-columns.ts'

export type OnField = (name: string, value: Json) => void

/** Of a message, so much is looked at for fields. */
const REACH = 4000
/** A key at the start or behind a blank or a bracket: what stands in the query of an address is no field. */
const VALUE = String.raw`(?:"((?:[^"\\]|\\.){0,2000})"|'([^']{0,2000})'|((?:[^\s"',;=]|[,;](?!\s|[\w.@-]{1,60}=|$)|(?<=[^=])=){1,500})?)`
const PAIR = new RegExp(String.raw`(?<=^|[\s([{,;|])([A-Za-z_][\w.@-]{0,60})=${VALUE}`, 'g')
const VALUE_HERE = new RegExp(VALUE, 'y')
const LONGEST_NAME = 61
const LOOSE_END = /(?<![,;)\]}>])[,;)\]}>]+$/

/** What a message with this template says; templates tell which words are values. */
export interface Saying {
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

/** Whether a message with this key has pairs. */
export function hasPairs(key: string): boolean {
  return key.includes('=') && PAIR_NAME.test(key)
}

export function sayingOf(template: string): Saying {
  return {
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

/** Whether a message has pairs; `known` have been told already. */
export interface PairsSaid {
  readonly some: boolean
  readonly known: readonly string[] | undefined
}

/** What a message that tells of how long something took calls it: nothing, so it is called so. */
export const TOOK = 'took_ms'

/** Calls `onField` for what a message says; a name may come more than once, the surest first. */
export function saidFields(content: string, saying: Saying, onField: OnField, pairs: PairsSaid): void {
  const text = content.length > REACH ? content.slice(0, REACH) : content
  if (pairs.some) readPairs(text, onField, pairs.known)
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
  for (let from = 0, sign = text.indexOf('='); sign >= 0; sign = text.indexOf('=', from)) {
    const name = nameBefore(text, from, sign)
    from = sign + 1
    if (name === null) continue
    VALUE_HERE.lastIndex = from
    const [, double, single, bare] = VALUE_HERE.exec(text)!
    from = VALUE_HERE.lastIndex
    if (known.includes(name)) continue
    const value = double ?? single ?? bare?.replace(LOOSE_END, '') ?? ''
    onField(name, double ?? single ?? fieldValue(name, value))
    const ms = writtenMs(value)
    if (ms !== null) onField(name + MS, ms)
  }
}

/** The name that ends at a sign, as `PAIR` finds it: which of these stand where is seen sooner from the sign than from every character. */
function nameBefore(text: string, from: number, sign: number): string | null {
  let start = sign
  while (start > from && isNamePart(text.charCodeAt(start - 1))) start--
  if (start === sign || sign - start > LONGEST_NAME || !NAME_START.test(text[start]!)) return null
  return start === 0 || OPENING.test(text[start - 1]!) ? text.slice(start, sign) : null
}

const NAME_START = /[A-Za-z_]/
const OPENING = /[\s([{,;|]/

/** Letters, digits, `_`, `.`, `@`, `-`. */
function isNamePart(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 64 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 45 ||
    code === 46
  )
}

/** Milliseconds of a value that is an amount of time with its unit: `5ms`, `1.5s`. A number without a unit says nothing. */
export function writtenMs(value: string): number | null {
  const first = value.charCodeAt(0)
  if (value.length > 24 || !(first >= 48 && first <= 57) || !/^\d[\d.]{0,20} ?[a-zµ]{1,12}$/.test(value)) return null
  return timedTexts(value)[0]?.ms ?? null
}

const TOOK_BEFORE =
  /(?:\b(?:took|taken|in|within|after|for|elapsed|duration|latency|time|finished|completed|cost|spent|lasted|ran)\b|^|\()\W{0,4}$/i
const NOT_TOOK =
  /\b(?:retry\w*|again|next|sleep\w*|wait\w*|back\w* ?off|expires?|every|timeout|ttl|interval|delay\w*|scheduled|limit|deadline|start\w*)\W{1,3}(?:in|for|after|of|at|is)?\W{0,4}$/i

function* tookIn(text: string): Generator<number> {
  if (!mayBeTimed(text)) return
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
  if (found.length <= 1) return found[0]?.address ?? null
  const different = new Set(found.map(({ address }) => address))
  if (different.size <= 1) return found[0]?.address ?? null
  return found.find(({ start }) => SENDER.test(text.slice(Math.max(0, start - 20), start)))?.address ?? null
}

function readNouns(text: string, nouns: ReadonlySet<string>, onField: OnField): void {
  NOUN.lastIndex = 0
  for (let found = NOUN.exec(text); found; found = NOUN.exec(text)) {
    const [, noun, raw] = found
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
