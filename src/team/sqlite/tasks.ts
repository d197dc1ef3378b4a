// Looks at tasks: one, many, how many, and what was given and came of them.
import { ShoalError } from '../../model/errors.ts'
import type { Json } from '../../model/json.ts'
import type { Approval, Claim, Outlook, Task, TaskStatus } from '../../model/task.ts'
import { shown } from '../rules.ts'
import { unpack } from './blobs.ts'
import { type TaskRow, taskRow, teamRow } from './rows.ts'
import { Approving, approvalNames, State } from './schema.ts'
import type { Store } from './store.ts'

/** All that a list shows of a task; its result is read only when it is asked for. */
interface WholeRow
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

const COLUMNS = `t.task, t.id, t.state, t.role, t.priority, t.attempts, t.retries, t.blockers, t.open_blockers, t.approval,
  t.created_at, t.claimed_at, t.ended_at, t.result_bytes, t.summary, x.subject, x.description, x.active_form,
  m.name AS owner_name, n.reason, n.log IS NOT NULL AS has_log`

const TABLES = `tasks t JOIN task_texts x USING (task) LEFT JOIN members m ON m.member = t.owner
  LEFT JOIN task_notes n USING (task)`

const statesOf: Readonly<Record<TaskStatus, readonly number[]>> = {
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

function wholeTask(store: Store, row: number): Task {
  return toTask(store, store.one<WholeRow>(`SELECT ${COLUMNS} FROM ${TABLES} WHERE t.task = ?`, row)!)
}

/** All there is to read of a task that is ready; the rest follows from that. */
export type ReadyTask = Pick<WholeRow, 'subject' | 'description' | 'active_form'> &
  Pick<
    TaskRow,
    'task' | 'id' | 'role' | 'priority' | 'attempts' | 'retries' | 'blockers' | 'approval' | 'noted' | 'created_at'
  > & { readonly input: string | null }

export const READY_TASK = `SELECT t.task, t.id, t.role, t.priority, t.attempts, t.retries, t.blockers, t.approval, t.noted,
    t.created_at, x.subject, x.description, x.active_form, x.input
  FROM tasks t JOIN task_texts x USING (task) WHERE t.task = ?`
const NOTES = 'SELECT reason, log IS NOT NULL AS has_log FROM task_notes WHERE task = ?'

/** A task that a member has just taken, with its input. It has no result yet, and notes only if it was tried before. */
export function takenTask(store: Store, row: ReadyTask, owner: string, at: number): Pick<Claim, 'task' | 'input'> {
  const notes = row.noted ? store.one<Pick<WholeRow, 'reason' | 'has_log'>>(NOTES, row.task) : undefined
  const task: Task = {
    id: row.id,
    subject: row.subject,
    description: row.description,
    activeForm: row.active_form,
    status: 'in_progress',
    owner,
    role: row.role === '' ? null : row.role,
    priority: row.priority,
    attempts: row.attempts + 1,
    retries: row.retries,
    blockedBy: row.blockers === 0 ? [] : blockersOf(store, row.task),
    openBlockers: 0,
    approval: row.approval === Approving.none ? null : approvalOf(store, row),
    reason: notes?.reason ?? null,
    summary: null,
    resultBytes: null,
    hasLog: notes?.has_log === 1,
    createdAt: row.created_at,
    claimedAt: at,
    endedAt: null,
  }
  return { task, input: row.input === null ? null : valueIn(store, row.input, 'input', row.id) }
}

/** The same of one that was taken before, by whichever process. */
export function heldTaskAndInput(store: Store, row: number): Pick<Claim, 'task' | 'input'> {
  const { id, input: cell } = store.one<{ id: string; input: string | null }>(INPUT, row)!
  return { task: wholeTask(store, row), input: cell === null ? null : valueIn(store, cell, 'input', id) }
}

const INPUT = 'SELECT t.id, x.input FROM tasks t JOIN task_texts x USING (task) WHERE t.task = ?'

export function phaseOf(approval: number): Claim['phase'] {
  return approval === Approving.none || approval === Approving.approved ? 'work' : 'plan'
}

export function task(store: Store, teamName: string, id: string): Task {
  return wholeTask(store, taskRow(store, teamRow(store, teamName), id).task)
}

export interface TaskFilter {
  readonly status?: TaskStatus
  readonly after?: string
  readonly limit?: number
}

export function tasks(store: Store, teamName: string, { status, after, limit = -1 }: TaskFilter): readonly Task[] {
  const team = teamRow(store, teamName)
  const behind = after === undefined ? 0 : taskRow(store, team, after).task
  const states = status === undefined ? Object.values(State) : statesOf[status]
  return store
    .all<WholeRow>(
      `SELECT ${COLUMNS} FROM ${TABLES} WHERE t.team = ? AND t.task > ? AND t.state IN (${states.join(', ')}) ORDER BY t.task LIMIT ?`,
      team.team,
      behind,
      limit,
    )
    .map(row => toTask(store, row))
}

function toTask(store: Store, row: WholeRow): Task {
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
    blockedBy: row.blockers === 0 ? [] : blockersOf(store, row.task),
    openBlockers: row.open_blockers,
    approval: row.approval === Approving.none ? null : approvalOf(store, row),
    reason: row.reason,
    summary: row.summary,
    resultBytes: row.result_bytes,
    hasLog: row.has_log === 1,
    createdAt: row.created_at,
    claimedAt: row.claimed_at,
    endedAt: row.ended_at,
  }
}

