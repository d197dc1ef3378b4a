// Reads one file: parses it once and lets every part of the analyst look at the same tree.

import type { FileSurvey, ReadTask } from '@shoal/base/model/analyst'
import type { FindingDraft } from '@shoal/base/model/finding'
import type { SourceText } from '@shoal/base/model/source'
import { plural } from '@shoal/base/text/printable'
import { type DangersFound, findDangers } from '@shoal/flow/find-dangers'
import { readTokens } from '../../../text/code/duplicates/code-tokens.ts'
import { fingerprintsOf, packFingerprints } from '../../../text/code/duplicates/fingerprints.ts'
import { findRepeats } from '../../../text/code/duplicates/repeats.ts'
import { canonicalLanguage } from '../../../text/code/languages/registry.ts'
import type { SyntaxTree } from '../../../text/code/symbols/syntax-tree.ts'
import { AnchorList } from './anchors/anchor-list.ts'
import { messageAnchors } from './anchors/messages.ts'
import { definedElsewhere, nameAnchors } from './anchors/names.ts'
import { settingAnchors } from './anchors/settings.ts'
import { sqlColumns } from './anchors/sql-columns.ts'
import { valueAnchors } from './anchors/values.ts'
import { answersOf } from './answers.ts'
import { findAsked } from './asked.ts'
import { dangerFindings } from './danger-findings.ts'
import { duplicateFindings } from './duplicate-findings.ts'
import { asJson, type CodeFigures, figuresOf } from './figures.ts'
import { complexTable, sizeTable } from './panels.ts'
import { withTree } from './parse-code.ts'
import { readPlainLines } from './plain-lines.ts'
import { CodeReading } from './reading.ts'
import { commentSmells, readTodos } from './rules/comments.ts'
import { deadSmells } from './rules/dead-code.ts'
import { exceptionSmells } from './rules/exceptions.ts'
import { habitSmells } from './rules/habits.ts'
import { loopSmells } from './rules/loops.ts'
import { sizeSmells } from './rules/size.ts'
import { waitingSmells } from './rules/waiting.ts'
import { findingsOf } from './smell.ts'

const REPEATED = { tokens: 60, lines: 8 } as const
const FINGERPRINTS = 4000
/** How many of the parts that were given up a note names. */
const NAMED_LINES = 10

export async function readCode(source: SourceText, task: ReadTask): Promise<FileSurvey> {
  const language = canonicalLanguage(task.about.language)
  const parsed = await parse(source, language, task)
  task.onRead(source.sizeBytes)
  if (typeof parsed === 'string') return withoutTree(source, language, parsed, task)
  return surveyOf(new CodeReading(parsed.tree, task.about.path, task.about.place), parsed, task)
}

/** The tree and the dangers in it, or one sentence on why there is none. */
async function parse(
  source: SourceText,
  language: string,
  { about, signal }: ReadTask,
): Promise<({ tree: SyntaxTree } & DangersFound) | string> {
  return await withTree(source, language, signal, (tree, parsed) => {
    const { dangers, givenUp, flows } = findDangers(parsed.rootNode, tree.text, language, about.place ?? about.path)
    const mend = source.eol === 13 ? (quote: string) => quote.replaceAll('\n', '\r') : (quote: string) => quote
    return { tree, givenUp, flows, dangers: dangers.map(danger => ({ ...danger, evidence: mend(danger.evidence) })) }
  })
}

