// A window on the lines around one quote, long lines cut; and windows that lie side by side made one.

import { pushAll } from '@shoal/base/model/lists'
import type { ExcerptWindow } from '@shoal/base/model/report-page'
import { quoteInLines } from '@shoal/base/text/quote-in-lines'
import type { Quote } from './quotes.ts'

/** Characters of a line that is no longer shown whole, and how many of them stand before the quote. */
const LONG = 400
const LEAD = 120
/** Windows grow no longer than so many lines: looking for a quote in one stays quick. */
const MOST_LINES = 100

export interface MaskedRegion {
  readonly line: number
  readonly lines: readonly string[]
  readonly isCutBefore: boolean
  readonly isCutBehind: boolean
}

/** Lines that are shown before and behind a quote. */
export const CONTEXT = 3

/** Null when the quote does not stand there, starting on its line. Lines that are further behind are left out. */
export function windowOn({ text, line }: Quote, { line: first, lines, ...cut }: MaskedRegion): ExcerptWindow | null {
  const at = line - first
  const span = quoteInLines(lines, at, text)
  if (span === null) return null
  const starts = startsOf(lines)
  const last = starts.findLastIndex(start => start < span.end)
  const shown = lines.slice(0, last + 1 + CONTEXT).map((whole, k) => {
    const before = k === 0 && cut.isCutBefore ? '…' : ''
    const behind = k === lines.length - 1 && cut.isCutBehind ? '…' : ''
    const keeps = {
      // What is quoted is never cut.
      from: k === at ? span.start - starts[at]! : 0,
      to: k < at || k > last ? 0 : Math.min(whole.length, span.end - starts[k]!),
    }
    return clip(whole, keeps, before, behind)
  })
  return { line: first, lines: shown }
}

/** Where each line starts when they are joined by line ends. */
function startsOf(lines: readonly string[]): number[] {
  let next = 0
  return lines.map(({ length }) => {
    const start = next
    next += length + 1
    return start
  })
}

function clip(line: string, keeps: { from: number; to: number }, before: string, behind: string): string {
  if (line.length <= LONG) return before + line + behind
  const start = whole(line, Math.max(0, Math.min(keeps.from - LEAD, line.length - LONG)))
  const end = whole(line, Math.min(line.length, Math.max(start + LONG, keeps.to)))
  return `${start > 0 ? '…' : before}${line.slice(start, end)}${end < line.length ? '…' : behind}`
}

/** Not in the middle of a character. */
function whole(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at
}

/** Takes windows in order of their quotes' lines. What overlaps or touches is one, unless a line is cut differently. */
export class WindowList {
  readonly windows: { line: number; lines: string[] }[] = []
  /** Characters in all. */
  size = 0

  add({ line, lines }: ExcerptWindow): void {
    const last = this.windows.at(-1)
    const known = last ? last.line + last.lines.length - line : -1
    if (last && line >= last.line && known >= 0 && last.lines.length <= MOST_LINES && agrees(last, line, lines)) {
      const more = lines.slice(known)
      pushAll(last.lines, more)
      this.size += sizeOf(more)
    } else {
      this.windows.push({ line, lines: [...lines] })
      this.size += sizeOf(lines)
    }
  }
}

function agrees(last: ExcerptWindow, line: number, lines: readonly string[]): boolean {
  const shared = last.lines.slice(line - last.line)
  return shared.every((text, k) => k >= lines.length || lines[k] === text)
}

function sizeOf(lines: readonly string[]): number {
  return lines.reduce((sum, text) => sum + text.length + 3, 0)
}
