// The headings of a document, found by the same scanners that cut it, and the tree of its sections.
import type { SourceText } from '@shoal/base/model/source'
import { type Line, walkLines } from '../../../text/structure/line-walker.ts'
import { type Mark, Outline } from '../../../text/structure/outline.ts'
import type { LineScanner } from '../../../text/structure/structured-cut.ts'
import { dialectOf } from '../dialect.ts'
import { SCANNERS } from '../scanners.ts'

export interface Heading {
  readonly title: string
  readonly level: number
  /** Where the title stands; a line under it may belong to it. */
  readonly line: number
}

export interface Headings {
  readonly dialect: string
  readonly headings: readonly Heading[]
  readonly total: number
  /** All are listed, but for those without words. */
  readonly isWhole: boolean
}

const MOST = 20_000
const LONGEST_TITLE = 300

export async function readHeadings(
  source: SourceText,
  language: string | null,
  signal: AbortSignal,
  most = MOST,
): Promise<Headings> {
  const dialect = dialectOf(source, language)
  return await headingsBy(source, { dialect, scannerOf: SCANNERS[dialect], signal, most })
}

interface HeadingSearch {
  readonly dialect: string
  readonly scannerOf: (outline: Outline) => LineScanner
  readonly signal: AbortSignal
  readonly most: number
}

export async function headingsBy(
  source: SourceText,
  { dialect, scannerOf, signal, most }: HeadingSearch,
): Promise<Headings> {
  const headings: Heading[] = []
  let total = 0
  const mark = ({ opens }: Mark): void => {
    if (!opens) return
    total++
    if (headings.length >= most) return
    const text = source.text(opens.start, Math.min(opens.end, opens.start + LONGEST_TITLE))
    headings.push({ title: titleOf(text), level: opens.level, line: opens.first })
  }
  // Cuts inside blocks are of no interest here, so no block is ever too large.
  const outline = new Outline(
    { line() {}, rate() {}, drop() {}, mark },
    Number.MAX_SAFE_INTEGER,
    Number.MAX_SAFE_INTEGER,
  )
  const scanner = scannerOf(outline)
  await walkLines(source, signal, (line: Line) => {
    outline.line(line.offset, line.number)
    scanner.line(line)
  })
  scanner.end()
  return { dialect, headings: headings.filter(({ title }) => title !== ''), total, isWhole: total <= most }
}

/** The words of a heading without what marks it as one. */
function titleOf(text: string): string {
  const line = text.replace(/^\s+/, '').split(/[\r\n]/, 1)[0]!
  return line
    .replace(/^(?:#{1,6}|={1,6}|\*{1,8}|=head\d|h\d\.)\s+/, '')
    .replace(/(?<!\s)\s+(?:#+|={1,6})\s*$/, '')
    .replace(/(?<!\s)\s*\{#[\w-]+\}\s*$/, '')
    .trim()
    .slice(0, 200)
}

/** Titles from the outermost section down to the innermost that line `line` stands in. Lines are asked for in order. */
export class HeadingPath {
  private next = 0
  private readonly open: Heading[] = []

  constructor(private readonly headings: readonly Heading[]) {}

  at(line: number): string[] {
    for (; this.next < this.headings.length && this.headings[this.next]!.line <= line; this.next++) {
      const heading = this.headings[this.next]!
      while (this.open.length > 0 && this.open.at(-1)!.level >= heading.level) this.open.pop()
      this.open.push(heading)
    }
    return this.open.map(({ title }) => title)
  }
}
