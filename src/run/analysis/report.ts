// The report of an analysis, put together from what the ledger keeps: the last synthesis, the plan, and what failed.
import { ShoalError } from '../../model/errors.ts'
import type { Ledger } from '../../model/ledger.ts'
import type { Coverage, RunReport, TypeReport, Verification } from '../../model/report.ts'
import { type AnalysisDefinition, readAnalysis } from './definition.ts'
import type { FinalResult } from './do-task.ts'

/** Throws `wrong-state` while the run has no report yet. */
export async function readReport(ledger: Ledger, run: string, definition?: AnalysisDefinition): Promise<RunReport> {
  const { plan, engine } = definition ?? readAnalysis(run, await ledger.definition(run))
  const last = plan.tasks.at(-1)!
  const result = await ledger.result(run, last.id)
  if (result === null)
    throw new ShoalError('wrong-state', `run "${run}" has no report yet`, {
      detail: run,
      advice: `go on with \`shoal resume ${run}\``,
    })
  const { types, cross } = result as unknown as FinalResult
  const skippedTasks = await ledger.tasks(run, { status: 'skipped' })
  const failed = [
    ...skippedTasks.map(({ subject, reason }) => ({ what: subject, reason: reason ?? 'no reason given' })),
    ...types.flatMap(({ unread }) => unread.map(({ path, reason }) => ({ what: path, reason }))),
  ]
  return {
    run,
    query: plan.query,
    goal: plan.goal,
    engine,
    answer: cross.answer,
    answerEvidence: cross.answerEvidence,
    answerPanels: cross.answerPanels,
    files: plan.files,
    skipped: plan.skipped,
    findings: cross.findings,
    perType: types.map(({ anchors: _, findings: __, ...type }) => type),
    crossFile: cross.crossFile,
    recommendations: cross.recommendations,
    coverage: await coverageOf(ledger, run, plan, types),
    verification: sumOf([...types.map(({ verification }) => verification), cross.verification]),
    rejected: [...types.flatMap(({ rejected }) => rejected), ...cross.rejected],
    failed,
    usage: { inputTokens: 0, outputTokens: 0, costUsd: 0, calls: 0, cached: 0, wholeInputTokens: null },
    reading: null,
    partial: null,
    warnings: plan.warnings,
  }
}

async function coverageOf(
  ledger: Ledger,
  run: string,
  { files, tasks }: AnalysisDefinition['plan'],
  types: readonly TypeReport[],
): Promise<Coverage> {
  const { completed, failed, skipped } = await ledger.counts(run)
  const read = (of: keyof TypeReport['read']) => types.reduce((sum, type) => sum + type.read[of], 0)
  const sum = (of: (file: (typeof files)[number]) => number) => files.reduce((all, file) => all + of(file), 0)
  return {
    files: files.length,
    filesRead: read('files'),
    bytes: sum(({ sizeBytes }) => sizeBytes),
    bytesRead: read('bytes'),
    lines: sum(({ lineCount }) => lineCount),
    linesRead: read('lines'),
    tasks: tasks.length,
    tasksCompleted: completed,
    tasksFailed: failed + skipped,
  }
}

function sumOf(verifications: readonly Verification[]): Verification {
  const total = (of: keyof Verification) => verifications.reduce((sum, one) => sum + one[of], 0)
  return {
    quotes: total('quotes'),
    verified: total('verified'),
    relocated: total('relocated'),
    rejected: total('rejected'),
  }
}
