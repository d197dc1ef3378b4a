// `analyze`: the whole job with the built-in analysts, in one call.

import type { AskedAnswer } from '@shoal/base/model/asked'
import { ShoalError } from '@shoal/base/model/errors'
import type { RunReport } from '@shoal/base/model/report'
import { coverageSentence, verificationSentence } from '@shoal/base/report/words'
import { formatBytes, plural } from '@shoal/base/text/printable'
import { z } from 'zod'
import type { Settings } from '../../config/resolve.ts'
import type { AnalyzeOptions } from '../../run/analysis/analyze.ts'
import type { AnalysisProgress } from '../../run/analysis/progress.ts'
import { questionJson } from '../../stages/report/json.ts'
import { exclude, first, goal, include, paths, query, runName, severityCounts, types } from '../fields.ts'
import { findingAnswer, findingShape } from '../finding.ts'
import { readablePaths } from '../paths.ts'
import { clipped, within } from '../room.ts'
import { readRun } from '../run-access.ts'
import { reportLinks } from '../run-uris.ts'
import { selecting } from '../selection.ts'
import { defineTool, type ToolContext } from '../tool.ts'

const MOST_FINDINGS = 20
const MOST_CROSS = 10
const MOST_LINES = 20
/** Characters of JSON: of the whole answer, with what its keys take; and of its parts, which leave the rest to findings. */
const ROOM = 48_000
const ROOM_FOR_ANSWER = 8000
const ROOM_FOR_ROWS = 6000
const MOST_ROWS = 20
const ROOM_FOR_CROSS = 7000
const ROOM_FOR_LINES = 4000

const input = z.object({
  paths: paths.optional(),
  run: runName.describe('Instead of paths: go on with this run, which was stopped.').optional(),
  query: query.optional(),
  goal: goal.optional(),
  include: include.optional(),
  exclude: exclude.optional(),
  first: first.optional(),
  max_files: z.int().min(1).describe('Only so many files, the largest.').optional(),
  types: types.optional(),
})

const output = z.object({
  run: z.string().describe('The name of the run, for `report`, `findings` and the resources.'),
  answer: z.string().nullable().describe('The answer to the question with exact figures; null without one.'),
  question: z
    .object({
      status: z
        .enum(['answered', 'partial', 'unanswered'])
        .describe('answered: all of it; partial: `unused`, `alternatives` and `notes` say what is not certain.'),
      read_as: z.string().nullable().describe('How the question was read; null when no figure was asked of the data.'),
      unused: z.array(z.string()).describe('Words that were not used.'),
      alternatives: z.array(z.string()).describe('What else it could mean.'),
      notes: z.array(z.string()).describe('What the figures leave out.'),
      rows: z.array(z.record(z.string(), z.unknown())).describe('The first rows of the result.'),
      row_count: z.number().describe('How many there are.'),
      sql: z.array(z.string()).describe('What gives all rows, for `sql`.'),
    })
    .nullable()
    .describe('What the data says to the question; null without one.'),
  findings: z.array(findingShape).describe('The most important findings; `findings` has them all.'),
  finding_count: z.number().describe('How many there are.'),
  counts: severityCounts,
  cross_file: z
    .array(
      z.object({
        kind: z.string().describe('What kind of link it is.'),
        summary: z.string().describe('What the files say about each other.'),
        severity: z.enum(['high', 'medium', 'low']).describe('high: act now; medium: look into it; low: know of it.'),
        files: z.array(z.string()).describe('The files.'),
      }),
    )
    .describe('The most important links between files.'),
  recommendations: z.array(z.string()).describe('What to do.'),
  coverage: z.string().describe('What was read of what there is.'),
  verification: z.string().describe('How many quotes were verified.'),
  failed: z.array(z.string()).describe('What could not be read, and why.'),
  warnings: z.array(z.string()).describe('What to know about this analysis.'),
})

export const analyze = defineTool({
  name: 'analyze',
  title: 'Analyse files',
  description:
    'One call, exact programs, no model: reads all of every file and gives figures for the question, the top findings and links between files; `findings` and `report` have the rest.',
  changes: 'adds',
  input,
  output,
  run: async (asked, context) => {
    let run: string | null = asked.run ?? null
    const options: AnalyzeOptions = {
      ledger: await context.ledger(),
      signal: context.signal,
      env: context.env,
      cwd: context.cwd,
      runDirectory: started => context.runDirectory(started),
      onStart: started => {
        run = started
      },
      onProgress: progress => tell(context, progress),
    }
    const analyzed = await start(asked, context, options).catch(error => {
      throw context.signal.aborted && run !== null ? interrupted(run) : error
    })
    const { report, stop } = analyzed
    if (report === null) throw stop ?? interrupted(analyzed.run)
    return { data: summary(report), links: reportLinks(analyzed.run) }
  },
})

