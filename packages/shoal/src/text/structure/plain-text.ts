// Plain text: titles that are underlined, numbered, in capitals or called a chapter; paragraphs and page breaks.
import { DOT, EQUALS, isDigit, isLetter, isUpper, runLength, STAR, TILDE, trimEnd } from './ascii.ts'
import type { Line } from './line-walker.ts'
import { COST, type Outline } from './outline.ts'
import { KeptLine, lineText, ProseFlow } from './prose-flow.ts'
import type { LineScanner } from './structured-cut.ts'

const LONGEST_TITLE = 80
const FORM_FEED = 12
const DASH = 45

const NUMBERED = /^(\d{1,3}(?:\.\d{1,3}){0,5})[.)]?\s+(?!\s)[A-Z"'(\x80-\xff].*[^.,;:]$/
const NAMED = /^(?:chapter|part|book|section|appendix|annex|act|scene|article)\s+(?:[\divxlc]+|[a-z])\b[^,;]*$/i

export function scanPlainText(outline: Outline): LineScanner {
  return new PlainText(outline)
}

class PlainText implements LineScanner {
  private readonly flow: ProseFlow
  /** A line that stands after a blank one and may be a title, with the level its own look gives it (0: none). */
  private readonly title = new KeptLine()
  private level = 0

  constructor(private readonly outline: Outline) {
    this.flow = new ProseFlow(outline)
  }

  line(line: Line): void {
    if (line.head === line.to) {
      this.confirm()
      this.flow.blank()
      return
    }
    if (line.bytes[line.head] === FORM_FEED) {
      this.pageBreak(line)
      return
    }
    if (this.title.line > 0 && this.underlines(line)) return
    const alone = this.flow.afterBlank
    this.title.clear()
    this.flow.text(line)
    if (!alone || line.head > line.from || line.to - line.from > LONGEST_TITLE) return
    this.title.keep(line)
    this.level = levelOf(line)
  }

  end(): void {
    this.confirm()
  }

  /** A numbered, named or capital line is a title if it stands alone. */
  private confirm(): void {
    if (this.title.line > 0 && this.level > 0) this.flow.heading(this.level, this.title)
    this.title.clear()
  }

  private underlines(line: Line): boolean {
    const { bytes, head, to } = line
    const first = bytes[head]!
    if (first !== EQUALS && first !== DASH && first !== TILDE && first !== STAR) return false
    const length = runLength(bytes, head, to)
    if (head + length !== trimEnd(bytes, head, to) || length < 3 || length < this.title.length / 2) return false
    this.flow.heading(first === EQUALS || first === STAR ? 1 : 2, this.title)
    this.outline.keep(line.offset, line.number)
    this.title.clear()
    return true
  }

  private pageBreak(line: Line): void {
    this.confirm()
    this.outline.mark(line.offset, line.number, COST.rule)
    this.flow.blank()
  }
}

/** The level a line suggests by itself: `2.1 Scope` 2, `CHAPTER IV` 1, `INTRODUCTION` 1, else 0. */
function levelOf(line: Line): number {
  const first = line.bytes[line.head]!
  if (isDigit(first)) {
    const text = lineText(line).trimEnd()
    const number = NUMBERED.exec(text)?.[1]
    return !number || text.includes('....') ? 0 : number.split('.').length
  }
  if (!isLetter(first)) return 0
  if (NAMED.test(lineText(line).trimEnd())) return 1
  return isUpper(first) && isCapitals(line) ? 1 : 0
}

/** Four letters or more, none of them small, and no full stop at the end. */
function isCapitals(line: Line): boolean {
  const { bytes, head, to } = line
  let letters = 0
  for (let i = head; i < to; i++) {
    const byte = bytes[i]!
    if (!isLetter(byte)) continue
    if (!isUpper(byte)) return false
    letters++
  }
  const last = bytes[trimEnd(bytes, head, to) - 1]
  return letters >= 4 && letters * 2 > to - head && last !== DOT
}
