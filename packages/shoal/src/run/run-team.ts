// Carries out a drafted team: creates its run or goes on with it, leads it to its end, and says how it ended.
import { ShoalError } from '@shoal/base/model/errors'
import type { LedgerEvent } from '@shoal/base/model/event'
import type { Json } from '@shoal/base/model/json'
import type { Ledger } from '@shoal/base/model/ledger'
import type { LiveWorker } from '@shoal/base/model/live'
import { type Ended, LEAD } from '@shoal/base/model/team'
import type { TeamDraft } from '@shoal/team/draft'
import { expireMembers } from '@shoal/team/expire-members'
import { type HostEnd, hostTeam } from '@shoal/team/host'
import { inviteWorkers } from '@shoal/team/invite'
import { followEvents } from './follow.ts'
import type { Said } from './inbox-files.ts'

export interface RunObserver {
  onEvent?(event: LedgerEvent): void
  /** Hears what workers say while they work; masked, as short as a line. */
  onWorker?(worker: LiveWorker): void
  onMessage?(message: Said): void
}

export interface LeadOptions {
  readonly ledger: Ledger
  readonly signal: AbortSignal
  readonly observer?: RunObserver
}

export interface LedRun {
  readonly run: string
  /** `interrupted`: the signal was aborted; the run can be resumed. */
  readonly ended: Ended | 'interrupted'
  readonly reason: string | null
  readonly tookMs: number
}

export interface NewRun {
  /** The wanted name; `name-2` and so on when it is taken and `isExact` is not set. */
  readonly name: string
  readonly isExact?: boolean
  readonly purpose?: string
  /** What `draft` can be made of again. */
  readonly definition: Json
}

/** Stores the run with all its tasks, in one step; gives back its name. */
export async function createRun(
  ledger: Ledger,
  { name, isExact, ...about }: NewRun,
  draft: TeamDraft,
): Promise<string> {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `-${number}`
    const team = isExact ? name : name.slice(0, 64 - suffix.length) + suffix
    try {
      await ledger.createTeam({ ...about, name: team, tasks: draft.tasks })
      return team
    } catch (error) {
      if (isExact || !(error instanceof ShoalError) || error.code !== 'team-exists') throw error
    }
  }
}

/** Leads a run that was created or stopped. Throws `run-alive` when somebody else does. */
export async function leadRun(
  run: string,
  draft: TeamDraft,
  { ledger, signal, observer }: LeadOptions,
): Promise<LedRun> {
  const since = performance.now()
  await checkNotAlive(ledger, run)
  const told = new AbortController()
  const telling = tell({ ledger, run, observer, after: await ledger.lastEvent(), signal: told.signal })
  await ledger.reopenRun(run)
  const inviting = inviteWorkers(ledger, run, told.signal)
  try {
    const end = await hostTeam({ ledger, team: run, draft, leads: true, signal })
    const { ended, reason } = await conclude(ledger, run, end)
    return { run, ended, reason, tookMs: Math.round(performance.now() - since) }
  } finally {
    told.abort()
    await Promise.all([telling, inviting])
  }
}

/** Throws `run-alive` when somebody leads it. */
export async function checkNotAlive(ledger: Ledger, run: string): Promise<void> {
  await expireMembers(ledger, run)
  const { leadAlive } = await ledger.overview(run)
  if (!leadAlive) return
  const lead = (await ledger.members(run)).find(({ name }) => name === LEAD)
  const where = lead?.process ? ` in process ${lead.process.pid}` : ''
  throw new ShoalError('run-alive', `run "${run}" is being led${where}`, { detail: run })
}

interface Telling {
  readonly ledger: Ledger
  readonly run: string
  readonly observer: RunObserver | undefined
  readonly after: number
  readonly signal: AbortSignal
}

async function tell({ ledger, run, observer, after, signal }: Telling): Promise<void> {
  if (!observer?.onEvent) return
  for await (const event of followEvents(ledger, { team: run, after, signal })) observer.onEvent(event)
}

async function conclude(ledger: Ledger, run: string, end: HostEnd): Promise<Pick<LedRun, 'ended' | 'reason'>> {
  if (end.end === 'aborted') return { ended: 'interrupted', reason: null }
  if (end.end === 'replaced') return { ended: 'interrupted', reason: 'another process leads it now' }
  if (end.end === 'deleted') return { ended: 'stopped', reason: 'the team was deleted' }
  const { ended, reason } =
    end.end === 'stopped' ? { ended: 'stopped' as const, reason: end.reason } : await judge(ledger, run, end)
  await ledger.endRun(run, ended, reason ?? undefined)
  return { ended, reason }
}

/** Failed when a task has failed or can never be done. */
async function judge(
  ledger: Ledger,
  run: string,
  end: HostEnd,
): Promise<{ readonly ended: 'completed' | 'failed'; readonly reason: string | null }> {
  const { failed, blocked, ready } = await ledger.counts(run)
  if (failed === 0 && end.end !== 'stuck') return { ended: 'completed', reason: null }
  if (failed === 0) return { ended: 'failed', reason: 'reason' in end ? end.reason : null }
  const waiting = blocked + ready
  const rest = waiting === 0 ? '' : `; ${waiting} ${waiting === 1 ? 'waits' : 'wait'} for what failed`
  return { ended: 'failed', reason: `${failed} ${failed === 1 ? 'task' : 'tasks'} failed${rest}` }
}
