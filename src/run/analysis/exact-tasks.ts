// What programs do in an analysis: read chunks and batches, and merge what was found. Exact, and with no model.

import type { ContentType } from '../../model/content-type.ts'
import { ShoalError, toShoalError } from '../../model/errors.ts'
import { lookup } from '../../model/lookup.ts'
import type { PlannedTask } from '../../model/plan.ts'
import type { Brief } from '../../model/question.ts'
import type { AnalystReport, AnalystResult, TypeReport } from '../../model/report.ts'
import type { SourceText } from '../../model/source.ts'
import { type CrossSynthesis, synthesiseCross } from '../../stages/synthesise-cross.ts'
import { type Results, synthesiseType } from '../../stages/synthesise-type.ts'
import { checkUnchanged, openPlanned } from '../file-stamp.ts'
import type { PlannedWork } from '../plan.ts'
import type { Surveys } from './surveys.ts'

export interface ExactOptions extends PlannedWork {
  readonly surveys: Surveys
  readonly brief: Brief
  typeNamed(name: string): ContentType
}

/** The result of an `analyze` task. */
export async function readExactly(
  { chunk, batch }: Pick<PlannedTask, 'chunk' | 'batch'>,
  { surveys }: ExactOptions,
  signal: AbortSignal,
): Promise<AnalystResult> {
  if (!chunk) return await readBatch(batch?.files.map(({ path }) => path) ?? [], surveys, signal)
  const { reports, stamp } = await surveys.of(chunk.path, signal)
  checkUnchanged(chunk.path, stamp)
  return { reports: [reports[chunk.index - 1]!], unread: [] }
}

/** One that fails does not take the others along. */
async function readBatch(files: readonly string[], surveys: Surveys, signal: AbortSignal): Promise<AnalystResult> {
  const reports: AnalystReport[] = []
  const unread: AnalystResult['unread'][number][] = []
  for await (const outcome of surveys.reports(files, signal)) {
    const { path } = outcome.of
    if ('result' in outcome) reports.push(outcome.result)
    else unread.push({ path, reason: toShoalError(outcome.error, path).message })
  }
  return { reports, unread }
}

/** Phase 1. Reports on files of other types are passed over. */
export async function mergeType(
  contentType: string,
  results: Results,
  options: ExactOptions,
  signal: AbortSignal,
): Promise<TypeReport> {
  const { plan, brief, typeNamed } = options
  const type = typeNamed(contentType)
  const files = plan.files.filter(({ detection }) => detection.contentType === type.name)
  const own = new Set(files.map(({ path }) => path))
  return await synthesiseType(reportsOn(own, results), {
    type,
    analyst: await type.builtIn(),
    brief,
    files: files.map(file => ({ ...file, language: file.detection.language })),
    openSource: opener(options),
    signal,
  })
}

async function* reportsOn(files: ReadonlySet<string>, results: Results): AsyncGenerator<AnalystResult> {
  for await (const result of results)
    yield { ...result, reports: result.reports.filter(({ filePath }) => files.has(filePath)) }
}

/** Phase 2. `lacksReading`: models were asked, and some of what they were to say is missing. */
export function mergeAcross(
  types: readonly TypeReport[],
  options: ExactOptions,
  { lacksReading }: { readonly lacksReading?: boolean } = {},
): CrossSynthesis {
  const { plan, brief } = options
  const skipped = plan.skipped.map(({ path }) => path)
  const missing = lacksReading === undefined ? {} : { lacksReading }
  return synthesiseCross(types, { brief, openSource: opener(options), skipped, ...missing })
}

/** Opens a file of the plan, unless it has changed: quotes are checked against what was read. */
function opener({ stamps }: PlannedWork): (path: string) => SourceText {
  return path => {
    const stamp = lookup(stamps, path)
    if (!stamp) throw new ShoalError('internal', `${path} is in no plan`)
    return openPlanned(path, stamp)
  }
}
