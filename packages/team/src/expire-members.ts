// Notices members that died: by a lease that ran out, or at once when their process on this machine is gone. The lead is told.
import type { Ledger } from '@shoal/base/model/ledger'
import { LEAD, type Member, type ProcessIdentity } from '@shoal/base/model/team'
import { isGone, thisHost } from './process-identity.ts'
import { diedLine } from './wording.ts'

export async function expireMembers(ledger: Ledger, team: string): Promise<void> {
  if (ledger.glances) {
    const { hasLapsed, processes } = await ledger.glances.presence(team, thisHost())
    if (!hasLapsed && !processes.some(isGone)) return
  }
  const members = await ledger.members(team)
  const lapsed = new Set(await ledger.expireLapsed(team))
  // Many members live in one process, and the system is asked about it once.
  const gone = new Map<string, boolean>()
  const hasEnded = (identity: ProcessIdentity) => {
    const key = nameOf(identity)
    const known = gone.get(key) ?? isGone(identity)
    gone.set(key, known)
    return known
  }
  const lead = members.find(({ name }) => name === LEAD)
  for (const member of members) {
    const { name, state, session, process } = member
    const isAlive = state === 'working' || state === 'idle'
    const hasDied = isAlive && !lapsed.has(name) && process !== null && hasEnded(process)
    if (hasDied) await ledger.expire({ team, member: name, session })
    if (hasDied || lapsed.has(name)) await tellLead(ledger, team, member, lead)
  }
}

/** What died with the lead's own process is no news to whoever leads after it. */
async function tellLead(ledger: Ledger, team: string, { name, task, process }: Member, lead?: Member): Promise<void> {
  const isOfLead = process && lead?.process && nameOf(process) === nameOf(lead.process)
  if (name === LEAD || isOfLead) return
  await ledger.send(team, { from: name, to: LEAD, text: diedLine(name, task), ...(task === null ? {} : { task }) })
}

function nameOf({ pid, started, host }: ProcessIdentity): string {
  return `${pid} ${started} ${host}`
}
