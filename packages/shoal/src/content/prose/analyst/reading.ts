// One pass over a document: its passages are counted, and what they state, define, link to and leave open is collected.

import type { ReadTask } from '@shoal/base/model/analyst'
import type { Anchor } from '@shoal/base/model/anchor'
import { pushAll } from '@shoal/base/model/lists'
import { lookup } from '@shoal/base/model/lookup'
import type { SourceText } from '@shoal/base/model/source'
import type { TermStatistics } from '../../../text/bm25.ts'
import { KeywordCounter } from '../../../text/keywords.ts'
import { questionTerms, statisticsOf, TermCounter } from '../../../text/passage-search.ts'
import { type Passage, PassageReader } from '../../../text/passages.ts'
import { countWords } from '../../../text/terms.ts'
import { type TextLine, textBlocks } from '../../../text/text-lines.ts'
import { CodeNameReader } from './code-names.ts'
import { type Headings, readHeadings } from './headings.ts'
import { LinkReader, type LinkTally } from './links.ts'
import { figuresIn, MOST_PER_PASSAGE, type StatedFigure } from './stated-figures.ts'
import { WordingReader, type WordingTally } from './wording.ts'

/** JSON. */
export interface ProseTally extends Headings {
  readonly passages: number
  readonly words: number
  /** Words before the first heading, then between each and the next. */
  readonly wordsByHeading: readonly number[]
  readonly figures: readonly StatedFigure[]
  /** Passages that may state more figures than were taken of them. */
  readonly fullPassages: number
  readonly wording: WordingTally
  readonly links: LinkTally
  /** What is set as code. */
  readonly codeNames: readonly Anchor[]
  readonly areCodeNamesCut: boolean
  readonly keywords: readonly string[]
  readonly statistics: TermStatistics | null
  /** The text of the lines that hold headings, for quotes. */
  readonly headingQuotes: readonly string[]
}

export const MOST_FIGURES = 2_000
/** Names, definitions and what the text is about are taken from so much of it; nobody needs more to tell. */
export const LOOKED_AT = 4 << 20

const FENCES: Readonly<Record<string, RegExp>> = {
  markdown: /^\s{0,6}(?:>\s?)?(```|~~~)/,
  asciidoc: /^(----|\.\.\.\.|```)/,
  org: /^\s*(#\+)(?:begin|end)_/i,
}

export async function readProse(source: SourceText, task: ReadTask): Promise<ProseTally> {
  const headings = await readHeadings(source, task.about.language, task.signal)
  const terms = questionTerms(task.brief.question)
  const counter = terms === null ? null : new TermCounter(terms)
  const links = new LinkReader(headings.dialect)
  const codeNames = new CodeNameReader()
  const wording = new WordingReader()
  const keywords = new KeywordCounter()
  const figures: StatedFigure[] = []
  const wordsByHeading: number[] = new Array(headings.headings.length + 1).fill(0)
  const headingQuotes: string[] = []
  let passages = 0
  let at = 0
  let seen = 0
  let fullPassages = 0
  const take = (passage: Passage): void => {
    passages++
    seen += passage.text.length
    counter?.add(passage)
    while ((headings.headings[at]?.line ?? Number.POSITIVE_INFINITY) <= passage.line) at++
    wordsByHeading[at]! += countWords(passage.text)
    if (passage.kind === 'code') return
    if (seen < LOOKED_AT) {
      wording.add(passage)
      keywords.add(passage.text)
    }
    if (figures.length < MOST_FIGURES) {
      const own = figuresIn(passage)
      if (own.length === MOST_PER_PASSAGE) fullPassages++
      pushAll(figures, own)
    }
    for (const [i, line] of passage.text.split(String.fromCharCode(passage.eol)).entries()) {
      links.line(line, passage.line + i)
      codeNames.line(line, passage.line + i)
    }
  }
  await walkProse(source, headings, task, take, line => {
    codeNames.listing(line.text)
    if (line.number === headings.headings[headingQuotes.length]?.line && !line.more) {
      headingQuotes.push(line.text.trim().slice(0, 200))
      keywords.add(line.text)
      links.line(line.text, line.number)
    }
  })
  return {
    ...headings,
    passages,
    words: wordsByHeading.reduce((sum, words) => sum + words, 0),
    wordsByHeading,
    figures: figures.slice(0, MOST_FIGURES),
    fullPassages,
    wording: wording.finish(),
    links: links.finish(),
    ...codeNames.finish(),
    keywords: keywords.top(10),
    statistics: terms && counter ? statisticsOf(terms, [counter.finish()]) : null,
    headingQuotes,
  }
}

/** The passages of a document in order; headings stand apart from them. */
export async function walkProse(
  source: SourceText,
  headings: Headings,
  task: Pick<ReadTask, 'signal' | 'onRead'>,
  take: (passage: Passage) => void,
  see: (line: TextLine) => void = () => {},
): Promise<void> {
  for await (const passages of prosePassages(source, headings, task, see)) for (const one of passages) take(one)
}

/** The same block by block. */
export async function* prosePassages(
  source: SourceText,
  { headings, dialect }: Headings,
  task: Pick<ReadTask, 'signal' | 'onRead'>,
  see: (line: TextLine) => void = () => {},
): AsyncGenerator<readonly Passage[]> {
  let found: Passage[] = []
  const reader = new PassageReader(source.eol, passage => found.push(passage), lookup(FENCES, dialect) ?? null)
  let next = 0
  for await (const block of textBlocks(source, { start: 0, end: source.size, line: 1 }, task)) {
    block(line => {
      see(line)
      while ((headings[next]?.line ?? Number.POSITIVE_INFINITY) < line.number) next++
      reader.add(line, headings[next]?.line === line.number)
    })
    yield found
    found = []
  }
  reader.close()
  yield found
}
