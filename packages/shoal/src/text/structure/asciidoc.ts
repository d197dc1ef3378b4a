// AsciiDoc: `=` titles and the older underlined ones, delimited blocks (nested ones too), tables, attribute lines.
import { BACKTICK, CLOSE_BRACKET, DOT, EQUALS, HASH, isSpace, OPEN_BRACKET, PIPE, runLength, trimEnd } from './ascii.ts'
import type { Line } from './line-walker.ts'
import type { Outline } from './outline.ts'
import { KeptLine, lineText, ProseFlow } from './prose-flow.ts'
import type { LineScanner } from './structured-cut.ts'

/** Lines that open and close blocks; the same line closes what it opened. */
const DELIMITER = /^(-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|\/{4,}|--|`{3,}|[|,:!]={3,})$/

/** Blocks whose content is taken as it stands: nothing nests in them. */
const VERBATIM = '-.+/`'

/** Characters that underline a title, by level. */
const UNDERLINES = '=-~^+'

const DEEPEST = 32

export function scanAsciidoc(outline: Outline): LineScanner {
  return new Asciidoc(outline)
}

class Asciidoc implements LineScanner {
  private readonly flow: ProseFlow
  /** Delimiters of the open blocks, the outermost first. */
  private readonly blocks: string[] = []
  /** The attribute lines right above: `[source,ruby]`, `.Title`, `[[anchor]]`. */
  private readonly lead = new KeptLine()
  /** A line of text that the next line may underline. */
  private readonly title = new KeptLine()
  private lastText = 0
  private openedOn = 0

  constructor(private readonly outline: Outline) {
    this.flow = new ProseFlow(outline)
  }

  line(line: Line): void {
    if (line.head === line.to) {
      this.blank()
      return
    }
    const delimiter = delimiterOf(line)
    if (this.blocks.length > 0) {
      this.inBlock(delimiter)
      return
    }
    if (delimiter !== null && !this.underlines(line, delimiter)) {
      this.open(line, delimiter)
      return
    }
    if (delimiter === null && !this.underlines(line, null) && !this.isTitle(line)) this.text(line)
  }

  end(): void {
    if (this.blocks.length > 0) this.outline.notes.push(`The block opened on line ${this.openedOn} is never closed.`)
  }

  private blank(): void {
    this.title.clear()
    this.lead.clear()
    if (this.blocks.length === 0) this.flow.blank()
  }

  private text(line: Line): void {
    if (isAttribute(line)) {
      if (this.flow.afterBlank) this.flow.text(line)
      if (this.lead.line === 0) this.lead.keep(line)
      this.title.clear()
      return
    }
    // Only the first line of a paragraph can be a title.
    const first = this.lastText !== line.number - 1
    this.lastText = line.number
    this.flow.text(line)
    if (first && line.head === line.from) this.title.keep(line)
    else this.title.clear()
    if (!first) this.lead.clear()
  }

  private isTitle(line: Line): boolean {
    const { bytes, from, to } = line
    const first = bytes[from]
    if (first !== EQUALS && first !== HASH) return false
    const level = runLength(bytes, from, to)
    if (level > 6 || !isSpace(bytes[from + level] ?? 0) || trimEnd(bytes, from + level, to) === from + level)
      return false
    this.title.keep(line)
    this.heading(level)
    return true
  }

  private underlines(line: Line, delimiter: string | null): boolean {
    const { title } = this
    if (title.line === 0 || title.line !== line.number - 1 || line.head > line.from) return false
    const text = delimiter ?? lineText(line)
    const level = UNDERLINES.indexOf(text[0]!) + 1
    if (level === 0 || !isRunOf(text) || Math.abs(text.length - title.length) > 1) return false
    this.heading(level)
    this.outline.keep(line.offset, line.number)
    return true
  }

  private heading(level: number): void {
    this.flow.heading(level, this.title, this.lead.line > 0 ? this.lead : this.title)
    this.lead.clear()
    this.title.clear()
  }

  private open(line: Line, delimiter: string): void {
    if (this.lead.line === 0 || this.flow.afterBlank) this.flow.text(line)
    this.outline.enter(this.lead.line > 0 ? this.lead.offset : line.offset)
    if (this.lead.line > 0) this.outline.keep(line.offset, line.number)
    this.blocks.push(delimiter)
    this.openedOn = line.number
    this.lead.clear()
    this.title.clear()
  }

  private inBlock(delimiter: string | null): void {
    if (delimiter === null) return
    const at = this.blocks.lastIndexOf(delimiter)
    const innermost = this.blocks.at(-1)!
    if (VERBATIM.includes(innermost[0]!) && innermost !== '--') {
      if (delimiter === innermost) this.blocks.pop()
    } else if (at >= 0) this.blocks.length = at
    else if (this.blocks.length < DEEPEST) this.blocks.push(delimiter)
    if (this.blocks.length === 0) this.flow.leave()
  }
}

function delimiterOf(line: Line): string | null {
  if (line.head > line.from || line.to - line.from < 2) return null
  const first = line.bytes[line.from]!
  // Letters and digits never open a block, and most lines start with one.
  if (first > 96 || (first > 47 && first < 58) || (first > 64 && first < 91)) {
    if (first !== BACKTICK && first !== PIPE) return null
  }
  const text = lineText(line, 120).trimEnd()
  if (text.startsWith('```')) return '```'
  return DELIMITER.test(text) ? text : null
}

/** `[source]`, `[[anchor]]`, `.Title`: a line about the block below it. */
function isAttribute(line: Line): boolean {
  const { bytes, from, to } = line
  if (bytes[from] === OPEN_BRACKET) return bytes[trimEnd(bytes, from, to) - 1] === CLOSE_BRACKET
  return bytes[from] === DOT && to - from > 1 && bytes[from + 1] !== DOT && !isSpace(bytes[from + 1]!)
}

function isRunOf(text: string): boolean {
  for (let i = 1; i < text.length; i++) if (text[i] !== text[0]) return false
  return text.length >= 2
}
