// Markdown: ATX and setext headings, fenced code, front matter, HTML blocks and comments, tables, lists.
import {
  ascii,
  BACKTICK,
  COLON,
  DASH,
  EQUALS,
  find,
  GREATER,
  HASH,
  isSpace,
  LESS,
  PIPE,
  PLUS,
  runLength,
  startsWith,
  TILDE,
  trimEnd,
} from './ascii.ts'
import type { Line } from './line-walker.ts'
import type { Outline } from './outline.ts'
import { KeptLine, lineText, ProseFlow } from './prose-flow.ts'
import type { LineScanner } from './structured-cut.ts'

/** A setext title longer than this is a paragraph with a rule below it. */
const LONGEST_TITLE = 3

/** HTML elements whose content is not Markdown, or that must stay whole. */
const RAW = ['pre', 'script', 'style', 'textarea', 'table']

interface Fence {
  readonly char: number
  readonly length: number
  readonly quoted: boolean
  readonly line: number
}

export function scanMarkdown(outline: Outline): LineScanner {
  return new Markdown(outline)
}

class Markdown implements LineScanner {
  private readonly flow: ProseFlow
  private fence: Fence | null = null
  /** What ends the open HTML block or comment. */
  private rawEnd: string | null = null
  private frontMatter = 0
  /** Where the file starts, while nothing but front matter has been seen. */
  private readonly top = new KeptLine()
  private inTable = false
  /** The line before, if it is not blank: perhaps the head of a table. */
  private readonly previous = new KeptLine()
  /** The open paragraph: perhaps a setext title. */
  private readonly paragraph = new KeptLine()
  private paragraphLines = 0
  private readonly title = new KeptLine()

  constructor(private readonly outline: Outline) {
    this.flow = new ProseFlow(outline)
  }

  line(line: Line): void {
    if (this.fence) {
      this.inFence(line, this.fence)
      return
    }
    if (this.rawEnd) {
      this.inRaw(line, this.rawEnd)
      return
    }
    if (this.frontMatter && this.inFrontMatter(line)) return
    if (line.head === line.to) {
      this.blank()
      return
    }
    if (line.number === 1 && this.startsFrontMatter(line)) return
    if (!this.isHeading(line)) this.block(line)
    this.previous.keep(line)
  }

  end(): void {
    if (this.fence) this.outline.notes.push(`The fenced block opened on line ${this.fence.line} is never closed.`)
    if (this.rawEnd) this.outline.notes.push(`An HTML block is never closed by ${this.rawEnd}.`)
  }

  private blank(): void {
    if (this.inTable) this.leaveTable()
    this.flow.blank()
    this.paragraphLines = 0
    this.previous.clear()
  }

  private block(line: Line): void {
    const { bytes, head } = line
    const first = bytes[head]!
    if (this.inTable) {
      if (first !== BACKTICK && first !== LESS && first !== TILDE) return
      this.leaveTable()
    }
    if (this.startsTable(line, first)) return
    const item = this.flow.text(line)
    this.top.clear()
    if (this.opensFence(line, first, item) || (first === LESS && this.opensRaw(line))) {
      this.outline.enter(line.offset)
      this.paragraphLines = 0
    } else if (first === PIPE || first === GREATER || head - line.from >= 4 || item) {
      this.paragraphLines = 0
    } else if (this.paragraphLines++ === 0) this.paragraph.keep(line)
  }

  private isHeading(line: Line): boolean {
    const { bytes, head, to } = line
    if (head - line.from > 3) return false
    const first = bytes[head]!
    if (first === HASH) {
      const level = runLength(bytes, head, to)
      const after = head + level
      if (level > 6 || (after < to && !isSpace(bytes[after]!))) return false
      this.title.keep(line)
      this.heading(level, this.title)
      return true
    }
    if (first !== EQUALS && first !== DASH) return false
    if (this.paragraphLines === 0 || this.paragraphLines > LONGEST_TITLE) return false
    if (head + runLength(bytes, head, to) !== trimEnd(bytes, head, to)) return false
    this.heading(first === EQUALS ? 1 : 2, this.paragraph)
    this.outline.keep(line.offset, line.number)
    return true
  }

  private heading(level: number, title: KeptLine): void {
    if (this.inTable) this.leaveTable()
    this.flow.heading(level, title, this.top.line > 0 ? this.top : title)
    this.top.clear()
    this.paragraphLines = 0
  }

