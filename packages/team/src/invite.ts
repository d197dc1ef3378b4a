// What the lead of a run does for a queue: invites to tasks that are ready, and again to those that nobody took.
import { setTimeout as pause } from 'node:timers/promises'
import type { Glances, Ledger } from '@shoal/base/model/ledger'

/** Invitations at a time: each brings a worker, who takes more than one task. */
const AT_ONCE = 256
const OFTEN_MS = 250
const SELDOM_MS = 5000

/** Until `signal` is aborted. A queue that is away is tried again; without one there is nothing to do. */
export async function inviteWorkers(ledger: Ledger, team: string, signal: AbortSignal): Promise<void> {
  const { invitations } = ledger
  while (invitations && !signal.aborted) {
    let isTold = false
    try {
      const seen = await ledger.lastEvent()
      const open = await readyTasks(ledger, team)
      if (open.length > 0) await invitations.invite(team, open)
      isTold = true
      await ledger.changed(seen, SELDOM_MS, signal)
    } catch {
      // Workers look for themselves now and then.
    }
    await pause(isTold ? OFTEN_MS : SELDOM_MS, undefined, { signal }).catch(() => {})
  }
}

async function readyTasks(ledger: Ledger, team: string): ReturnType<Glances['ready']> {
  if (ledger.glances) return await ledger.glances.ready(team, AT_ONCE)
  const pending = await ledger.tasks(team, { status: 'pending' })
  return pending
    .filter(({ openBlockers, approval }) => openBlockers === 0 && approval?.status !== 'requested')
    .slice(0, AT_ONCE)
    .map(({ id, attempts }) => ({ task: id, attempts }))
}
