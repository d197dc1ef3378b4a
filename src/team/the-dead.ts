// Notices members that died: by a lease that ran out, or at once when their process on this machine is gone.
import type { Ledger } from '../model/ledger.ts'
import type { ProcessIdentity } from '../model/team.ts'
import { isGone } from './process-identity.ts'

export async function noticeTheDead(ledger: Ledger, team: string): Promise<void> {
  await ledger.buryLapsed(team)
  // Many members live in one process, and the system is asked about it once.
  const gone = new Map<string, boolean>()
  const hasEnded = (identity: ProcessIdentity) => {
    const key = `${identity.pid} ${identity.started} ${identity.host}`
    const known = gone.get(key) ?? isGone(identity)
    gone.set(key, known)
    return known
  }
  for (const { name, state, session, process } of await ledger.members(team)) {
    const isAlive = state === 'working' || state === 'idle'
    if (isAlive && process !== null && hasEnded(process)) await ledger.bury({ team, member: name, session })
  }
}
