// Finds which keys are one message. Keys that differ in a single word are compared: a column of many words, or of words
// where others have numbers, holds values; a column of few words tells messages apart. Then the same for two words.
import { HoledMessage } from './holes.ts'
import { MARK } from './mask.ts'
import { addMarked, addMessage, areMany, byBuild, leads, type Message, type Messages, mayVary } from './messages.ts'
import { isWord, normaliseKey } from './normalise.ts'
import { isNumberedWord, maskNumberedWords } from './numbered-words.ts'
import { mergeByPairs } from './pairs.ts'

export interface CountedKey {
  readonly text: string
  readonly count: number
}

const MAX_ROUNDS = 12
/** So many different words in one place are values if most of them are rare. */
const SEVERAL = 5
/** A word is rare when it has so few lines, or so small a share of them. */
const RARE_LINES = 5
const RARE_SHARE = 0.02

/** Nouns that a name follows; two names are enough then. */
const NAMING = new Set(['user', 'username', 'host', 'hostname'])
const NO_NAME =
  /(?:ed|ing)$|^(?:is|was|has|had|not|does|did|can|could|will|and|or|names?|id|info|from|to|in|on|for|with|unknown)$/i

/** The template text of every key. Depends on the set of keys alone, not on their order. */
export function clusterKeys(keys: readonly CountedKey[]): string[] {
  let messages: Messages = new Map()
  for (const [k, text] of maskNumberedWords(keys.map(key => key.text)).entries()) {
    addMessage(messages, normaliseKey(text), keys[k]!.count, [k])
  }
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const pairs = mergeByPairs(messages)
    const next = pairs.size < messages.size ? pairs : mergeByColumns(messages)
    if (next.size === messages.size) break
    messages = next
  }
  const texts = new Array<string>(keys.length)
  for (const [text, message] of messages) for (const k of message.keys) texts[k] = text
  return texts
}

/** What stands in one place of otherwise equal messages. */
interface Column {
  words: number
  /** Words that few lines have. */
  rare: number
  /** Lines with any word, with the most frequent one, and with a mark. */
  total: number
  most: number
  marked: number
  names: boolean
}

function mergeByColumns(messages: Messages): Messages {
  const columns = columnsOf(messages)
  const next: Messages = new Map()
  for (const alike of byBuild(messages)) {
    const variety = varietyOf(alike)
    for (const message of alike) addMarked(next, message, valuesOf(message, { messages, columns, variety }))
  }
  return next
}

function columnsOf(messages: Messages): ReadonlyMap<number, Column> {
  const columns = new Map<number, Column>()
  for (const { tokens, count } of messages.values()) {
    const holed = new HoledMessage(tokens)
    for (const [at, token] of tokens.entries()) {
      if (token !== MARK && !isWord(token)) continue
      const hole = holed.at(at)
      let column = columns.get(hole)
      if (!column) columns.set(hole, (column = { words: 0, rare: 0, total: 0, most: 0, marked: 0, names: true }))
      if (token === MARK) column.marked += count
      else {
        column.words++
        column.total += count
        column.most = Math.max(column.most, count)
        column.names &&= !NO_NAME.test(token)
      }
    }
  }
  for (const { tokens, count } of messages.values()) {
    const holed = new HoledMessage(tokens)
    for (const [at, token] of tokens.entries()) {
      if (!isWord(token)) continue
      const column = columns.get(holed.at(at))!
      if (count <= Math.max(RARE_LINES, column.total * RARE_SHARE)) column.rare++
    }
  }
  return columns
}

/** How many different words stand in each place of messages of one build. */
function varietyOf(alike: readonly Message[]): number[] {
  const words = alike[0]!.tokens.map(() => new Set<string>())
  for (const { tokens } of alike) for (const [at, token] of tokens.entries()) if (isWord(token)) words[at]!.add(token)
  return words.map(set => set.size)
}

interface Surroundings {
  readonly messages: Messages
  readonly columns: ReadonlyMap<number, Column>
  readonly variety: readonly number[]
}

/**
 * The places of a message's values. Of columns that only vary, the most varied goes first: once it is merged, the lines
 * of the others add up, and a column that looked varied may turn out to be a choice of a few frequent words.
 */
function valuesOf(message: Message, { messages, columns, variety }: Surroundings): Set<number> {
  const { tokens } = message
  const holed = new HoledMessage(tokens)
  const sure = new Set<number>()
  let varied = -1
  for (const at of tokens.keys()) {
    if (!mayVary(tokens, at)) continue
    const column = columns.get(holed.at(at))!
    if (isMarked(column, tokens[at]!) || isNamed(column, tokens, at) || isAddress(messages, message, at)) sure.add(at)
    else if (isOpen(column, tokens, at) && (varied < 0 || variety[at]! > variety[varied]!)) varied = at
  }
  return sure.size > 0 || varied < 0 ? sure : new Set([varied])
}

/** Many words, or several of which most have few lines: a set that has no end. */
function isOpen({ words, rare }: Column, tokens: readonly string[], at: number): boolean {
  return areMany(words, tokens, at) || (words >= SEVERAL && !leads(tokens, at) && rare >= words / 2)
}

/** More lines have a value here; one line is enough for a word that ends in a number. */
function isMarked({ marked, most }: Column, token: string): boolean {
  return marked > most || (marked > 0 && isNumberedWord(token))
}

/** Names behind a noun that announces them. */
function isNamed({ words, names }: Column, tokens: readonly string[], at: number): boolean {
  return words >= 2 && names && tokens[at - 1] === ' ' && NAMING.has(tokens[at - 2]?.toLowerCase() ?? '')
}

/** `wpad:80` is a value where more lines have one in its place. */
function isAddress(messages: Messages, { tokens, count }: Message, at: number): boolean {
  if (tokens[at + 1] !== ':' || tokens[at + 2] !== MARK) return false
  const other = messages.get([...tokens.slice(0, at), ...tokens.slice(at + 2)].join(''))
  return other !== undefined && other.count > count
}
