// One run as it stands, and what changes of it from any cursor on.
import { isDeepStrictEqual } from 'node:util'
import { ShoalError } from '../../model/errors.ts'
import type { LiveChange, LiveListed, LiveRun } from '../../model/live.ts'
import { currentOverview } from '../../run/overviews.ts'
import type { ApiContext } from '../api-context.ts'
import { callTotals } from './call-logs.ts'
import { liveMember } from './live-rows.ts'
import type { RunMirror } from './mirror.ts'
import { mirrorOf, noSuchRun, type RunParams } from './mirrors.ts'
import type { Outline } from './outline.ts'
import { progressOf } from './progress.ts'
import { listedAs, rest } from './runs.ts'

/** At most one change in such a time. */
const PACE_MS = 100
/** Progress and calls are written to files, which announce nothing. */
const LOOK_MS = 500
/** A run that is started over is gone for a moment. */
const BACK_WITHIN_MS = 3000

/** Throws `not-a-run`. */
export async function readRun(context: ApiContext, { run }: RunParams): Promise<LiveRun> {
  const { mirror, standing } = await look(context, run)
  return wholeRun(context, mirror, standing)
}

/**
 * What is new behind event `after`, as it comes: whoever merges every change into the state of its cursor has the state as
 * `readRun` would give it. A change that names its `run` is a whole state and takes the place of all before. Ends with the
 * signal, or when the run is gone.
 */
export async function* watchRun(
  context: ApiContext,
  { run, after }: RunParams & { readonly after: number },
): AsyncGenerator<LiveChange> {
  const { ledger, signal } = context
  let cursor = after
  let told: Partial<Standing> = {}
  while (!signal.aborted) {
    const seen = await ledger.lastEvent()
    const found = await unlessDeleted(context, run)
    if (found === null) return
    const { mirror, standing } = found
    const isOther = cursor < mirror.rewrittenAt || cursor > mirror.cursor
    const change = isOther
      ? wholeRun(context, mirror, standing)
      : changeSince(context, mirror, { cursor, standing, told })
    if (change) {
      yield change
      cursor = change.cursor
      told = standing
    }
    await Promise.all([ledger.changed(seen, LOOK_MS, signal), rest(PACE_MS, signal)])
  }
}

interface Told {
  readonly cursor: number
  readonly standing: Standing
  readonly told: Partial<Standing>
}

/** Null when nothing is new. */
function changeSince(context: ApiContext, mirror: RunMirror, { cursor, standing, told }: Told): LiveChange | null {
  const isNew = (key: string) => !isDeepStrictEqual(standing[key as keyof Standing], told[key as keyof Standing])
  const changed = Object.entries(standing).filter(([key]) => key !== 'run' && isNew(key))
  const taskList = mirror.tasksSince(cursor)
  const findings = mirror.findingsSince(cursor)
  const messages = mirror.messagesSince(cursor)
  // How long it has taken so far is no news by itself.
  const isNews = changed.some(([key]) => key !== 'tookMs')
  if (!isNews && taskList.length + findings.length + messages.length === 0) return null
  return {
    cursor: mirror.cursor,
    now: context.now(),
    ...Object.fromEntries(changed),
    ...(taskList.length > 0 && { taskList }),
    ...(findings.length > 0 && { findings }),
    ...(messages.length > 0 && { messages }),
  }
}

/** What is not told by number, and so is compared. */
type Standing = LiveListed &
  Pick<LiveRun, 'stages' | 'members' | 'findingCount' | 'budgets' | 'progress' | 'calls' | 'canStop' | 'canResume'>

async function standingOf(context: ApiContext, mirror: RunMirror, outline: Outline): Promise<Standing> {
  const { ledger } = context
  const { run } = mirror
  const listed = await listedAs(context, await currentOverview(ledger, run), outline)
  const directory = context.runDirectory(run)
  const now = context.now()
  const { asksModels } = outline
  const isAtWork = listed.status === 'running' || listed.status === 'waiting'
  return {
    ...listed,
    stages: mirror.stages(),
    members: (await ledger.members(run)).map(liveMember),
    findingCount: mirror.findingCount,
    budgets: await ledger.budgets(run),
    progress: progressOf({ directory, mirror, counts: listed.tasks, isAtWork, asksModels, now }),
    calls: asksModels ? callTotals(directory, now) : null,
    canStop: isAtWork,
    canResume: canResume(listed, outline),
  }
}

/** What models failed at is tried again also when all else is done. */
function canResume({ status, tasks }: LiveListed, { isDelegated, asksModels }: Outline): boolean {
  if (isDelegated) return false
  if (status === 'completed') return asksModels && tasks.skipped > 0
  return status === 'interrupted' || status === 'stopped' || status === 'failed'
}

function wholeRun(context: ApiContext, mirror: RunMirror, standing: Standing): LiveRun {
  return {
    ...standing,
    cursor: mirror.cursor,
    now: context.now(),
    taskList: mirror.tasksSince(0),
    findings: mirror.findingsSince(0),
    messages: mirror.messagesSince(0),
  }
}

interface Found {
  readonly mirror: RunMirror
  readonly standing: Standing
}

async function look(context: ApiContext, run: string): Promise<Found> {
  const { mirror, outline } = await mirrorOf(context, run)
  try {
    await mirror.refresh()
    return { mirror, standing: await standingOf(context, mirror, outline) }
  } catch (error) {
    throw error instanceof ShoalError && error.code === 'unknown-team' ? noSuchRun(run) : error
  }
}

/** Null once it is clear that the run does not come back. */
async function unlessDeleted(context: ApiContext, run: string): Promise<Found | null> {
  for (let waited = 0; ; waited += PACE_MS) {
    try {
      return await look(context, run)
    } catch (error) {
      if (!(error instanceof ShoalError && error.code === 'not-a-run')) throw error
      if (waited >= BACK_WITHIN_MS || context.signal.aborted) return null
      await rest(PACE_MS, context.signal)
    }
  }
}
