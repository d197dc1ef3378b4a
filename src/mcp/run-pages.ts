// Runs as an agent sees them: the list of those it may see, and one with how far it is.
import type { Ledger } from '../model/ledger.ts'
import type { TaskCounts } from '../model/task.ts'
import { type AnalysisDefinition, isAnalysis, readAnalysis } from '../run/analysis/definition.ts'
import { currentOverview, currentOverviews, type Standing, unlessGone } from '../run/overviews.ts'
import { mayRead, readRun } from './run-access.ts'
import { reportLinks } from './run-uris.ts'
import type { ToolContext } from './tool.ts'

type Access = Pick<ToolContext, 'jail' | 'ledger'>

const MOST_RUNS = 100

export async function listedRuns(context: Access) {
  const ledger = await context.ledger()
  const runs: object[] = []
  for (const standing of await currentOverviews(ledger)) {
    if (runs.length === MOST_RUNS) break
    const definition = await visible(context, ledger, standing)
    if (definition) runs.push(headOf(standing, definition))
  }
  return { runs }
}

export async function runNames(context: Access): Promise<readonly string[]> {
  const ledger = await context.ledger()
  const names: string[] = []
  for (const overview of await ledger.teams()) {
    if (names.length === MOST_RUNS) break
    if (await visible(context, ledger, { overview })) names.push(overview.name)
  }
  return names
}

export async function runState(context: Access, run: string) {
  const definition = await readRun(context, run)
  const ledger = await context.ledger()
  const { plan } = definition
  const standing = await currentOverview(ledger, run)
  const hasReport = (await ledger.result(run, plan.tasks.at(-1)!.id)) !== null
  const byType: Record<string, number> = {}
  for (const { detection } of plan.files) byType[detection.contentType] = (byType[detection.contentType] ?? 0) + 1
  return {
    ...headOf(standing, definition),
    reason: standing.overview.endedReason,
    goal: plan.goal,
    engine: definition.engine,
    paths: definition.paths.slice(0, 50),
    files: plan.files.length,
    by_type: byType,
    skipped_count: plan.skipped.length,
    has_report: hasReport,
    resources: hasReport ? reportLinks(run).map(({ uri }) => uri) : [],
  }
}

/** Null for what is no analysis, or not for this agent. */
async function visible(
  { jail }: Access,
  ledger: Ledger,
  { overview }: Pick<Standing, 'overview'>,
): Promise<AnalysisDefinition | null> {
  if (!overview.isRun) return null
  const definition = await unlessGone(ledger.definition(overview.name), null)
  if (!isAnalysis(definition)) return null
  const analysis = readAnalysis(overview.name, definition)
  return mayRead(jail, analysis) ? analysis : null
}

function headOf({ overview, status }: Standing, { plan, delegated }: AnalysisDefinition) {
  const { name, tasks, createdAt, endedAt } = overview
  return {
    run: name,
    query: plan.query,
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