function blockersOf(store: Store, row: number): readonly string[] {
  const { ids } = store.one<{ ids: string }>(BLOCKERS, row)!
  return JSON.parse(ids)
}

/** As one text: rows cost more to fetch than to read. */
const BLOCKERS = `SELECT json_group_array(id) AS ids FROM (
  SELECT t.id FROM dependencies d JOIN tasks t ON t.task = d.blocker WHERE d.blocked = ? ORDER BY d.blocker)`

/** `feedback` is null in the table until the plan is decided on, and '' when nothing was said then. */
function approvalOf(store: Store, { task: row, approval }: Pick<TaskRow, 'task' | 'approval'>): Approval {
  const [last, before] = store.all<{ round: number; plan: string; feedback: string | null }>(
    'SELECT round, plan, feedback FROM plans WHERE task = ? ORDER BY round DESC LIMIT 2',
    row,
  )
  const said = last?.feedback ?? before?.feedback ?? ''
  return {
    status: approvalNames[approval] as Approval['status'],
    round: last?.round ?? 0,
    plan: last ? planIn(store, last.plan) : null,
    feedback: said === '' ? null : said,
  }
}

/** A plan that is lost is made again when it is rejected; until then a list of tasks must not fail for it. */
function planIn(store: Store, cell: string): Json {
  try {
    return unpack(cell, store.blobs)
  } catch (error) {
    if (error instanceof ShoalError && error.code === 'blob-lost') return { lost: error.message }
    throw error
  }
}

export function outlook(store: Store, teamName: string): Outlook {
  const { team } = teamRow(store, teamName)
  const has = (state: number) =>
    store.one(`SELECT 1 FROM tasks WHERE team = ? AND state = ${state} LIMIT 1`, team) !== undefined
  if (has(State.ready) || has(State.inProgress)) return 'working'
  if (has(State.awaiting)) return 'waiting'
  return has(State.blocked) ? 'stuck' : 'done'
}

export function input(store: Store, teamName: string, id: string): Json {
  const { task: row } = taskRow(store, teamRow(store, teamName), id)
  const { input: cell } = store.one<{ input: string | null }>('SELECT input FROM task_texts WHERE task = ?', row)!
  return cell === null ? null : valueIn(store, cell, 'input', id)
}

/** A result that is lost can be made again, an input cannot. */
function valueIn(store: Store, cell: string, what: 'input' | 'result', id: string): Json {
  try {
    return unpack(cell, store.blobs)
  } catch (error) {
    if (!(error instanceof ShoalError) || error.code !== 'blob-lost') throw error
    throw new ShoalError('blob-lost', `the ${what} of task ${shown(id)} is lost: ${error.message}`, {
      detail: id,
      ...(what === 'input' ? { advice: 'leave the task out with `shoal team skip`' } : {}),
      cause: error,
    })
  }
}

/** Its result was there, and what is left of it cannot be read. */
export function isResultLost(store: Store, { task: row, state }: TaskRow): boolean {
  if (state !== State.completed) return false
  const ends = store.one<{ result: string | null }>('SELECT result FROM tasks WHERE task = ?', row)
  try {
    if (ends?.result) unpack(ends.result, store.blobs)
    return false
  } catch (error) {
    return error instanceof ShoalError && error.code === 'blob-lost'
  }
}

export function result(store: Store, teamName: string, id: string): Json {
  const { task: row } = taskRow(store, teamRow(store, teamName), id)
  const { result: cell } = store.one<{ result: string | null }>('SELECT result FROM tasks WHERE task = ?', row)!
  return cell === null ? null : valueIn(store, cell, 'result', id)
}

export function log(store: Store, teamName: string, id: string): string | null {
  const { task: row } = taskRow(store, teamRow(store, teamName), id)
  const cell = store.one<{ log: string | null }>('SELECT log FROM task_notes WHERE task = ?', row)?.log ?? null
  return cell === null ? null : (unpack(cell, store.blobs) as string)
}
