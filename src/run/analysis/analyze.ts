// The main job, in order: plan, create the run, have its tasks done, report. And the same again for a run that stopped.
import { availableParallelism } from 'node:os'
import { basename, join, resolve } from 'node:path'
import type { Settings } from '../../config/resolve.ts'
import { ShoalError } from '../../model/errors.ts'
import type { Json } from '../../model/json.ts'
import type { Ledger } from '../../model/ledger.ts'
import type { Skipped } from '../../model/plan.ts'
import type { RunReport } from '../../model/report.ts'
import { briefOf } from '../../text/question.ts'
import { planWork } from '../plan.ts'
import { registryFor } from '../registry.ts'
import { createRun, type LedRun, leadRun, type RunObserver } from '../run-team.ts'
import { type AnalysisDefinition, analysisDefinition, readAnalysis } from './definition.ts'
import { analysisWorker } from './do-task.ts'
import { analysisDraft, analysisTasks } from './draft.ts'
import { readReport } from './report.ts'
import { SurveyPool } from './survey-pool.ts'
import { Surveys } from './surveys.ts'

/** How far an analysis is. All numbers only grow. */
export interface AnalysisProgress {
  readonly bytesRead: number
  readonly bytes: number
  readonly tasksDone: number
  readonly tasks: number
  readonly files: number
  readonly findings: number
}

export interface AnalyzeOptions {
  readonly ledger: Ledger
  readonly signal: AbortSignal
  /** Where the run may keep what it would be slow to make again; null to keep nothing. */
  runDirectory?(run: string): string | null
  /** At most so many tasks at a time. */
  readonly concurrency?: number
  /** The run's name, which then must be free. */
  readonly name?: string
  /** Hears the name of the run before anything is read. */
  onStart?(run: string): void
  onProgress?(progress: AnalysisProgress): void
  readonly observer?: RunObserver
}

export interface Analyzed extends LedRun {
  /** Null when it was interrupted or stopped before the last synthesis. */
  readonly report: RunReport | null
}

export async function analyzePaths(
  paths: readonly string[],
  query: string | null,
  settings: Settings,
  options: AnalyzeOptions,
): Promise<Analyzed> {
  const { ledger, signal, name, onStart } = options
  const work = await planWork(paths, query, settings, signal)
  if (work.plan.files.length === 0) throw nothingToRead(paths, work.plan.skipped)
  const definition = analysisDefinition(paths, work)
  const run = await createRun(
    ledger,
    {
      name: name ?? runName(paths),
      isExact: name !== undefined,
      definition: definition as unknown as Json,
      ...(query === null ? {} : { purpose: query.replace(/\s+/g, ' ').trim().slice(0, 200) }),
    },
    { tasks: analysisTasks(work.plan), members: [] },
  )
  onStart?.(run)
  return await lead(run, definition, settings, options)
}

export async function resumeAnalysis(run: string, settings: Settings, options: AnalyzeOptions): Promise<Analyzed> {
  const definition = readAnalysis(run, await options.ledger.definition(run))
  options.onStart?.(run)
  return await lead(run, definition, settings, options)
}

async function lead(
  run: string,
  definition: AnalysisDefinition,
  settings: Settings,
  options: AnalyzeOptions,
): Promise<Analyzed> {
  const { plan, stamps } = definition
  const { ledger, signal, observer, runDirectory } = options
  const registry = registryFor(settings)
  const typeNamed = (name: string) => registry.get(name) ?? registry.get('unknown')!
  const brief = briefOf(plan.query, plan.goal)
  const progress = new ProgressCount(definition, await ledger.counts(run), options.onProgress)
  const pool = new SurveyPool()
  const directory = runDirectory?.(run) ?? null
  const surveys = new Surveys({
    plan,
    stamps,
    brief,
    pool,
    typeNamed,
    isOwn: type => settings.types.length > 0 && !isBuiltIn(type.name),
    directory: directory === null ? null : join(directory, 'surveys'),
    onRead: bytes => progress.read(bytes),
  })
  const worker = analysisWorker({ plan, stamps, surveys, brief, typeNamed, onFindings: count => progress.found(count) })
  const draft = analysisDraft(plan, worker, options.concurrency ?? 4 * availableParallelism())
  const heard: RunObserver = {
    onEvent: event => {
      if (event.kind === 'task-completed') progress.done()
      observer?.onEvent?.(event)
    },
  }
  try {
    const led = await leadRun(run, draft, { ledger, signal, observer: heard })
    const ended = led.ended === 'failed' ? await goOnWithout(run, draft, { ledger, signal, observer: heard }) : led
    const isOver = ended.ended === 'completed'
    return { ...ended, tookMs: led.tookMs, report: isOver ? await readReport(ledger, run, definition) : null }
  } finally {
    await pool.close()
  }

  function isBuiltIn(name: string): boolean {
    return !settings.types.some(type => (type as { name?: unknown }).name === name)
  }
}

/** A chunk that cannot be read costs its own findings, not the report: it is skipped with its reason, and counted. */
async function goOnWithout(
  run: string,
  draft: ReturnType<typeof analysisDraft>,
  options: Parameters<typeof leadRun>[2],
): Promise<LedRun> {
  const { ledger } = options
  for (const { id, reason } of await ledger.tasks(run, { status: 'failed' }))
    if (id.startsWith('analyze-')) await ledger.skip(run, id, reason ?? 'it failed without saying why')
  const led = await leadRun(run, draft, options)
  if (led.ended !== 'failed') return led
  const [failed] = await ledger.tasks(run, { status: 'failed', limit: 1 })
  throw new ShoalError('tasks-failed', `${failed?.subject ?? run}: ${failed?.reason ?? led.reason}`, {
    detail: run,
    advice: `see \`shoal team task ${run} ${failed?.id ?? ''}\`; \`shoal team retry\` and \`shoal resume ${run}\` try again`,
  })
}

function nothingToRead(paths: readonly string[], skipped: readonly Skipped[]): ShoalError {
  const [only, second] = skipped
  const why = !only
    ? 'there are no files'
    : second
      ? `all ${skipped.length} files and directories are left out`
      : `${only.path} is left out (${only.reason})`
  return new ShoalError('nothing-to-read', `nothing to read in ${paths.join(', ')}: ${why}`, {
    detail: paths.join(', '),
  })
}

/** `analyze-data`, of the first path: short, and safe as a name. */
function runName(paths: readonly string[]): string {
  const stem = basename(resolve(paths[0]!))
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '')
  return `analyze-${stem || 'files'}`.slice(0, 48).replace(/[^A-Za-z0-9]+$/, '')
}

class ProgressCount {
  private bytesRead = 0
  private findings = 0
  private tasksDone: number
  private readonly bytes: number

  constructor(
    private readonly definition: AnalysisDefinition,
    counts: { readonly completed: number; readonly skipped: number },
    private readonly tell: ((progress: AnalysisProgress) => void) | undefined,
  ) {
    this.tasksDone = counts.completed + counts.skipped
    this.bytes = definition.plan.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  }

  read(bytes: number): void {
    this.bytesRead = Math.min(this.bytes, this.bytesRead + bytes)
    this.say()
  }

  found(count: number): void {
    this.findings += count
    this.say()
  }

  done(): void {
    this.tasksDone++
    this.say()
  }

  private say(): void {
    const { plan } = this.definition
    const { bytesRead, bytes, tasksDone, findings } = this
    this.tell?.({ bytesRead, bytes, tasksDone, tasks: plan.tasks.length, files: plan.files.length, findings })
  }
}
