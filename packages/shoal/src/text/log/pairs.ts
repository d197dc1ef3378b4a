// Messages with two values that are words: in few lines, hardly two of them differ in one word only.
import { HoledMessage } from './holes.ts'
import { MARK } from './mask.ts'
import { addMarked, areMany, byBuild, leads, type Message, type Messages, mayVary } from './messages.ts'
import { isWord } from './normalise.ts'

/** With more messages of one build, single columns have said it already. */
const MOST = 500
const MOST_PLACES = 16
/** Two values vary each for itself; two words that go together tell messages apart. */
const INDEPENDENCE = 1.2
/** So many times more lines with two values make two words in their places values. */
const MANY_MORE = 10
/** Two places with the same words are values if so many messages have so much of all ways to fill them. */
const FEWEST_IN_GRID = 4
const GRID_FILLED = 0.6
/** A message is told by its other words. */
const FEWEST_WORDS = 4
const NONE: ReadonlySet<number> = new Set()

interface Pair {
  readonly first: Set<string>
  readonly second: Set<string>
  messages: number
  /** Lines that have a mark in both places. */
  marked: number
}

export function mergeByPairs(messages: Messages): Messages {
  const next: Messages = new Map()
  for (const alike of byBuild(messages)) {
    const values = alike.length > MOST ? null : valuesIn(alike)
    for (const message of alike) addMarked(next, message, values?.get(message) ?? NONE)
  }
  return next
}

/** For each message the places of its values. */
function valuesIn(alike: readonly Message[]): Map<Message, Set<number>> {
  const values = new Map<Message, Set<number>>()
  const varying = varyingPlaces(alike)
  if (varying.length < 2 || varying.length > MOST_PLACES) return values
  const pairs = new Map<number, Pair>()
  eachPair(alike, varying, ({ tokens, count }, hole, a, b) => {
    let pair = pairs.get(hole)
    if (!pair) pairs.set(hole, (pair = { first: new Set(), second: new Set(), messages: 0, marked: 0 }))
    if (tokens[a] === MARK && tokens[b] === MARK) pair.marked += count
    if (!mayVary(tokens, a) || !mayVary(tokens, b)) return
    pair.first.add(tokens[a]!)
    pair.second.add(tokens[b]!)
    pair.messages++
  })
  eachPair(alike, varying, (message, hole, a, b) => {
    const { tokens, count } = message
    if (!mayVary(tokens, a) || !mayVary(tokens, b) || tokens.filter(isWord).length < FEWEST_WORDS) return
    const pair = pairs.get(hole)!
    if (pair.marked < MANY_MORE * count && !varyApart(pair, tokens, a, b) && !fillGrid(pair, tokens, a, b)) return
    values.set(message, (values.get(message) ?? new Set<number>()).add(a).add(b))
  })
  return values
}

/** Where different words stand, or words and marks. */
function varyingPlaces(alike: readonly Message[]): number[] {
  if (alike.length < 2) return []
  const first = alike[0]!.tokens
  return [...first.keys()].filter(at => alike.some(({ tokens }) => tokens[at] !== first[at]))
}

function eachPair(
  alike: readonly Message[],
  varying: readonly number[],
  visit: (message: Message, hole: number, a: number, b: number) => void,
): void {
  for (const message of alike) {
    const holed = new HoledMessage(message.tokens)
    for (const [k, a] of varying.entries()) {
      for (let j = k + 1; j < varying.length; j++) visit(message, holed.at(a, varying[j]!), a, varying[j]!)
    }
  }
}

function varyApart({ first, second, messages }: Pair, tokens: readonly string[], a: number, b: number): boolean {
  if (!areMany(first.size, tokens, a) || !areMany(second.size, tokens, b)) return false
  return messages >= INDEPENDENCE * Math.max(first.size, second.size)
}

/** Two places that draw from the same words in nearly all ways: `( on off )`, `( off on )`, `( on on )`, `( off off )`. */
function fillGrid({ first, second, messages }: Pair, tokens: readonly string[], a: number, b: number): boolean {
  if (messages < FEWEST_IN_GRID || messages < GRID_FILLED * first.size * second.size) return false
  if (leads(tokens, a) || leads(tokens, b)) return false
  let common = 0
  for (const word of first) if (second.has(word)) common++
  return common >= 2 && common >= (first.size + second.size) / 3
}
