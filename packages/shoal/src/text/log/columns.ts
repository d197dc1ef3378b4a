// Columns: what stands in one place of otherwise equal messages, and what speaks for values or for a choice there.
import { HoledMessage } from './holes.ts'
import { MARK } from './mask.ts'
import { leads, type Messages } from './messages.ts'
import { isCompound, mayName } from './names.ts'
import { isWord } from './normalise.ts'

export interface Column {
  /** Different words. */
  words: number
  /** Words that few lines have. */
  rare: number
  /** Lines with any word, with the most frequent one, and with a mark. */
  total: number
  most: number
  marked: number
  /** Words that may be names. */
  names: number
  /** Names that stand in columns of other messages too. */
  shared: number
}

/** By the number of the message with a hole in the column's place. */
export type Columns = ReadonlyMap<number, Column>

/** A word is rare when it has so few lines, or so small a share of them. */
const RARE_LINES = 5
const RARE_SHARE = 0.02
/** Fewer names in common with other columns say nothing: two words are a choice. */
const FEWEST_SHARED = 3
/** The share of words that must look like names: `billing` is one too, beside `search` and `reports`. */
const MOSTLY = 2 / 3

export function areNames({ names, words }: Column): boolean {
  return words >= 2 && names >= words * MOSTLY
}

/** The same names in several messages are names of things, not words that tell messages apart. */
export function areShared({ shared, words }: Column): boolean {
  return shared >= FEWEST_SHARED && shared >= words * MOSTLY
}

export function columnsOf(messages: Messages): Columns {
  const columns = new Map<number, Column>()
  eachPlace(messages, (hole, token, count) => {
    let column = columns.get(hole)
    if (!column) {
      column = { words: 0, rare: 0, total: 0, most: 0, marked: 0, names: 0, shared: 0 }
      columns.set(hole, column)
    }
    if (token === MARK) column.marked += count
    else {
      column.words++
      column.total += count
      column.most = Math.max(column.most, count)
      if (mayName(token)) column.names++
    }
  })
  countRareAndShared(messages, columns)
  return columns
}

function countRareAndShared(messages: Messages, columns: Columns): void {
  const homes = new Map<string, Set<number>>()
  eachPlace(messages, (hole, token, count, leading) => {
    if (token === MARK) return
    const column = columns.get(hole)!
    if (count <= Math.max(RARE_LINES, column.total * RARE_SHARE)) column.rare++
    if (column.words < FEWEST_SHARED || !areNames(column) || (leading && !isCompound(token))) return
    const home = homes.get(token)
    if (home) home.add(hole)
    else homes.set(token, new Set([hole]))
  })
  for (const holes of homes.values()) {
    if (holes.size > 1) for (const hole of holes) columns.get(hole)!.shared++
  }
}

function eachPlace(
  messages: Messages,
  visit: (hole: number, token: string, count: number, leading: boolean) => void,
): void {
  for (const { tokens, count } of messages.values()) {
    const holed = new HoledMessage(tokens)
    for (const [at, token] of tokens.entries()) {
      if (token === MARK || isWord(token)) visit(holed.at(at), token, count, leads(tokens, at))
    }
  }
}
