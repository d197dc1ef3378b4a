// Runs as an agent sees them: the list of those it may see, and one with how far it is.

import { dirname, resolve } from 'node:path'
import { goalsOf } from '@shoal/base/model/goal'
import type { Ledger } from '@shoal/base/model/ledger'
import { emptyRecord, lookup } from '@shoal/base/model/lookup'
import { standsIn } from '@shoal/base/model/origin'
import type { TaskCounts } from '@shoal/base/model/task'
import type { TeamOverview } from '@shoal/base/model/team'
import { type AnalysisDefinition, isAnalysis, readAnalysis } from '../run/analysis/definition.ts'
import { type AskDefinition, readAsk } from '../run/ask/definition.ts'
import { patternOf } from '../run/definition.ts'
import { currentOverview, type Standing, standingNow, unlessGone } from '../run/overviews.ts'
import { isPlanning } from '../run/planned-run.ts'
import { shownQuestion } from '../text/gate/shown.ts'
import { isQuestion, readQuestion, readRun } from './run-access.ts'
import { reportLinks } from './run-uris.ts'
import { shortened } from './teams/long-text.ts'
import type { ToolContext } from './tool.ts'

type Access = Pick<ToolContext, 'jail' | 'ledger'>

const MOST_RUNS = 100
/** Characters of a question in a list. */
const MOST_QUERY = 500

export async function listedRuns(context: Access) {
  const ledger = await context.ledger()
  const runs: object[] = []
  let total = 0
  for (const overview of await ledger.teams()) {
    const outline = await visible(context, ledger, overview)
    if (!outline) continue
    total++
    const standing = runs.length < MOST_RUNS ? await standingNow(ledger, overview) : null
    if (standing)
      runs.push(headOf(standing, { ...outline, query: outline.query && shortened(outline.query, MOST_QUERY) }))
  }
  return { runs, total }
}

export async function runNames(context: Access): Promise<readonly string[]> {
  const ledger = await context.ledger()
  const names: string[] = []
  for (const overview of await ledger.teams()) {
    if (names.length === MOST_RUNS) break
    if (await visible(context, ledger, overview)) names.push(overview.name)
  }
  return names
}

export async function runState(context: Access, run: string) {
  if (await isQuestion(context, run)) return await questionState(context, run)
  const definition = await readRun(context, run)
  const ledger = await context.ledger()
  const { plan } = definition
  const standing = await currentOverview(ledger, run)
  const hasReport = (await ledger.result(run, plan.tasks.at(-1)!.id)) !== null
  const byType = emptyRecord<number>()
  for (const { detection } of plan.files)
    byType[detection.contentType] = (lookup(byType, detection.contentType) ?? 0) + 1
  return {
    ...headOf(standing, outlineOf(definition)),
    reason: standing.overview.endedReason,
    goal: plan.goal,
    goals: goalsOf(plan),
    engine: definition.engine,
    paths: definition.paths.slice(0, 50),
    files: plan.files.length,
    by_type: byType,
    skipped_count: plan.skipped.length,
    has_report: hasReport,
    resources: hasReport ? reportLinks(run).map(({ uri }) => uri) : [],
  }
}

async function questionState(context: Access, run: string) {
  const definition = await readQuestion(context, run)
  const ledger = await context.ledger()
  const standing = await currentOverview(ledger, run)
  const hasReport = standing.overview.ended === 'completed'
  return {
    ...headOf(standing, questionOutline(definition)),
    reason: standing.overview.endedReason,
    engine: definition.root,
    paths: definition.paths.slice(0, 50),
    has_report: hasReport,
    resources: hasReport ? reportLinks(run).map(({ uri }) => uri) : [],
  }
}

/** What lists need of a definition, which itself may be of many megabytes. */
interface Outline {
  readonly query: string | null
  readonly delegated: boolean
  /** Of the files that it reads, or what was named. */
  readonly directories: readonly string[]
}

/** Definitions never change, so each is read once. */
const known = new WeakMap<Ledger, Map<string, Outline | null>>()
const MOST_KNOWN = 2000

/** Null for what is neither an analysis nor a question, or not for this agent. */
async function visible({ jail }: Access, ledger: Ledger, overview: TeamOverview): Promise<Outline | null> {
  if (!overview.isRun) return null
  const outlines = known.get(ledger) ?? new Map<string, Outline | null>()
  known.set(ledger, outlines)
  const key = `${overview.name} ${overview.createdAt}`
  let outline = outlines.get(key)
  if (outline === undefined) {
    const definition = await unlessGone(ledger.definition(overview.name), null)
    outline = isAnalysis(definition)
      ? outlineOf(readAnalysis(overview.name, definition))
      : patternOf(definition) === 'ask'
        ? questionOutline(readAsk(overview.name, definition))
        : null
    if (outlines.size >= MOST_KNOWN) outlines.clear()
    if (definition === null || !isPlanning(definition)) outlines.set(key, outline)
  }
  return outline?.directories.every(directory => jail.holds(directory)) ? outline : null
}

function outlineOf({ plan, delegated, stamps }: AnalysisDefinition): Outline {
  const directories = new Set(Object.values(stamps).map(stamp => dirname(standsIn(stamp))))
  return { query: shownQuestion(plan.query), delegated: delegated !== undefined, directories: [...directories] }
}

function questionOutline({ question, delegated, paths, cwd }: AskDefinition): Outline {
  const directories = paths.map(path => resolve(cwd, path))
  return { query: shownQuestion(question), delegated: delegated !== undefined, directories }
}

function headOf({ overview, status }: Standing, { query, delegated }: Outline) {
  const { name, tasks, createdAt, endedAt } = overview
  return {
    run: name,
    query,
    // Nobody leads what agents read.
    status: delegated && status === 'interrupted' ? 'open' : status,
    read_by: delegated ? 'agents' : 'shoal',
    tasks: countsOf(tasks),
    started_at: new Date(createdAt).toISOString(),
    ended_at: endedAt === null ? null : new Date(endedAt).toISOString(),
  }
}

function countsOf({ total, completed, failed, skipped }: TaskCounts) {
  return { total, done: completed + skipped, failed, open: total - completed - skipped - failed }
}
