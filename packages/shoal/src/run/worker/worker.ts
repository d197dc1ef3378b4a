// A process that helps with runs led elsewhere: looks for runs with tasks that are ready, does tasks of one after the other, and leaves
// what it cannot do to others. The ledger decides who has a task; nothing here has to be told that one is ready. Where there is a queue, an
// invitation spares looking.
import { setTimeout as pause } from 'node:timers/promises'
import { ShoalError, toShoalError } from '@shoal/base/model/errors'
import type { Ledger, LedRun } from '@shoal/base/model/ledger'
import { hostTeam } from '@shoal/team/host'
import { type Help, type HelpOptions, openHelp, UNINVITED } from './help.ts'
import type { WorkerStats } from './stats.ts'

export interface WorkerProcess extends Omit<HelpOptions, 'onUnseen' | 'signal'> {
  /** Ends it once what is at hand is finished. */
  readonly drain: AbortSignal
  /** For what is at hand when it ends, or leaves a run: then it goes back undone. */
  readonly graceMs: number
  /** Leave when nothing was to be done for so long; null to stay. */
  readonly idleMs: number | null
  readonly stats: WorkerStats
}

/** How often it is looked for runs at least, and at most. */
const SELDOM_MS = 5000
const OFTEN_MS = 250
/** A run that cannot be helped with is looked at again after this time. */
const REFUSED_MS = 30_000
/** The same for one whose lead has said nothing yet: between its plan and its word there is a moment. */
const UNINVITED_MS = 500
/** The same for one that had nothing to do for this worker. */
const NOTHING_MS = 3000
/** A ledger that is away is asked again after this time. */
const AWAY_MS = 1000

/** Never throws for a run or for a ledger that is away: it is said, and tried again. */
export async function workForRuns(options: WorkerProcess): Promise<void> {
  const { ledger, drain, idleMs, stats } = options
  const refused = new Map<string, number>()
  let busyAt = performance.now()
  while (!drain.aborted) {
    try {
      const seen = await ledger.lastEvent()
      const run = await nextRun(ledger, refused)
      stats.heard()
      if (run) {
        const before = stats.runs
        await help(run, options, refused)
        if (stats.runs > before) busyAt = performance.now()
        continue
      }
      if (idleMs !== null && performance.now() - busyAt > idleMs) return stats.say('idle', { ms: idleMs })
      await news(options, seen)
    } catch (error) {
      stats.say('trouble', { reason: toShoalError(error).message })
      await pause(AWAY_MS, undefined, { signal: drain }).catch(() => {})
    }
  }
}

/** Until there may be something to do. A queue that does not answer is no reason to stand still. */
async function news({ ledger, drain, idleMs, stats }: WorkerProcess, seen: number): Promise<void> {
  const waitMs = Math.min(SELDOM_MS, idleMs ?? SELDOM_MS)
  try {
    if (ledger.invitations) return void (await ledger.invitations.next(waitMs, drain))
  } catch (error) {
    stats.say('trouble', { reason: toShoalError(error).message })
  }
  await pause(OFTEN_MS, undefined, { signal: drain }).catch(() => {})
  await ledger.changed(seen, waitMs, drain)
}

/** Any of those with work, so that workers spread over them. */
async function nextRun(ledger: Ledger, refused: Map<string, number>): Promise<LedRun | null> {
  for (const [key, until] of refused) if (until < performance.now()) refused.delete(key)
  const open = (await ledRuns(ledger)).filter(run => run.hasReady && !refused.has(keyOf(run)))
  return open[Math.floor(Math.random() * open.length)] ?? null
}

async function ledRuns(ledger: Ledger): Promise<readonly LedRun[]> {
  if (ledger.glances) return await ledger.glances.ledRuns()
  const led = (await ledger.teams()).filter(({ isRun, ended, leadAlive }) => isRun && ended === null && leadAlive)
  return led.map(({ name, createdAt, tasks }) => ({ name, createdAt, hasReady: tasks.ready > 0 }))
}

function keyOf({ name, createdAt }: LedRun): string {
  return `${name} ${createdAt}`
}

/** Looks without work, one after the other, until it leaves a run for others. */
const QUIET_LOOKS = 4
const LOOK_MS = 500

async function help(led: LedRun, options: WorkerProcess, refused: Map<string, number>): Promise<void> {
  const { ledger, stats } = options
  const { name: run } = led
  const leaving = new AbortController()
  const drain = AbortSignal.any([options.drain, leaving.signal])
  const { stop, dispose } = afterGrace(drain, options.graceMs)
  const refuse = (reason: string) => {
    refused.set(keyOf(led), performance.now() + REFUSED_MS)
    stats.say('refused', { run, reason })
    leaving.abort()
  }
  let opened: Help | null = null
  try {
    opened = await openHelp(run, { ...options, signal: stop, onUnseen: refuse })
    if (opened === UNINVITED) return void refused.set(keyOf(led), performance.now() + UNINVITED_MS)
    if (typeof opened === 'string') return refuse(opened)
    stats.say('joined', { run, members: opened.draft.members.length })
    stats.runs++
    const before = stats.tasks
    const watching = watch(led, options, leaving)
    await hostTeam({ ledger, team: run, draft: opened.draft, signal: stop, drain })
    leaving.abort()
    await watching
    stats.say('left', { run, tasks: stats.tasks - before })
    // What is ready in it may be of no role that is done here.
    if (stats.tasks === before) refused.set(keyOf(led), performance.now() + NOTHING_MS)
  } catch (error) {
    if (stop.aborted) return
    const { code, message } = toShoalError(error)
    if (error instanceof ShoalError && code === 'unknown-team') stats.say('left', { run, reason: message })
    else refuse(message)
  } finally {
    leaving.abort()
    dispose()
    if (opened && typeof opened !== 'string') await opened.close().catch(() => {})
  }
}

/** A call in flight is paid for whoever reads its reply: it is waited for, and kept for whoever takes the task next. */
function afterGrace(drain: AbortSignal, graceMs: number): { readonly stop: AbortSignal; dispose(): void } {
  const end = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const begin = () => void (timer = setTimeout(() => end.abort(), graceMs).unref())
  if (drain.aborted) begin()
  else drain.addEventListener('abort', begin, { once: true })
  return { stop: end.signal, dispose: () => clearTimeout(timer) }
}

/** Without a lead nothing new is begun; without work that is ready another run may have some. */
async function watch(own: LedRun, { ledger, stats }: WorkerProcess, leaving: AbortController): Promise<void> {
  const { signal } = leaving
  let quiet = 0
  while (!signal.aborted) {
    await pause(LOOK_MS, undefined, { signal }).catch(() => {})
    if (signal.aborted) return
    try {
      const led = (await ledRuns(ledger)).find(run => keyOf(run) === keyOf(own))
      stats.heard()
      quiet = stats.active === 0 && !led?.hasReady ? quiet + 1 : 0
      if (!led) stats.say('draining', { run: own.name, tasks: stats.active, reason: 'it has no lead' })
      if (!led || quiet >= QUIET_LOOKS) leaving.abort()
    } catch {
      // A ledger that is away for a moment is no reason to leave; heartbeats notice when it stays away.
    }
  }
}
