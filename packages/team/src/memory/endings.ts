// How a claim ends in the in-memory ledger. Everything that can be refused was checked before: these cannot fail.
import { type Ending, LOSS_LIMIT } from '@shoal/base/model/task'
import { LEAD } from '@shoal/base/model/team'
import { failedLine, lineOrNull, planRequestLine, reasonLine, tooManyLossesReason } from '../wording.ts'
import { post } from './messages.ts'
import { appendEvent, type Store, type TaskState, type TeamState } from './state.ts'
import { addTasks, announceReady, type PreparedTasks } from './tasks.ts'

type Completed = Extract<Ending, { readonly status: 'completed' }>
type Failed = Extract<Ending, { readonly status: 'failed' }>
type Planned = Extract<Ending, { readonly status: 'planned' }>

export function completeTask(
  store: Store,
  team: TeamState,
  task: TaskState,
  ending: Omit<Completed, 'result' | 'follow'> & { readonly result: string; readonly follow: PreparedTasks },
): void {
  const member = task.owner!
  const summary = lineOrNull(ending.summary)
  takeFrom(team, member)
  const { result } = ending
  Object.assign(task, { status: 'completed', fence: null, endedAt: store.now(), reason: null, summary, result })
  task.log = ending.log || null
  appendEvent(store, team.name, 'task-completed', { task: task.id, member, detail: summary })
  announceReady(store, team, task)
  addTasks(store, team, ending.follow)
  if (summary !== null) report(store, team, task, member, summary)
}

export function failTask(store: Store, team: TeamState, task: TaskState, { reason, log, final }: Failed): void {
  const member = task.owner!
  task.failures++
  task.reason = reasonLine(reason)
  task.log = log || null
  if (final || task.failures > task.retries) failForGood(store, team, task)
  else {
    putBack(team, task)
    appendEvent(store, team.name, 'task-released', { task: task.id, member, detail: task.reason })
  }
}

export function planTask(
  store: Store,
  team: TeamState,
  task: TaskState,
  { plan, ...ending }: Omit<Planned, 'plan'> & { readonly plan: string },
): void {
  const member = task.owner!
  const summary = lineOrNull(ending.summary)
  const approval = task.approval!
  Object.assign(approval, { status: 'requested', round: approval.round + 1, plan, by: member })
  task.log = ending.log || null
  putBack(team, task)
  appendEvent(store, team.name, 'plan-submitted', { task: task.id, member, detail: summary })
  post(store, team, {
    kind: 'plan_approval_request',
    from: member,
    to: LEAD,
    text: planRequestLine(task.subject, summary),
    task: task.id,
  })
}

export function releaseTask(store: Store, team: TeamState, task: TaskState, reason: string): void {
  const member = task.owner
  putBack(team, task)
  appendEvent(store, team.name, 'task-released', { task: task.id, member, detail: reasonLine(reason) })
}

export function loseTask(
  store: Store,
  team: TeamState,
  task: TaskState,
  { reason, log }: { readonly reason: string; readonly log?: string },
): void {
  const last = reasonLine(reason)
  task.losses++
  task.log = log || null
  appendEvent(store, team.name, 'task-lost', { task: task.id, member: task.owner, detail: last })
  if (task.losses < LOSS_LIMIT) putBack(team, task)
  else {
    task.reason = tooManyLossesReason(task.losses, last)
    failForGood(store, team, task)
  }
}

function failForGood(store: Store, team: TeamState, task: TaskState): void {
  const member = task.owner!
  takeFrom(team, member)
  Object.assign(task, { status: 'failed', fence: null, endedAt: store.now() })
  appendEvent(store, team.name, 'task-failed', { task: task.id, member, detail: task.reason })
  report(store, team, task, member, failedLine(task.subject, task.reason!))
}

function putBack(team: TeamState, task: TaskState): void {
  takeFrom(team, task.owner!)
  Object.assign(task, { status: 'pending', fence: null, owner: null, claimedAt: null })
}

function takeFrom(team: TeamState, member: string): void {
  team.members.get(member)!.task = null
}

function report(store: Store, team: TeamState, task: TaskState, from: string, text: string): void {
  post(store, team, { kind: 'task-report', from, to: LEAD, text, task: task.id })
}
