// One run as it stands, and what changes of it from any cursor on.
import { isDeepStrictEqual } from 'node:util'
import { ShoalError } from '@shoal/base/model/errors'
import type { Ledger } from '@shoal/base/model/ledger'
import type { LiveChange, LiveListed, LiveRun } from '@shoal/base/model/live'
import { currentOverview } from '../../run/overviews.ts'
import { openRunPlace } from '../../run/run-place.ts'
import { upTo } from '../../run/work-time.ts'
import { readWorkers } from '../../run/workers-file.ts'
import type { ApiContext } from '../api-context.ts'
import { callTotals } from './call-logs.ts'
import { canResume } from './can-resume.ts'
import { limitOf } from './limit.ts'
import { liveMember } from './live-rows.ts'
import type { RunMirror } from './mirror.ts'
import { asNoSuchRun, holdMirror, type Mirrored, mirrorOf, type RunParams } from './mirrors.ts'
import { progressOf } from './progress.ts'
import { listedAs } from './runs.ts'
import { rest, SharedLook } from './shared-look.ts'

/** At most one change in such a time. */
const PACE_MS = 100
/** Progress and calls are written to files, which announce nothing. */
const LOOK_MS = 500
/** Of a run that has ended, only the ledger has news, once the last files are written. */
const LAST_FILES_MS = 10_000
const LOOK_AT_REST_MS = 3000
const LOOK_AT_ENDED_MS = 60_000
/** A run that is started over is gone for a moment. */
const BACK_WITHIN_MS = 3000

/** Throws `not-a-run`. */
export async function readRun(context: ApiContext, { run }: RunParams): Promise<LiveRun> {
  const mirrored = await mirrorOf(context, run)
  return wholeRun(context, mirrored.mirror, await standingOf(context, mirrored))
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
  let cursor = after
  let told: Partial<Unnumbered> = {}
  for await (const { mirror, standing } of lookAt(context, run).values(context.signal)) {
    const isOther = cursor < mirror.rewrittenAt || cursor > mirror.cursor
    const change = isOther
      ? wholeRun(context, mirror, standing)
      : changeSince(context, mirror, { cursor, standing, told })
    if (!change) continue
    yield change
    cursor = change.cursor
    told = standing
  }
}

const lookers = new WeakMap<Ledger, Map<string, SharedLook<Found>>>()

/** However many streams a run has, it is looked at once. */
function lookAt(context: ApiContext, run: string): SharedLook<Found> {
  const { ledger } = context
  const here = lookers.get(ledger) ?? new Map<string, SharedLook<Found>>()
  lookers.set(ledger, here)
  const known = here.get(run)
  if (known) return known
  const watched = new WatchedRun(context, run)
  const look = (signal: AbortSignal) => watched.look(signal)
  const lookMs = ({ standing }: Found) => watched.lookMs(standing)
  const made = new SharedLook<Found>({ ledger, look, lookMs, paceMs: PACE_MS }, () => {
    here.delete(run)
    watched.letGo()
  })
  here.set(run, made)
  return made
}

/** Holds the mirror of its run. */
class WatchedRun {
  private last: (Found & { readonly changedAt: number }) | null = null
  private held: RunMirror | null = null
  private release: () => void = () => {}

  constructor(
    private readonly context: ApiContext,
    private readonly run: string,
  ) {}

  /** Null once it is clear that the run does not come back. */
  async look(signal: AbortSignal): Promise<Found | null> {
    for (let waited = 0; ; waited += PACE_MS) {
      try {
        return await this.lookNow(signal)
      } catch (error) {
        if (!(error instanceof ShoalError && error.code === 'not-a-run')) throw error
        if (waited >= BACK_WITHIN_MS || signal.aborted) return null
        await rest(PACE_MS, signal)
      }
    }
  }

  lookMs(standing: Unnumbered): number {
    if (this.isOver(standing)) return LOOK_AT_ENDED_MS
    return standing.status === 'interrupted' ? LOOK_AT_REST_MS : LOOK_MS
  }

  private isOver({ status, endedAt }: Unnumbered): boolean {
    const isEnded = status === 'completed' || status === 'failed' || status === 'stopped'
    return isEnded && this.context.now() > (endedAt ?? 0) + LAST_FILES_MS
  }

