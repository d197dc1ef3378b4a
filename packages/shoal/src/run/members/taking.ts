// Getting a task into the hands of a member, whatever calls were lost and whichever servers were restarted before.
import { ShoalError } from '@shoal/base/model/errors'
import type { Ledger } from '@shoal/base/model/ledger'
import type { Claim } from '@shoal/base/model/task'
import { expireMembers } from '@shoal/team/expire-members'
import { hasClaim } from '@shoal/team/refusals'
import { bePresent, type Coming, type Presence } from './presence.ts'

export interface Taken {
  readonly claim: Claim
  /** It was in hand before this call. */
  readonly isAgain: boolean
}

export interface Taking {
  readonly presence: Presence
  readonly taken: Taken | null
}

/** How often a session may end under a call before that is said. */
const TRIES = 3

/**
 * What the member has in hand, else the best that it may have; with `task` that one or none. Throws `has-claim` when it
 * has another in hand.
 */
export async function takeTask(ledger: Ledger, coming: Coming, task?: string): Promise<Taking> {
  for (let tries = 1; ; tries++) {
    const presence = await bePresent(ledger, coming)
    try {
      return { presence, taken: await takeAgain(ledger, presence, task) }
    } catch (error) {
      const isOvertaken = error instanceof ShoalError && (error.code === 'lease-lost' || isRacing(error, task))
      if (!isOvertaken || tries >= TRIES) throw error
    }
  }
}

/** The same for one that is known to be present. Writes nothing when there is nothing. */
export async function takeAgain(ledger: Ledger, { session, stop }: Presence, task?: string): Promise<Taken | null> {
  const held = await ledger.inHand(session)
  if (held && task !== undefined && held.task.id !== task) throw hasClaim(session.member, held.task.id)
  if (held) return { claim: held, isAgain: true }
  if (stop !== null) return null
  // What the dead had in hand is open again.
  await expireMembers(ledger, session.team)
  const claim = await ledger.claim(session, task === undefined ? {} : { task })
  return claim && { claim, isAgain: false }
}

/** Another call in the same name took it between the look and the claim: the next look finds it in hand. */
function isRacing({ code, detail }: ShoalError, task: string | undefined): boolean {
  return code === 'has-claim' && (task === undefined || detail === task)
}
