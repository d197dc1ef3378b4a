// Tasks as rows of the stores that speak SQL show them.
import { ShoalError } from '@shoal/base/model/errors'
import type { Json } from '@shoal/base/model/json'
import type { Approval, Claim, Task, TaskCounts, TaskStatus } from '@shoal/base/model/task'
import { LEAD } from '@shoal/base/model/team'
import { shown } from '../rules.ts'
import { Approving, approvalNames, Shutdown, State } from './numbers.ts'
import type { Actor, TaskRow } from './rows.ts'

/** All that a list shows of a task; its result is read only when it is asked for. */
export interface WholeRow
  extends Pick<
    TaskRow,
    | 'task'
    | 'id'
    | 'state'
    | 'role'
    | 'priority'
    | 'attempts'
    | 'retries'
    | 'blockers'
    | 'open_blockers'
    | 'approval'
    | 'created_at'
    | 'claimed_at'
    | 'ended_at'
  > {
  readonly result_bytes: number | null
  readonly summary: string | null
  readonly subject: string
  readonly description: string | null
  readonly active_form: string | null
  readonly owner_name: string | null
  readonly reason: string | null
  readonly has_log: number
}

/** What lies in other tables. */
export interface BesideTask {
  readonly blockedBy: readonly string[]
  readonly approval: Approval | null
}

export const statesOf: Readonly<Record<TaskStatus, readonly number[]>> = {
  pending: [State.blocked, State.ready, State.awaiting],
  in_progress: [State.inProgress],
  completed: [State.completed],
  failed: [State.failed],
  skipped: [State.skipped],
}

const statuses = new Map(
  Object.entries(statesOf).flatMap(([status, states]) => states.map(state => [state, status as TaskStatus])),
)

export function statusOf({ state }: Pick<TaskRow, 'state'>): TaskStatus {
  return statuses.get(state)!
}

export function phaseOf(approval: number): Claim['phase'] {
  return approval === Approving.none || approval === Approving.approved ? 'work' : 'plan'
}

export function toTask(row: WholeRow, { blockedBy, approval }: BesideTask): Task {
  return {
    id: row.id,
    subject: row.subject,
    description: row.description,
    activeForm: row.active_form,
    status: statusOf(row),
    owner: row.owner_name,
    role: row.role === '' ? null : row.role,
    priority: row.priority,
    attempts: row.attempts,
    retries: row.retries,
    blockedBy,
    openBlockers: row.open_blockers,
    approval,
    reason: row.reason,
    summary: row.summary,
    resultBytes: row.result_bytes,
    hasLog: row.has_log === 1,
    createdAt: row.created_at,
    claimedAt: row.claimed_at,
    endedAt: row.ended_at,
  }
}

export interface PlanRow {
  readonly round: number
  readonly plan: string
  readonly feedback: string | null
}

/** `feedback` is null in the table until the plan is decided on, and '' when nothing was said then. */
export function toApproval(approval: number, [last, before]: readonly PlanRow[], plan: Json): Approval {
  const said = last?.feedback ?? before?.feedback ?? ''
  return {
    status: approvalNames[approval] as Approval['status'],
    round: last?.round ?? 0,
    plan,
    feedback: said === '' ? null : said,
  }
}

export function toCounts(states: ReadonlyMap<number, number>): TaskCounts {
  const of = (state: number) => states.get(state) ?? 0
  return {
    total: [...states.values()].reduce((sum, n) => sum + n, 0),
    ready: of(State.ready),
    blocked: of(State.blocked),
    awaitingApproval: of(State.awaiting),
    inProgress: of(State.inProgress),
    completed: of(State.completed),
    failed: of(State.failed),
    skipped: of(State.skipped),
  }
}

/** Completed and skipped tasks let those go on that wait for them. */
export function isOpen({ state }: Pick<TaskRow, 'state'>): boolean {
  return state !== State.completed && state !== State.skipped
}

/** What is for anybody, for its role and for its name; the lead takes only what is meant for it. */
export function rolesOf({ name, role }: Pick<Actor, 'name' | 'role'>): readonly string[] {
  return [...new Set([name === LEAD ? LEAD : '', name, role ?? name])]
}

/** Who wants one task and does not get it may well have others to do. */
export function mustTellIdle({ name, idle_told, shutdown }: Actor, wanted?: string): boolean {
  return wanted === undefined && !idle_told && name !== LEAD && shutdown !== Shutdown.requested
}

export function isBlobLost(error: unknown): error is ShoalError {
  return error instanceof ShoalError && error.code === 'blob-lost'
}

/** A result that is lost can be made again, an input cannot. */
export function valueLost(what: 'input' | 'result', id: string, error: ShoalError): ShoalError {
  return new ShoalError('blob-lost', `the ${what} of task ${shown(id)} is lost: ${error.message}`, {
    detail: id,
    ...(what === 'input' ? { advice: 'leave the task out with `shoal team skip`' } : {}),
    cause: error,
  })
}
