// Leads an analysis to its end: opens what its tasks need, has them done, and makes the report of it.

import { availableParallelism } from 'node:os'
import { ShoalError } from '@shoal/base/model/errors'
import type { Finding } from '@shoal/base/model/finding'
import type { ModelFailure } from '@shoal/base/model/language-model'
import type { Ledger } from '@shoal/base/model/ledger'
import type { RunReport } from '@shoal/base/model/report'
import type { Task } from '@shoal/base/model/task'
import { storedPatternFile } from '@shoal/team/pattern-file/parse'
import type { Settings } from '../../config/resolve.ts'
import type { Patience } from '../../models/retrying.ts'
import { rlmOf } from '../rlm-file.ts'
import { openRunPlace } from '../run-place.ts'
import { type LedRun, leadRun, type RunObserver } from '../run-team.ts'
import { askDefinition } from './ask-definition.ts'
import { setBudgets } from './budgets.ts'
import type { AnalysisDefinition } from './definition.ts'
import { analysisDraft } from './draft.ts'
import { stopError } from './model-failure.ts'
import { keepPartial, partialResult } from './partial.ts'
import { type AnalysisProgress, ProgressCount } from './progress.ts'
import { ProgressFile } from './progress-file.ts'
import { readReport, reportOf } from './report.ts'
import { Sharing } from './sharing.ts'
import { openWork } from './work.ts'

export interface LeadOptions {
  readonly ledger: Ledger
  readonly signal: AbortSignal
  /** Where keys are looked for. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** Where the run may keep what it would be slow or dear to make again; null to keep nothing. */
  runDirectory?(run: string): string | null
  /** At most so many tasks, and calls of models, at a time. */
  readonly concurrency?: number
  /** How long and how often a provider in trouble is asked again. */
  readonly patience?: Partial<Patience>
  onProgress?(progress: AnalysisProgress): void
  /** What a reader found, before its task is completed. */
  onFindings?(task: string, findings: readonly Finding[]): void
  readonly observer?: RunObserver
}

export interface Analyzed extends LedRun {
  /** Null when it was interrupted or stopped before anything could be reported. */
  readonly report: RunReport | null
  /** Why a run with models stopped early; null when it did not. */
  readonly stop: ShoalError | null
}

/** Calls of models at a time. */
const CALLS = 16

