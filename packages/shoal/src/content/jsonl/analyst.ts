// The built-in analyst of JSON lines: exact counts of every path, and, where the lines are a log, what a log says (P8).

import type { BuiltInAnalyst, FileSurvey, ReadTask } from '@shoal/base/model/analyst'
import type { FindingDraft } from '@shoal/base/model/finding'
import type { SourceText } from '@shoal/base/model/source'
import { draftPlaces } from '../../text/draft-places.ts'
import { type LineTally, mergeLines, readLines } from '../../text/json-census/line-reader.ts'
import { lineRecords } from '../../text/line-spans.ts'
import { chartsTogether } from '../json/analyst/charts.ts'
import { chunkFactsOf } from '../json/analyst/chunk-facts.ts'
import { number, type Subject, subjectOf } from '../json/analyst/subject.ts'
import { surveyOf } from '../json/analyst/survey.ts'
import { synthesiseJson } from '../json/analyst/synthesis.ts'
import { learnJsonFormat } from '../log/analyst/learn-format.ts'
import { listedFor } from '../log/analyst/question-filters.ts'
import type { Story } from '../log/analyst/story.ts'
import { toldStory } from '../log/analyst/survey.ts'
import type { LogTally as EntryTally } from '../log/analyst/tally.ts'
import { charts } from './analyst/charts.ts'
import { EntryWatch } from './analyst/entry-watch.ts'
import { logAnswers } from './analyst/log-answers.ts'
import { clusterPanel, logJson, seriesPanel, sourcePanel } from './analyst/log-figures.ts'
import { errorAnchors, logFindings } from './analyst/log-findings.ts'
import { logRolesOf } from './analyst/log-roles.ts'
import { type LogTally, LogWatch, mergeLogs } from './analyst/log-watch.ts'
import { recipeAnswer, recipePanel, recipesTogether } from './analyst/recipe-panels.ts'
import { type RecipeResult, recipesOf } from './analyst/recipes.ts'

interface LinesTally {
  readonly lines: LineTally
  /** Null if the records are no log. */
  readonly log: LogTally | null
  /** The same records read as entries. */
  readonly entries: EntryTally | null
}

export const analyst: BuiltInAnalyst<LinesTally> = {
  version: 18,
  isData: true,
  readsFor: listedFor,
  looksFor:
    'broken lines, fields and types that change, nulls, impossible dates, odd codes, outliers, duplicates; in logs errors, bursts and silences',
  splitFrom: 8 * 1024 * 1024,
  async read(source, stretch, { brief: { question }, signal, onRead }) {
    const roles = logRolesOf(source)
    if (!roles) return { lines: await readLines(source, stretch, { signal, onRead }), log: null, entries: null }
    const log = new LogWatch(roles, question)
    const watch = new EntryWatch(learnJsonFormat(source), question, log)
    const onOther = watch.onOther.bind(watch)
    const lines = await readLines(source, stretch, { watch, onOther, signal, onRead })
    return { lines, log: log.tally, entries: watch.done() }
  },
  async survey(tallies, source, task) {
    const [whole, ...rest] = tallies as [LinesTally, ...LinesTally[]]
    const entries = tallies.map(tally => tally.entries).filter(tally => tally !== null)
    const story = whole.log && toldStory(entries, source, task.brief.question, learnJsonFormat(source))
    for (const tally of rest) {
      mergeLines(whole.lines, tally.lines)
      if (whole.log && tally.log) mergeLogs(whole.log, tally.log)
    }
    return survey(whole, story, source, task)
  },
  synthesise: files => ({ ...synthesiseJson(files, 'JSON lines'), panels: recipesTogether(files) }),
  chunkFacts: chunkFactsOf('jsonl', lineRecords),
  charts,
  chartsTogether,
}

