// Runs a pattern file, and goes on with a run that was started from one.
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { settingsFrom } from '../config/resolve.ts'
import { isRecord } from '../config/values.ts'
import { ShoalError, toShoalError } from '../model/errors.ts'
import type { Json } from '../model/json.ts'
import type { Ledger } from '../model/ledger.ts'
import type { Plan } from '../model/plan.ts'
import type { TeamDraft } from '../team/draft.ts'
import { draftOf, modelsOf } from '../team/pattern-file/draft.ts'
import { type PatternFile, readPatternFile, storedPatternFile } from '../team/pattern-file/parse.ts'
import { ChunkTexts } from './chunk-texts.ts'
import type { ModelWorkers } from './model-workers.ts'
import { isAlone, planPaths } from './plan.ts'
import { createPlanned, type PlannedRun, planRun, readPlanning } from './planned-run.ts'
import { openRunPlace, type RunPlace } from './run-place.ts'
import { createRun, type LeadOptions, type LedRun, leadRun } from './run-team.ts'

export interface RunOutcome extends LedRun {
  readonly pattern: string
}

export interface RunPatternOptions extends LeadOptions {
  readonly cwd: string
  /** Instead of the file's; then it must not be taken. */
  readonly name?: string
  readonly concurrency?: number
  /** Where keys and addresses of providers are looked for; that of the process if left out. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** A directory that a run's commands may share; they find it as SHOAL_RUN_DIR. It is made when it is not there. */
  runDirectory?(run: string): string
  /** Hears the name of the run before anything is done. */
  onStart?(run: string): void
}

export async function runPatternFile(path: string, options: RunPatternOptions): Promise<RunOutcome> {
  const { ledger, cwd, name, signal, onStart } = options
  const file = readPatternFile(path, cwd)
  const { spec } = file
  const wanted = {
    name: name ?? spec.name,
    isExact: name !== undefined,
    ...(spec.purpose ? { purpose: spec.purpose } : {}),
  }
  if (spec.pattern !== 'rlm') {
    const { definition, tasks } = planned(file, undefined)
    const run = await createRun(ledger, { ...wanted, definition }, { tasks, members: [] })
    onStart?.(run)
    return await leadPattern(run, file, undefined, options)
  }
  const planning = { kind: 'planning', version: 2, pattern: 'rlm', file: file as unknown as Json } as const
  const { run, plan } = await createPlanned(planning, wanted, {
    ledger,
    signal,
    plan: either => planPattern(file, either),
    ...(onStart && { onCreate: onStart }),
  })
  return await leadPattern(run, file, plan, options)
}

export type ResumeOptions = LeadOptions & Pick<RunPatternOptions, 'concurrency' | 'env' | 'runDirectory'>

export async function resumeRun(run: string, options: ResumeOptions): Promise<RunOutcome> {
  const { ledger, signal } = options
  const stored = await ledger.definition(run)
  const planning = readPlanning(run, stored)
  if (planning?.pattern === 'rlm') {
    const file = storedPatternFile(planning.file)
    const { plan } = await planRun(run, { ledger, signal, plan: either => planPattern(file, either) })
    return await leadPattern(run, file, plan, options)
  }
  const { file, plan } = readDefinition(run, stored)
  return await leadPattern(run, file, plan, options)
}

/** What agents report of their cost is taken from it, and none is started once it is used up. */
async function limitCost(ledger: Ledger, run: string, { spec }: PatternFile): Promise<void> {
  if (spec.max_cost !== undefined) await ledger.setBudget(run, 'micro_usd', Math.ceil(spec.max_cost * 1_000_000))
}

async function leadPattern(run: string, file: PatternFile, plan: Plan | undefined, options: ResumeOptions) {
  await limitCost(options.ledger, run, file)
  const directory = options.runDirectory?.(run)
  if (directory !== undefined) makeDirectory(directory)
  const place = await openRunPlace(options.ledger, run, options.runDirectory)
  const models = await modelWorkersOf(file, place, options)
  try {
    const draft = draftFor(file, plan, { directory, models, ...options })
    return { ...(await leadRun(run, draft, options)), pattern: file.spec.pattern }
  } finally {
    await models?.close()
  }
}

