// How many lines of a source are code, comment and blank.
import { Kind } from '../symbols/syntax-kinds.ts'
import type { SyntaxTree } from '../symbols/syntax-tree.ts'

export interface LineCounts {
  readonly lines: number
  readonly code: number
  readonly comment: number
  readonly blank: number
}

/** A line with code and a comment is code. */
export function countLines(tree: SyntaxTree, comments: readonly number[]): LineCounts {
  const { text, lines } = tree
  const isComment = new Uint8Array(lines.length)
  for (const node of comments) {
    if (!tree.is(node, Kind.comment)) continue
    const start = tree.starts[node]!
    const first = tree.rows[node]!
    const last = tree.endLine(node) - 1
    const headed = text.slice(lines[first]!, start).trim() !== ''
    const tailed = text.slice(tree.ends[node]!, lines[last + 1] ?? text.length).trim() !== ''
    for (let row = first; row <= last; row++)
      if (!(row === first && headed) && !(row === last && tailed)) isComment[row] = 1
  }
  // What follows the last line end is no line.
  const count = lines.at(-1) === text.length ? lines.length - 1 : lines.length
  let blank = 0
  let comment = 0
  for (let row = 0; row < count; row++) {
    if (isBlank(text, lines[row]!, lines[row + 1] ?? text.length)) blank++
    else if (isComment[row] === 1) comment++
  }
  return { lines: count, code: count - blank - comment, comment, blank }
}

function isBlank(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at)
    if (unit !== 32 && (unit < 9 || unit > 13)) return false
  }
  return true
}
