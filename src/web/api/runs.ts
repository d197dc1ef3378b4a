// The list of runs, once and whenever it may have changed.
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { ownVersion } from '../../config/own-version.ts'
import type { LiveListed } from '../../model/live.ts'
import type { TeamOverview } from '../../model/team.ts'
import { partialFile } from '../../run/analysis/partial.ts'
import { type Standing, standingNow, unlessGone } from '../../run/overviews.ts'
import { listedRun } from '../../run/runs.ts'
import type { ApiContext } from '../api-context.ts'
import { ForEachRun } from './for-each-run.ts'
import { type Outline, outlineOf } from './outline.ts'

const MOST_RUNS = 500
/** At most one list in such a time. */
const PACE_MS = 1000
/** A lead that dies writes nothing: somebody has to look. */
const LOOK_MS = 3000

export interface RunList {
  /** The newest first. */
  readonly runs: readonly LiveListed[]
  readonly cwd: string
  readonly shoal: string
}

export async function listRuns(context: ApiContext): Promise<RunList> {
  return { runs: await listed(context), cwd: context.cwd, shoal: ownVersion() }
}

/** The list as it is, then again whenever it is another. Ends with the signal. */
export async function* watchRuns(context: ApiContext): AsyncGenerator<{ readonly runs: readonly LiveListed[] }> {
  const { ledger, signal } = context
  let told = ''
  while (!signal.aborted) {
    const seen = await ledger.lastEvent()
    const runs = await listed(context)
    // How long a run has taken so far is no news.
    const text = JSON.stringify(runs.map(run => ({ ...run, tookMs: null })))
    if (text !== told) yield { runs }
    told = text
    await Promise.all([ledger.changed(seen, LOOK_MS, signal), rest(PACE_MS, signal)])
  }
}

/** Until the time is over, or nobody waits any more. */
export async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => {})
}

async function listed(context: ApiContext): Promise<LiveListed[]> {
  const { ledger, signal } = context
  const runs: LiveListed[] = []
  for (const overview of await ledger.teams()) {
    if (runs.length === MOST_RUNS || signal.aborted) break
    const outline = await outlineOf(ledger, overview)
    const standing = outline && (await standingOf(context, overview))
    if (outline && standing) runs.push(await listedAs(context, standing, outline))
  }
  return runs
}

/** What has ended stands as it ended, whoever is still in it. */
async function standingOf({ ledger }: ApiContext, overview: TeamOverview): Promise<Standing | null> {
  return overview.ended === null ? await standingNow(ledger, overview) : { overview, status: overview.ended }
}

export async function listedAs(context: ApiContext, standing: Standing, outline: Outline): Promise<LiveListed> {
  const { query, paths, engine } = outline
  return {
    ...listedRun(standing, outline, context.now()),
    query,
    paths,
    engine,
    hasReport: await hasReport(context, standing, outline),
  }
}

const reported = new ForEachRun<boolean>(2000)

/** A task may have thousands that it waits for, so it is looked at only when tasks have ended since. */
async function hasReport(
  { ledger, runDirectory }: ApiContext,
  { overview: { name, createdAt, tasks } }: Standing,
  { reporter }: Outline,
): Promise<boolean> {
  if (reporter === null) return false
  const key = `${name} ${createdAt} ${tasks.completed}`
  const known =
    reported.of(ledger).get(key) ??
    reported.of(ledger).set(key, tasks.completed > 0 && (await hasResult(ledger, name, reporter)))
  return known || existsSync(partialFile(runDirectory(name)))
}

async function hasResult(ledger: ApiContext['ledger'], run: string, task: string): Promise<boolean> {
  return await unlessGone(
    ledger.task(run, task).then(({ resultBytes }) => resultBytes !== null),
    false,
  )
}
