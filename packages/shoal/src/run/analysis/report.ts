// The report of an analysis, put together from what the ledger keeps: the last synthesis, the plan, and what failed.

import { ShoalError } from '@shoal/base/model/errors'
import { aimOf, goalsOf } from '@shoal/base/model/goal'
import type { Ledger } from '@shoal/base/model/ledger'
import type { PlannedFile } from '@shoal/base/model/plan'
import type { Coverage, RunReport, TypeReport, Usage, Verification } from '@shoal/base/model/report'
import { formatCount, plural } from '@shoal/base/text/printable'
import { limitWarnings } from '../../stages/report/limits.ts'
import { ignoreWarnings } from '../../stages/suppress.ts'
import { shownQuestion } from '../../text/gate/shown.ts'
import { isGrewNote } from '../file-stamp.ts'
import { openRunPlace } from '../run-place.ts'
import { type AnalysisDefinition, readAnalysis } from './definition.ts'
import { withDocumentPlaces } from './document-places.ts'
import { readPartial } from './partial.ts'
import { type FinalResult, finalResults, type PartialResult } from './stored-results.ts'

export interface ReportRequest {
  readonly ledger: Ledger
  readonly run: string
  readonly definition?: AnalysisDefinition
  /** Where the run keeps what is its own; null for nowhere. */
  readonly directory?: string | null
}

/** The partial one while the run has no other. Throws `wrong-state` when it has none at all. */
export async function readReport({ ledger, run, definition, directory }: ReportRequest): Promise<RunReport> {
  const known = definition ?? readAnalysis(run, await ledger.definition(run))
  const last = known.plan.tasks.at(-1)!
  const result = finalResults.read(await ledger.result(run, last.id))
  const final = result ?? readPartial((await openRunPlace(ledger, run, () => directory ?? null)).directory)
  if (final === null)
    throw new ShoalError('wrong-state', `run "${run}" has no report yet`, {
      detail: run,
      advice: known.delegated
        ? 'agents read it: it is there once what they handed in is merged (`synthesize`)'
        : `go on with \`shoal resume ${run}\``,
    })
  return await reportOf(final, { ledger, run, definition: known })
}

export async function reportOf(
  final: FinalResult | PartialResult,
  { ledger, run, definition }: Required<Pick<ReportRequest, 'ledger' | 'run' | 'definition'>>,
): Promise<RunReport> {
  const { plan, engine } = definition
  const { types, cross, usage, unusable = [] } = final
  const skippedTasks = await ledger.tasks(run, { status: 'skipped' })
  // Tasks that are done, but without what a model was to add.
  const unread = types.flatMap(type => type.unusable ?? [])
  const failed = [
    ...skippedTasks.map(({ subject, reason }) => ({ what: subject, reason: reason ?? 'no reason given' })),
    ...types.flatMap(({ unread }) => unread.map(({ path, reason }) => ({ what: path, reason }))),
    ...unread,
    ...unusable,
  ]
  const perType = types.map(({ anchors: _, findings: __, ...type }) => type)
  const suppressed = [...types.flatMap(type => type.suppressed ?? []), ...(cross.suppressed ?? [])]
  const found = {
    findings: cross.findings,
    perType,
    crossFile: cross.crossFile,
    ...(cross.unlisted && { crossFileUnlisted: cross.unlisted }),
    verification: sumOf([...types.map(({ verification }) => verification), cross.verification]),
    rejected: [...types.flatMap(({ rejected }) => rejected), ...cross.rejected],
  }
  return withDocumentPlaces({
    run,
    query: shownQuestion(plan.query),
    ...aimOf(goalsOf(plan)),
    engine,
    answer: cross.answer,
    answerEvidence: cross.answerEvidence,
    answerPanels: cross.answerPanels,
    question: cross.question ?? null,
    files: plan.files,
    skipped: plan.skipped,
    ...found,
    recommendations: cross.recommendations,
    coverage: await coverageOf(ledger, run, plan, types, unread.length),
    failed,
    usage: usage ?? NOTHING_USED,
    reading: cross.reading ?? null,
    partial:
      'partial' in final
        ? final.partial
        : withoutModels(definition, { failed: skippedTasks.length, unusable: unread.length + unusable.length }, run),
    warnings: [
      ...plan.warnings,
      ...doubtfulTypes(plan.files),
      ...grownFiles(types),
      ...limitWarnings(found),
      ...(cross.leftOut ?? []).map(note => `across files: ${note}`),
      ...ignoreWarnings(
        types.flatMap(type => type.ignores ?? []),
        cross.configuredIgnores ?? [],
        suppressed,
      ),
    ],
    ...(suppressed.length > 0 && { suppressed }),
  })
}

/** Files whose type is hardly more than a guess: what was said of them may be said of the wrong kind of content. */
export function doubtfulTypes(files: readonly PlannedFile[]): string[] {
  const doubtful = files.filter(({ detection }) => detection.confidence === 'low')
  if (doubtful.length === 0) return []
  const named = doubtful
    .slice(0, MOST_DOUBTFUL)
    .map(({ path, detection: { contentType, reason } }) => `${path} (read as ${contentType}: ${reason})`)
  const rest = doubtful.length > MOST_DOUBTFUL ? ` and ${formatCount(doubtful.length - MOST_DOUBTFUL)} more` : ''
  return [
    `the content type of ${plural(doubtful.length, 'file')} was decided with low confidence: ${named.join(', ')}${rest}; \`--type GLOB=TYPE\` sets it`,
  ]
}

const MOST_DOUBTFUL = 3

/** Files of which more was there than was read. */
function grownFiles(types: readonly TypeReport[]): string[] {
  return types.flatMap(({ files }) =>
    files.flatMap(({ path, notes }) => notes.filter(isGrewNote).map(note => `${path}: ${note}`)),
  )
}

/** A report that is whole but for what models were to add. */
function withoutModels(
  { models, delegated, replays, plan }: AnalysisDefinition,
  { failed, unusable }: { readonly failed: number; readonly unusable: number },
  run: string,
): string | null {
  const missing = failed + unusable
  if (missing === 0) return null
  const tasks = plural(plan.tasks.length, 'task')
  if (delegated)
    return `Partial report: what agents were to add is missing for ${missing} of ${tasks}; exact figures cover everything.`
  if (!models) return null
  const partial = `Partial report: what models were to add is missing for ${missing} of ${tasks}; exact figures cover everything.`
  // A reply that could not be used is an answer, and a record has no other: neither is asked for again.
  if (failed === 0 || replays !== undefined) return partial
  return `${partial} \`shoal resume ${run}\` tries again ${unusable === 0 ? 'what failed' : `${failed} of them`}.`
}

/** Of the built-in analysts. */
export const NOTHING_USED: Usage = {
  inputTokens: 0,
  outputTokens: 0,
  costUsd: 0,
  calls: 0,
  cached: 0,
  wholeInputTokens: null,
}

async function coverageOf(
  ledger: Ledger,
  run: string,
  { files, tasks }: AnalysisDefinition['plan'],
  types: readonly TypeReport[],
  unread: number,
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
    tasksCompleted: completed - unread,
    tasksFailed: failed + skipped + unread,
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