async function start(asked: z.output<typeof input>, context: ToolContext, options: AnalyzeOptions) {
  const { paths, run, query } = asked
  const settings = withoutModels(selecting(context.settings, asked))
  if ((paths === undefined) === (run === undefined))
    throw new ShoalError('missing-argument', 'analyze needs either `paths` or `run`')
  const { analyzePaths, resumeAnalysis } = await import('../../run/analysis/analyze.ts')
  if (run === undefined) return await analyzePaths(readablePaths(context, paths!), query ?? null, settings, options)
  const { models, delegated } = await readRun(context, run)
  if (models) throw unfit(run, `asks models`, `go on with \`shoal resume ${run}\` at the command line`)
  if (delegated) throw unfit(run, 'is read by agents', 'call `plan` with it for its open tasks, then `synthesize`')
  return await resumeAnalysis(run, settings, options)
}

/** Nothing is paid for by a call that says it needs no model. */
function withoutModels(settings: Settings): Settings {
  return { ...settings, model: null, synthesisModel: null }
}

function unfit(run: string, why: string, advice: string): ShoalError {
  return new ShoalError('wrong-state', `run "${run}" ${why}`, { detail: run, advice })
}

function interrupted(run: string): ShoalError {
  return new ShoalError('interrupted', `run "${run}" was stopped`, {
    detail: run,
    advice: `what was read is kept; go on with analyze {"run": "${run}"}`,
  })
}

/** Reading takes the time; what follows is the last tenth. */
function tell(context: ToolContext, { bytesRead, bytes, tasksDone, tasks, findings }: AnalysisProgress): void {
  const done = Math.floor((900 * bytesRead) / Math.max(1, bytes) + (100 * tasksDone) / Math.max(1, tasks))
  const read = `${formatBytes(bytesRead)} of ${formatBytes(bytes)} read`
  context.progress(done, 1000, `${read}, ${tasksDone} of ${plural(tasks, 'task')}, ${plural(findings, 'finding')}`)
}

function summary(report: RunReport): z.input<typeof output> {
  const { run, answer, findings, crossFile, recommendations, coverage, verification, skipped, warnings } = report
  const count = (severity: string) => findings.filter(finding => finding.severity === severity).length
  const rest = {
    run,
    answer: answer === null ? null : clipped(answer, ROOM_FOR_ANSWER),
    question: report.question && questionAnswer(report.question),
    finding_count: findings.length,
    counts: { high: count('high'), medium: count('medium'), low: count('low') },
    cross_file: within(
      crossFile
        .slice(0, MOST_CROSS)
        .map(({ kind, summary, severity, files }) => ({ kind, summary, severity, files: files.slice(0, MOST_LINES) })),
      ROOM_FOR_CROSS,
    ),
    recommendations: lines(recommendations),
    coverage: coverageSentence(coverage, skipped.length),
    verification: verificationSentence(verification),
    failed: lines(report.failed.map(({ what, reason }) => `${what}: ${reason}`)),
    warnings: lines([...(report.partial === null ? [] : [report.partial]), ...warnings]),
  }
  const room = ROOM - JSON.stringify(rest).length
  return { ...rest, findings: within(findings.slice(0, MOST_FINDINGS).map(findingAnswer), room) }
}

function questionAnswer(asked: AskedAnswer): z.input<typeof output>['question'] {
  const { rows, sql, notes, unused, alternatives, ...rest } = questionJson(asked)
  return {
    ...rest,
    unused: lines(unused),
    alternatives: lines(alternatives),
    notes: lines(notes),
    rows: within(rows.slice(0, MOST_ROWS), ROOM_FOR_ROWS),
    sql: within(sql, ROOM_FOR_ROWS),
  }
}

/** The first of them; none so long that it leaves no room for the next. */
function lines(all: readonly string[]): string[] {
  return within(
    all.slice(0, MOST_LINES).map(line => clipped(line, 1000)),
    ROOM_FOR_LINES,
  )
}
