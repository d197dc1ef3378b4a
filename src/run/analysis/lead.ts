// Leads an analysis to its end: opens what its tasks need, has them done, and makes the report of it.

import { availableParallelism } from 'node:os'
import { cacheDir } from '../../config/cache-dir.ts'
import type { Settings } from '../../config/resolve.ts'
import type { AskedAnswer } from '../../model/asked.ts'
import { ShoalError } from '../../model/errors.ts'
import type { Finding } from '../../model/finding.ts'
import { goalsOf } from '../../model/goal.ts'
import type { LabelChoice } from '../../model/label.ts'
import type { ModelFailure } from '../../model/language-model.ts'
import type { Ledger } from '../../model/ledger.ts'
import type { RunReport, Usage } from '../../model/report.ts'
import type { Task } from '../../model/task.ts'
import type { Patience } from '../../models/retrying.ts'
import { asksAnalysts } from '../../stages/answer.ts'
import { briefOf } from '../../text/question.ts'
import { openKept } from '../kept/kept-place.ts'
import { registryFor } from '../registry.ts'
import { type LedRun, leadRun, type RunObserver } from '../run-team.ts'
import { askDefinition } from './ask-definition.ts'
import { setBudgets } from './budgets.ts'
import { ChunkShelf } from './chunk-shelf.ts'
import type { AnalysisDefinition } from './definition.ts'
import { analysisWorker, type FinalResult } from './do-task.ts'
import { analysisDraft } from './draft.ts'
import { Halt } from './halt.ts'
import { type ModelEngine, openEngine } from './model-engine.ts'
import { stopError } from './model-failure.ts'
import { ModelTasks } from './model-tasks.ts'
import { keepPartial, partialResult } from './partial.ts'
import { type AnalysisProgress, ProgressCount } from './progress.ts'
import { ProgressFile } from './progress-file.ts'
import { NOTHING_USED, readReport, reportOf } from './report.ts'
import { RunFiles } from './run-files.ts'
import { Surveys } from './surveys.ts'

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
  const { plan, stamps, models, replays, imported = [] } = definition
  const { ledger, signal, env, cwd, observer, runDirectory, patience = {} } = options
  const concurrency = options.concurrency ?? (models ? CALLS : 4 * availableParallelism())
  const directory = runDirectory?.(run) ?? null
  const record = replays === undefined ? null : recordOf(replays, runDirectory)
  const engine = models
    ? await openEngine({ models, settings, env, cwd, concurrency, directory, replays: record, patience })
    : null
  const isLimited = engine !== null && (await setBudgets(ledger, run, settings))
  const cache = cacheDir(env, process.platform, cwd)
  const kept = openKept({ settings, cache, paths: definition.paths, cwd, files: plan.files.length })
  const registry = registryFor(settings)
  const typeNamed = (name: string) => registry.get(name) ?? registry.get('unknown')!
  const brief = briefOf(plan.query, goalsOf(plan))
  const counts = await ledger.counts(run)
  const progressFile = new ProgressFile(directory, counts.completed + counts.skipped)
  const progress = new ProgressCount(
    definition,
    counts,
    () => engine?.log.totals() ?? null,
    told => {
      progressFile.tell(told)
      options.onProgress?.(told)
    },
  )
  // Models are told what the relations say before they read, and the report says it: it is asked once.
  let asked: Promise<AskedAnswer | null> | null = null
  const ask = () => (asked ??= askDefinition(definition, { settings, signal, cache }))
  const common = { plan, stamps, brief, settings, typeNamed }
  const surveys = new Surveys({
    ...common,
    roots: definition.paths,
    kept,
    isAnswered: async () => models === undefined && !asksAnalysts(await ask(), brief),
    onRead: bytes => progress.read(bytes),
  })
  const exact = { ...common, surveys, imported }
  const halt = engine && new Halt(engine.log)
  const cached = { results: 0 }
  const usage = () => (engine ? usageOf(engine, definition, cached.results) : NOTHING_USED)
  const files = new RunFiles(definition, { settings, signal, cache, cwd })
  const modelTasks =
    engine && models
      ? new ModelTasks({
          ...exact,
          files,
          engine,
          models,
          isLimited,
          ask,
          shelf: new ChunkShelf({ plan, stamps, settings, cut: models.cut }),
          labelSet: () => chosenLabels(ledger, run, definition),
          endsRun: failure => halt?.isEndedBy(failure) ?? false,
          onCached: () => void cached.results++,
        })
      : null
  const last: { result: FinalResult | null; soFar: FinalResult | null } = { result: null, soFar: null }
  const worker = analysisWorker({
    ...exact,
    ask,
    onFinal: result => void (last.result = result),
    onSoFar: result => void (last.soFar = result),
    models: modelTasks,
    usage,
    onFindings: (task, findings) => {
      progress.found(findings.length)
      options.onFindings?.(task, findings)
    },
    halt,
    delegatedTo: definition.delegated ? definition.engine : null,
  })
  const draft = analysisDraft(plan, worker, concurrency)
  const leading = {
    ledger,
    signal: halt ? AbortSignal.any([signal, halt.signal]) : signal,
    observer: counting(progress, observer),
  }
  try {
    const led = await leadRun(run, draft, leading)
    const ended = led.ended === 'failed' ? await goOnWithout(run, draft, leading) : led
    const whole = { ...ended, tookMs: led.tookMs }
    const of = { ledger, run, definition }
    if (ended.ended === 'completed')
      return { ...whole, stop: null, report: await (last.result ? reportOf(last.result, of) : readReport(of)) }
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
      usage: usage(),
      signal,
      soFar: last.soFar,
    })
    keepPartial(directory, partial)
    return { ...stopped, report: await reportOf(partial, of) }
  } finally {
    progressFile.close()
    kept.close()
    await files.close()
    await engine?.close()
  }
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
function recordOf(run: string, runDirectory: LeadOptions['runDirectory']): string {
  const directory = runDirectory?.(run) ?? null
  if (directory !== null) return directory
  throw new ShoalError('not-recorded', `there is no record of run "${run}" to answer for its models`, { detail: run })
}

/** A key or a name that is wrong is put right at once: nothing but that is of interest. */
function leavesReport({ kind }: ModelFailure): boolean {
  return kind !== 'credentials' && kind !== 'refused'
}

/** A replay asks nobody: what its record answers was paid for before. */
function usageOf({ log }: ModelEngine, { plan, replays }: AnalysisDefinition, cached: number): Usage {
  const { input, output, calls, microUsd, guessed } = log.totals()
  if (replays !== undefined) return { ...NOTHING_USED, cached: calls }
  // What figures and excerpts stood for.
  const spared = plan.estimate.wholeInputTokens - plan.estimate.inputTokens
  return {
    inputTokens: input,
    outputTokens: output,
    ...(guessed && { isGuess: true }),
    costUsd: microUsd === null ? null : microUsd / 1e6,
    calls,
    cached,
    wholeInputTokens: calls > 0 && spared > 0 ? input + spared : null,
  }
}

async function chosenLabels(ledger: Ledger, run: string, { plan }: AnalysisDefinition) {
  const task = plan.tasks.find(({ kind }) => kind === 'choose_labels')
  if (!task) return null
  const choice = (await ledger.result(run, task.id)) as unknown as LabelChoice | null
  return choice?.status === 'chosen' ? choice.set : null
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