  letGo(): void {
    this.release()
    this.release = () => {}
    this.held = null
    this.last = null
  }

  private async lookNow(signal: AbortSignal): Promise<Found> {
    const context = { ...this.context, signal }
    const { mirrored, release } = await holdMirror(context, this.run)
    const { mirror } = mirrored
    if (signal.aborted || mirror === this.held) release()
    else {
      this.letGo()
      this.held = mirror
      this.release = release
    }
    const { last } = this
    await refresh(mirror)
    if (last && last.changedAt === mirror.changedAt && this.isOver(last.standing)) return last
    const { changedAt } = mirror
    const standing = await standingOf(context, mirrored)
    if (!signal.aborted) this.last = { mirror, standing, changedAt }
    return { mirror, standing }
  }
}

interface Told {
  readonly cursor: number
  readonly standing: Unnumbered
  readonly told: Partial<Unnumbered>
}

/** Null when nothing is new. */
function changeSince(context: ApiContext, mirror: RunMirror, { cursor, standing, told }: Told): LiveChange | null {
  const isNew = (key: string) => !isDeepStrictEqual(standing[key as keyof Unnumbered], told[key as keyof Unnumbered])
  const changed = Object.entries(standing).filter(([key]) => key !== 'run' && isNew(key))
  const taskList = mirror.tasksSince(cursor)
  const findings = mirror.findingsSince(cursor)
  const messages = mirror.messagesSince(cursor)
  // How long it has taken so far is no news by itself.
  const isNews = changed.some(([key]) => key !== 'tookMs' && key !== 'waitedMs')
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
type Unnumbered = LiveListed &
  Pick<
    LiveRun,
    | 'waitedMs'
    | 'stages'
    | 'members'
    | 'findingCount'
    | 'messageCount'
    | 'budgets'
    | 'progress'
    | 'workers'
    | 'calls'
    | 'canStop'
    | 'canResume'
    | 'limit'
  >

/** Throws `not-a-run`. */
async function standingOf(context: ApiContext, mirrored: Mirrored): Promise<Unnumbered> {
  const { ledger } = context
  const { mirror, outline } = mirrored
  const { run } = mirror
  try {
    const standing = await currentOverview(ledger, run)
    // What is told of the tasks is never older than what is told of the run: one that is completed has nothing at work.
    await refresh(mirror)
    const { overview } = standing
    const listed = await listedAs(context, standing, outline, mirror.clock.time(overview))
    const now = context.now()
    const { asksModels, isDelegated, hasTeam } = outline
    const budgets = await ledger.budgets(run)
    const isAtWork = listed.status === 'running' || listed.status === 'waiting'
    const { directory } = await openRunPlace(ledger, run, context.runDirectory)
    return {
      ...listed,
      waitedMs: upTo(mirror.clock.waited(overview), now),
      stages: mirror.stages(),
      members: (await ledger.members(run)).map(liveMember),
      findingCount: mirror.findingCount,
      messageCount: mirror.messageCount,
      budgets,
      progress: progressOf({
        directory: directory!,
        mirror,
        counts: listed.tasks,
        // Agents of a client come and go; nobody leads them.
        isAtWork: isAtWork || (isDelegated && listed.tasks.inProgress > 0),
        goesBy: asksModels || isDelegated || hasTeam ? 'tasks' : 'bytes',
        startedAt: listed.startedAt,
        now,
      }),
      workers: isAtWork && (hasTeam || !mirror.plan) ? readWorkers(directory) : [],
      calls: asksModels ? await callTotals(mirrored, now) : null,
      canStop: isAtWork,
      canResume: canResume(listed, outline),
      limit: limitOf(mirrored, { listed, budgets, settings: context.settings }),
    }
  } catch (error) {
    throw asNoSuchRun(error, run)
  }
}

function wholeRun(context: ApiContext, mirror: RunMirror, standing: Unnumbered): LiveRun {
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
  readonly standing: Unnumbered
}

async function refresh(mirror: RunMirror): Promise<void> {
  await mirror.refresh().catch(error => {
    throw asNoSuchRun(error, mirror.run)
  })
}
