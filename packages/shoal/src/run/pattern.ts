// Runs a pattern file, and goes on with a run that was started from one.
import { mkdirSync } from 'node:fs'
import { ShoalError, toShoalError } from '@shoal/base/model/errors'
import type { LedgerEvent } from '@shoal/base/model/event'
import type { Json } from '@shoal/base/model/json'
import { isRecord } from '@shoal/base/model/option-values'
import type { RunReport } from '@shoal/base/model/report'
import type { ConfiguredAgents } from '@shoal/team/pattern-file/configured-agents'
import { draftOf } from '@shoal/team/pattern-file/draft'
import { type PatternFile, readPatternFile, storedPatternFile } from '@shoal/team/pattern-file/parse'
import { leftOutText, type Repository } from '@shoal/team/worktrees/repository'
import type { Worktrees } from '@shoal/team/worktrees/worktrees'
import { cacheDir } from '../config/cache-dir.ts'
import type { Settings } from '../config/resolve.ts'
import { stateDir } from '../config/state-dir.ts'
import { InboxFiles } from './inbox-files.ts'
import { checkModelWorkers, modelWorkersOf } from './model-workers.ts'
import { limitSpending } from './pattern-budget.ts'
import { clearWorktrees, repositoryOf, worktreesOf } from './pattern-worktrees.ts'
import { openRunPlace, type RunPlace } from './run-place.ts'
import { checkNotAlive, createRun, type LeadOptions, type LedRun, leadRun } from './run-team.ts'
import { WorkersFile } from './workers-file.ts'

export interface RunOutcome extends LedRun {
  readonly pattern: string
  /** Of a pattern that reads files; null when it was interrupted. */
  readonly report?: RunReport | null
}

export interface RunPatternOptions extends LeadOptions {
  readonly cwd: string
  /** Instead of the file's; then it must not be taken. */
  readonly name?: string
  readonly concurrency?: number
  /** Coding agents of the config file; the run keeps those that its file names. */
  readonly agents?: ConfiguredAgents
  /** Where keys and addresses of providers are looked for; that of the process if left out. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Of the config file: providers, prices and the like for models. */
  readonly settings?: Settings
  /** A directory that a run's commands may share; they find it as SHOAL_RUN_DIR. It is made when it is not there. */
  runDirectory?(run: string): string
  /** Hears the name of the run before anything is done. */
  onStart?(run: string): void
  /** Hears what a person should know before the run begins. */
  onNotice?(line: string): void
}

export async function runPatternFile(path: string, options: RunPatternOptions): Promise<RunOutcome> {
  const { ledger, cwd, name, onStart } = options
  const file = readPatternFile(path, cwd, options.agents)
  const { spec } = file
  if (spec.pattern !== 'rlm') {
    const wanted = {
      name: name ?? spec.name,
      isExact: name !== undefined,
      ...(spec.purpose ? { purpose: spec.purpose } : {}),
    }
    const { env = process.env, settings } = options
    await checkModelWorkers(file, { env, ...(settings && { settings }) })
    const repository = await repositoryOf(file, options.signal)
    const leftOut = repository && leftOutText(repository)
    if (leftOut) options.onNotice?.(leftOut)
    const definition = { kind: 'pattern', file, ...(repository && { repository }) } as unknown as Json
    const run = await createRun(ledger, { ...wanted, definition }, { tasks: draftOf(file).tasks, members: [] })
    onStart?.(run)
    return await leadPattern(run, { file, repository }, options)
  }
  const { analyzeWithTeam } = await import('./analysis/analyze.ts')
  const { report, ...led } = await analyzeWithTeam(file, {
    ...options,
    env: options.env ?? process.env,
    ...(onStart && { onCreate: onStart }),
  })
  return { ...led, pattern: 'rlm', report }
}

export type ResumeOptions = LeadOptions &
  Pick<RunPatternOptions, 'concurrency' | 'env' | 'settings' | 'runDirectory'> & {
    /** In dollars, for all of the run, instead of what its file says. */
    readonly maxCost?: number
  }

/** Throws `not-a-run` for one that is led otherwise, an analysis among them. */
export async function resumeRun(run: string, options: ResumeOptions): Promise<RunOutcome> {
  const definition = await options.ledger.definition(run)
  return await leadPattern(run, readDefinition(run, definition), options)
}

