// The workers of an analysis: analysts that read chunks and batches, and synthesizers that merge what they found. What
// programs do comes first and stands by itself; models, where there are any, add to it.
import { setMaxListeners } from 'node:events'
import type { AskedAnswer } from '@shoal/base/model/asked'
import { ShoalError, toShoalError } from '@shoal/base/model/errors'
import type { Finding } from '@shoal/base/model/finding'
import type { ModelFailure } from '@shoal/base/model/language-model'
import type { PlannedTask } from '@shoal/base/model/plan'
import type { AnalystResult, FileReport, SynthesisNotes, TypeReport, Usage } from '@shoal/base/model/report'
import type { Ending } from '@shoal/base/model/task'
import type { Assignment, Worker } from '@shoal/base/model/worker'
import { plural } from '@shoal/base/text/printable'
import { keptReports, storedAnchors } from '../../stages/kept-reports.ts'
import { type Together, withReading } from '../../stages/model-synthesis/across-types.ts'
import { leftOpen } from '../../stages/model-synthesis/left-open.ts'
import { nothingSaid } from '../../stages/model-synthesis/synthesis.ts'
import type { CrossSynthesis } from '../../stages/synthesise-cross.ts'
import { taskLine } from '../../stages/task-line.ts'
import { shownText } from '../../text/gate/shown.ts'
import type { KeptMerges } from '../kept/kept-merges.ts'
import { type KeptTasks, type TaskResult, taskResult } from '../kept/kept-tasks.ts'
import {
  type ExactOptions,
  exactTask,
  type MergedAcross,
  mergeAcross,
  mergeOf,
  mergeType,
  readExactly,
} from './exact-tasks.ts'
import type { Halt } from './halt.ts'
import { CallFailed } from './model-failure.ts'
import type { ModelTasks } from './model-tasks.ts'
import { notesOf, notesTogether } from './result-notes.ts'
import { analystResults, type FinalResult, finalResults, labelChoices, typeReports } from './stored-results.ts'

/** Findings of a type up to which no model sums it up by itself. */
const FEW_FINDINGS = 60

export interface WorkerOptions extends ExactOptions {
  /** Null when only programs read. */
  readonly models: ModelTasks | null
  readonly merges: KeptMerges
  readonly tasks: KeptTasks
  /** What models have used so far, all tasks of the run together. */
  usage(): Promise<Usage>
  /** Of a reader's task, before it is completed. */
  onFindings?(task: string, findings: readonly Finding[]): void
  /** The last result, as it is stored: whoever makes the report of it need not read it again. */
  onFinal?(result: FinalResult): void
  /** What there was of it when a call failed that ends the run. */
  onSoFar?(result: FinalResult): void
  /** Asks the relations of the files; null where nothing was asked. */
  ask(): Promise<AskedAnswer | null>
  /** Null when only programs read. */
  readonly halt: Halt | null
  /** Workers of a pattern file read and sum up; null when none do. */
  readonly hired: Hired | null
  /** Agents of this client were to read; null when nobody was. What is left to programs was not reported on by any. */
  readonly delegatedTo: string | null
}

/** Workers that are not ours. Each gives its result, or how the task ends without one. */
export interface Hired {
  read(assignment: Assignment, signal: AbortSignal): Promise<AnalystResult | Ending>
  /** Asks another reader what one left open. */
  followUp(assignment: Assignment, signal: AbortSignal): Promise<Ending>
  synthesise(final: FinalResult, assignment: Assignment, signal: AbortSignal): Promise<FinalResult | Ending>
}

/** The last result of a run: the synthesis across types, with what each type said. */
export function analysisWorker(options: WorkerOptions): Worker {
  const tasks = new Map(options.plan.tasks.map(task => [task.id, task]))
  const { halt } = options
  const made = new Map<string, TypeReport>()
  const oneByOne = queue()
  const work = async (assignment: Assignment, signal: AbortSignal): Promise<Ending> => {
    // Every file of a batch listens to it.
    setMaxListeners(0, signal)
    try {
      const task = tasks.get(assignment.task.id)
      if (!task) throw new ShoalError('internal', `task ${assignment.task.id} is in no plan`)
      return await perform(task, assignment, { ...options, made, oneByOne }, signal)
    } catch (error) {
      if (signal.aborted) return { status: 'released', reason: 'stopped' }
      if (error instanceof CallFailed) return await failedCall(error.failure, halt, signal)
      const { message, stack } = toShoalError(error)
      return {
        status: 'failed',
        reason: shownText(message),
        final: true,
        ...(stack ? { log: shownText(stack) } : {}),
      }
    }
  }
  return {
    kind: options.models ? 'model' : 'built-in',
    work: (assignment, signal) => (halt ? halt.during(() => work(assignment, signal)) : work(assignment, signal)),
  }
}

