// The list of runs, once and whenever it may have changed.

import type { Ledger } from '@shoal/base/model/ledger'
import { BUILT_IN, type LiveListed } from '@shoal/base/model/live'
import type { TeamOverview } from '@shoal/base/model/team'
import { ownVersion } from '../../config/own-version.ts'
import { hasPartial } from '../../run/analysis/partial.ts'
import { type Standing, standingNow, unlessGone } from '../../run/overviews.ts'
import { listedRun } from '../../run/runs.ts'
import type { WorkTime } from '../../run/work-clock.ts'
import { WorkTimer } from '../../run/work-time.ts'
import type { ApiContext } from '../api-context.ts'
import { ForEachRun } from './for-each-run.ts'
import { type Outline, outlineOf } from './outline.ts'
import { SharedLook } from './shared-look.ts'

const MOST_RUNS = 500
/** At most one list in such a time. */
const PACE_MS = 1000
/** A lead that dies writes nothing: somebody has to look. */
const LOOK_MS = 3000

export interface RunList {
  /** The newest first. */
  readonly runs: readonly LiveListed[]
  /** How many there are; these are the newest. */
  readonly total: number
  readonly cwd: string
  /** That the config file names; null for none. */
  readonly model: string | null
  readonly shoal: string
}

export async function listRuns(context: ApiContext): Promise<RunList> {
  const { cwd, settings } = context
  const model = settings.model === BUILT_IN ? null : settings.model
  return { ...(await listed(context)), cwd, model, shoal: ownVersion() }
}

type Listed = Pick<RunList, 'runs' | 'total'>

/** The list as it is, then again whenever it is another. Ends with the signal. */
export async function* watchRuns(context: ApiContext): AsyncGenerator<Listed> {
  const { ledger, signal } = context
  const look = async (ending: AbortSignal) => {
    const list = await listed({ ...context, signal: ending })
    // How long a run has taken so far is no news.
    return { list, text: JSON.stringify([list.total, list.runs.map(run => ({ ...run, tookMs: null }))]) }
  }
  const shared = lookers.get(ledger) ?? new SharedLook({ ledger, look, lookMs: () => LOOK_MS, paceMs: PACE_MS })
  lookers.set(ledger, shared)
  let told = ''
  for await (const { list, text } of shared.values(signal)) {
    if (text === told) continue
    told = text
    yield list
  }
}

/** However many watch, one list is made for all. */
const lookers = new WeakMap<Ledger, SharedLook<{ readonly list: Listed; readonly text: string }>>()

async function listed(context: ApiContext): Promise<Listed> {
  const { ledger, signal } = context
  const runs: LiveListed[] = []
  const teams = (await ledger.teams()).filter(({ isRun }) => isRun)
  for (const overview of teams) {
    if (runs.length === MOST_RUNS || signal.aborted) break
    const outline = await outlineOf(ledger, overview)
    const standing = outline && (await standingOf(context, overview))
    if (outline && standing) runs.push(await listedAs(context, standing, outline, await timeOf(context, standing)))
  }
  return { runs, total: runs.length < MOST_RUNS ? runs.length : teams.length }
}

/** What has ended stands as it ended, whoever is still in it. */
async function standingOf({ ledger }: ApiContext, overview: TeamOverview): Promise<Standing | null> {
  return overview.ended === null ? await standingNow(ledger, overview) : { overview, status: overview.ended }
}

export async function listedAs(
  context: ApiContext,
  standing: Standing,
  outline: Outline,
  time: WorkTime | null,
): Promise<LiveListed> {
  const { query, paths, pathCount, engine } = outline
  return {
    ...listedRun(standing, outline, time, context.now()),
    query,
    paths,
    pathCount,
    engine,
    hasReport: await hasReport(context, standing, outline),
  }
}

interface Timed {
  readonly timer: WorkTimer
  /** The newest event when it was looked at. */
  readonly seen: number
  readonly leadAlive: boolean
  readonly time: WorkTime | null
}

const timed = new ForEachRun<Timed>(2000)

/** Looked at again when something has happened in its run since, or its lead is gone. */
async function timeOf({ ledger }: ApiContext, { overview }: Standing): Promise<WorkTime | null> {
  const { name, createdAt, leadAlive } = overview
  const kept = timed.of(ledger)
  const key = `${name} ${createdAt}`
  const known = kept.get(key)
  const seen = await ledger.lastEvent()
  const isSame = known?.leadAlive === leadAlive && (known.seen === seen || !(await hasEvents(ledger, name, known.seen)))
  const timer = known?.timer ?? new WorkTimer(ledger, name)
  const time = known && isSame ? known.time : await unlessGone(timer.time(overview), null)
  kept.set(key, { timer, seen, leadAlive, time })
  return time
}

interface Reported {
  /** The newest event when it was looked at. */
  readonly seen: number
  readonly has: boolean
}

const reported = new ForEachRun<Reported>(2000)

/** A task may have thousands that it waits for, so it is looked at only when something has happened in its run since. */
async function hasReport(
  { ledger, runDirectory }: ApiContext,
  { overview: { name, createdAt, tasks } }: Standing,
  { reporter }: Outline,
): Promise<boolean> {
  if (reporter === null) return false
  const kept = reported.of(ledger)
  const key = `${name} ${createdAt}`
  const known = kept.get(key)
  const seen = await ledger.lastEvent()
  const isSame = known && (known.seen === seen || !(await hasEvents(ledger, name, known.seen)))
  const has = isSame ? known.has : tasks.completed > 0 && (await hasResult(ledger, name, reporter))
  kept.set(key, { seen, has })
  return has || (await hasPartial(ledger, name, runDirectory))
}

async function hasEvents(ledger: Ledger, team: string, after: number): Promise<boolean> {
  return (await unlessGone(ledger.events({ team, after, limit: 1 }), [])).length > 0
}

async function hasResult(ledger: Ledger, run: string, task: string): Promise<boolean> {
  return await unlessGone(
    ledger.task(run, task).then(({ resultBytes }) => resultBytes !== null),
    false,
  )
}
