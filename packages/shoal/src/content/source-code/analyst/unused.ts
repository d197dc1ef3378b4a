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
  return reading.words.of(name).every(at => (at >= from && at < to) || isInComment(reading, at))
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
