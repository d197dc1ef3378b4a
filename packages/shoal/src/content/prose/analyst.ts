// Reads prose: its sections, what it states, defines, links to and contradicts, and the passages that answer a question.
import type { BuiltInAnalyst, FileSurvey, ReadTask } from '@shoal/base/model/analyst'
import type { Anchor } from '@shoal/base/model/anchor'
import type { FindingDraft, Panel } from '@shoal/base/model/finding'
import type { Json } from '@shoal/base/model/json'
import type { SourceText } from '@shoal/base/model/source'
import { formatBytes, formatCount, plural } from '@shoal/base/text/printable'
import { draftPlaces } from '../../text/draft-places.ts'
import { passageAnswer, passageFindings, searchedFigures } from '../../text/passage-answers.ts'
import { type FoundPassage, PassageSearch } from '../../text/passage-search.ts'
import { overview } from './analyst/answers.ts'
import { charts, chartsTogether } from './analyst/charts.ts'
import { MOST_NAMES } from './analyst/code-names.ts'
import { contradictionFindings } from './analyst/contradictions.ts'
import { HeadingPath } from './analyst/headings.ts'
import { brokenLinks, knowsTargets, linkAnchors, sectionAnchors } from './analyst/links.ts'
import { LOOKED_AT, MOST_FIGURES, type ProseTally, readProse, walkProse } from './analyst/reading.ts'
import { MOST_PER_PASSAGE } from './analyst/stated-figures.ts'
import { type Section, sectionsOf, structureFindings } from './analyst/structure.ts'
import { synthesise } from './analyst/synthesis.ts'

const MOST_LISTED = 500
const MOST_SECTIONS = 1_000
const MOST_ROWS = 30

export const analyst: BuiltInAnalyst<ProseTally> = {
  version: 6,
  secrets: 'shown',
  comments: () => ['<!--', '[//]: # ('],
  looksFor: 'contradictions, broken links, headings out of order, what is left to write',
  splitFrom: null,
  read: (source, _stretch, task) => readProse(source, task),
  survey: ([tally], source, task) => survey(tally!, source, task),
  synthesise,
  charts,
  chartsTogether,
}

async function survey(tally: ProseTally, source: SourceText, task: ReadTask): Promise<FileSurvey> {
  const { about, brief } = task
  const found = await search(tally, source, task)
  const sections = sectionsOf(tally.headings, tally.wordsByHeading, about.lineCount)
  const quoteAt = (line: number): string =>
    tally.headingQuotes[tally.headings.findIndex(heading => heading.line === line)] ?? ''
  // The levels of plain text are guessed from its looks.
  const structure = tally.dialect === 'text' ? [] : structureFindings(sections, quoteAt)
  const findings = [
    ...structure,
    ...brokenLinks(tally.links, tally),
    ...contradictionFindings(tally.figures),
    ...unfinishedFindings(tally),
    ...passageFindings(found, brief.question.words),
  ]
  findings.sort((a, b) => a.line - b.line)
  return {
    summary: `${plural(tally.words, 'word')} in ${plural(tally.passages, 'passage')}${tally.total > 0 ? ` under ${plural(tally.total, 'heading')}` : ''}`,
    figures: figuresOf(tally, sections, found, about.lineCount),
    panels: panelsOf(tally, sections),
    findings,
    anchors: [
      ...figureAnchors(tally),
      ...sectionAnchors(tally.links, tally, quoteAt),
      ...linkAnchors(tally.links),
      ...tally.codeNames,
    ],
    answers: [
      ...(tally.statistics ? passageAnswer(found, tally.statistics.terms, brief) : []),
      ...overview(sections, tally.words, tally.keywords, brief, tally.headingQuotes),
    ].sort((a, b) => b.relevance - a.relevance),
    topics: tally.keywords,
    notes: notesOf(tally, about.sizeBytes),
  }
}

function notesOf(tally: ProseTally, bytes: number): string[] {
  const notes: string[] = []
  if (tally.total > tally.headings.length)
    notes.push(
      `Only the first ${formatCount(tally.headings.length)} of ${formatCount(tally.total)} headings are listed.`,
    )
  const { links, total } = tally.links
  if (total > links.length)
    notes.push(`Only the first ${formatCount(links.length)} of ${formatCount(total)} links were looked at.`)
  if (!knowsTargets(tally.links, tally))
    notes.push('There are too many headings and targets to tell which links lead nowhere.')
  if (tally.figures.length >= MOST_FIGURES)
    notes.push(`Only the first ${formatCount(MOST_FIGURES)} figures were compared.`)
  if (tally.fullPassages > 0)
    notes.push(`Only the first ${MOST_PER_PASSAGE} figures were taken of ${plural(tally.fullPassages, 'passage')}.`)
  if (tally.wording.areNamesCut)
    notes.push(`Only the first ${formatCount(tally.wording.nameTotal)} different names were counted.`)
  if (tally.areCodeNamesCut)
    notes.push(`Only the first ${formatCount(MOST_NAMES)} names of code and files are compared with other files.`)
  if (bytes > LOOKED_AT)
    notes.push(`Names, dates, definitions and topics come from the first ${formatBytes(LOOKED_AT)}.`)
  return notes
}

