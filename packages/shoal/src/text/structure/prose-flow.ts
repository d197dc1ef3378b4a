// What the prose dialects share: paragraphs and list items as places to cut, and headings that open scopes.
import { ascii, COLON, DASH, DOT, isDigit, isSpace, PLUS, STAR, trimEnd, UNDERSCORE } from './ascii.ts'
import type { Line } from './line-walker.ts'
import { COST, type Outline } from './outline.ts'

const HEADING_COST = [0, 0, 0.03, 0.1, 0.16, 0.21, 0.25]

const CLOSE_PARENTHESIS = 41

/** A line that is remembered after its view has moved on; one object serves for many lines. */
export class KeptLine {
  offset = 0
  next = 0
  length = 0
  /** 0 when nothing is remembered. */
  line = 0

  keep(line: Line): void {
    this.offset = line.offset
    this.next = line.next
    this.length = line.to - line.head
    this.line = line.number
  }

  clear(): void {
    this.line = 0
  }
}

export class ProseFlow {
  afterBlank = true
  private afterHeading = false
  private afterColon = false

  constructor(readonly outline: Outline) {}

  blank(): void {
    this.afterBlank = true
  }

  /** A line of running text: the first after a blank line, and each list item, may start a piece. Says if it is an item. */
  text(line: Line): boolean {
    const item = isItem(line)
    const indent = line.head - line.from
    // A heading is never left behind alone.
    if (!this.afterHeading) {
      if (this.afterBlank) this.outline.mark(line.offset, line.number, this.cost(line, indent, item))
      else if (item && indent < 2) this.outline.mark(line.offset, line.number, COST.item)
    }
    this.afterBlank = false
    this.afterHeading = false
    this.afterColon = line.bytes[trimEnd(line.bytes, line.head, line.to) - 1] === COLON
    return item
  }

  /** `lead` is where a piece would start, `title` the line that is shown. */
  heading(level: number, title: KeptLine, lead: KeptLine = title): void {
    this.outline.structural++
    const extent = { start: title.offset, end: title.next, first: title.line, last: title.line }
    const cost = HEADING_COST[Math.min(level, HEADING_COST.length - 1)]!
    this.outline.open({ offset: lead.offset, line: lead.line, level, cost, extent })
    this.afterBlank = false
    this.afterHeading = true
    this.afterColon = false
  }

  /** A block that was kept together is over. */
  leave(): void {
    this.outline.leave()
    this.afterBlank = false
    this.afterHeading = false
    this.afterColon = false
  }

  private cost(line: Line, indent: number, item: boolean): number {
    const introduced = this.afterColon ? COST.rule : 0
    if (indent >= 2) return COST.indented + introduced
    if (isRule(line)) return COST.rule
    return (item ? COST.item : COST.paragraph) + introduced
  }
}

/** `- item`, `* item`, `+ item`, `1. item`, `1) item`. */
export function isItem(line: Line): boolean {
  const { bytes, head, to } = line
  const first = bytes[head]!
  let at = head
  if (first === DASH || first === STAR || first === PLUS) at = head + 1
  else if (isDigit(first)) {
    while (at < to && isDigit(bytes[at]!)) at++
    if (at - head > 9 || (bytes[at] !== DOT && bytes[at] !== CLOSE_PARENTHESIS)) return false
    at++
  } else return false
  return at === to || isSpace(bytes[at]!)
}

/** Three or more of `*`, `-` or `_` and nothing else. */
export function isRule(line: Line): boolean {
  const { bytes, head, to } = line
  const first = bytes[head]!
  if (first !== STAR && first !== DASH && first !== UNDERSCORE) return false
  let count = 0
  for (let i = head; i < to; i++) {
    if (bytes[i] === first) count++
    else if (!isSpace(bytes[i]!)) return false
  }
  return count >= 3
}

/** The line as text, for patterns. */
export function lineText(line: Line, most = 200): string {
  return ascii(line.bytes, line.from, line.to, most)
}
