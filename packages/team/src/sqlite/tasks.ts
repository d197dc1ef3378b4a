// Looks at tasks: one, many, how many, and what was given and came of them.
import type { Json } from '@shoal/base/model/json'
import type { Approval, Claim, Outlook, Task, TaskStatus } from '@shoal/base/model/task'
import { Approving, State } from '../stored/numbers.ts'
import type { TaskRow } from '../stored/rows.ts'
import {
  type BesideTask,
  isBlobLost,
  type PlanRow,
  statesOf,
  toApproval,
  toTask,
  valueLost,
  type WholeRow,
} from '../stored/task-views.ts'
import { unpack } from './blobs.ts'
import { taskRow, teamRow } from './rows.ts'
import type { Store } from './store.ts'

const COLUMNS = `t.task, t.id, t.state, t.role, t.priority, t.attempts, t.retries, t.blockers, t.open_blockers, t.approval,
  t.created_at, t.claimed_at, t.ended_at, t.result_bytes, t.summary, x.subject, x.description, x.active_form,
  m.name AS owner_name, n.reason, n.log IS NOT NULL AS has_log`

const TABLES = `tasks t JOIN task_texts x USING (task) LEFT JOIN members m ON m.member = t.owner
  LEFT JOIN task_notes n USING (task)`

function wholeTask(store: Store, row: number): Task {
  const whole = store.one<WholeRow>(`SELECT ${COLUMNS} FROM ${TABLES} WHERE t.task = ?`, row)!
  return toTask(whole, besideTask(store, whole))
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
  const whole: WholeRow = {
    ...row,
    state: State.inProgress,
    attempts: row.attempts + 1,
    open_blockers: 0,
    claimed_at: at,
    ended_at: null,
    result_bytes: null,
    summary: null,
    owner_name: owner,
    reason: notes?.reason ?? null,
    has_log: notes?.has_log ?? 0,
  }
  const task = toTask(whole, besideTask(store, row))
  return { task, input: row.input === null ? null : valueIn(store, row.input, 'input', row.id) }
}

/** The same of one that was taken before, by whichever process. */
export function heldTaskAndInput(store: Store, row: number): Pick<Claim, 'task' | 'input'> {
  const { id, input: cell } = store.one<{ id: string; input: string | null }>(INPUT, row)!
  return { task: wholeTask(store, row), input: cell === null ? null : valueIn(store, cell, 'input', id) }
}

const INPUT = 'SELECT t.id, x.input FROM tasks t JOIN task_texts x USING (task) WHERE t.task = ?'

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
    .map(row => toTask(row, besideTask(store, row)))
}

function blockersOf(store: Store, row: number): readonly string[] {
  const { ids } = store.one<{ ids: string }>(BLOCKERS, row)!
  return JSON.parse(ids)
}

/** As one text: rows cost more to fetch than to read. */
const BLOCKERS = `SELECT json_group_array(id) AS ids FROM (
  SELECT t.id FROM dependencies d JOIN tasks t ON t.task = d.blocker WHERE d.blocked = ? ORDER BY d.blocker)`

function besideTask(store: Store, row: Pick<TaskRow, 'task' | 'blockers' | 'approval'>): BesideTask {
  return {
    blockedBy: row.blockers === 0 ? [] : blockersOf(store, row.task),
    approval: row.approval === Approving.none ? null : approvalOf(store, row),
  }
}

function approvalOf(store: Store, { task: row, approval }: Pick<TaskRow, 'task' | 'approval'>): Approval {
  const plans = store.all<PlanRow>(
    'SELECT round, plan, feedback FROM plans WHERE task = ? ORDER BY round DESC LIMIT 2',
    row,
  )
  return toApproval(approval, plans, plans[0] ? planIn(store, plans[0].plan) : null)
}

/** A plan that is lost is made again when it is rejected; until then a list of tasks must not fail for it. */
function planIn(store: Store, cell: string): Json {
  try {
    return unpack(cell, store.blobs)
  } catch (error) {
    if (isBlobLost(error)) return { lost: error.message }
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

function valueIn(store: Store, cell: string, what: 'input' | 'result', id: string): Json {
  try {
    return unpack(cell, store.blobs)
  } catch (error) {
    throw isBlobLost(error) ? valueLost(what, id, error) : error
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
    return isBlobLost(error)
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
