// The main job, in order: create the run, plan it, have its tasks done, report. And the same again for a run that stopped,
// or from the record of one that ended.

import { ShoalError } from '@shoal/base/model/errors'
import type { Json } from '@shoal/base/model/json'
import type { Ledger } from '@shoal/base/model/ledger'
import type { Plan } from '@shoal/base/model/plan'
import { plural } from '@shoal/base/text/printable'
import type { PatternFile } from '@shoal/team/pattern-file/parse'
import { cacheDir } from '../../config/cache-dir.ts'
import type { Settings } from '../../config/resolve.ts'
import { shownQuestion } from '../../text/gate/shown.ts'
import { cutSize } from '../budget.ts'
import { shownNames } from '../files.ts'
import { importFindings } from '../import-findings.ts'
import { openKept } from '../kept/kept-place.ts'
import { type ModelSettings, withModels } from '../model-settings.ts'
import { checkModelWorkers } from '../model-workers.ts'
import { limitSpending } from '../pattern-budget.ts'
import { isAlone, planWork } from '../plan.ts'
import {
  type Asked,
  analysisToPlan,
  createPlanned,
  type PlannedRun,
  type Planning,
  planRun,
  readPlanning,
} from '../planned-run.ts'
import { nameOf, rlmOf, settingsOf } from '../rlm-file.ts'
import { createRun } from '../run-team.ts'
import { bringAll, ownPlaces } from '../unpacking/bring-files.ts'
import { checkLimits, checkPrices } from './budgets.ts'
import {
  type AnalysisDefinition,
  analysisDefinition,
  analysisDefinitions,
  type ModelsDefinition,
  modelsIn,
  readAnalysis,
} from './definition.ts'
import { analysisTasks } from './draft.ts'
import { type Analyzed, type LeadOptions, lead } from './lead.ts'
import { checkEngine } from './model-engine.ts'
import { nothingToRead, purposeOf, runName } from './naming.ts'
import { planForAgents } from './plan-for-agents.ts'
import { readReport } from './report.ts'

export interface AnalyzeOptions extends LeadOptions {
  /** The run's name, which then must be free. */
  readonly name?: string
  /** Leave to programs what agents of a client were to read and have not reported on. */
  readonly takesOver?: boolean
  /** Hears the name of the run as soon as it is there. */
  onCreate?(run: string): void
  /** Hears the name of the run, and what it will do, before anything is read. */
  onStart?(run: string, plan: Plan): void
}

export async function analyzePaths(
  paths: readonly string[],
  query: string | null,
  settings: Settings,
  options: AnalyzeOptions,
): Promise<Analyzed> {
  const { ledger, signal, cwd, name } = options
  const asked: Asked = { paths, query, cwd, settings }
  await checkModels(asked, options)
  const wanted = { name: name ?? runName(paths, cwd), isExact: name !== undefined, ...purposeOf(query) }
  const plan = (either: AbortSignal) => planAnalysis(asked, { ...options, signal: either })
  const steps = { ledger, signal, plan, ...(options.onCreate && { onCreate: options.onCreate }) }
  const { run, definition } = await createPlanned(analysisToPlan(asked), wanted, steps)
  return await leadPlanned(run, definition, settings, options)
}

/** The same with the workers of an RLM pattern file as readers. */
export async function analyzeWithTeam(
  file: PatternFile,
  options: AnalyzeOptions & { readonly settings?: Settings },
): Promise<Analyzed> {
  const { ledger, signal, name, onCreate } = options
  const spec = rlmOf(file)
  const settings = settingsOf(spec, options.settings)
  await checkModelWorkers(file, { settings, env: options.env })
  const readBy = nameOf(spec.analyst)
  const team = file as unknown as Json
  const asked: Asked = {
    paths: spec.paths,
    query: shownQuestion(spec.query ?? null),
    cwd: file.dir,
    settings,
    readBy,
    team,
  }
  const purpose = spec.purpose === undefined ? purposeOf(asked.query) : { purpose: spec.purpose }
  const wanted = { name: name ?? file.spec.name, isExact: name !== undefined, ...purpose }
  const plan = async (either: AbortSignal) => {
    const planned = await planForAgents(asked, readBy, { signal: either })
    const { skipped } = readAnalysis(wanted.name, planned.definition).plan
    const missing = skipped.find(({ cause }) => cause === 'missing')
    if (missing)
      throw new ShoalError('not-found', `${file.path}: ${missing.path}: ${missing.reason}`, { detail: missing.path })
    return planned
  }
  const steps = { ledger, signal, plan, ...(onCreate && { onCreate }) }
  const { run, definition } = await createPlanned(analysisToPlan(asked), wanted, steps)
  await limitSpending(ledger, run, file, null)
  return await leadPlanned(run, definition, settings, options)
}

