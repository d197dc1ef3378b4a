// Tasks of the in-memory ledger and what they wait for. How many blockers are open is never stored, always counted.
import type { Json } from '@shoal/base/model/json'
import type { NewTask, Outlook, Task, TaskCounts, TaskStatus } from '@shoal/base/model/task'
import { findWay } from '../graph.ts'
import { unknownTask, wrongState } from '../refusals.ts'
import { completeTasks, cycleError, type FullTask } from '../rules.ts'
import { reasonLine } from '../wording.ts'
import {
  appendEvent,
  findTask,
  findTeam,
  fromText,
  type Store,
  type TaskState,
  type TeamState,
  toText,
} from './state.ts'

export function createTasks(store: Store, teamName: string, tasks: readonly NewTask[]): readonly string[] {
  const team = findTeam(store, teamName)
  return addTasks(store, team, prepareTasks(store, team, tasks))
}

export interface PreparedTasks {
  readonly tasks: readonly TaskState[]
  readonly nextNumber: number
}

/** All that can be wrong with new tasks is found here. */
export function prepareTasks(store: Store, team: TeamState, given: readonly NewTask[]): PreparedTasks {
  const { tasks, nextNumber } = completeTasks(given, team.nextTask, id => team.tasks.has(id))
  return { tasks: tasks.map((task, at) => newTask(task, team.tasks.size + at, store.now())), nextNumber }
}

export function addTasks(store: Store, team: TeamState, { tasks, nextNumber }: PreparedTasks): readonly string[] {
  const [first, ...others] = tasks
  if (!first) return []
  team.nextTask = nextNumber
  for (const task of tasks) team.tasks.set(task.id, task)
  for (const { id, blockedBy } of tasks) for (const blocker of blockedBy) findTask(team, blocker).dependents.add(id)
  const about = others.length === 0 ? { task: first.id } : { detail: `${tasks.length} tasks` }
  appendEvent(store, team.name, 'tasks-created', about)
  return tasks.map(({ id }) => id)
}

function newTask({ blockedBy, input, needsApproval, ...given }: FullTask, order: number, now: number): TaskState {
  return {
    ...given,
    order,
    status: 'pending',
    owner: null,
    attempts: 0,
    blockedBy: new Set(blockedBy),
    dependents: new Set(),
    input: toText(input),
    approval: needsApproval ? { status: 'wanted', round: 0, plan: null, feedback: null, by: null } : null,
    reason: null,
    summary: null,
    result: null,
    log: null,
    failures: 0,
    losses: 0,
    fence: null,
    createdAt: now,
    claimedAt: null,
    endedAt: null,
  }
}

export function addBlockedBy(store: Store, teamName: string, id: string, blockers: readonly string[]): void {
  const team = findTeam(store, teamName)
  const task = findTask(team, id)
  if (task.status !== 'pending' && task.status !== 'failed') throw wrongState(id, task.status, 'get blockers')
  const added = [...new Set(blockers)].filter(blocker => !task.blockedBy.has(blocker))
  for (const blocker of added) findTask(team, blocker)
  for (const blocker of added) {
    const way = findWay(blocker, id, node => [...findTask(team, node).blockedBy])
    if (way) throw cycleError([id, ...way])
  }
  if (added.length === 0) return
  for (const blocker of added) {
    task.blockedBy.add(blocker)
    findTask(team, blocker).dependents.add(id)
  }
  appendEvent(store, team.name, 'task-blocked', { task: id, detail: added.join(', ') })
}

export function retry(store: Store, teamName: string, id: string): void {
  const team = findTeam(store, teamName)
  const task = findTask(team, id)
  if (task.status !== 'failed' && task.status !== 'skipped') throw wrongState(id, task.status, 'be retried')
  Object.assign(task, { status: 'pending', owner: null, claimedAt: null, endedAt: null, failures: 0, losses: 0 })
  appendEvent(store, team.name, 'task-retried', { task: id })
}

