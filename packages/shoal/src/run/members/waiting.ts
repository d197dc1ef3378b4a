// Why there is nothing for a member to do, and whether it is worth waiting.
import type { Ledger } from '@shoal/base/model/ledger'
import type { Task, TaskStatus } from '@shoal/base/model/task'
import type { Member } from '@shoal/base/model/team'
import { plural } from '@shoal/base/text/printable'
import { isMeantFor } from '@shoal/team/rules'
import { whyBlocked } from '../teams.ts'
import { bePresent, type Coming, findMember, leaveUnlessBusy, type Presence } from './presence.ts'

export interface Nothing {
  readonly next: 'wait' | 'stop'
  readonly reason: string
  /** It was asked to leave and has to say whether it does. */
  readonly isAsked?: true
}

export interface Idle extends Nothing {
  readonly presence: Presence
  /** It has left, for nothing will come. */
  readonly hasLeft: boolean
}

/** Who has nothing left to do leaves, so that the team can be deleted; who was asked to has to answer first. */
export async function restOrLeave(ledger: Ledger, coming: Coming, task?: string): Promise<Idle> {
  const presence = await bePresent(ledger, coming)
  const nothing = await (task === undefined ? whyNothing(ledger, presence) : whyNotThis(ledger, presence, task))
  const hasLeft = nothing.next === 'stop' && task === undefined && !presence.shutdown
  if (hasLeft) await leaveUnlessBusy(ledger, presence.session)
  return { ...nothing, presence, hasLeft }
}

/** No time spent waiting would help. */
export async function isHopeless(ledger: Ledger, { session: { team, member }, stop }: Presence): Promise<boolean> {
  if (stop !== null || (await findMember(ledger, team, member))?.shutdown === 'requested') return true
  const outlook = await ledger.outlook(team)
  return outlook === 'stuck' || (outlook === 'done' && (await ledger.counts(team)).total > 0)
}

/** What one with a task in hand should know beside it. */
export function whatToExpect({ shutdown, stop }: Pick<Presence, 'shutdown' | 'stop'>): string | null {
  if (stop !== null) return `the team is told to stop: ${stop}; give the task back`
  return shutdown && `${shutdown.by} asks you to shut down after this task`
}

/** Tasks that are looked at together. */
const STRIDE = 500

async function whyNothing(ledger: Ledger, presence: Presence): Promise<Nothing> {
  const asked = whyStopped(presence)
  if (asked) return asked
  const { team, member } = presence.session
  const { total, failed, ready } = await ledger.counts(team)
  const outlook = await ledger.outlook(team)
  if (total === 0) return { next: 'wait', reason: 'the team has no tasks yet' }
  if (outlook === 'done') return { next: 'stop', reason: `${allDone(total)}${failed > 0 ? `, ${failed} failed` : ''}` }
  const own = { name: member, role: presence.role }
  const first = (await firstFor(ledger, team, own, 'pending')) ?? (await firstFor(ledger, team, own, 'in_progress'))
  if (!first) {
    const others = ready > 0 ? `; ${plural(ready, 'task')} of other roles are ready` : ''
    return { next: 'stop', reason: `nothing is left for ${own.role === null ? member : `role ${own.role}`}${others}` }
  }
  const why = await whyNot(ledger, team, first)
  if (outlook === 'stuck') return { next: 'stop', reason: `the team is stuck: ${why}` }
  return { next: 'wait', reason: `nothing is ready: ${why}` }
}

function allDone(total: number): string {
  return total === 1 ? 'the only task is done' : `all ${plural(total, 'task')} are done`
}

/** The first task of the status that the member may have some day. */
async function firstFor(
  ledger: Ledger,
  team: string,
  member: Pick<Member, 'name' | 'role'>,
  status: TaskStatus,
): Promise<Task | undefined> {
  for (let after: string | undefined; ; ) {
    const tasks = await ledger.tasks(team, { status, limit: STRIDE, ...(after === undefined ? {} : { after }) })
    const found = tasks.find(({ role }) => isMeantFor(role, member))
    if (found || tasks.length < STRIDE) return found
    after = tasks.at(-1)!.id
  }
}

/** Why the member does not get a certain task. */
export async function whyNotThis(ledger: Ledger, presence: Presence, id: string): Promise<Nothing> {
  const asked = whyStopped(presence)
  if (asked) return asked
  const { team, member } = presence.session
  const task = await ledger.task(team, id)
  if (!isMeantFor(task.role, { name: member, role: presence.role })) {
    const whose = task.role === null ? 'for every member but the lead' : `for ${task.role} only`
    return { next: 'stop', reason: `task "${id}" is ${whose}` }
  }
  const isOver = task.status !== 'pending' && task.status !== 'in_progress'
  return { next: isOver ? 'stop' : 'wait', reason: await whyNot(ledger, team, task) }
}

function whyStopped({ shutdown, stop }: Presence): Nothing | null {
  if (stop !== null) return { next: 'stop', reason: `the team is told to stop: ${stop}` }
  if (!shutdown) return null
  const why = shutdown.reason === null ? '' : `: ${shutdown.reason}`
  return { next: 'stop', reason: `${shutdown.by} asks you to shut down${why}`, isAsked: true }
}

async function whyNot(ledger: Ledger, team: string, { id, status, owner, approval, openBlockers }: Task) {
  if (status === 'in_progress') return `task "${id}" is in the hands of ${owner}`
  if (status !== 'pending') return `task "${id}" is ${status}`
  if (openBlockers > 0) return `task "${id}" ${await whyBlocked(ledger, team, id)}`
  return approval?.status === 'requested' ? `the plan of task "${id}" awaits a decision` : `task "${id}" was just taken`
}
