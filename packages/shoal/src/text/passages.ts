// Passages: paragraphs, lists, tables and blocks of code as they stand in a text, and the best part of one to quote.

import { largest } from '@shoal/base/model/lists'
import { type Span, sentenceSpans } from './sentence-spans.ts'
import type { TextLine } from './text-lines.ts'

export interface Passage {
  /** Verbatim, line ends included. */
  readonly text: string
  /** Of its first character. */
  readonly line: number
  readonly kind: 'text' | 'list' | 'table' | 'code'
  /** The character that ends lines. */
  readonly eol: 10 | 13
}

/** A passage that goes on for longer is cut: it is no paragraph. */
const LONGEST = 8_000
const SAYS_SOMETHING = /[\p{L}\p{N}]/u
const ITEM = /^\s*(?:[-*+•]|\d{1,4}[.)]|[a-z][.)])\s+\S/
const ROW = /^\s*\|.*\|\s*$|^\s*\+[-=+]{3,}\s*$/

/** Groups lines into passages at blank lines, headings and changes of kind; hands each to `take` when it is over. */
export class PassageReader {
  /** What opened the block of code that is open. */
  private fence = ''
  private parts: string[] = []
  private size = 0
  private line = 0
  private kind: Passage['kind'] = 'text'

  constructor(
    private readonly eol: 10 | 13,
    private readonly take: (passage: Passage) => void,
    /** Lines that open and close blocks of code; its first group is what must come again to close one. */
    private readonly fences: RegExp | null = null,
  ) {}

  /** `apart`: the line stands by itself, as a heading does. */
  add({ text, end, number, more }: TextLine, apart: boolean): void {
    const mark = more ? undefined : this.fences?.exec(text)?.[1]
    if (mark !== undefined && (this.fence === '' || this.fence === mark)) {
      if (this.fence === '') this.close()
      this.push(text, end, number, 'code')
      if (this.fence !== '') this.close()
      this.fence = this.fence === '' ? mark : ''
      return
    }
    if (this.fence !== '') this.push(text, end, number, 'code')
    else if (text.trim() === '' || apart) this.close()
    else {
      const kind = ROW.test(text)
        ? 'table'
        : ITEM.test(text) && !more
          ? 'list'
          : this.parts.length > 0 && this.kind === 'list'
            ? 'list'
            : 'text'
      if (this.parts.length > 0 && kind !== this.kind) this.close()
      this.push(text, end, number, kind)
    }
    if (this.size > LONGEST) this.close()
  }

  close(): void {
    const text = this.parts.join('')
    if (SAYS_SOMETHING.test(text)) this.take({ text, line: this.line, kind: this.kind, eol: this.eol })
    this.parts = []
    this.size = 0
  }

  private push(text: string, end: string, number: number, kind: Passage['kind']): void {
    if (this.parts.length === 0) {
      this.line = number
      this.kind = kind
    }
    this.parts.push(text, end)
    this.size += text.length + end.length
  }
}

/** What a passage is made of: sentences, or the lines of a list, a table or code. */
export function partsOf({ text, kind }: Passage): Span[] {
  if (kind === 'text') return sentenceSpans(text)
  const spans: Span[] = []
  for (const { 0: line, index } of text.matchAll(/[^\r\n]+/g)) {
    const start = index + (line.length - line.trimStart().length)
    const end = index + line.trimEnd().length
    const last = spans.at(-1)
    // What is indented below an item belongs to it.
    if (kind === 'list' && last && !ITEM.test(line)) spans[spans.length - 1] = { start: last.start, end }
    else if (end > start) spans.push({ start, end })
  }
  return spans
}

export interface Quote {
  readonly text: string
  readonly line: number
}

/** The part of a passage around its best sentence, at most `most` characters; whole sentences where they fit. */
export function bestQuote(passage: Passage, score: (text: string) => number, most: number): Quote {
  const { text } = passage
  const whole = text.trim()
  if (whole.length <= most)
    return quoteAt(passage, text.indexOf(whole[0] ?? ''), text.indexOf(whole[0] ?? '') + whole.length)
  const parts = partsOf(passage)
  const scores = parts.map(({ start, end }) => score(text.slice(start, end)))
  const best = scores.indexOf(largest(scores))
  const core = parts[best]
  if (!core) return quoteAt(passage, 0, most)
  if (core.end - core.start > most) return cutSentence(passage, core, score, most)
  let first = best
  let last = best
  for (;;) {
    const before = first > 0 && parts[last]!.end - parts[first - 1]!.start <= most ? scores[first - 1]! : -1
    const after = last + 1 < parts.length && parts[last + 1]!.end - parts[first]!.start <= most ? scores[last + 1]! : -1
    if (before < 0 && after < 0) break
    // What follows explains more often than what precedes, and answers what is asked in the text itself.
    if (
      after >= before ||
      (after >= 0 && first === best && last === best && /\?\W{0,3}$/.test(text.slice(core.start, core.end)))
    )
      last++
    else first--
  }
  return quoteAt(passage, parts[first]!.start, parts[last]!.end)
}

/** A sentence that is too long: the window of words that scores best. */
function cutSentence(passage: Passage, { start, end }: Span, score: (text: string) => number, most: number): Quote {
  const { text } = passage
  let best = { from: start, score: -1 }
  for (let from = start; from < end; from += Math.max(1, most >> 1)) {
    const own = score(text.slice(from, from + most))
    if (own > best.score) best = { from, score: own }
  }
  const cut = Math.min(end, best.from + most)
  const from = best.from === start ? start : afterBlank(text, best.from, cut)
  const blank = cut === end ? -1 : text.lastIndexOf(' ', cut)
  return quoteAt(passage, from, blank > from ? blank : cut)
}

function afterBlank(text: string, from: number, end: number): number {
  const blank = text.indexOf(' ', from)
  return blank < 0 || blank + 1 >= end ? from : blank + 1
}

function quoteAt({ text, line, eol }: Passage, start: number, end: number): Quote {
  let breaks = 0
  for (let i = 0; i < start; i++) if (text.charCodeAt(i) === eol) breaks++
  return { text: text.slice(start, end), line: line + breaks }
}
