// Text whose headings and blocks are told by one mark at the start of a line: Org, wiki text, POD, RDoc, TeX, Texinfo,
// roff.
import { lookup } from '@shoal/base/model/lookup'
import type { Line } from './line-walker.ts'
import type { Outline } from './outline.ts'
import { KeptLine, lineText, ProseFlow } from './prose-flow.ts'
import type { LineScanner } from './structured-cut.ts'

export interface Marks {
  /** Bytes that headings and blocks start with, after white space. */
  readonly signs: string
  /** Its first group is the mark whose level counts. */
  readonly heading: RegExp
  readonly level: (mark: string) => number
  /** The first group is the name that `close` is made from. */
  readonly open?: RegExp
  readonly close?: (name: string) => RegExp
}

const TEX_LEVELS = ['part', 'chapter', 'section', 'subsection', 'subsubsection', 'paragraph']
const TEXINFO_LEVELS: Readonly<Record<string, number>> = { chapter: 1, unnumbered: 1, appendix: 1, section: 2 }

export const MARKS = {
  org: {
    signs: '*#',
    heading: /^(\*+) /,
    level: mark => mark.length,
    open: /^\s*#\+begin_(\w+)/i,
    close: name => new RegExp(`^\\s*#\\+end_${name}`, 'i'),
  },
  wiki: {
    signs: '=h{',
    heading: /^(={1,6})[^=].*\1\s*$|^(?=h[1-6]\. )h([1-6])/,
    level: mark => (/\d/.test(mark) ? Number(mark) : mark.length),
    open: /^(\{\|)/,
    close: () => /^\|\}/,
  },
  pod: { signs: '=', heading: /^=head([1-6])\b/, level: Number },
  rdoc: { signs: '=', heading: /^(={1,6}) /, level: mark => mark.length },
  tex: {
    signs: '\\',
    heading: /^\s*\\((?:part|chapter|(?:sub){0,2}section|paragraph))\*?[[{]/,
    level: mark => TEX_LEVELS.indexOf(mark) + 1,
    open: /^\s*\\begin\{((?:verbatim|lstlisting|minted|tabular|longtable|table|figure|equation|align|tikzpicture)\*?)\}/,
    close: name => new RegExp(`\\\\end\\{${name.replace('*', '\\*')}\\}`),
  },
  texinfo: {
    signs: '@',
    heading: /^@((?:chapter|unnumbered|appendix|(?:sub){0,2}section))\b/,
    level: mark => lookup(TEXINFO_LEVELS, mark) ?? 3,
    open: /^@(example|smallexample|verbatim|lisp|display|multitable|ignore)\b/,
    close: name => new RegExp(`^@end ${name}\\b`),
  },
  roff: {
    signs: ".'",
    heading: /^\.\s*(S[HShs])\b/,
    level: mark => (mark.toUpperCase() === 'SH' ? 1 : 2),
    open: /^\.(nf|TS|EX)\b/,
    close: name => lookup({ nf: /^\.fi\b/, TS: /^\.TE\b/ }, name) ?? /^\.EE\b/,
  },
} satisfies Record<string, Marks>

export function scanMarked(marks: Marks): (outline: Outline) => LineScanner {
  const signs = new Set(Buffer.from(marks.signs))
  return outline => new Marked(outline, marks, signs)
}

class Marked implements LineScanner {
  private readonly flow: ProseFlow
  private readonly title = new KeptLine()
  private closes: RegExp | null = null

  constructor(
    private readonly outline: Outline,
    private readonly marks: Marks,
    private readonly signs: ReadonlySet<number>,
  ) {
    this.flow = new ProseFlow(outline)
  }

  line(line: Line): void {
    if (this.closes) {
      if (this.closes.test(lineText(line))) this.leave()
      return
    }
    if (line.head === line.to) {
      this.flow.blank()
      return
    }
    if (!this.signs.has(line.bytes[line.head]!)) {
      this.flow.text(line)
      return
    }
    const text = lineText(line)
    const heading = this.marks.heading.exec(text)
    if (heading) {
      this.title.keep(line)
      this.flow.heading(this.marks.level(heading[1] ?? heading[2]!), this.title)
    } else {
      this.flow.text(line)
      this.open(line, text)
    }
  }

  end(): void {}

  private open(line: Line, text: string): void {
    const name = this.marks.open?.exec(text)?.[1]
    const closes = name === undefined ? null : (this.marks.close?.(name) ?? null)
    if (!closes || closes.test(text)) return
    this.closes = closes
    this.outline.enter(line.offset)
  }

  private leave(): void {
    this.closes = null
    this.flow.leave()
  }
}
