// reStructuredText: titles with under- and overlines, directives, literal blocks, simple and grid tables.
import { COLON, DOT, EQUALS, isPunctuation, runLength, SPACE, startsWith, trimEnd } from './ascii.ts'
import type { Line } from './line-walker.ts'
import type { Outline } from './outline.ts'
import { KeptLine, lineText, ProseFlow } from './prose-flow.ts'
import type { LineScanner } from './structured-cut.ts'

/** Directives whose body is not running text, or is one table. */
const LITERAL =
  /^\.\. +(?:code|code-block|sourcecode|literalinclude|parsed-literal|highlight|math|raw|csv-table|list-table|table|graphviz|digraph|productionlist|prompt|testcode|testoutput|testsetup|doctest|ipython|jupyter-execute|mermaid|uml|plantuml|tikz|plot|tabularcolumns|toctree)::/

export function scanRestructuredText(outline: Outline): LineScanner {
  return new RestructuredText(outline)
}

class RestructuredText implements LineScanner {
  private readonly flow: ProseFlow
  /** Adornment styles in the order they appear: their index is the level. */
  private readonly styles: string[] = []
  private readonly overline = new KeptLine()
  private overlineChar = 0
  /** A single line of text that the next line may underline. */
  private readonly title = new KeptLine()
  /** Indentation above which lines belong to the literal block; -1 if there is none. */
  private literal = -1
  private literalNext = -1
  private literalFrom = 0
  private table: 'no' | 'simple' | 'closing' = 'no'
  private borders = 0

  constructor(private readonly outline: Outline) {
    this.flow = new ProseFlow(outline)
  }

  line(line: Line): void {
    const blank = line.head === line.to
    if (this.table !== 'no' && this.inTable(line, blank)) return
    if (blank) {
      this.blank()
      return
    }
    if (this.literal >= 0 || this.literalNext >= 0) {
      if (this.inLiteral(line)) return
    }
    const adornment = adornmentLength(line)
    if (adornment > 0 && this.underlines(line, adornment)) return
    if (this.startsTable(line)) return
    this.text(line, adornment)
  }

  end(): void {}

  private blank(): void {
    this.flow.blank()
    this.title.clear()
    this.overline.clear()
  }

  private text(line: Line, adornment: number): void {
    const alone = this.flow.afterBlank || this.title.line === 0
    const over = this.overline.line === line.number - 1
    this.title.clear()
    if (adornment >= 3 && this.flow.afterBlank) {
      this.overline.keep(line)
      this.overlineChar = line.bytes[line.head]!
    } else if (over || (alone && line.head === line.from)) this.title.keep(line)
    this.flow.text(line)
    this.expectLiteral(line)
  }

  /** The line below a title of one line; over it there may be the same adornment. */
  private underlines(line: Line, length: number): boolean {
    const { title, overline } = this
    const char = line.bytes[line.head]!
    if (title.line === 0 || line.number !== title.line + 1 || line.head > line.from) return false
    if (length < title.length && length < 4) return false
    const over = overline.line > 0 && overline.line === title.line - 1 && this.overlineChar === char
    const style = `${over ? 'over' : 'under'}${char}`
    if (!this.styles.includes(style)) this.styles.push(style)
    this.flow.heading(this.styles.indexOf(style) + 1, title, over ? overline : title)
    this.title.clear()
    this.overline.clear()
    this.literalNext = -1
    this.outline.keep(line.offset, line.number)
    return true
  }

  /** A paragraph that ends in `::`, or a directive of code, is followed by an indented block. */
  private expectLiteral(line: Line): void {
    const { bytes, head } = line
    const end = trimEnd(bytes, head, line.to)
    const directive = bytes[head] === DOT && startsWith(bytes, head, end, '.. ')
    const colons = bytes[end - 1] === COLON && bytes[end - 2] === COLON
    const literal = directive ? LITERAL.test(lineText(line).trimStart()) : colons
    this.literalNext = literal ? head - line.from : -1
    this.literalFrom = line.next
  }

  private inLiteral(line: Line): boolean {
    const indent = line.head - line.from
    if (this.literal >= 0) {
      if (indent > this.literal) return true
      this.literal = -1
      this.flow.leave()
      this.flow.blank()
      return false
    }
    const above = this.literalNext
    if (indent <= above) {
      if (this.flow.afterBlank) this.literalNext = -1
      return false
    }
    this.literal = above
    this.literalNext = -1
    this.outline.enter(line.offset)
    this.outline.keep(this.literalFrom, line.number)
    return true
  }

  /** `=====  ====`: the border of a simple table. Grid tables have no blank line and need no care of their own. */
  private startsTable(line: Line): boolean {
    if (!isBorder(line)) return false
    this.flow.text(line)
    this.outline.enter(line.offset)
    this.table = 'simple'
    this.borders = 1
    return true
  }

  private inTable(line: Line, blank: boolean): boolean {
    const over = this.table === 'closing' && (blank || this.borders >= 3)
    if (over) {
      this.table = 'no'
      this.flow.leave()
      return false
    }
    const border = !blank && isBorder(line)
    if (border) this.borders++
    this.table = border && this.borders >= 2 ? 'closing' : 'simple'
    return true
  }
}

/** The length of a line made of one repeated punctuation character, else 0. */
function adornmentLength(line: Line): number {
  const { bytes, head, to } = line
  if (!isPunctuation(bytes[head]!)) return 0
  const length = runLength(bytes, head, to)
  return length >= 2 && head + length === trimEnd(bytes, head, to) ? length : 0
}

/** Two or more runs of `=` with spaces between. */
function isBorder(line: Line): boolean {
  const { bytes, head, to } = line
  if (bytes[head] !== EQUALS || bytes[head + 1] !== EQUALS) return false
  let spaces = 0
  const end = trimEnd(bytes, head, to)
  for (let i = head; i < end; i++) {
    if (bytes[i] === SPACE) spaces++
    else if (bytes[i] !== EQUALS) return false
  }
  return spaces > 0
}
