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
import { turnTaker } from '../../text/turns.ts'
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

/** Files of a batch that are read at a time: each is held open, and a process may not open many. */
const SIDE_BY_SIDE = 4

/** One that fails does not take the others along. */
async function readBatch(files: readonly string[], surveys: Surveys, signal: AbortSignal): Promise<AnalystResult> {
  type Unread = AnalystResult['unread'][number]
  const outcomes = await inOrder(files, SIDE_BY_SIDE, async (path): Promise<AnalystReport | Unread> => {
    try {
      return (await surveys.of(path, signal)).reports[0]!
    } catch (error) {
      signal.throwIfAborted()
      return { path, reason: toShoalError(error, path).message }
    }
  })
  return {
    reports: outcomes.filter(one => 'filePath' in one),
    unread: outcomes.filter(one => 'reason' in one),
  }
}

/** What `act` makes of each, in their order; at most `most` are under way at a time. */
async function inOrder<T, R>(items: readonly T[], most: number, act: (item: T) => Promise<R>): Promise<R[]> {
  const made = new Array<R>(items.length)
  const left = items.entries()
  const turn = turnTaker()
  const takeOn = async () => {
    for (const [k, item] of left) {
      await turn()
      made[k] = await act(item)
    }
  }
  await Promise.all(Array.from({ length: most }, takeOn))
  return made
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