interface TaskOptions extends WorkerOptions {
  /** Reports on types that are made in this process and stored, by their task. */
  readonly made: Map<string, TypeReport>
  /** Types are merged one after the other: together they are more than memory should hold, and no sooner done. */
  oneByOne<T>(act: () => Promise<T>): Promise<T>
}

function queue(): TaskOptions['oneByOne'] {
  let last: Promise<unknown> = Promise.resolve()
  return act => {
    const next = last.then(act)
    last = next.catch(() => {})
    return next
  }
}

async function perform(
  task: PlannedTask,
  assignment: Assignment,
  options: TaskOptions,
  signal: AbortSignal,
): Promise<Ending> {
  const { models } = options
  switch (task.kind) {
    case 'choose_labels': {
      const choice = await models!.chooseLabels(assignment, signal)
      const summary = choice.status === 'chosen' ? plural(choice.set.labels.length, 'label') : choice.status
      return { status: 'completed', result: labelChoices.toJson(choice), summary }
    }
    case 'analyze': {
      const { hired } = options
      if (hired) {
        const read = await hired.read(assignment, signal)
        return 'status' in read ? read : analysed(task, taskResult(read), options)
      }
      if (!models && options.delegatedTo === null)
        return analysed(task, await options.tasks.of(exactTask(task, options, signal)), options)
      const exact = await readExactly(task, options, signal)
      const built = options.delegatedTo === null ? exact : { ...exact, unusable: 'no agent has reported on it' }
      const read = models ? await models.read(built, assignment, signal) : built
      return analysed(task, taskResult(read), options, read.unusable ?? null)
    }
    // Of models, and in runs of before 0.4.0, what is open is looked up after the synthesis.
    case 'follow_up':
      return options.hired
        ? await options.hired.followUp(assignment, signal)
        : { status: 'completed', result: { reports: [], unread: [] }, summary: 'left to the synthesis' }
    case 'synthesize_type':
      return await synthesiseOne(task, assignment, options, signal)
    case 'synthesize_cross':
      return await synthesiseAll(await reportsOfTypes(assignment, options.made), assignment, options, signal)
  }
}

async function failedCall(failure: ModelFailure, halt: Halt | null, signal: AbortSignal): Promise<Ending> {
  const { kind, message } = failure
  if (halt?.isEndedBy(failure)) {
    await halt.wait(signal)
    return { status: 'released', reason: message }
  }
  return kind === 'aborted'
    ? { status: 'released', reason: message }
    : { status: 'failed', reason: message, final: true }
}

function analysed(
  task: PlannedTask,
  { result, findings, unread }: TaskResult,
  { onFindings, delegatedTo }: WorkerOptions,
  unusable: string | null = null,
): Ending {
  onFindings?.(task.id, findings)
  const missing = unread > 0 ? `; ${plural(unread, 'file')} could not be read` : ''
  const unused =
    unusable === null ? '' : delegatedTo === null ? "; the model's reply could not be used" : `; ${unusable}`
  return { status: 'completed', result, summary: taskLine(task, findings) + missing + unused }
}

async function synthesiseOne(
  { id, contentType, subject }: PlannedTask,
  assignment: Assignment,
  options: TaskOptions,
  signal: AbortSignal,
): Promise<Ending> {
  const { plan, models } = options
  const results = () => readerResults(assignment, options, signal)
  let report: TypeReport
  if (models) {
    const read: AnalystResult[] = []
    for await (const result of results()) read.push(result)
    const exact = await models.withLabels(await mergeType(contentType!, () => read, options, signal), read)
    const isAlone = !plan.tasks.some(({ kind }) => kind === 'synthesize_cross')
    const notes = notesOf(read)
    // Few findings are summed up with those of the other types, and all where one has read them; of many each type is summed up first.
    if (isAlone || exact.findings.length < FEW_FINDINGS || notes.closing) report = { ...exact, notes }
    else {
      const made = await models.synthesiseType(exact, notes, assignment, signal)
      report = withUnusable(made.value, subject, made.unusable)
    }
  } else if (options.delegatedTo !== null) {
    const read: AnalystResult[] = []
    for await (const result of results()) read.push(result)
    report = { ...(await mergeType(contentType!, () => read, options, signal)), notes: notesOf(read) }
  } else {
    const make = () => mergeType(contentType!, results, options, signal)
    const { blockedBy } = assignment.task
    report = await options.oneByOne(() => options.merges.of(blockedBy, mergeOf(contentType!, options), make))
  }
  // With one type only there is no synthesis across types: this one is the last.
  if (!plan.tasks.some(({ kind }) => kind === 'synthesize_cross'))
    return await synthesiseAll([report], assignment, options, signal)
  options.made.set(id, report)
  return { status: 'completed', result: typeReports.toJson(report), summary: plural(report.findingCount, 'finding') }
}

