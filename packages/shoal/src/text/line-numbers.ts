// The numbers of the lines on which given offsets stand.
import type { SourceText } from '@shoal/base/model/source'
import type { Milestone } from './quotes/line-finder.ts'

const BLOCK = 1 << 20

/** In the order of `offsets`, which must ascend. `milestones` ascend too, and save reading from the start. */
export function lineNumbers(
  source: SourceText,
  offsets: readonly number[],
  milestones: readonly Milestone[] = [],
): number[] {
  let at: Milestone = { line: 1, offset: 0 }
  let next = 0
  return offsets.map(offset => {
    for (; next < milestones.length && milestones[next]!.offset <= offset; next++)
      if (milestones[next]!.offset > at.offset) at = milestones[next]!
    let { line } = at
    for (let start = at.offset; start < offset; start += BLOCK) {
      const bytes = source.bytes(start, Math.min(offset, start + BLOCK))
      for (let end = bytes.indexOf(source.eol); end >= 0; end = bytes.indexOf(source.eol, end + 1)) line++
    }
    at = { line, offset }
    return line
  })
}
