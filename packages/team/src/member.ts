// One member's life: joins, claims, works, waits, and leaves when it is asked to or nothing is left.
import { setTimeout as pause } from 'node:timers/promises'
import { type ErrorCode, ShoalError, toShoalError } from '@shoal/base/model/errors'
import type { Ledger } from '@shoal/base/model/ledger'
import type { Claim, Ending } from '@shoal/base/model/task'
import type { NewMember, ProcessIdentity, Session } from '@shoal/base/model/team'
import { yieldToEventLoop } from '@shoal/base/text/turns'
import { assignmentOf, Mail } from './assignment.ts'
import type { MemberDraft } from './draft.ts'
import { patiently } from './patience.ts'
import type { Beat, Pulse } from './pulse.ts'
import type { Slots } from './slots.ts'
import type { WaitingRoom } from './waiting-room.ts'

/** What all members of a process share. */
export interface Surroundings {
  readonly ledger: Ledger
  readonly team: string
  readonly leaseMs: number
  readonly process: ProcessIdentity
  readonly slots: Slots
  readonly pulse: Pulse
  readonly room: WaitingRoom
  /** Ends all work at once. */
  readonly signal: AbortSignal
  /** Nothing new is begun once it is aborted: what is at hand is finished. */
  readonly drain: AbortSignal
}

/** Which members wait for the same work. */
export function kindOf({ name, role }: MemberDraft): string {
  return role ?? name
}

/** Why a life ended. */
export type LifeEnd = 'did its task' | 'was shut down' | 'stopped'

/**
 * Lives until there is a reason to end. `onState` hears when it has a task and when it found none. A member whose lease
 * was lost while its process slept joins again.
 */
export async function live(
  draft: MemberDraft,
  around: Surroundings,
  onState: (state: 'working' | 'idle') => void,
): Promise<LifeEnd> {
  const { ledger, slots, pulse, signal } = around
  const { name, role, worker } = draft
  const newcomer = { name, kind: worker.kind, process: around.process, ...(role === undefined ? {} : { role }) }
  // Nobody joins or claims without a free slot: what cannot be worked on yet is left to others.
  while (await slots.take(signal)) {
    const hand = { isTaken: true }
    let beat: Beat | null = null
    let session: Session | null = null
    try {
      session = await joinWhenFree(newcomer, around)
      if (session === null) return 'stopped'
      beat = pulse.add(session)
      const end = await serve(draft, session, beat, { around, hand, onState })
      if (end !== 'lost') return end
    } finally {
      if (hand.isTaken) slots.give()
      if (beat) pulse.remove(beat)
      if (session) await ledger.leave(session).catch(() => {})
    }
  }
  return 'stopped'
}

/** Whoever has the name may have died elsewhere: its lease is waited for, with some time to notice. */
const NOTICE_MS = 2000
const TRY_AGAIN_MS = 250

/** Null when there was no more time for it. */
async function joinWhenFree(
  newcomer: NewMember,
  { ledger, team, leaseMs, signal }: Surroundings,
): Promise<Session | null> {
  const until = performance.now() + leaseMs + NOTICE_MS
  while (!signal.aborted) {
    try {
      return await ledger.join(team, newcomer, leaseMs)
    } catch (error) {
      const isTaken = error instanceof ShoalError && error.code === 'member-alive'
      if (!isTaken || performance.now() > until) throw error
      await pause(TRY_AGAIN_MS, undefined, { signal }).catch(() => {})
    }
  }
  return null
}

interface Service {
  readonly around: Surroundings
  /** The slot this member holds while it looks for work and works; given back while it waits. */
  readonly hand: { isTaken: boolean }
  onState(state: 'working' | 'idle'): void
}