  private opensFence(line: Line, first: number, item: boolean): boolean {
    const { bytes, to } = line
    const quoted = first === GREATER
    if (first !== BACKTICK && first !== TILDE && !quoted && !item) return false
    let at = quoted ? afterQuote(line) : line.head
    // A fence may also open on the line of a list item.
    if (item) while (at < to && bytes[at] !== BACKTICK && bytes[at] !== TILDE) at++
    const char = bytes[at]
    if (at === to || (char !== BACKTICK && char !== TILDE)) return false
    const length = runLength(bytes, at, to)
    if (length < 3 || (at > line.head && !quoted && !onlyMarker(line, at))) return false
    for (let i = at + length; char === BACKTICK && i < to; i++) if (bytes[i] === BACKTICK) return false
    this.fence = { char, length, quoted, line: line.number }
    return true
  }

  private inFence(line: Line, fence: Fence): void {
    const { bytes, to } = line
    if (fence.quoted && bytes[line.head] !== GREATER) {
      this.closeBlock()
      this.line(line)
      return
    }
    const at = fence.quoted ? afterQuote(line) : line.head
    if (bytes[at] !== fence.char) return
    const length = runLength(bytes, at, to)
    if (length >= fence.length && trimEnd(bytes, at + length, to) === at + length) this.closeBlock()
  }

  private opensRaw(line: Line): boolean {
    const { bytes, head, to } = line
    if (startsWith(bytes, head, to, '<!--')) this.rawEnd = '-->'
    else {
      const name = /^<([a-z]+)\b/i.exec(ascii(bytes, head, to, 12))?.[1]?.toLowerCase()
      if (!name || !RAW.includes(name)) return false
      this.rawEnd = `</${name}`
    }
    if (!holdsEnd(line, this.rawEnd, head + 2)) return true
    this.rawEnd = null
    return false
  }

  private inRaw(line: Line, end: string): void {
    if (holdsEnd(line, end, line.head)) this.closeBlock()
  }

  private closeBlock(): void {
    this.fence = null
    this.rawEnd = null
    this.flow.leave()
    this.paragraphLines = 0
  }

  /** The row of dashes below the head of a table: `|---|:--:|`. From here on the table stays together. */
  private startsTable(line: Line, first: number): boolean {
    if (this.previous.line === 0 || (first !== PIPE && first !== DASH && first !== COLON)) return false
    let pipes = 0
    let dashes = 0
    for (let i = line.head; i < line.to; i++) {
      const byte = line.bytes[i]!
      if (byte === PIPE) pipes++
      else if (byte === DASH) dashes++
      else if (byte !== COLON && !isSpace(byte)) return false
    }
    if (pipes === 0 || dashes === 0) return false
    const { offset, line: top } = this.previous
    this.outline.enterUnder({ start: offset, end: line.next, first: top, last: line.number })
    this.inTable = true
    this.paragraphLines = 0
    return true
  }

  private leaveTable(): void {
    this.inTable = false
    this.flow.leave()
  }

  private startsFrontMatter(line: Line): boolean {
    const { bytes, from, head, to } = line
    const first = bytes[head]!
    if ((first !== DASH && first !== PLUS) || head > from) return false
    if (runLength(bytes, head, to) !== 3 || trimEnd(bytes, head, to) !== head + 3) return false
    this.frontMatter = first
    this.top.keep(line)
    this.outline.enter(line.offset)
    return true
  }

  /** Lines of front matter; the first line that cannot be one turns the opening into a mere rule. */
  private inFrontMatter(line: Line): boolean {
    const text = lineText(line, 80)
    const closes = (this.frontMatter === DASH ? /^(---|\.\.\.)\s*$/ : /^\+\+\+\s*$/).test(text)
    const fits = line.head > line.from || line.head === line.to || /^(#(?!#)|-\s|[}\]])|[:=]/.test(text)
    if (fits && !closes) return true
    this.frontMatter = 0
    this.closeBlock()
    this.flow.blank()
    if (!closes) this.top.clear()
    return closes
  }
}

function afterQuote(line: Line): number {
  let at = line.head
  while (at < line.to && (line.bytes[at] === GREATER || isSpace(line.bytes[at]!))) at++
  return at
}

/** Between the start of the line and `at` there is only a list marker. */
function onlyMarker(line: Line, at: number): boolean {
  return /^\s*(?:[-*+]|\d{1,9}[.)])\s+$/.test(ascii(line.bytes, line.from, at, 40))
}

function holdsEnd(line: Line, end: string, from: number): boolean {
  return find(line.bytes, from, line.to, end) >= 0 || find(line.bytes, from, line.to, end.toUpperCase()) >= 0
}
