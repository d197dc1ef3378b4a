// Reads text of no known kind, line by line: lengths, shapes, repetitions, characters, what looks broken; and the lines
// that answer a question. Stretches are read apart and merged exactly.
import type {
  BuiltInAnalyst,
  FileSurvey,
  ReadTask,
  Stretch,
  SurveyedFile,
  TypeSynthesis,
} from '@shoal/base/model/analyst'
import type { Panel } from '@shoal/base/model/finding'
import type { Json } from '@shoal/base/model/json'
import type { Brief } from '@shoal/base/model/question'
import type { SourceText } from '@shoal/base/model/source'
import { formatCount, plural } from '@shoal/base/text/printable'
import { answersOverFiles, passageAnswer, passageFindings, searchedFigures } from '../../text/passage-answers.ts'
import {
  type FoundPassage,
  PassageSearch,
  questionTerms,
  statisticsOf,
  TermCounter,
  type TermCounts,
} from '../../text/passage-search.ts'
import { type Passage, PassageReader } from '../../text/passages.ts'
import { type TextLine, walkText } from '../../text/text-lines.ts'
import { LineFacts, type LineTally, uniteLines } from './analyst/line-facts.ts'
import { oddFindings } from './analyst/oddities.ts'
import { mostFrequent } from './analyst/sampled-counts.ts'

interface Tally {
  readonly lines: LineTally
  readonly terms: TermCounts | null
}

const SPLIT_FROM = 32 << 20
const MOST_ROWS = 10

export const analyst: BuiltInAnalyst<Tally> = { version: 2, splitFrom: SPLIT_FROM, read, survey, synthesise }

async function read(source: SourceText, stretch: Stretch, task: ReadTask): Promise<Tally> {
  const facts = new LineFacts()
  const terms = questionTerms(task.brief.question)
  const counter = terms === null ? null : new TermCounter(terms)
  await walkChunks(source, stretch, task, { take: passage => counter?.add(passage), see: line => facts.add(line) })
  return { lines: facts.finish(), terms: counter?.finish() ?? null }
}

interface Walk {
  readonly take: (passage: Passage) => void
  readonly see?: (line: TextLine) => void
}

/** Chunks are the same however a file is split, so nothing reaches from one into the next. */
async function walkChunks(
  source: SourceText,
  stretch: Omit<Stretch, 'end'> & { readonly end: number },
  task: Pick<ReadTask, 'signal' | 'onRead'>,
  { take, see }: Walk,
): Promise<void> {
  const passages = new PassageReader(source.eol, take)
  const starts = stretch.chunks.filter(({ continuation }) => !continuation).map(({ startLine }) => startLine)
  let next = 0
  await walkText(source, stretch, task, line => {
    if (!line.more && line.number === starts[next]) {
      next++
      passages.close()
    }
    see?.(line)
    passages.add(line, false)
  })
  passages.close()
}

async function survey(tallies: readonly Tally[], source: SourceText, task: ReadTask): Promise<FileSurvey> {
  const lines = uniteLines(tallies.map(tally => tally.lines))
  const terms = questionTerms(task.brief.question)
  const statistics =
    terms &&
    statisticsOf(
      terms,
      tallies.flatMap(tally => tally.terms ?? []),
    )
  const found: FoundPassage[] = statistics?.df.some(count => count > 0) ? await search() : []
  const findings = [...oddFindings(lines), ...passageFindings(found, task.brief.question.words)]
  findings.sort((a, b) => a.line - b.line)
  return {
    summary: `${plural(lines.lines, 'line')} of no known format, ${plural(lines.characters, 'character')}`,
    figures: { ...figuresOf(lines), ...searchedFigures(statistics, found) },
    panels: panelsOf(lines),
    findings,
    anchors: [],
    answers: statistics ? passageAnswer(found, statistics.terms, task.brief) : [],
    topics: [],
    notes:
      lines.shapes.level + lines.repeated.level > 0
        ? ['There are too many different lines to count them all: shapes and repetitions come from a sample of them.']
        : [],
  }

  async function search(): Promise<FoundPassage[]> {
    const passages = new PassageSearch(statistics!, task.brief.question)
    const whole = { start: 0, end: source.size, line: 1, chunks: task.about.chunks }
    await walkChunks(
      source,
      whole,
      { signal: task.signal, onRead() {} },
      { take: passage => passages.offer(passage, []) },
    )
    return passages.finish()
  }
}

function figuresOf(tally: LineTally): { readonly [key: string]: Json } {
  return {
    lines: tally.lines,
    blank_lines: tally.blank,
    characters: tally.characters,
    mean_length: tally.lines === 0 ? 0 : Math.round((tally.characters / tally.lines) * 100) / 100,
    lengths: lengthRows(tally).map(({ label, value }) => ({ length: label, lines: value })),
    classes: { ...tally.classes },
    line_ends: { ...tally.ends },
    lines_with_trailing_blanks: tally.trailingBlanks,
    longest: tally.longest.map(({ line, length }) => ({ line, length })),
    control_characters: tally.controls?.count ?? 0,
    undecodable_characters: tally.undecodable?.count ?? 0,
    shapes: mostFrequent(tally.shapes, MOST_ROWS).map(({ text, count, line }) => ({ shape: text, count, line })),
  }
}

function lengthRows({ lengths }: LineTally): { label: string; value: number }[] {
  return lengths
    .map((value, i) => ({
      label: i < 2 ? String(i) : `${formatCount(2 ** (i - 1))}–${formatCount(2 ** i - 1)}`,
      value,
    }))
    .filter(({ value }) => value > 0)
}

function panelsOf(tally: LineTally): Panel[] {
  const { lines, blank, characters, classes, longest } = tally
  return [
    {
      kind: 'facts',
      title: 'Lines',
      rows: [
        ['lines', lines],
        ['blank', blank],
        ['characters', characters],
        ['letters', classes.letters],
        ['digits', classes.digits],
        ['beyond ASCII', classes.beyond_ascii],
        [
          'longest line',
          longest[0] ? `${formatCount(longest[0].length)} characters (line ${formatCount(longest[0].line)})` : 0,
        ],
      ],
    },
    { kind: 'bars', title: 'Length of lines', rows: lengthRows(tally), total: lines },
    {
      kind: 'table',
      title: 'Shapes of lines',
      columns: [{ label: 'shape' }, { label: 'lines', align: 'right' }, { label: 'first line', align: 'right' }],
      rows: mostFrequent(tally.shapes, MOST_ROWS).map(({ text, count, line }) => [text, count, line]),
      of: tally.shapes.counts.length,
    },
  ]
}

function synthesise(files: readonly SurveyedFile[], brief: Brief): TypeSynthesis {
  const lines = files.reduce((sum, { figures }) => sum + Number((figures as Record<string, unknown>).lines ?? 0), 0)
  return {
    summary: `${plural(lines, 'line')} in ${plural(files.length, 'file')} of no known format`,
    metadata: { files: files.length, lines },
    panels: [],
    findings: [],
    answers: answersOverFiles(files, brief),
  }
}
