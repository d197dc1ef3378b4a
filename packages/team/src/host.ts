// Hosts a team's members in this process: starts them in stages, keeps them alive, and ends when nothing is left to do.
import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { ShoalError } from '@shoal/base/model/errors'
import { type CallBudget, unlimitedCallBudget } from '@shoal/base/model/language-model'
import type { Ledger } from '@shoal/base/model/ledger'
import { LEAD, type Session } from '@shoal/base/model/team'
import { Approver } from './approver.ts'
import { callBudgetOf } from './assignment.ts'
import { Crew, STAGE } from './crew.ts'
import type { TeamDraft } from './draft.ts'
import { expireMembers } from './expire-members.ts'
import type { Surroundings } from './member.ts'
import { processIdentity } from './process-identity.ts'
import { Pulse } from './pulse.ts'
import { Slots } from './slots.ts'
import { WaitingRoom } from './waiting-room.ts'

const LEASE_MS = 15_000
/** How often it is looked whether anything is left to do, when no news come. */
const LOOK_MS = 1000
/** The same while all members are at work. */
const BUSY_MS = 250
/** Without an event for so long, whoever could take a task has looked for it. */
const QUIET_MS = 1500

const SHUT_DOWN = 'its members were shut down'

export interface HostOptions {
  readonly ledger: Ledger
  readonly team: string
  readonly draft: Omit<TeamDraft, 'tasks'>
  /** Be the team's lead while hosting. */
  readonly leads?: boolean
  readonly signal: AbortSignal
  /** Ends it once what is at hand is finished. */
  readonly drain?: AbortSignal
}

/**
 * Why hosting ended: every task is done; what is left waits for failed tasks or for a role that nobody has; somebody
 * asked the team to stop, or shut down all its members; the signal was aborted; the team was deleted; or its lead was
 * taken for dead and another process leads it now.
 */
export type HostEnd =
  | { readonly end: 'done' | 'aborted' | 'deleted' | 'replaced' }
  | { readonly end: 'stuck' | 'stopped'; readonly reason: string }

export async function hostTeam({ ledger, team, draft, leads = false, signal, ...how }: HostOptions): Promise<HostEnd> {
  const { members, leaseMs = LEASE_MS, concurrency = STAGE } = draft
  const ending = new AbortController()
  const stop = AbortSignal.any([signal, ending.signal])
  // Every member listens to them, and there may be many.
  setMaxListeners(0, stop, ...(how.drain ? [how.drain] : []))
  const around: Omit<Surroundings, 'pulse'> = {
    ledger,
    team,
    leaseMs,
    process: processIdentity(),
    slots: new Slots(concurrency),
    room: new WaitingRoom(),
    signal: stop,
    drain: how.drain ?? new AbortController().signal,
  }
  let end: HostEnd | null = null
  const finish = (how: HostEnd) => {
    end ??= how
    ending.abort()
  }
  let failure: { error: unknown } | null = null
  const fail = (error: unknown) => {
    if (error instanceof ShoalError && error.code === 'unknown-team') return finish({ end: 'deleted' })
    failure ??= { error }
    ending.abort()
  }
  await expireMembers(ledger, team)
  const pulse = new Pulse(ledger, leaseMs, {
    onStop: reason => finish({ end: 'stopped', reason }),
    onAsked: () => around.room.wakeAll(),
    onBeat: () => expireMembers(ledger, team),
    onBroken: fail,
  })
  const lead = leads ? new LeadPost({ ...around, pulse }, finish) : null
  await lead?.join()
  pulse.start()
  try {
    const crew = new Crew(members, { ...around, pulse }, fail)
    const starting = crew.start().catch(fail)
    const approver = new Approver(ledger, team, draft, () => lead?.callBudget ?? unlimitedCallBudget)
    await watch({ ...around, pulse }, crew, approver, finish).catch(fail)
    ending.abort()
    await Promise.all([starting, crew.gone()])
  } finally {
    pulse.stop()
    await lead?.leave()
  }
  if (failure) throw (failure as { error: unknown }).error
  return end ?? { end: 'aborted' }
}

