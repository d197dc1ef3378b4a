// Whether a file refers to a definition outside of the definition itself.
import type { Definition } from '../../../text/code/symbols/code-index.ts'
import type { CodeReading } from './reading.ts'

/** Nothing in the file but itself and comments names it, and no runtime or framework is known to call it. */
export function isUnusedElsewhere(reading: CodeReading, definition: Definition): boolean {
  const { tree, index, visibility } = reading
  const { name, node } = definition
  if (!/^[A-Za-z_$#][\w$]*[?!]?$/.test(name) || visibility.isHooked(definition)) return false
  const after = tree.afters[node]!
  const uses = index.names.get(name) ?? []
  if (uses.some(at => (at < node || at >= after) && !index.nameNodes.has(at))) return false
  // Overloads, clauses and stubs of the same name stand for each other.
  if (uses.some(at => (at < node || at >= after) && index.nameNodes.has(at))) return false
  const from = tree.starts[node]!
  const to = tree.ends[node]!
  return wordPlaces(tree.text, name, 50).every(at => (at >= from && at < to) || isInComment(reading, at))
}

function isInComment({ tree, index }: CodeReading, offset: number): boolean {
  const { comments } = index
  let low = 0
  let high = comments.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const node = comments[middle]!
    if (tree.ends[node]! <= offset) low = middle + 1
    else if (tree.starts[node]! > offset) high = middle - 1
    else return true
  }
  return false
}

/** Index of the first of ascending numbers that is not below `least`. */
export function firstFrom(ascending: readonly number[], least: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (ascending[middle]! < least) low = middle + 1
    else high = middle
  }
  return low
}

/** Where a word stands in a text, whole; at most so many places. */
export function wordPlaces(text: string, word: string, most: number): number[] {
  const places: number[] = []
  for (let at = text.indexOf(word); at >= 0 && places.length < most; at = text.indexOf(word, at + word.length)) {
    if (!isWordUnit(text.charCodeAt(at - 1)) && !isWordUnit(text.charCodeAt(at + word.length))) places.push(at)
  }
  return places
}

function isWordUnit(unit: number): boolean {
  return (
    (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122) || unit === 95 || unit > 127
  )
}
