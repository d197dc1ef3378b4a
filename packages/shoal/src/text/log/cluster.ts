// Finds which keys are one message. Keys that differ in a single word are compared: a column of many words, of names, or
// of words where others have numbers holds values; any other choice of few words tells messages apart. Then the same for
// two words.
import { areNames, areShared, type Column, type Columns, columnsOf } from './columns.ts'
import { HoledMessage } from './holes.ts'
import { MARK } from './mask.ts'
import { addMarked, addMessage, areMany, byBuild, leads, type Message, type Messages, mayVary } from './messages.ts'
import { announcesName } from './names.ts'
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
/** A few values in the place of a word, and so many for each line with one, make it a value: `unknown`, `localhost`. */
const FAIR_COUNT = 3
const FAIR_SHARE = 0.25

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

function mergeByColumns(messages: Messages): Messages {
  const columns = columnsOf(messages)
  const next: Messages = new Map()
  for (const alike of byBuild(messages)) {
    const variety = varietyOf(alike)
    for (const message of alike) addMarked(next, message, valuesOf(message, { messages, columns, variety }))
  }
  return next
}

/** How many different words stand in each place of messages of one build. */
function varietyOf(alike: readonly Message[]): number[] {
  const words = alike[0]!.tokens.map(() => new Set<string>())
  for (const { tokens } of alike) for (const [at, token] of tokens.entries()) if (isWord(token)) words[at]!.add(token)
  return words.map(set => set.size)
}

interface Surroundings {
  readonly messages: Messages
  readonly columns: Columns
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
    if (isMarked(column, tokens, at) || isNamed(column, tokens, at) || isAddress(messages, message, at)) sure.add(at)
    else if (isOpen(column, tokens, at) && (varied < 0 || variety[at]! > variety[varied]!)) varied = at
  }
  return sure.size > 0 || varied < 0 ? sure : new Set([varied])
}

/** Many words, or several, most of them rare and no states: a set that has no end. */
function isOpen({ words, rare, names }: Column, tokens: readonly string[], at: number): boolean {
  if (areMany(words, tokens, at)) return true
  return words >= SEVERAL && !leads(tokens, at) && rare >= words / 2 && names >= words / 2
}

/** More lines have a value here; one will do for a word that ends in a number or is set, a few for one of many names. */
function isMarked(column: Column, tokens: readonly string[], at: number): boolean {
  const { marked, most, total } = column
  if (marked === 0) return false
  if (marked > most || isNumberedWord(tokens[at]!) || tokens[at - 1] === '=') return true
  return marked >= FAIR_COUNT && (areNames(column) || marked >= FAIR_SHARE * total)
}

/** Names behind a noun that announces them, or that stand for each other in other messages too. */
function isNamed(column: Column, tokens: readonly string[], at: number): boolean {
  return areNames(column) && (announcesName(tokens, at, column.words) || areShared(column))
}

/** `wpad:80` is a value where more lines have one in its place; a name with a point may have fewer. */
function isAddress(messages: Messages, { tokens, count }: Message, at: number): boolean {
  if (tokens[at + 1] !== ':' || tokens[at + 2] !== MARK) return false
  const other = messages.get([...tokens.slice(0, at), ...tokens.slice(at + 2)].join(''))
  return other !== undefined && (other.count > count || tokens[at]!.includes('.'))
}
