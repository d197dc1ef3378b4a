// Messages while they are compared, and which of their words may turn out to be values.
import { MARK } from './mask.ts'
import { isWord, normaliseKey, tokensOf } from './normalise.ts'

/** A message as it stands: its text and tokens, how many lines have it, which keys ended here. */
export interface Message {
  readonly text: string
  readonly tokens: readonly string[]
  count: number
  readonly keys: number[]
}

/** By text. */
export type Messages = Map<string, Message>

/** So many different words in one place are values, whatever they are. */
const MANY = 10
/** The first word, and one before a colon, is most often what tells messages apart. */
const MANY_AT_START = 20

export function addMessage(messages: Messages, text: string, count: number, keys: readonly number[]): void {
  const known = messages.get(text)
  if (known) unite(known, count, keys)
  else messages.set(text, { text, tokens: tokensOf(text), count, keys: [...keys] })
}

/** Adds a message with marks in the places of its values, if it has any. */
export function addMarked(messages: Messages, message: Message, values: ReadonlySet<number>): void {
  const { text, tokens, count, keys } = message
  if (values.size > 0) {
    const marked = tokens.map((token, at) => (values.has(at) ? MARK : token)).join('')
    addMessage(messages, normaliseKey(marked), count, keys)
    return
  }
  const known = messages.get(text)
  if (known) unite(known, count, keys)
  else messages.set(text, { text, tokens, count, keys: [...keys] })
}

function unite(known: Message, count: number, keys: readonly number[]): void {
  known.count += count
  for (const key of keys) known.keys.push(key)
}

/** A word with another one to tell the message by; what stands before `=` names a value and is none. */
export function mayVary(tokens: readonly string[], at: number): boolean {
  if (!isWord(tokens[at]!) || tokens[at + 1] === '=') return false
  return tokens.some((token, k) => k !== at && isWord(token))
}

/** Whether so many different words in this place are values, whatever they are. */
export function areMany(words: number, tokens: readonly string[], at: number): boolean {
  return words >= (leads(tokens, at) ? MANY_AT_START : MANY)
}

export function leads(tokens: readonly string[], at: number): boolean {
  return at === 0 || tokens[at + 1] === ':'
}

/** Messages with the same delimiters in the same places. */
export function byBuild(messages: Messages): Message[][] {
  const builds = new Map<string, Message[]>()
  for (const message of messages.values()) {
    const build = message.tokens.map(token => (token === MARK || isWord(token) ? 'w' : token)).join('')
    const alike = builds.get(build)
    if (alike) alike.push(message)
    else builds.set(build, [message])
  }
  return [...builds.values()]
}
