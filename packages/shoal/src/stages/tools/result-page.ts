// The text of one result: lines of files, numbered and clipped, and no more of them than a result holds.
import { MOST_OUTPUT } from './tool.ts'

/** Characters of a line that are shown. */
export const MOST_LINE = 1_000
/** What the first and the last line of a result may take. */
const FRAME = 1_000

export class ResultPage {
  private readonly lines: string[] = []
  private room = MOST_OUTPUT - FRAME

  get count(): number {
    return this.lines.length
  }

  /** False when there is no room for it. */
  add(line: string): boolean {
    if (line.length + 1 > this.room) return false
    this.room -= line.length + 1
    this.lines.push(line)
    return true
  }

  text({ head, foot }: { readonly head?: string; readonly foot?: string | null }): string {
    return [head, ...this.lines, foot].filter(line => line !== undefined && line !== null).join('\n')
  }
}

/** A line of a file, or a part of a long one. */
export interface LinePart {
  /** Without line ends. */
  readonly text: string
  /** The line began before it. */
  readonly isInside: boolean
  /** The line goes on behind it. */
  readonly isCut: boolean
}

/** What a file says stands behind a bar, so that it cannot pass for what the tool says. `from`: where to begin. */
export function fileLine(label: string, { text, isInside, isCut }: LinePart, from = 0): string {
  const start = wholeFrom(text, from)
  const end = wholeFrom(text, start + MOST_LINE)
  const before = isInside || start > 0 ? ', inside the line' : ''
  const behind = isCut || end < text.length ? ' … (the line goes on)' : ''
  return `${label}${before}|${text.slice(start, end)}${behind}`
}

/** Whatever else ends a line somewhere does not end this one. */
export function oneLine(text: string): string {
  return text.replace(/[\n\v\f\r\u0085\u2028\u2029]/g, ' ')
}

/** Not between the halves of a character. */
export function wholeFrom(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  return at > 0 && unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at
}
