// What a document of tags says: paragraphs between the tags that stand by themselves, under the headings before them.
import { lookup } from '@shoal/base/model/lookup'
import type { FactRow } from '@shoal/base/model/relation'
import type { MarkupVisitor, Tag } from '../../../text/markup-events.ts'
import { sentenceSpans } from '../../../text/sentence-spans.ts'
import { countWords } from '../../../text/terms.ts'
import type { Heading } from '../../prose/analyst/headings.ts'
import { sectionsOf } from '../../prose/analyst/structure.ts'
import { INLINE } from '../analyst/elements.ts'

/** A paragraph that goes on for longer is cut. */
const LONGEST = 8_000
const LONGEST_TITLE = 200
const SAYS_SOMETHING = /[\p{L}\p{N}]/u
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

export class SaidText implements MarkupVisitor {
  private rows: FactRow[] = []
  private readonly headings: Heading[] = []
  private readonly words: number[] = [0]
  private readonly open: Heading[] = []
  /** The heading that is being read. */
  private level = 0
  private said = ''
  /** Where in the paragraph each line begins. */
  private starts: { readonly at: number; readonly line: number }[] = []

  constructor(private readonly html: boolean) {}

  tag({ kind, name }: Tag): void {
    const small = name.toLowerCase()
    if (this.html && INLINE.has(small)) return
    this.close()
    const level = this.html ? Number(/^h([1-6])$/.exec(small)?.[1] ?? 0) : 0
    if (level > 0) this.level = kind === 'start' ? level : 0
  }

  text(text: string, line: number, raw: string | null): void {
    if (raw !== null && raw !== 'title') return
    if (!/\S/.test(text)) {
      if (this.said !== '') this.said += ' '
      return
    }
    if (this.starts.at(-1)?.line !== line) {
      if (this.said !== '') this.said += ' '
      const blank = /^\s*/.exec(text)![0].length
      this.starts.push({ at: this.said.length + blank, line })
    }
    this.said += text
    if (this.said.length > LONGEST) this.close()
  }

  fault(): void {}

  take(): FactRow[] {
    const { rows } = this
    this.rows = []
    return rows
  }

  finish(lines: number): FactRow[] {
    this.close()
    const path: Heading[] = []
    for (const section of sectionsOf(this.headings, this.words, lines)) {
      const { title, level, line, lastLine, words } = section
      while (path.length > 0 && path.at(-1)!.level >= level) path.pop()
      path.push(section)
      this.rows.push({
        relation: 'sections',
        line,
        values: { heading: title, heading_path: pathText(path), level, end_line: Math.max(line, lastLine), words },
      })
    }
    return this.take()
  }

  /** The paragraph has ended. */
  private close(): void {
    const [text, starts] = [this.said, this.starts]
    this.said = ''
    this.starts = []
    const first = starts[0]
    if (!first || !SAYS_SOMETHING.test(text)) return
    if (this.level > 0) {
      const heading = { title: plain(text).slice(0, LONGEST_TITLE), level: this.level, line: first.line }
      while (this.open.length > 0 && this.open.at(-1)!.level >= heading.level) this.open.pop()
      this.open.push(heading)
      this.headings.push(heading)
      this.words.push(0)
      return
    }
    this.words[this.words.length - 1]! += countWords(text)
    let at = 0
    for (const { start, end } of sentenceSpans(text)) {
      const said = text.slice(start, end)
      if (!SAYS_SOMETHING.test(said)) continue
      while (at + 1 < starts.length && starts[at + 1]!.at <= start) at++
      const values = {
        text: plain(said),
        heading_path: pathText(this.open),
        section_line: this.open.at(-1)?.line ?? null,
      }
      this.rows.push({ relation: 'sentences', line: starts[at]!.line, values })
    }
  }
}

function pathText(open: readonly Heading[]): string | null {
  return open.length === 0 ? null : open.map(({ title }) => title).join(' > ')
}

/** Runs of white space as one blank, the commonest entities as what they stand for. */
function plain(text: string): string {
  return text
    .replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name: string) => lookup(ENTITIES, name)!)
    .replace(/\s+/g, ' ')
    .trim()
}