async function leadPlanned(run: string, planned: Json, settings: Settings, options: AnalyzeOptions): Promise<Analyzed> {
  const definition = readAnalysis(run, planned)
  options.onStart?.(run, definition.plan)
  return await lead(run, definition, withModels(settings, options.cwd, options.env).settings, options)
}

/** What cannot be asked is not planned. */
async function checkModels({ paths, settings: given, cwd }: Asked, options: AnalyzeOptions): Promise<void> {
  const chosen = withModels(given, cwd, options.env)
  const models = modelsOf(paths, chosen, cwd)
  if (!models) return
  checkPrices(modelsIn(models), chosen.settings)
  await checkEngine(models, { ...options, settings: chosen.settings })
}

/** Throws `nothing-to-read`. */
async function planAnalysis(asked: Asked, { signal, env }: AnalyzeOptions): Promise<PlannedRun> {
  const { paths, query, cwd } = asked
  const chosen = withModels(asked.settings, cwd, env)
  const kept = openKept({ settings: chosen.settings, cache: cacheDir(env, process.platform, cwd), paths, cwd })
  const byFile = chosen.settings.model === null
  const planning = { signal, cwd, models: chosen, kept, byFile }
  const work = await planWork(paths, query, chosen.settings, planning).finally(() => kept.close())
  if (work.plan.files.length === 0) throw nothingToRead(shownNames(paths, chosen.settings), work.plan.skipped)
  const definition = withImports(analysisDefinition(paths, work, modelsOf(paths, chosen, cwd)), chosen.settings, cwd)
  return { definition: analysisDefinitions.toJson(definition), tasks: analysisTasks(work.plan) }
}

function withImports(definition: AnalysisDefinition, settings: Settings, cwd: string): AnalysisDefinition {
  const { import: logs = [], within } = settings
  if (logs.length === 0) return definition
  const { paths: roots, plan } = definition
  const { findings, warnings } = importFindings(logs, definition, { cwd, roots, ...(within && { within }) })
  return { ...definition, plan: { ...plan, warnings: [...plan.warnings, ...warnings] }, imported: findings }
}

/** Tasks that failed are tried again; a run that was killed while it was planned is planned. */
export async function resumeAnalysis(run: string, settings: Settings, options: AnalyzeOptions): Promise<Analyzed> {
  const { ledger, onCreate, onStart } = options
  onCreate?.(run)
  const stored = await ledger.definition(run)
  const planning = readPlanning(run, stored)
  if (planning) return await planAgain(run, planning, settings, options)
  const planned = readAnalysis(run, stored)
  const definition = { ...planned, stamps: ownPlaces(planned.stamps, settings) }
  await bringAll(definition.stamps, { settings, env: options.env, signal: options.signal })
  onStart?.(run, definition.plan)
  const { models, replays, delegated } = definition
  if (delegated && !definition.team && !options.takesOver) await checkNobodyReads(run, definition, ledger)
  if (!models) return await lead(run, definition, settings, options)
  const { completed, total } = await ledger.counts(run)
  const isReported = (await ledger.result(run, definition.plan.tasks.at(-1)!.id)) !== null
  if (isReported && completed === total) return await asItIs(run, definition, ledger)
  if (replays === undefined) checkPrices(modelsIn(models), settings)
  await checkLimits(ledger, run, settings)
  if (isReported) await startOver(ledger, run, definition)
  else await retryFailed(ledger, run)
  return await lead(run, definition, settings, options)
}

/** As it was asked for; only limits, and what is of this process, are those of now. */
async function planAgain(run: string, planning: Planning, now: Settings, options: AnalyzeOptions): Promise<Analyzed> {
  if (planning.pattern !== 'analyze')
    throw new ShoalError('not-a-run', `team "${run}" is not an analysis`, { detail: run })
  const { asked } = planning
  const { types, typesFrom, providers, giveUpAfter } = now
  const [maxCost, maxTokens] = [now.maxCost ?? asked.settings.maxCost, now.maxTokens ?? asked.settings.maxTokens]
  // A run of an older version knows fewer settings.
  const settings = { ...now, ...asked.settings, types, typesFrom, providers, giveUpAfter, maxCost, maxTokens }
  const again = { ...asked, settings }
  await checkModels(again, options)
  const { ledger, signal } = options
  const plan = async (either: AbortSignal) =>
    asked.readBy === undefined
      ? await planAnalysis(again, { ...options, signal: either })
      : await planForAgents(again, asked.readBy, { signal: either })
  const { definition } = await planRun(run, { ledger, signal, plan })
  if (asked.readBy === undefined) return await leadPlanned(run, definition, settings, options)
  return await resumeAnalysis(run, now, options)
}

