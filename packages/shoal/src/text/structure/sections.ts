// INI, TOML and their kin: `[section]` and `[[array]]` lines with the comments above them.
import { CLOSE_BRACKET, find, HASH, OPEN_BRACKET, SEMICOLON } from './ascii.ts'
import { CommentLead } from './comment-lead.ts'
import type { Line } from './line-walker.ts'
import { COST, type Outline } from './outline.ts'
import { lineText } from './prose-flow.ts'
import type { LineScanner } from './structured-cut.ts'

const HEADER = /^\s*\[{1,2}([^\]]+)\]{1,2}\s*(?:[#;].*)?$/

/** `key = [` whose brackets do not close on the line. */
const ARRAY = /=\s{0,20}\[[^\]#]{0,300}(?:#.*)?$/s

export function scanSections(outline: Outline): LineScanner {
  return new Sections(outline, false)
}

/** TOML: dots in a header make it a part of another, and strings and arrays may span lines. */
export function scanToml(outline: Outline): LineScanner {
  return new Sections(outline, true)
}

class Sections implements LineScanner {
  private readonly comments = new CommentLead()
  private afterBlank = false
  private afterHeader = false
  /** What closes the open string or array. */
  private closer: '"""' | "'''" | ']' | null = null

  constructor(
    private readonly outline: Outline,
    private readonly toml: boolean,
  ) {}

  line(line: Line): void {
    if (this.closer) {
      this.inValue(line, this.closer)
      return
    }
    const { bytes, head, to } = line
    const blank = head === to
    const first = bytes[head]!
    if (blank) {
      this.afterBlank = true
      return
    }
    const comment = first === HASH || first === SEMICOLON
    if (comment) this.comments.comment(line)
    if (first !== OPEN_BRACKET || !this.header(line)) {
      if (this.afterBlank && !this.afterHeader) this.outline.mark(line.offset, line.number, COST.paragraph)
      this.afterHeader = false
      if (this.toml && !comment) this.opensValue(line)
    }
    this.afterBlank = false
  }

  end(): void {
    if (this.closer) this.outline.notes.push(`A value that ${this.closer} should close is never closed.`)
  }

  private header(line: Line): boolean {
    const name = HEADER.exec(lineText(line, 400))?.[1]
    if (name === undefined) return false
    const level = this.toml ? Math.min(name.split('.').length, 6) : 1
    const offset = this.comments.offset(line)
    const number = this.comments.line(line)
    const extent = { start: line.offset, end: line.next, first: line.number, last: line.number }
    this.outline.structural++
    this.outline.open({ offset, line: number, level, cost: 0.04 * (level - 1), extent })
    this.afterHeader = true
    return true
  }

  private opensValue(line: Line): void {
    for (const quotes of ['"""', "'''"] as const) {
      const at = find(line.bytes, line.head, line.to, quotes)
      if (at >= 0 && find(line.bytes, at + 3, line.to, quotes) < 0) this.closer = quotes
    }
    if (!this.closer && find(line.bytes, line.head, line.to, '[') >= 0 && ARRAY.test(lineText(line, 4096)))
      this.closer = ']'
    if (this.closer) this.outline.enter(line.offset)
  }

  private inValue(line: Line, closer: string): void {
    const closes =
      closer === ']' ? line.bytes[line.head] === CLOSE_BRACKET : find(line.bytes, line.head, line.to, closer) >= 0
    if (!closes) return
    this.closer = null
    this.outline.leave()
  }
}