/** What another process needs to do tasks of a run that is led elsewhere: its commands run here as they would there. */
export async function openPatternHelp(
  run: string,
  definition: Json,
  options: Pick<ResumeOptions, 'ledger' | 'concurrency' | 'env' | 'runDirectory'>,
) {
  const { file, plan } = readDefinition(run, definition)
  const models = await modelWorkersOf(file, await openRunPlace(options.ledger, run), options)
  const directory = options.runDirectory?.(run)
  if (directory !== undefined) makeDirectory(directory)
  return { draft: draftFor(file, plan, { directory, models, ...options }), close: async () => await models?.close() }
}

function planned(file: PatternFile, plan: Plan | undefined): PlannedRun {
  const definition = { kind: 'pattern', file, ...(plan ? { plan } : {}) } as unknown as Json
  return { definition, tasks: draftOf(file, { plan }).tasks }
}

async function planPattern(file: PatternFile, signal: AbortSignal): Promise<PlannedRun & { readonly plan: Plan }> {
  const plan = await planOf(file, signal)
  return { ...planned(file, plan), plan }
}

function readDefinition(run: string, definition: Json): { readonly file: PatternFile; readonly plan?: Plan } {
  if (!isRecord(definition) || definition.kind !== 'pattern')
    throw new ShoalError('not-a-run', `team "${run}" was not started from a pattern file`, {
      detail: run,
      ...(isRecord(definition) ? { advice: 'run the program that started it again' } : {}),
    })
  const plan = definition.plan as Plan | undefined
  return { file: storedPatternFile(definition.file as Json), ...(plan ? { plan } : {}) }
}

async function planOf(file: PatternFile, signal: AbortSignal): Promise<Plan> {
  const { spec, path } = file
  if (spec.pattern !== 'rlm') throw new ShoalError('internal', `${path} has nothing to plan`)
  const plan = await planPaths(pathsOf(file), spec.query ?? null, settingsFrom(), signal)
  const missing = plan.skipped.find(({ cause }) => cause === 'missing')
  if (missing)
    throw new ShoalError('not-found', `${path}: ${missing.path}: ${missing.reason}`, { detail: missing.path })
  if (plan.files.length > 0) return plan
  throw new ShoalError('pattern-invalid', `${path}: there is nothing to read in ${pathsOf(file).join(', ')}`, {
    detail: path,
    advice: 'see `shoal plan` for what is left out and why',
  })
}

/** In full, so that a resumed run finds them from anywhere. */
function pathsOf({ spec, dir }: PatternFile): readonly string[] {
  return spec.pattern === 'rlm' ? spec.paths.map(path => resolve(dir, path)) : []
}

/** Null where no language model does a task: most files need no provider. */
async function modelWorkersOf(
  file: PatternFile,
  place: RunPlace,
  { concurrency, env = process.env }: Pick<ResumeOptions, 'concurrency' | 'env'>,
): Promise<ModelWorkers | null> {
  const models = modelsOf(file)
  if (models.length === 0) return null
  const { openModelWorkers } = await import('./model-workers.ts')
  const most = concurrency ?? file.spec.concurrency ?? CONCURRENCY
  return await openModelWorkers({ models, env, cwd: file.dir, place, concurrency: most })
}

/** Calls at a time where nobody says. */
const CONCURRENCY = 15

interface Means extends Pick<ResumeOptions, 'concurrency'> {
  readonly directory: string | undefined
  readonly models: ModelWorkers | null
}

/** The draft with all that its workers need in this process. */
function draftFor(file: PatternFile, plan: Plan | undefined, { directory, models, concurrency }: Means): TeamDraft {
  const draft = draftOf(file, {
    plan,
    env: directory === undefined ? {} : { SHOAL_RUN_DIR: directory },
    ...(models && { hireModel: models.hire }),
  })
  const texts = plan ? new ChunkTexts(isAlone(pathsOf(file)) ? 'single' : 'directory', sizesOf(plan)) : null
  return {
    ...draft,
    ...(concurrency === undefined ? {} : { concurrency }),
    members: draft.members.map(member => (texts ? { ...member, worker: texts.givenTo(member.worker) } : member)),
  }
}

function sizesOf({ files }: Plan): ReadonlyMap<string, number> {
  return new Map(files.map(({ path, sizeBytes }) => [path, sizeBytes]))
}

function makeDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw toShoalError(error, directory)
  }
}