/** What programs take over is closed to the agents that are at it. */
async function checkNobodyReads(run: string, { plan, engine }: AnalysisDefinition, ledger: Ledger): Promise<void> {
  const completed = new Set((await ledger.tasks(run, { status: 'completed' })).map(({ id }) => id))
  const open = plan.tasks.filter(({ id, kind }) => kind === 'analyze' && !completed.has(id))
  if (open.length === 0) return
  throw new ShoalError(
    'wrong-state',
    `run "${run}" is read by agents of ${engine}: ${plural(open.length, 'task')} to go`,
    {
      detail: run,
      advice: 'let them report; `--force` leaves the rest to programs',
    },
  )
}

/** Nothing is left to do, so nothing is needed for it: no key either. */
async function asItIs(run: string, definition: AnalysisDefinition, ledger: Ledger): Promise<Analyzed> {
  const report = await readReport({ ledger, run, definition })
  return { run, ended: 'completed', reason: null, tookMs: 0, report, stop: null }
}

/**
 * Readings are missing in a report that is written: all tasks are done again, but what the record of the run has an answer
 * to is not asked again.
 */
async function startOver(ledger: Ledger, run: string, definition: AnalysisDefinition): Promise<void> {
  await ledger.replaceTeam(newAnalysis(run, definition))
}

async function retryFailed(ledger: Ledger, run: string): Promise<void> {
  for (const status of ['failed', 'skipped'] as const)
    for (const { id } of await ledger.tasks(run, { status })) await ledger.retry(run, id)
}

/** The analysis of `run` once more, from its record: no model is asked, and nothing is paid. */
export async function replayAnalysis(run: string, settings: Settings, options: AnalyzeOptions): Promise<Analyzed> {
  const { ledger, name, onStart } = options
  const definition = readAnalysis(run, await ledger.definition(run))
  if (!definition.models)
    throw new ShoalError('not-recorded', `run "${run}" asked no model, so there is nothing to replay`, { detail: run })
  const wanted = { name: name ?? `replay-${run}`.slice(0, 60), isExact: name !== undefined }
  // The replay of a replay goes back to the same record.
  const replay = { ...definition, replays: definition.replays ?? run }
  const again = await create(ledger, replay, wanted)
  onStart?.(again, replay.plan)
  return await lead(again, replay, settings, options)
}

async function create(
  ledger: Ledger,
  definition: AnalysisDefinition,
  wanted: { readonly name: string; readonly isExact: boolean },
): Promise<string> {
  const { tasks, ...team } = newAnalysis(wanted.name, definition)
  return await createRun(ledger, { ...team, ...wanted }, { tasks, members: [] })
}

function newAnalysis(name: string, definition: AnalysisDefinition) {
  const { plan } = definition
  const tasks = analysisTasks(plan)
  return { name, definition: analysisDefinitions.toJson(definition), ...purposeOf(plan.query), tasks }
}

function modelsOf(
  paths: readonly string[],
  { settings, byAgent, isSynthesisNamed = false }: ModelSettings,
  cwd: string,
): ModelsDefinition | null {
  const { model, synthesisModel, baseUrl, rounds, labels, read } = settings
  if (model === null || synthesisModel === null) return null
  if (baseUrl !== null) checkBaseUrl(baseUrl)
  return {
    analyst: model,
    synthesis: synthesisModel,
    byAgent,
    baseUrl,
    rounds,
    labels,
    readsAll: read === 'all',
    closes: !isSynthesisNamed,
    cut: cutSize(settings, isAlone(paths, cwd) ? 'single' : 'directory'),
  }
}

/** It is kept with the run, and keys never are. */
function checkBaseUrl(url: string): void {
  const { username, password, search } = new URL(URL.canParse(url) ? url : 'http://none')
  if (username + password + search !== '')
    throw new ShoalError('bad-value', '--base-url must not hold a user, a password or a query', {
      detail: '--base-url',
      advice: "give the key in the provider's environment variable",
    })
}
