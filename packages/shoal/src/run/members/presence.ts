// Members without a process of their own: alive for as long as calls come in their name.
import { ShoalError } from '@shoal/base/model/errors'
import type { Ledger } from '@shoal/base/model/ledger'
import { LEAD, type Member, type Renewal, type Session } from '@shoal/base/model/team'
import { hasClaim, memberAlive, noShutdown } from '@shoal/team/refusals'

export const DEFAULT_LEASE_MINUTES = 10
export const MOST_LEASE_MINUTES = 120

/** Tells them from members that live in a process, whose leases are that process's business. */
const AGENT = 'agent'

/** Means every member where one is named, so nobody has this name. */
export const ALL = 'all'

/** How often others may come between a look and a move before it is their fault. */
const TRIES = 5

export interface Presence {
  readonly session: Session
  readonly role: string | null
  readonly shutdown: Renewal['shutdown']
  /** Why the whole team is to stop. */
  readonly stop: string | null
  readonly leaseUntil: number
  readonly leaseMs: number
}

export interface Coming {
  readonly team: string
  readonly member: string
  readonly role?: string | undefined
  readonly leaseMinutes?: number | undefined
}

/**
 * Renews the member's lease; one that is not alive joins. A lease that ran out while nobody noticed goes on. Throws
 * `member-alive` for the name of a member that lives in a process.
 */
export async function bePresent(ledger: Ledger, coming: Coming): Promise<Presence> {
  const { team, member: name, role } = coming
  if (name === ALL)
    throw new ShoalError('bad-value', `"${ALL}" means everybody and is no member name`, { detail: name })
  for (let tries = 1; tries <= TRIES; tries++) {
    const known = await findMember(ledger, team, name)
    const session = known && isAlive(known) ? sessionOf(team, known) : null
    if (session && known?.kind !== AGENT && known!.leaseUntil! >= Date.now()) throw memberAlive(name)
    const leaseMs = leaseOf(coming, known)
    const wanted = role ?? known?.role ?? undefined
    try {
      if (session && known?.kind === AGENT) {
        const present = await renewed(ledger, session, known.role, leaseMs)
        if (present === null) continue
        if (wanted === (known.role ?? undefined) || known.task !== null || present.shutdown) return present
        // A role is taken on by joining.
        await leaveUnlessBusy(ledger, session)
      }
      const joined = await ledger.join(team, { name, kind: AGENT, ...(wanted ? { role: wanted } : {}) }, leaseMs)
      const present = await renewed(ledger, joined, wanted ?? null, leaseMs)
      if (present) return present
    } catch (error) {
      // Another call in the same name was quicker.
      if (!(error instanceof ShoalError && error.code === 'member-alive')) throw error
    }
  }
  throw memberAlive(name)
}

/** One that waits is alive: renewed when a third of its lease is left, for every renewal is a write. */
export async function stayPresent(ledger: Ledger, coming: Coming, presence: Presence): Promise<Presence> {
  return presence.leaseUntil - Date.now() < presence.leaseMs / 3 ? await bePresent(ledger, coming) : presence
}

/**
 * For who only talks: one that never joined joins, one that is alive is renewed, and one that has left stays so. The lead
 * has its mailbox without joining. Throws `member-alive` for any other member that lives in a process.
 */
export async function beHeard(ledger: Ledger, team: string, member: string): Promise<void> {
  const known = await findMember(ledger, team, member)
  if (!known) await bePresent(ledger, { team, member })
  else if (isAlive(known) && isAgent(known))
    await ledger.renew([sessionOf(team, known)], leaseOf({ team, member }, known))
  else if (isAlive(known) && member !== LEAD) throw memberAlive(member)
}

/** The session of an agent that is alive, or null. */
async function livingSession(ledger: Ledger, team: string, member: string): Promise<Session | null> {
  const known = await findMember(ledger, team, member)
  return known && isAlive(known) && isAgent(known) ? sessionOf(team, known) : null
}

/** Leaving would give back what another call in the same name has just claimed. */
export async function leaveUnlessBusy(ledger: Ledger, session: Session): Promise<void> {
  if ((await ledger.inHand(session)) === null) await ledger.leave(session)
}

/** Leaves in order; who was asked to says so. No-op for one that is not alive. */
export async function takeLeave(ledger: Ledger, team: string, member: string): Promise<void> {
  const known = await findMember(ledger, team, member)
  const session = await livingSession(ledger, team, member)
  if (!session) return
  if (known?.shutdown === 'requested') await ledger.answerShutdown(session, { approve: true })
  else await ledger.leave(session)
}

/** Its answer to a request to shut down. Leaving would give back what is in hand, and a task is ended first. */
export async function answerShutdown(
  ledger: Ledger,
  { team, member }: { readonly team: string; readonly member: string },
  answer: Parameters<Ledger['answerShutdown']>[1],
): Promise<void> {
  const session = await livingSession(ledger, team, member)
  if (!session) throw noShutdown(member)
  const held = answer.approve ? await ledger.inHand(session) : null
  if (held) throw hasClaim(member, held.task.id)
  await ledger.answerShutdown(session, answer)
  if (!answer.approve) await beHeard(ledger, team, member)
}

/** Who deletes a team leads it: a lead that did tasks itself must not stand in its own way. */
export async function dismissLead(ledger: Ledger, team: string): Promise<void> {
  const alive = (await ledger.members(team)).filter(isAlive)
  const [only] = alive
  if (alive.length === 1 && only?.name === LEAD && only.kind === AGENT) await ledger.leave(sessionOf(team, only))
}

/** The member lives in no process, so that others may act for it. */
export function isAgent({ kind }: Member): boolean {
  return kind === AGENT
}

export function isAlive({ state }: Member): boolean {
  return state === 'working' || state === 'idle'
}

export async function findMember(ledger: Ledger, team: string, name: string): Promise<Member | undefined> {
  return (await ledger.members(team)).find(member => member.name === name)
}

export function sessionOf(team: string, { name, session }: Member): Session {
  return { team, member: name, session }
}

async function renewed(
  ledger: Ledger,
  session: Session,
  role: string | null,
  leaseMs: number,
): Promise<Presence | null> {
  const [renewal] = await ledger.renew([session], leaseMs)
  if (!renewal?.alive) return null
  return { session, role, shutdown: renewal.shutdown, stop: renewal.stop, leaseUntil: Date.now() + leaseMs, leaseMs }
}

/** A call that asks for no certain lease never shortens one. */
function leaseOf({ leaseMinutes }: Coming, known: Member | undefined): number {
  if (leaseMinutes !== undefined) return leaseMinutes * 60_000
  const left = (known && isAlive(known) && known.leaseUntil !== null ? known.leaseUntil : 0) - Date.now()
  return Math.max(DEFAULT_LEASE_MINUTES * 60_000, left)
}
