// Lines of a piece, page by page, as one stretch without gaps. Pure.
import type { LivePiece, LiveText } from '@shoal/base/model/live'

/** How many lines are shown before one that is looked for, and how many more are fetched at a time above. */
const BEFORE = 12
const PAGE = 500

/** Where to begin reading so that `line` is seen with what is around it. */
export function firstLineFor({ startLine, endLine }: LivePiece, line: number | null): number {
  return line === null || line < startLine || line > endLine ? startLine : Math.max(startLine, line - BEFORE)
}

/** Where the page that ends right before `text` begins; null when it begins with the piece. */
export function lineBefore({ startLine }: LivePiece, text: Pick<LiveText, 'line'>): number | null {
  return text.line <= startLine ? null : Math.max(startLine, text.line - PAGE)
}

/** Both as one; lines that are in both are there once. Pages that do not touch are not joined: the later one is kept. */
export function joined(known: LiveText, page: LiveText): LiveText {
  const problem = page.problem ?? known.problem
  const end = known.line + known.lines.length
  const pageEnd = page.line + page.lines.length
  if (page.path !== known.path || page.line > end || pageEnd < known.line) return page
  const above = page.line < known.line ? page.lines.slice(0, known.line - page.line) : []
  const below = pageEnd > end ? page.lines.slice(end - page.line) : []
  return {
    path: known.path,
    line: Math.min(known.line, page.line),
    lines: [...above, ...known.lines, ...below],
    next: pageEnd >= end ? page.next : known.next,
    problem,
  }
}
