// Walks backwards over lines, for the few that a piece borrows from the one before.
import type { SourceText } from '@shoal/base/model/source'

const STEP = 8 * 1024
/** Borrowed lines are context: a few huge ones are not worth it. */
const FARTHEST = 256 * 1024

/** Where the last `count` lines before an offset start (itself the start of a line), and how many lines that is. */
export function linesBack(source: SourceText, offset: number, count: number): { offset: number; lines: number } {
  let found = 0
  let start = offset
  // The line end just before `offset` belongs to the first line back.
  for (let end = offset - 1; end > 0 && offset - end < FARTHEST; end -= STEP) {
    const from = Math.max(0, end - STEP)
    const bytes = source.bytes(from, end)
    for (let at = bytes.lastIndexOf(source.eol); at >= 0; at = at === 0 ? -1 : bytes.lastIndexOf(source.eol, at - 1)) {
      found++
      start = from + at + 1
      if (found === count) return { offset: start, lines: found }
    }
    if (from === 0) return { offset: 0, lines: found + 1 }
  }
  if (offset > 0 && found === 0 && offset <= FARTHEST && source.bytes(0, offset - 1).indexOf(source.eol) < 0)
    return { offset: 0, lines: 1 }
  return { offset: start, lines: found }
}
