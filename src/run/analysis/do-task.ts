// The workers of an analysis: analysts that read chunks and batches, and synthesizers that merge what they found.
import { setMaxListeners } from 'node:events'
import { isRecord } from '../../config/values.ts'
import type { ContentType } from '../../model/content-type.ts'
import { ShoalError, toShoalError } from '../../model/errors.ts'
import type { Json } from '../../model/json.ts'
import type { Brief } from '../../model/question.ts'
import type { AnalystReport, AnalystResult, TypeReport } from '../../model/report.ts'
import type { SourceText } from '../../model/source.ts'
import type { Ending } from '../../model/task.ts'
import type { Assignment, Worker } from '../../model/worker.ts'
import { type CrossSynthesis, synthesiseCross } from '../../stages/synthesise-cross.ts'
import { synthesiseType } from '../../stages/synthesise-type.ts'
import { plural } from '../../text/printable.ts'
import { openSource } from '../../text/source-file.ts'
import type { PlannedWork } from '../plan.ts'
import { checkUnchanged, type Surveys } from './surveys.ts'

export interface WorkerOptions extends PlannedWork {
  readonly surveys: Surveys
  readonly brief: Brief
  typeNamed(name: string): ContentType
  onFindings?(count: number): void
}

/** The last result of a run: the synthesis across types, with what each type said. */
export interface FinalResult {
  readonly types: readonly TypeReport[]
  readonly cross: CrossSynthesis
}

export function analysisWorker(options: WorkerOptions): Worker {
  const work = async (assignment: Assignment, signal: AbortSignal): Promise<Ending> => {
    // Every file of a batch listens to it.
    setMaxListeners(0, signal)
    const input = isRecord(assignment.input) ? assignment.input : {}
    if (input.kind === 'analyze') return await analyse(input, options, signal)
    return await synthesise(input, assignment, options, signal)
  }
  return {
    kind: 'built-in',
    work: async (assignment, signal) => {
      try {
        return await work(assignment, signal)
      } catch (error) {
        if (signal.aborted) return { status: 'released', reason: 'stopped' }
        const { message, stack } = toShoalError(error)
        return { status: 'failed', reason: message, final: true, ...(stack ? { log: stack } : {}) }
      }
    },
  }
}

type Input = Readonly<Record<string, unknown>>

async function analyse(input: Input, options: WorkerOptions, signal: AbortSignal): Promise<Ending> {
  const { chunk, files } = input
  if (isRecord(chunk)) {
    const path = chunk.path as string
    const { reports, stamp } = await options.surveys.of(path, signal)
    checkUnchanged(path, stamp)
    return completed({ reports: [reports[(chunk.index as number) - 1]!], unread: [] }, options)
  }
  return completed(await analyseBatch(files as readonly string[], options, signal), options)
}

/** Files are read side by side: they are small, and the threads many. One that fails does not take the others along. */
async function analyseBatch(
  files: readonly string[],
  { surveys }: WorkerOptions,
  signal: AbortSignal,
): Promise<AnalystResult> {
  const outcomes = await Promise.all(
    files.map(async (path): Promise<AnalystReport | { readonly path: string; readonly reason: string }> => {
      try {
        return (await surveys.of(path, signal)).reports[0]!
      } catch (error) {
        signal.throwIfAborted()
        return { path, reason: toShoalError(error, path).message }
      }
    }),
  )
  return {
    reports: outcomes.filter(one => 'filePath' in one),
    unread: outcomes.filter(one => 'reason' in one),
  }
}

/** One line for the lead (S4): `4 findings (2 high, 1 medium, 1 low)`. */
function completed(result: AnalystResult, { onFindings }: WorkerOptions): Ending {
  const findings = result.reports.flatMap(({ findings: own }) => own)
  onFindings?.(findings.length)
  const of = (severity: string) => findings.filter(one => one.severity === severity).length
  const summary = `${plural(findings.length, 'finding')} (${of('high')} high, ${of('medium')} medium, ${of('low')} low)`
  const unread = result.unread.length > 0 ? `; ${plural(result.unread.length, 'file')} could not be read` : ''
  return { status: 'completed', result: result as unknown as Json, summary: summary + unread }
}

async function synthesise(
  input: Input,
  assignment: Assignment,
  options: WorkerOptions,
  signal: AbortSignal,
): Promise<Ending> {
  const { plan, brief, typeNamed } = options
  const results = (await assignment.blockers()).flatMap(({ result }) => (result === null ? [] : [result]))
  const context = { brief, openSource: opener(options), signal }
  const skipped = plan.skipped.map(({ path }) => path)
  if (input.kind === 'synthesize_cross') {
    const types = results as unknown as readonly TypeReport[]
    return final(types, synthesiseCross(types, { ...context, skipped }))
  }
  const type = typeNamed(input.content_type as string)
  const files = plan.files.filter(({ detection }) => detection.contentType === type.name)
  const report = await synthesiseType(results as unknown as readonly AnalystResult[], {
    ...context,
    type,
    analyst: await type.builtIn(),
    files: files.map(file => ({ ...file, language: file.detection.language })),
  })
  // With one type only there is no synthesis across types: this one is the last.
  if (!plan.tasks.some(({ kind }) => kind === 'synthesize_cross'))
    return final([report], synthesiseCross([report], { ...context, skipped }))
  return { status: 'completed', result: report as unknown as Json, summary: plural(report.findingCount, 'finding') }
}

function final(types: readonly TypeReport[], cross: CrossSynthesis): Ending {
  const result: FinalResult = { types: types.map(slim), cross }
  const summary = `${plural(cross.findings.length, 'finding')}, ${plural(cross.crossFile.length, 'link')} between files`
  return { status: 'completed', result: result as unknown as Json, summary }
}

/** Anchors have served their purpose, and the findings of all types are ranked together in the cross synthesis. */
function slim(report: TypeReport): TypeReport {
  return { ...report, anchors: [], findings: [] }
}

/** Opens a file of the plan, unless it has changed: quotes are checked against what was read. */
function opener({ stamps }: WorkerOptions): (path: string) => SourceText {
  return path => {
    const stamp = stamps[path]
    if (!stamp) throw new ShoalError('internal', `${path} is in no plan`)
    checkUnchanged(path, stamp)
    return openSource(stamp.file, { path })
  }
}