function surveyOf(reading: CodeReading, { dangers, givenUp, flows }: DangersFound, task: ReadTask): FileSurvey {
  const { about, brief } = task
  const tokens = readTokens(reading.tree)
  const repeats = findRepeats(tokens, REPEATED)
  const todos = readTodos(reading)
  const smells = [
    ...sizeSmells(reading),
    ...deadSmells(reading),
    ...exceptionSmells(reading),
    ...habitSmells(reading),
    ...loopSmells(reading),
    ...waitingSmells(reading),
    ...commentSmells(reading, todos),
  ]
  const findings = [
    ...dangerFindings(dangers, brief.goals, reading),
    ...findingsOf(smells, reading, brief.goals),
    ...duplicateFindings(repeats, reading, brief.goals),
  ].sort(byLine)
  const elsewhere = definedElsewhere(reading)
  const anchors = new AnchorList(reading)
  nameAnchors(reading, elsewhere, anchors)
  settingAnchors(reading, anchors)
  valueAnchors(reading, anchors)
  messageAnchors(reading, anchors)
  const figures = figuresOf({
    reading,
    repeats,
    todos,
    dangers,
    flows,
    elsewhere,
    fingerprints: packFingerprints(fingerprintsOf(tokens, FINGERPRINTS)),
    asked: findAsked(reading, brief.question),
  })
  const broken = reading.tree.brokenRows
  return {
    ...wordsAbout(figures, about.path, task),
    findings,
    anchors: anchors.list(),
    topics: topicsOf(figures, findings),
    notes: [
      ...(broken > 0
        ? [`${plural(broken, 'line')} ${broken === 1 ? 'does' : 'do'} not parse as ${figures.language}.`]
        : []),
      ...(givenUp.length > 0 ? [unfollowed(givenUp)] : []),
    ],
  }
}

function unfollowed(lines: readonly number[]): string {
  const named = lines.slice(0, NAMED_LINES).join(', ') + (lines.length > NAMED_LINES ? ', …' : '')
  return `Values were not followed to the end in ${plural(lines.length, 'part')} that cost too much (from line ${named}): a danger there may be missing.`
}

async function withoutTree(source: SourceText, language: string, note: string, task: ReadTask): Promise<FileSurvey> {
  const figures = await readPlainLines(source, language, task.signal)
  return {
    ...wordsAbout(figures, task.about.path, task),
    findings: [],
    anchors: language === 'sql' ? sqlColumns(source) : [],
    topics: topicsOf(figures, []),
    notes: [note],
  }
}

/** What figures alone say: summary, panels, answers. */
function wordsAbout(
  figures: CodeFigures,
  path: string,
  { brief }: ReadTask,
): Pick<FileSurvey, 'summary' | 'figures' | 'panels' | 'answers'> {
  const filed = [{ path, figures }]
  const { code_lines, class_count, function_count, metrics, language } = figures
  const parts = [
    `${code_lines.toLocaleString('en-US')} lines of ${language ?? 'code'}`,
    ...(class_count > 0 ? [`${class_count} ${class_count === 1 ? 'type' : 'types'}`] : []),
    ...(function_count > 0 ? [`${function_count} ${function_count === 1 ? 'function' : 'functions'}`] : []),
    ...(metrics.max_complexity > 10 ? [`complexity up to ${metrics.max_complexity}`] : []),
  ]
  return {
    summary: parts.join(', '),
    figures: asJson(figures),
    panels: [
      sizeTable(filed),
      ...(figures.parser === 'tree-sitter' && figures.functions.length > 0 ? [complexTable(filed)] : []),
    ],
    answers: answersOf(filed, brief).map(({ evidence, ...answer }) => ({
      ...answer,
      evidence: evidence.map(({ line, quote }) => ({ line, quote })),
    })),
  }
}

function topicsOf({ language, classes, functions }: CodeFigures, findings: readonly FindingDraft[]): string[] {
  const names = [
    ...classes.map(({ name }) => name),
    ...functions.filter(({ exported }) => exported).map(({ name }) => name),
  ]
  const rules = findings
    .filter(({ severity }) => severity === 'high')
    .map(({ rule }) => rule?.id.split('.')[1]?.replaceAll('-', ' ') ?? '')
  return [...new Set([...(language ? [language] : []), ...names, ...rules])].filter(Boolean).slice(0, 10)
}

function byLine(a: FindingDraft, b: FindingDraft): number {
  return a.line - b.line || (a.key < b.key ? -1 : 1)
}