/** Looks at every piece of news, wakes who may have work now, and notices when there is none left. */
async function watch(
  around: Surroundings,
  crew: Crew,
  approver: Approver,
  finish: (how: HostEnd) => void,
): Promise<void> {
  const { ledger, team, room, signal } = around
  let nudge = new AbortController()
  const look = () => nudge.abort()
  crew.onRest = look
  signal.addEventListener('abort', look, { once: true })
  let told = -1
  let quietSince = performance.now()
  while (!signal.aborted) {
    nudge = new AbortController()
    const seen = await ledger.lastEvent()
    if (seen !== told) {
      room.wakeOneOfEach()
      quietSince = performance.now()
    }
    told = seen
    await approver.decide(signal)
    if (crew.isIdle()) {
      const outlook = await ledger.outlook(team)
      if (outlook === 'done') return finish({ end: 'done' })
      if (outlook === 'stuck') return finish({ end: 'stuck', reason: 'what is left waits for tasks that failed' })
      if (crew.hasLeft()) return finish({ end: 'stopped', reason: SHUT_DOWN })
      if (outlook === 'working' && performance.now() - quietSince > QUIET_MS) {
        const reason = await unclaimable(ledger, team)
        if (reason !== null)
          return finish(crew.wereShutDown ? { end: 'stopped', reason: SHUT_DOWN } : { end: 'stuck', reason })
      }
    }
    // While all are at work nobody has to be woken, and whoever rests nudges: looking at every event would only take time from them.
    const isBusy = room.isEmpty() && !crew.isIdle() && !approver.isThere
    if (isBusy) await pause(BUSY_MS, undefined, { signal: nudge.signal }).catch(() => {})
    await ledger.changed(seen, LOOK_MS, nudge.signal)
  }
}

/** Ready tasks that nobody alive may claim would wait for ever. */
async function unclaimable(ledger: Ledger, team: string): Promise<string | null> {
  const { inProgress, ready } = await ledger.counts(team)
  if (inProgress > 0 || ready === 0) return null
  const alive = (await ledger.members(team)).filter(({ state }) => state === 'working' || state === 'idle')
  const isTakeable = (role: string | null) =>
    alive.some(member => (role === null ? member.name !== LEAD : member.role === role || member.name === role))
  for (const { id, role, openBlockers, approval } of await ledger.tasks(team, { status: 'pending' })) {
    if (openBlockers > 0 || approval?.status === 'requested') continue
    if (isTakeable(role)) return null
    if (role !== null) return `task ${id} wants role ${role}, which no member has`
  }
  return 'nobody is there to take the tasks that are left'
}

/** The lead's presence. Taken for dead while its process slept, it joins again, unless another has taken its place. */
class LeadPost {
  private session: Session | null = null

  constructor(
    private readonly around: Surroundings,
    private readonly finish: (how: HostEnd) => void,
  ) {}

  async join(): Promise<void> {
    const { ledger, team, leaseMs, process, pulse } = this.around
    this.session = await ledger.join(team, { name: LEAD, kind: 'lead', process }, leaseMs)
    const beat = pulse.add(this.session)
    beat.lost.addEventListener('abort', () => {
      pulse.remove(beat)
      this.join().catch((error: unknown) => {
        const isGone = error instanceof ShoalError && error.code === 'unknown-team'
        this.finish({ end: isGone ? 'deleted' : 'replaced' })
      })
    })
  }

  /** Whoever decides for the lead is paid from the budgets of the team. */
  get callBudget(): CallBudget {
    return this.session ? callBudgetOf(this.session, this.around.ledger) : unlimitedCallBudget
  }

  async leave(): Promise<void> {
    if (this.session) await this.around.ledger.leave(this.session).catch(() => {})
  }
}