interface Defined {
  readonly file: PatternFile
  /** Of a file whose changes are made in worktrees. */
  readonly repository: Repository | null
}

async function leadPattern(run: string, { file, repository }: Defined, options: ResumeOptions) {
  await checkNotAlive(options.ledger, run)
  await limitSpending(options.ledger, run, file, options.maxCost ?? null)
  const directory = options.runDirectory?.(run)
  if (directory !== undefined) makeDirectory(directory)
  const place = await openRunPlace(options.ledger, run, options.runDirectory)
  const worktrees = worktreesOf(file, repository, directory)
  if (repository && !worktrees)
    throw new ShoalError('not-found', `the repository of run "${run}" is not here: ${repository.top}`, { detail: run })
  const workers = new WorkersFile(directory, worker => options.observer?.onWorker?.(worker))
  const { draft, close } = await openDraft(file, { ...options, place, directory, worktrees })
  const inboxes =
    directory === undefined
      ? null
      : new InboxFiles(options.ledger, run, directory, message => options.observer?.onMessage?.(message))
  const onEvent = (event: LedgerEvent) => {
    inboxes?.hear(event)
    options.observer?.onEvent?.(event)
  }
  try {
    await clearWorktrees(worktrees, options.ledger, run)
    const led = await leadRun(run, workers.watched(draft), { ...options, observer: { onEvent } })
    return { ...led, pattern: file.spec.pattern }
  } finally {
    await clearWorktrees(worktrees, options.ledger, run).catch(() => {})
    workers.close()
    await inboxes?.close()
    await close()
  }
}

/** What another process needs to do tasks of a run that is led elsewhere: its commands run here as they would there. */
export async function openPatternHelp(
  run: string,
  definition: Json,
  options: Pick<ResumeOptions, 'ledger' | 'concurrency' | 'env' | 'settings' | 'runDirectory'>,
) {
  const { file, repository } = readDefinition(run, definition)
  const directory = options.runDirectory?.(run)
  if (directory !== undefined) makeDirectory(directory)
  const worktrees = worktreesOf(file, repository, directory)
  const opened = await openDraft(file, {
    ...options,
    place: await openRunPlace(options.ledger, run),
    directory,
    worktrees,
  })
  // Where the repository is not, nothing of the run can be done.
  return repository && !worktrees ? { ...opened, draft: { ...opened.draft, members: [] } } : opened
}

function readDefinition(run: string, definition: Json): Defined {
  if (!isRecord(definition) || definition.kind !== 'pattern')
    throw new ShoalError('not-a-run', `team "${run}" was not started from a pattern file`, {
      detail: run,
      ...(isRecord(definition) ? { advice: 'run the program that started it again' } : {}),
    })
  const repository = (definition.repository ?? null) as Repository | null
  return { file: storedPatternFile(definition.file as Json), repository }
}

/** The team of a file, and the models that it names. */
async function openDraft(
  file: PatternFile,
  {
    place,
    directory,
    worktrees,
    ...options
  }: Pick<ResumeOptions, 'concurrency' | 'env' | 'settings'> & {
    readonly place: RunPlace
    readonly directory: string | undefined
    readonly worktrees: Worktrees | null
  },
) {
  const { env = process.env, concurrency = file.spec.concurrency ?? CONCURRENCY, settings } = options
  const models = await modelWorkersOf(file, { env, place, concurrency, ...(settings && { settings }) })
  const draft = draftOf(file, {
    env: directory === undefined ? {} : { SHOAL_RUN_DIR: directory },
    ...(models && { hireModel: models.hire }),
    ...(worktrees && { worktrees }),
    ownPlaces: ownPlaces(env),
  })
  const most = options.concurrency === undefined ? {} : { concurrency: options.concurrency }
  return { draft: { ...draft, ...most }, close: async () => await models?.close() }
}

/** Where nobody has a home, shoal keeps nothing. */
function ownPlaces(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  try {
    return [stateDir(env), cacheDir(env)]
  } catch {
    return []
  }
}

/** Calls at a time where nobody says. */
const CONCURRENCY = 15

function makeDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw toShoalError(error, directory)
  }
}
