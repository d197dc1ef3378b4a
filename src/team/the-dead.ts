// Notices members that died: by a lease that ran out, or at once when their process on this machine is gone.
import type { Ledger } from '../model/ledger.ts'
import { isGone } from './process-identity.ts'

export async function noticeTheDead(ledger: Ledger, team: string): Promise<void> {
  await ledger.buryLapsed(team)
  for (const { name, state, session, process } of await ledger.members(team)) {
    const isAlive = state === 'working' || state === 'idle'
    if (isAlive && process !== null && isGone(process)) await ledger.bury({ team, member: name, session })
  }
}