async function serve(draft: MemberDraft, session: Session, beat: Beat, service: Service): Promise<LifeEnd | 'lost'> {
  const { around, hand, onState } = service
  const { ledger, slots, room, signal, drain } = around
  const stop = AbortSignal.any([signal, beat.lost])
  const over = () => (signal.aborted ? 'stopped' : 'lost')
  // Tasks that end at once would leave heartbeats and signals no turn.
  const turn = yieldToEventLoop()
  while (!stop.aborted) {
    if (drain.aborted) return 'stopped'
    if (!hand.isTaken) hand.isTaken = await slots.take(stop)
    if (!hand.isTaken) break
    const ticket = room.ticket()
    let worked = false
    try {
      let claim = await ledger.claim(session)
      if (claim) {
        onState('working')
        // There may be more of the same.
        room.wakeOne(kindOf(draft))
      }
      while (claim) {
        worked = true
        claim = await carryOut(claim, { draft, around, beat, stop })
        await turn()
      }
    } catch (error) {
      if (!(error instanceof ShoalError) || error.code !== 'lease-lost') throw error
      return over()
    }
    slots.give()
    hand.isTaken = false
    if (beat.isAskedToLeave && (await answerShutdown(draft, session, ledger))) return 'was shut down'
    if (draft.once && worked) return 'did its task'
    if (worked) continue
    onState('idle')
    await room.wait(kindOf(draft), ticket, AbortSignal.any([stop, drain]))
  }
  return over()
}

interface Duty {
  readonly draft: MemberDraft
  readonly around: Surroundings
  readonly beat: Beat
  readonly stop: AbortSignal
}

/** From a claim to the next one. Apart, so that a member that waits for work does not hold on to its last result. */
async function carryOut(claim: Claim, { draft, around, beat, stop }: Duty): Promise<Claim | null> {
  const ending = await perform(draft, claim, around, stop)
  const claimNext = !draft.once && !stop.aborted && !around.drain.aborted && !beat.isAskedToLeave
  return await end(around.ledger, claim, ending, { claimNext, signal: stop })
}

/** Work that was finished all the same is kept; what was stopped goes back undone. */
async function perform(draft: MemberDraft, claim: Claim, around: Surroundings, stop: AbortSignal): Promise<Ending> {
  const { ledger } = around
  const mail = new Mail(ledger, claim)
  let ending: Ending
  try {
    ending = await draft.worker.work(
      assignmentOf(claim, draft.role ?? null, ledger, () => mail.unread()),
      stop,
    )
  } catch (error) {
    ending = { status: 'failed', reason: toShoalError(error).message }
  }
  const isFinished = ending.status === 'completed' || ending.status === 'planned'
  if (stop.aborted && !isFinished) return { status: 'released', reason: 'stopped' }
  await mail.markRead()
  return ending
}

/** What a ledger may have against what an ending says. All else is trouble of its own, and no fault of the work. */
const REFUSALS: readonly ErrorCode[] = ['bad-value', 'task-exists', 'unknown-task', 'task-cycle', 'wrong-state']

/** An ending that the ledger refuses for what it says, such as tasks that cannot be, is a failure of the worker. */
async function end(
  ledger: Ledger,
  claim: Claim,
  ending: Ending,
  options: { readonly claimNext: boolean; readonly signal: AbortSignal },
): Promise<Claim | null> {
  try {
    return await patiently(() => ledger.finish(claim, ending, options), options.signal)
  } catch (error) {
    const isRefused = error instanceof ShoalError && REFUSALS.includes(error.code) && ending.status !== 'failed'
    if (!isRefused) throw error
    const failed: Ending = { status: 'failed', reason: error.message, final: true }
    return await patiently(() => ledger.finish(claim, failed, options), options.signal)
  }
}

async function answerShutdown(draft: MemberDraft, session: Session, ledger: Ledger): Promise<boolean> {
  const refusal = draft.refusesShutdown?.() ?? null
  const answer = refusal === null ? { approve: true as const } : { approve: false as const, reason: refusal }
  try {
    await ledger.answerShutdown(session, answer)
  } catch (error) {
    if (!(error instanceof ShoalError) || error.code !== 'no-request') throw error
    return false
  }
  return refusal === null
}
