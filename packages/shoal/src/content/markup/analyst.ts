// Reads XML, HTML and SVG: elements and attributes, headings, links and text; what is not well-formed, broken or unsafe.
// Markup made of commands (TeX, roff) is read for its text alone.

import type {
  AnswerDraft,
  BuiltInAnalyst,
  FileSurvey,
  ReadTask,
  SurveyedFile,
  TypeSynthesis,
} from '@shoal/base/model/analyst'
import type { Anchor } from '@shoal/base/model/anchor'
import type { Panel } from '@shoal/base/model/finding'
import { lookup } from '@shoal/base/model/lookup'
import type { Brief } from '@shoal/base/model/question'
import type { SourceText } from '@shoal/base/model/source'
import { formatCount, plural } from '@shoal/base/text/printable'
import type { TermStatistics } from '../../text/bm25.ts'
import { KeywordCounter } from '../../text/keywords.ts'
import { MarkupReader } from '../../text/markup-events.ts'
import { answersOverFiles, passageAnswer, passageFindings, searchedFigures } from '../../text/passage-answers.ts'
import {
  type FoundPassage,
  PassageSearch,
  questionTerms,
  statisticsOf,
  TermCounter,
} from '../../text/passage-search.ts'
import { type Passage, PassageReader } from '../../text/passages.ts'
import { countWords } from '../../text/terms.ts'
import { walkText } from '../../text/text-lines.ts'
import { charts, chartsTogether } from './analyst/charts.ts'
import { ElementCounter, type MarkupTally } from './analyst/elements.ts'
import { markupFaults } from './analyst/faults.ts'
import { dialectOf, isTemplate, type MarkupDialect } from './dialect.ts'

interface Tally extends MarkupTally {
  readonly dialect: MarkupDialect
  readonly words: number
  readonly keywords: readonly string[]
  readonly statistics: TermStatistics | null
}

const MOST_ROWS = 20

export const analyst: BuiltInAnalyst<Tally> = {
  version: 5,
  secrets: 'shown',
  comments: () => ['<!--'],
  looksFor: 'syntax errors, duplicate ids, broken links, missing alternatives, unsafe content',
  splitFrom: null,
  read,
  survey: ([tally], source, task) => survey(tally!, source, task),
  synthesise,
  charts,
  chartsTogether,
}

async function read(source: SourceText, _stretch: unknown, task: ReadTask): Promise<Tally> {
  const dialect = dialectOf(source, task.about.language)
  const terms = questionTerms(task.brief.question)
  const counter = terms === null ? null : new TermCounter(terms)
  const keywords = new KeywordCounter()
  const elements = new ElementCounter(dialect === 'html')
  let words = 0
  const take = (passage: Passage): void => {
    const said = dialect === 'commands' ? passage.text : passage.text.replace(/<[^<>]{0,2000}>/g, ' ')
    words += countWords(said)
    keywords.add(said)
    counter?.add(passage)
  }
  await walkMarkup(source, task, { dialect, elements, take })
  return {
    ...elements.finish(),
    dialect,
    words,
    keywords: keywords.top(10),
    statistics: terms && counter ? statisticsOf(terms, [counter.finish()]) : null,
  }
}

interface Walk {
  readonly dialect: MarkupDialect
  readonly elements: ElementCounter
  readonly take: (passage: Passage) => void
}

/** Passages are the lines of an element with text; where there are no elements, paragraphs. */
async function walkMarkup(
  source: SourceText,
  task: Pick<ReadTask, 'signal' | 'onRead'>,
  { dialect, elements, take }: Walk,
): Promise<void> {
  const passages = new PassageReader(source.eol, passage => {
    if (dialect === 'commands' || elements.tookText()) take(passage)
  })
  const reader = dialect === 'commands' ? null : new MarkupReader(elements, dialect === 'html')
  await walkText(source, { start: 0, end: source.size, line: 1 }, task, line => {
    reader?.line(line.text, line.number, line.more)
    passages.add(line, false)
    if (elements.tookEnd()) passages.close()
  })
  reader?.end()
  passages.close()
}