function survey(
  { lines, log }: LinesTally,
  story: Story | null,
  source: SourceText,
  { about, brief }: ReadTask,
): FileSurvey {
  const subject = subjectOf(lines.root, source, about, brief, 'record')
  const records = subject.fields[0]?.present ?? 0
  const { bad, liberties } = lines
  // Each version of jq reads such files in its own way, so nothing can be promised of a recipe.
  const strict =
    Object.values(liberties).every(count => count === 0) && bad.loose + lines.tornPairs === 0 && lines.depth < JQ_DEPTH
  const recipes: readonly RecipeResult[] = log && strict ? recipesOf(subject, log, bad.count) : []
  const panels = log ? [clusterPanel(log), seriesPanel(log), sourcePanel(log)] : []
  const recipesShown = recipePanel(recipes, about.path)
  const shown = [...panels, recipesShown].filter(panel => panel !== null)
  return surveyOf(subject, {
    summary: `${number(records)} ${records === 1 ? 'record' : 'records'} of JSON lines${log ? `, a log with ${number(log.errors)} ${log.errors === 1 ? 'error' : 'errors'}` : ''}${bad.count > 0 ? `, ${number(bad.count)} broken ${bad.count === 1 ? 'line' : 'lines'}` : ''}`,
    figures: {
      format: 'jsonl',
      records,
      object_count: subject.fields.reduce((sum, { counts }) => sum + counts.object, 0),
      blank_lines: lines.blank,
      bad_lines: {
        count: bad.count,
        first: bad.first.slice(0, LINES_TOLD).map(({ line, reason }) => ({ line, reason })),
      },
      ...(log ? { log: logJson(subject, log, recipes) } : {}),
    },
    findings: [...badLineFindings(subject, lines), ...(log && story ? logFindings(subject, log, story) : [])],
    anchors: log ? errorAnchors(subject, log) : [],
    answers: log ? (recipeAnswer(brief, recipesShown) ?? logAnswers(subject, log)) : [],
    panels: shown,
    notes: [
      ...(bad.count > 0
        ? [`${number(bad.count)} ${bad.count === 1 ? 'line is' : 'lines are'} no JSON and left out of the figures`]
        : []),
      ...(log && !strict ? ['each version of jq reads some of its lines in its own way, so no recipes are given'] : []),
      ...(source.size === 0 ? ['the file is empty'] : []),
      ...(story?.leftOut.notes ?? []),
    ],
    depth: lines.depth,
    tooDeep: lines.tooDeep,
    liberties,
  })
}

/** jq up to 1.6 reads nothing that is nested deeper. */
const JQ_DEPTH = 256

const LINES_TOLD = 50

/** One finding for lines that are no JSON, one for a last line that was cut off. */
function badLineFindings(subject: Subject, { bad }: LineTally): FindingDraft[] {
  const last = bad.last?.cutOff && bad.last.line === subject.about.lineCount ? bad.last : null
  const count = bad.count - (last ? 1 : 0)
  const findings: FindingDraft[] = []
  const first = bad.first[0]
  const total = bad.count + (subject.fields[0]?.present ?? 0)
  if (first && count > 0) {
    const own = bad.first.filter(each => each.at !== last?.at)
    const listed = own.slice(0, 5)
    findings.push({
      type: 'pattern',
      key: 'jsonl.bad-lines',
      summary: `${number(count)} of ${number(total)} lines ${count === 1 ? 'is' : 'are'} no JSON: ${listed.map(each => `line ${number(each.line)} (${each.reason})`).join(', ')}${count > listed.length ? ' …' : ''}`,
      severity: 'high',
      confidence: 'high',
      nature: 'problem',
      advice: 'Mend or remove the lines that are no JSON',
      ...draftPlaces(
        own.map(each => {
          const { line, quote } = subject.quoter.quoteLine(each)
          return { line, evidence: quote }
        }),
        count,
      ),
      stats: { bad_lines: count, lines: bad.first.slice(0, LINES_TOLD).map(each => each.line) },
      count,
      topics: ['broken', 'invalid', 'syntax'],
      weight: 0.8,
    })
  }
  if (last) {
    const { line, quote } = subject.quoter.quoteLine(last)
    findings.push({
      type: 'pattern',
      key: 'jsonl.cut-off',
      summary: `The last line (${number(line)}) is cut off: ${last.reason}; the file may be incomplete`,
      severity: 'high',
      confidence: 'high',
      nature: 'problem',
      advice: 'Fetch or write the file again: its end is missing',
      line,
      evidence: quote,
      topics: ['truncated', 'invalid', 'incomplete'],
      weight: 0.8,
    })
  }
  return findings
}