async function synthesiseAll(
  types: readonly TypeReport[],
  assignment: Assignment,
  options: WorkerOptions,
  signal: AbortSignal,
): Promise<Ending> {
  const counted = (await options.models?.countedTogether(types)) ?? types
  const asked = await options.ask()
  const told = notesTogether(types.map(type => type.notes))
  const { cross: exact, unusable: reason } = await acrossTypes(counted, options, signal, { asked, notes: told })
  const left = types.flatMap(({ reading }) => reading?.missing ?? [])
  const notes = { ...told, missing: [...new Set([...told.missing, ...left])] }
  const resultOf = async (value: Together | null, failed: readonly string[]) =>
    finalResult(value ? withOwnAnswers(value.types, types) : types, value?.cross ?? exact, await options.usage(), [
      ...notCompared(reason),
      ...failed.flatMap(notCompared),
    ])
  const made = await options.models?.synthesiseCross(counted, exact, notes, assignment, signal).catch(async error => {
    if (error instanceof CallFailed && error.soFar) options.onSoFar?.(await resultOf(error.soFar, [error.message]))
    throw error
  })
  const merged = await resultOf(made?.value ?? null, made?.unusable ?? [])
  const result = options.hired ? await options.hired.synthesise(merged, assignment, signal) : merged
  if ('status' in result) return result
  const { cross } = result
  options.onFinal?.(result)
  const summary = `${plural(cross.findings.length, 'finding')}, ${plural(cross.crossFile.length, 'link')} between files`
  return { status: 'completed', result: finalResults.toJson(result), summary }
}

/** Whoever has agents needs no model offered. */
async function acrossTypes(
  types: readonly TypeReport[],
  options: WorkerOptions,
  signal: AbortSignal,
  { asked, notes }: { readonly asked: AskedAnswer | null; readonly notes: SynthesisNotes },
): Promise<MergedAcross> {
  const merged = await mergeAcross(types, options, signal, { asked })
  const { delegatedTo: by, brief } = options
  if (by === null) return merged
  // What readers left open is said, whoever sums up afterwards.
  const { complete = [] } = notes
  const missing = leftOpen([], notes.missing, notes.answered)
  const said = { ...nothingSaid(by), missing, ...(complete.length > 0 && { complete }) }
  const reading = missing.length + complete.length > 0 ? said : null
  return { ...merged, cross: withReading(types, merged.cross, reading, [], { brief, by }) }
}

/** What is counted together of several types is told once, and each type keeps what it says itself. */
function withOwnAnswers(types: readonly TypeReport[], own: readonly TypeReport[]): readonly TypeReport[] {
  return types.map((type, k) => ({ ...type, answers: own[k]!.answers }))
}

/** What is said of a synthesis across files that could not be had. */
export function notCompared(reason: string | null): NonNullable<FinalResult['unusable']> {
  return reason === null ? [] : [{ what: 'Synthesis across files', reason }]
}

/** Anchors have served their purpose, and the findings of all types are ranked together in the cross synthesis. */
export function finalResult(
  types: readonly TypeReport[],
  cross: CrossSynthesis,
  usage: Usage,
  unusable: NonNullable<FinalResult['unusable']> = [],
): FinalResult {
  const slim = types.map(({ notes: _, ...report }) => ({ ...report, anchors: [], findings: [] }))
  return { types: slim, cross, usage, ...(unusable.length > 0 && { unusable }) }
}

/**
 * One after the other: together they may be more than memory holds. A reader whose model failed for good was skipped: what
 * programs found stands for it.
 */
async function* readerResults(
  assignment: Assignment,
  options: WorkerOptions,
  signal: AbortSignal,
): AsyncGenerator<AnalystResult> {
  const { plan, models } = options
  for await (const { id, result } of assignment.eachBlocker()) {
    const stored = analystResults.read(result)
    if (stored) yield stored
    else if (models) {
      const task = plan.tasks.find(planned => planned.id === id && planned.kind === 'analyze')
      const built = task && (await readExactly(task, options, signal).catch(() => signal.throwIfAborted()))
      if (built) yield built
    }
  }
}

/**
 * What this process has made is not read again, the rest one after the other: each is large until what it says of its files
 * is kept as text.
 */
async function reportsOfTypes(assignment: Assignment, made: Map<string, TypeReport>): Promise<TypeReport[]> {
  const own = assignment.task.blockedBy.flatMap(id => made.get(id) ?? [])
  made.clear()
  if (own.length === assignment.task.blockedBy.length) return own
  const reports: TypeReport[] = []
  for await (const { result } of assignment.eachBlocker()) {
    const report = typeReports.read(result)
    if (report)
      reports.push({ ...report, files: keptReports(report.files, countsOf), anchors: storedAnchors(report.anchors) })
  }
  return reports
}

function countsOf({ findings, problems }: FileReport): Pick<FileReport, 'findings' | 'problems'> {
  return { findings, ...(problems && { problems }) }
}

function withUnusable(report: TypeReport, what: string, reason: string | null): TypeReport {
  return reason === null ? report : { ...report, unusable: [...(report.unusable ?? []), { what, reason }] }
}