async function survey(tally: Tally, source: SourceText, task: ReadTask): Promise<FileSurvey> {
  const found = await search(tally, source, task)
  const faults = isTemplate(source) ? { ...tally, faults: withoutBranches(tally.faults) } : tally
  const findings = [...markupFaults(faults), ...passageFindings(found, task.brief.question.words)]
  findings.sort((a, b) => a.line - b.line)
  const title = tally.headings.find(({ level }) => level === 0)?.title ?? tally.headings[0]?.title
  const made =
    tally.dialect === 'commands'
      ? ''
      : `${plural(tally.elementTotal, 'element')} of ${plural(tally.distinct, 'kind')}, `
  return {
    summary: `${title ? `“${title}”: ` : ''}${made}${plural(tally.words, 'word')}`,
    figures: {
      dialect: tally.dialect,
      lines: task.about.lineCount,
      words: tally.words,
      root: tally.root,
      elements: tally.elementTotal,
      distinct_elements: tally.distinct,
      max_depth: tally.deepest,
      by_element: Object.fromEntries(tally.elements.map(({ name, count }) => [name, count])),
      by_attribute: Object.fromEntries(tally.attributes.map(({ name, count }) => [name, count])),
      outline: tally.outline.map(node => ({ ...node })),
      headings: tally.headings.slice(0, 200).map(heading => ({ ...heading })),
      links: tally.links.length,
      ...searchedFigures(tally.statistics, found),
    },
    panels: panelsOf(tally, title),
    findings,
    anchors: anchorsOf(tally),
    answers: tally.statistics
      ? [...passageAnswer(found, tally.statistics.terms, task.brief), ...overview(tally, task.brief)]
      : [],
    topics: tally.keywords,
    notes: tally.notes,
  }
}

async function search(tally: Tally, source: SourceText, { signal, brief }: ReadTask): Promise<FoundPassage[]> {
  const { statistics, dialect } = tally
  if (!statistics || statistics.df.every(count => count === 0)) return []
  const passages = new PassageSearch(statistics, brief.question)
  const elements = new ElementCounter(dialect === 'html')
  await walkMarkup(source, { signal, onRead() {} }, { dialect, elements, take: passage => passages.offer(passage, []) })
  return passages.finish()
}

/** Half a tag of a template is no fault, nor is an id in each of two branches. */
function withoutBranches(faults: MarkupTally['faults']): MarkupTally['faults'] {
  return Object.fromEntries(
    Object.entries(faults).filter(([kind]) => !['malformed', 'mismatched', 'unclosed', 'duplicate-id'].includes(kind)),
  )
}

/** For those who ask which elements there are, or how it is built. */
function overview({ elements, elementTotal, dialect }: Tally, { question }: Brief): AnswerDraft[] {
  if (dialect === 'commands' || elementTotal === 0) return []
  if (!question.intents.some(intent => intent === 'structure' || intent === 'schema' || intent === 'summary')) return []
  const most = elements.slice(0, 8).map(({ name, count }) => `<${name}> ${formatCount(count)}`)
  return [
    {
      text: `${plural(elementTotal, 'element')}: ${most.join(', ')}${elements.length > 8 ? ' …' : ''}.`,
      relevance: 0.5,
      evidence: [],
      amount: { count: elementTotal, one: 'element', many: 'elements' },
    },
  ]
}

function anchorsOf({ links }: Tally): Anchor[] {
  return links.flatMap(({ target, line, quote }): Anchor[] => {
    if (quote === '' || /^(?:mailto|tel|data|javascript):/i.test(target)) return []
    if (/^[a-z][a-z\d+.-]*:\/\/|^\/\//i.test(target)) return [{ role: 'url', name: target.slice(0, 500), line, quote }]
    return [{ role: 'path', name: target.replace(/[#?].*$/s, '').slice(0, 300), line, quote }]
  })
}

function panelsOf(
  { elements, elementTotal, distinct, deepest, words, dialect, headings }: Tally,
  title: string | undefined,
): Panel[] {
  const panels: Panel[] = [
    {
      kind: 'facts',
      title: 'Markup',
      rows: [
        ...(title ? [['title', title] as const] : []),
        ['dialect', dialect],
        ['elements', elementTotal],
        ['kinds of element', distinct],
        ['deepest nesting', deepest],
        ['words', words],
        ['headings', headings.length],
      ],
    },
  ]
  if (elements.length > 0)
    panels.push({
      kind: 'bars',
      title: 'Elements',
      rows: elements.slice(0, MOST_ROWS).map(({ name, count }) => ({ label: `<${name}>`, value: count })),
      total: elementTotal,
    })
  return panels
}

function synthesise(files: readonly SurveyedFile[], brief: Brief): TypeSynthesis {
  const sum = (name: string): number =>
    files.reduce((total, { figures }) => total + Number(lookup(figures as Record<string, unknown>, name) ?? 0), 0)
  const overviews = files.flatMap(({ answers }) => answers).filter(({ amount }) => amount !== undefined)
  return {
    summary: `${plural(sum('elements'), 'element')} and ${plural(sum('words'), 'word')} in ${plural(files.length, 'file')}`,
    metadata: { files: files.length, elements: sum('elements'), words: sum('words') },
    panels: [],
    findings: [],
    answers: [...answersOverFiles(files, brief), ...overviews].sort((a, b) => b.relevance - a.relevance),
  }
}
