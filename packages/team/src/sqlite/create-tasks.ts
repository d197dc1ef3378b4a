// New tasks and new dependencies: all of them or none, and never a cycle.
import type { NewTask } from '@shoal/base/model/task'
import { findWay } from '../graph.ts'
import { wrongState } from '../refusals.ts'
import { completeTasks, cycleError, type FullTask } from '../rules.ts'
import { Approving, State } from '../stored/numbers.ts'
import type { TaskRow, TeamRow } from '../stored/rows.ts'
import { isOpen, statusOf } from '../stored/task-views.ts'
import { type Packed, pack } from '../stored/values.ts'
import { keepBlob, taskRow, teamRow } from './rows.ts'
import type { Store } from './store.ts'

/** Outside of the write lock: large inputs are on the disk before their tasks are. */
export function packInputs(store: Store, tasks: readonly NewTask[]): readonly Packed[] {
  return tasks.map(({ input }) => {
    const packed = pack(input ?? null)
    if (packed.blob) store.blobs.put(packed.blob)
    return packed
  })
}

export function storeTasks(
  store: Store,
  team: TeamRow,
  given: readonly NewTask[],
  inputs: readonly Packed[],
): readonly string[] {
  if (given.length === 0) return []
  const isFirst = store.one('SELECT 1 FROM tasks WHERE team = ? LIMIT 1', team.team) === undefined
  const known = new Map<string, TaskRow | undefined>()
  const find = (id: string): TaskRow | undefined => {
    if (isFirst) return undefined
    if (!known.has(id))
      known.set(id, store.one<TaskRow>('SELECT * FROM tasks WHERE team = ? AND id = ?', team.team, id))
    return known.get(id)
  }
  const { tasks, nextNumber } = completeTasks(given, team.next_task, id => find(id) !== undefined)
  store.run('UPDATE teams SET next_task = ? WHERE team = ?', nextNumber, team.team)

  const first = (store.one<{ last: number | null }>('SELECT max(task) AS last FROM tasks')!.last ?? 0) + 1
  const place = new Map(tasks.map((task, at) => [task.id, first + at]))
  const dependents = new Map<string, number>()
  for (const blocker of tasks.flatMap(({ blockedBy }) => blockedBy))
    dependents.set(blocker, (dependents.get(blocker) ?? 0) + 1)
  for (const [id, count] of dependents) if (!place.has(id)) addDependents(store, find(id)!.task, count)
  for (const [at, task] of tasks.entries()) {
    const blockers = task.blockedBy.map(id => ({
      row: place.get(id) ?? find(id)!.task,
      isOpen: place.has(id) || isOpen(find(id)!),
    }))
    insertTask(store, team.team, {
      task,
      row: first + at,
      input: inputs[at]!,
      dependents: dependents.get(task.id) ?? 0,
      openBlockers: blockers.filter(one => one.isOpen).length,
    })
    for (const { row } of blockers) insertDependency(store, row, first + at)
  }
  const about = tasks.length === 1 ? { task: first } : { detail: `${tasks.length} tasks` }
  store.event('tasks-created', team.team, about)
  return tasks.map(({ id }) => id)
}

interface Insertion {
  readonly task: FullTask
  readonly row: number
  readonly input: Packed
  readonly dependents: number
  readonly openBlockers: number
}

function insertTask(store: Store, team: number, { task, row, input, dependents, openBlockers }: Insertion): void {
  store.run(
    `INSERT INTO tasks (task, team, id, state, role, priority, blockers, dependents, open_blockers, retries, approval, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row,
    team,
    task.id,
    openBlockers > 0 ? State.blocked : State.ready,
    task.role ?? '',
    task.priority,
    task.blockedBy.length,
    dependents,
    openBlockers,
    task.retries,
    task.needsApproval ? Approving.wanted : Approving.none,
    store.now(),
  )
  store.run(
    'INSERT INTO task_texts (task, subject, description, active_form, input) VALUES (?, ?, ?, ?, ?)',
    row,
    task.subject,
    task.description,
    task.activeForm,
    input.cell === 'null' ? null : input.cell,
  )
  keepBlob(store, team, input)
}

function insertDependency(store: Store, blocker: number, blocked: number): void {
  store.run('INSERT INTO dependencies (blocker, blocked) VALUES (?, ?)', blocker, blocked)
}

function addDependents(store: Store, blocker: number, count: number): void {
  store.run('UPDATE tasks SET dependents = dependents + ? WHERE task = ?', count, blocker)
}

export function addBlockedBy(store: Store, teamName: string, id: string, blockers: readonly string[]): void {
  const team = teamRow(store, teamName)
  const task = taskRow(store, team, id)
  const status = statusOf(task)
  if (status !== 'pending' && status !== 'failed') throw wrongState(id, status, 'get blockers')
  const rows = [...new Set(blockers)].map(blocker => taskRow(store, team, blocker))
  const added = rows.filter(
    row => !store.one('SELECT 1 FROM dependencies WHERE blocker = ? AND blocked = ?', row.task, task.task),
  )
  for (const row of added) checkNoCycle(store, task, row)
  if (added.length === 0) return
  for (const row of added) {
    insertDependency(store, row.task, task.task)
    addDependents(store, row.task, 1)
  }
  store.run(
    `UPDATE tasks SET blockers = blockers + ?3, open_blockers = open_blockers + ?1,
       state = CASE WHEN ?1 > 0 AND state IN (${State.ready}, ${State.awaiting}) THEN ${State.blocked} ELSE state END
     WHERE task = ?2`,
    added.filter(isOpen).length,
    task.task,
    added.length,
  )
  store.event('task-blocked', team.team, { task: task.task, detail: added.map(row => row.id).join(', ') })
}

/** Searched from the blocked task downwards: it usually has few that wait for it. */
function checkNoCycle(store: Store, task: TaskRow, blocker: TaskRow): void {
  const dependents = (row: number) =>
    store
      .all<{ blocked: number }>('SELECT blocked FROM dependencies WHERE blocker = ?', row)
      .map(({ blocked }) => blocked)
  const way = findWay(task.task, blocker.task, dependents)
  if (!way) return
  const idOf = (row: number) => store.one<{ id: string }>('SELECT id FROM tasks WHERE task = ?', row)!.id
  throw cycleError([task.id, ...[...way].reverse().map(idOf)])
}
