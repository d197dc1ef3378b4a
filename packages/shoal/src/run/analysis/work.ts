// What the tasks of an analysis need in a process that does them, whether it leads the run or helps another that does.
import type { AskedAnswer } from '@shoal/base/model/asked'
import type { Finding } from '@shoal/base/model/finding'
import { goalsOf } from '@shoal/base/model/goal'
import type { Ledger } from '@shoal/base/model/ledger'
import type { Usage } from '@shoal/base/model/report'
import type { Worker } from '@shoal/base/model/worker'
import { cacheDir } from '../../config/cache-dir.ts'
import type { Settings } from '../../config/resolve.ts'
import type { Patience } from '../../models/retrying.ts'
import { asksAnalysts } from '../../stages/answer.ts'
import { briefOf } from '../../text/question.ts'
import { openTeam } from '../hired-team.ts'
import { KeptMerges } from '../kept/kept-merges.ts'
import { openKept } from '../kept/kept-place.ts'
import { KeptTasks } from '../kept/kept-tasks.ts'
import { registryFor } from '../registry.ts'
import type { RunPlace } from '../run-place.ts'
import type { RunObserver } from '../run-team.ts'
import { ChunkShelf } from './chunk-shelf.ts'
import type { AnalysisDefinition } from './definition.ts'
import { analysisWorker } from './do-task.ts'
import type { ExactOptions } from './exact-tasks.ts'
import { Halt } from './halt.ts'
import { type ModelEngine, openEngine } from './model-engine.ts'
import { ModelTasks } from './model-tasks.ts'
import { NOTHING_USED } from './report.ts'
import { RunFiles } from './run-files.ts'
import type { Sharing } from './sharing.ts'
import { type FinalResult, labelChoices } from './stored-results.ts'
import { Surveys } from './surveys.ts'

export interface WorkOptions {
  readonly ledger: Ledger
  readonly signal: AbortSignal
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly place: RunPlace
  readonly concurrency: number
  /** The directory of the record that answers in place of models; null when they are asked. */
  readonly record: string | null
  readonly patience?: Partial<Patience>
  /** Null where this process does all tasks. */
  readonly sharing: Sharing | null
  /** What the relations say to the question. */
  ask(cache: string): Promise<AskedAnswer | null>
  /** Whether what models may use is limited. */
  isLimited(): Promise<boolean>
  onRead(bytes: number): void
  onFindings(task: string, findings: readonly Finding[]): void
  /** Hears what workers of a pattern file do meanwhile. */
  readonly onWorker?: RunObserver['onWorker']
}

export interface AnalysisWork {
  readonly worker: Worker
  readonly exact: ExactOptions
  readonly models: ModelTasks | null
  readonly engine: ModelEngine | null
  readonly halt: Halt | null
  /** What the last task has made in this process, so that it need not be read again. */
  readonly last: { result: FinalResult | null; soFar: FinalResult | null }
  ask(): Promise<AskedAnswer | null>
  /** By all processes of the run. */
  usage(): Promise<Usage>
  close(): Promise<void>
}

export async function openWork(
  run: string,
  definition: AnalysisDefinition,
  settings: Settings,
  options: WorkOptions,
): Promise<AnalysisWork> {
  const { plan, stamps, models, imported = [] } = definition
  const { ledger, signal, env, cwd, place, concurrency, record, patience = {}, sharing } = options
  const { directory } = place
  const engine = models
    ? await openEngine({
        models,
        settings,
        env,
        cwd,
        concurrency,
        directory,
        shared: place.shared,
        replays: record,
        patience,
      })
    : null
  const isLimited = engine !== null && (await options.isLimited())
  const cache = cacheDir(env, process.platform, cwd)
  const kept = openKept({ settings, cache, paths: definition.paths, cwd, files: plan.files.length })
  const { typeOf: typeNamed } = registryFor(settings)
  const brief = briefOf(plan.query, goalsOf(plan))
  // Models are told what the relations say before they read, and the report says it: it is asked once.
  let asked: Promise<AskedAnswer | null> | null = null
  const ask = () => (asked ??= options.ask(cache))
  const common = { plan, stamps, brief, settings, typeNamed }
  const surveys = new Surveys({
    ...common,
    roots: definition.paths,
    kept,
    sharing,
    isAnswered: async () => models === undefined && !asksAnalysts(await ask(), brief),
    onRead: bytes => options.onRead(bytes),
  })
  const exact = { ...common, surveys, imported }
  const halt = engine && new Halt(engine.log)
  const cached = { results: 0 }
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
  const watcher = options.onWorker && { onWorker: options.onWorker }
  const hired = await openTeam({
    run,
    definition,
    settings,
    cache,
    place,
    directory,
    env,
    concurrency,
    ledger,
    ...watcher,
  })
  const last: AnalysisWork['last'] = { result: null, soFar: null }
  const usage = async () => {
    await engine?.log.refresh?.()
    return engine ? usageOf(engine, definition, cached.results) : NOTHING_USED
  }
  const merges = new KeptMerges(kept)
  const worker = analysisWorker({
    ...exact,
    ask,
    onFinal: result => void (last.result = result),
    onSoFar: result => void (last.soFar = result),
    models: modelTasks,
    merges,
    tasks: new KeptTasks(kept, merges),
    usage,
    onFindings: (task, findings) => options.onFindings(task, findings),
    halt,
    hired: hired?.readers ?? null,
    delegatedTo: definition.delegated ? definition.engine : null,
  })
  const close = async () => {
    kept.close()
    await files.close()
    await hired?.close()
    await engine?.close()
  }
  return { worker, exact, models: modelTasks, engine, halt, last, ask, usage, close }
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
  const choice = labelChoices.read(await ledger.result(run, task.id))
  return choice?.status === 'chosen' ? choice.set : null
}