export async function lead(
  run: string,
  definition: AnalysisDefinition,
  settings: Settings,
  options: LeadOptions,
): Promise<Analyzed> {
  const { plan, models, replays } = definition
  const { ledger, signal, env, cwd, observer, runDirectory, patience = {} } = options
  const concurrency = options.concurrency ?? teamSize(definition) ?? (models ? CALLS : 4 * availableParallelism())
  const place = await openRunPlace(ledger, run, runDirectory)
  const { directory } = place
  const record = replays === undefined ? null : await recordOf(replays, ledger, runDirectory)
  const sharing = ledger.files && replays === undefined ? new Sharing(ledger, ledger.files, run) : null
  await sharing?.invite(settings, models !== undefined)
  const work = await openWork(run, definition, settings, {
    ledger,
    signal,
    env,
    cwd,
    place,
    concurrency,
    record,
    patience,
    sharing,
    ask: cache => askDefinition(definition, { settings, signal, cache }),
    isLimited: () => setBudgets(ledger, run, settings),
    ...(observer?.onWorker && { onWorker: observer.onWorker }),
    onRead: bytes => progress.read(bytes),
    onFindings: (task, findings) => {
      progress.found(findings.length)
      options.onFindings?.(task, findings)
    },
  })
  const { worker, engine, halt, exact, models: modelTasks, last, usage } = work
  const counts = await ledger.counts(run)
  const progressFile = new ProgressFile(directory, counts.completed + counts.skipped, undefined, place.keep)
  const progress = new ProgressCount(
    definition,
    counts,
    () => engine?.log.totals() ?? null,
    told => {
      progressFile.tell(told)
      options.onProgress?.(told)
    },
  )
  const draft = analysisDraft(plan, worker, concurrency)
  const leading = {
    ledger,
    signal: halt ? AbortSignal.any([signal, halt.signal]) : signal,
    observer: counting(progress, observer),
  }
  for (const { name } of draft.members) sharing?.own.add(name)
  try {
    sharing?.tellAsked(work.ask(), signal)
    const led = await leadRun(run, draft, leading)
    const ended = led.ended === 'failed' ? await goOnWithout(run, draft, leading) : led
    const whole = { ...ended, tookMs: led.tookMs }
    const of = { ledger, run, definition }
    if (ended.ended === 'completed') {
      const report = await (last.result ? reportOf(last.result, of) : readReport(of))
      await sharing?.clear()
      return { ...whole, stop: null, report }
    }
    const failure = halt?.failure ?? null
    if (failure === null || signal.aborted) return { ...whole, stop: null, report: null }
    await ledger.endRun(run, 'stopped', failure.message)
    const stop = stopError(failure, run)
    const stopped = { ...whole, ended: 'stopped' as const, reason: failure.message, stop }
    if (!leavesReport(failure)) return { ...stopped, report: null }
    const partial = await partialResult({
      ...exact,
      ...of,
      models: modelTasks,
      reason: failure.message,
      usage: await usage(),
      signal,
      soFar: last.soFar,
    })
    keepPartial(directory, partial)
    await place.keep()
    return { ...stopped, report: await reportOf(partial, of) }
  } finally {
    progressFile.close()
    // How far it came is of no use any more; calls are kept as they are made.
    await place.keep().catch(() => {})
    await work.close()
  }
}

/** How many workers of a pattern file read at a time; null where none do. */
function teamSize({ team }: AnalysisDefinition): number | null {
  return team === undefined ? null : (rlmOf(storedPatternFile(team)).concurrency ?? CALLS)
}

function counting(progress: ProgressCount, observer: RunObserver | undefined): RunObserver {
  return {
    onEvent(event) {
      if (event.kind === 'task-completed') progress.done()
      observer?.onEvent?.(event)
    },
  }
}

/** A replay never falls back on models. */
async function recordOf(run: string, ledger: Ledger, runDirectory: LeadOptions['runDirectory']): Promise<string> {
  const { directory } = await openRunPlace(ledger, run, runDirectory)
  if (directory !== null) return directory
  throw new ShoalError('not-recorded', `there is no record of run "${run}" to answer for its models`, { detail: run })
}

/** A key or a name that is wrong is put right at once: nothing but that is of interest. */
function leavesReport({ kind }: ModelFailure): boolean {
  return kind !== 'credentials' && kind !== 'refused'
}

/** A chunk that cannot be read costs its own findings, not the report: it is skipped with its reason, and counted. */
async function goOnWithout(
  run: string,
  draft: ReturnType<typeof analysisDraft>,
  options: Parameters<typeof leadRun>[2],
): Promise<LedRun> {
  const { ledger } = options
  for (;;) {
    const failed = await ledger.tasks(run, { status: 'failed' })
    const expendable = failed.filter(({ id }) => !id.startsWith('synthesize-'))
    if (expendable.length === 0) throw tasksFailed(run, failed[0])
    for (const { id, reason } of expendable) await ledger.skip(run, id, reason ?? 'it failed without saying why')
    const led = await leadRun(run, draft, options)
    if (led.ended !== 'failed') return led
  }
}

function tasksFailed(run: string, task: Pick<Task, 'id' | 'subject' | 'reason'> | undefined): ShoalError {
  return new ShoalError('tasks-failed', `${task?.subject ?? run}: ${task?.reason ?? 'it failed'}`, {
    detail: run,
    advice: `see \`shoal team task ${run} ${task?.id ?? ''}\`; \`shoal team retry\` and \`shoal resume ${run}\` try again`,
  })
}