export function skip(store: Store, teamName: string, id: string, reason: string): void {
  const team = findTeam(store, teamName)
  const task = findTask(team, id)
  if (task.status !== 'pending' && task.status !== 'failed') throw wrongState(id, task.status, 'be skipped')
  Object.assign(task, { status: 'skipped', reason: reasonLine(reason), endedAt: store.now() })
  appendEvent(store, team.name, 'task-skipped', { task: id, detail: task.reason })
  announceReady(store, team, task)
}

/** Called when a task has just become done: whoever waited for it alone is ready now. */
export function announceReady(store: Store, team: TeamState, done: TaskState): void {
  for (const task of inOrder(team, done.dependents))
    if (isReady(team, task)) appendEvent(store, team.name, 'task-ready', { task: task.id })
}

export function isReady(team: TeamState, task: TaskState): boolean {
  if (task.status !== 'pending' || task.approval?.status === 'requested') return false
  for (const blocker of task.blockedBy) if (!isDone(findTask(team, blocker))) return false
  return true
}

export function inOrder(team: TeamState, ids: ReadonlySet<string>): readonly TaskState[] {
  return [...ids].map(id => findTask(team, id)).sort((a, b) => a.order - b.order)
}

function isDone({ status }: TaskState): boolean {
  return status === 'completed' || status === 'skipped'
}

export function task(store: Store, teamName: string, id: string): Task {
  const team = findTeam(store, teamName)
  return taskView(team, findTask(team, id))
}

export function tasks(
  store: Store,
  teamName: string,
  filter: { readonly status?: TaskStatus; readonly after?: string; readonly limit?: number } = {},
): readonly Task[] {
  const team = findTeam(store, teamName)
  const { status, after, limit = Number.POSITIVE_INFINITY } = filter
  if (after !== undefined && !team.tasks.has(after)) throw unknownTask(team.name, after)
  const all = [...team.tasks.values()]
  const first = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1
  return all
    .slice(first)
    .filter(task => status === undefined || task.status === status)
    .slice(0, limit)
    .map(task => taskView(team, task))
}

export function taskView(team: TeamState, state: TaskState): Task {
  const { order, blockedBy, dependents, input, approval, result, log, failures, losses, fence, ...shown } = state
  return {
    ...shown,
    blockedBy: inOrder(team, blockedBy).map(({ id }) => id),
    openBlockers: openBlockers(team, state),
    approval: approval && {
      status: approval.status,
      round: approval.round,
      plan: approval.plan === null ? null : fromText(approval.plan),
      feedback: approval.feedback,
    },
    resultBytes: result === null ? null : Buffer.byteLength(result),
    hasLog: log !== null,
  }
}

function openBlockers(team: TeamState, { blockedBy }: TaskState): number {
  return [...blockedBy].filter(blocker => !isDone(findTask(team, blocker))).length
}

export function counts(team: TeamState): TaskCounts {
  const counted = { ready: 0, blocked: 0, awaitingApproval: 0, inProgress: 0, completed: 0, failed: 0, skipped: 0 }
  for (const task of team.tasks.values()) counted[placeOf(team, task)]++
  return { total: team.tasks.size, ...counted }
}

function placeOf(team: TeamState, task: TaskState): Exclude<keyof TaskCounts, 'total'> {
  if (task.status === 'in_progress') return 'inProgress'
  if (task.status !== 'pending') return task.status
  if (isReady(team, task)) return 'ready'
  return openBlockers(team, task) > 0 ? 'blocked' : 'awaitingApproval'
}

export function outlook(team: TeamState): Outlook {
  const { ready, inProgress, awaitingApproval, blocked } = counts(team)
  if (ready + inProgress > 0) return 'working'
  if (awaitingApproval > 0) return 'waiting'
  return blocked > 0 ? 'stuck' : 'done'
}

export function input(store: Store, teamName: string, id: string): Json {
  return fromText(findTask(findTeam(store, teamName), id).input)
}

export function result(store: Store, teamName: string, id: string): Json {
  const { result } = findTask(findTeam(store, teamName), id)
  return result === null ? null : fromText(result)
}

export function log(store: Store, teamName: string, id: string): string | null {
  return findTask(findTeam(store, teamName), id).log
}