/** The second pass: only when something was asked whose words the file has. */
async function search(tally: ProseTally, source: SourceText, { signal, brief }: ReadTask): Promise<FoundPassage[]> {
  const { statistics } = tally
  if (!statistics || statistics.df.every(count => count === 0)) return []
  const passages = new PassageSearch(statistics, brief.question)
  const path = new HeadingPath(tally.headings)
  await walkProse(source, tally, { signal, onRead() {} }, passage => passages.offer(passage, path.at(passage.line)))
  return passages.finish()
}

function unfinishedFindings({ wording: { unfinished, unfinishedTotal } }: ProseTally): FindingDraft[] {
  const first = unfinished[0]
  if (!first) return []
  const places = unfinished.slice(0, 5).map(({ mark, line }) => `${mark} (line ${line})`)
  return [
    {
      type: 'unfinished',
      key: 'prose.unfinished',
      summary: `${plural(unfinishedTotal, 'place')} still to be written: ${places.join(', ')}${unfinishedTotal > places.length ? ' …' : ''}`,
      severity: 'low',
      confidence: 'high',
      nature: 'problem',
      advice: 'Write what is still open, or take it out',
      ...draftPlaces(
        unfinished.map(({ line, quote }) => ({ line, evidence: quote })),
        unfinishedTotal,
      ),
      count: unfinishedTotal,
      topics: ['todo', 'unfinished'],
      weight: 0.4,
    },
  ]
}

function figureAnchors({ figures }: ProseTally): Anchor[] {
  return figures.flatMap(({ name, value, line, quote }) =>
    quote === '' ? [] : [{ role: 'figure' as const, name, value, line, quote }],
  )
}

function figuresOf(
  tally: ProseTally,
  sections: readonly Section[],
  found: readonly FoundPassage[],
  lines: number,
): Json {
  const { dialect, words, passages, wording, links, figures, total, statistics } = tally
  return {
    dialect,
    lines,
    words,
    passages,
    headings: total,
    sections: sections
      .slice(0, MOST_SECTIONS)
      .map(({ title, level, line, lastLine, words: own }) => ({ title, level, line, last_line: lastLine, words: own })),
    stated_figures: figures.length,
    figures: figures.slice(0, MOST_LISTED).map(figure => ({ ...figure })),
    dates: wording.dates.slice(0, 50).map(date => ({ ...date })),
    date_total: wording.dateTotal,
    definitions: wording.definitions.slice(0, 50).map(definition => ({ ...definition })),
    definition_total: wording.definitionTotal,
    names: wording.names.slice(0, 30).map(name => ({ ...name })),
    name_total: wording.nameTotal,
    links: links.total,
    ...searchedFigures(statistics, found),
  }
}

function panelsOf(tally: ProseTally, sections: readonly Section[]): Panel[] {
  const { wording, words, passages, keywords, figures } = tally
  const panels: Panel[] = [
    {
      kind: 'facts',
      title: 'Document',
      rows: [
        ['words', words],
        ['passages', passages],
        ['headings', tally.total],
        ['links', tally.links.total],
        ['figures stated', figures.length],
        ...(keywords.length > 0 ? [['about', keywords.slice(0, 8).join(', ')] as const] : []),
      ],
    },
  ]
  if (sections.length > 0)
    panels.push({
      kind: 'table',
      title: 'Sections',
      columns: [{ label: 'section' }, { label: 'lines' }, { label: 'words', align: 'right' }],
      rows: sections
        .slice(0, MOST_ROWS)
        .map(({ title, level, line, lastLine, words: own }) => [
          `${'  '.repeat(Math.max(0, level - 1))}${title}`,
          `${line}–${lastLine}`,
          own,
        ]),
      of: sections.length,
    })
  if (wording.definitions.length > 0)
    panels.push({
      kind: 'table',
      title: 'Definitions',
      columns: [{ label: 'term' }, { label: 'meaning' }, { label: 'line', align: 'right' }],
      rows: wording.definitions
        .slice(0, MOST_ROWS)
        .map(({ term, meaning, line }) => [term, meaning.slice(0, 100), line]),
      of: wording.definitions.length,
    })
  return panels
}
