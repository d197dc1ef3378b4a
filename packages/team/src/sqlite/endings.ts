// How a task leaves the hands of a member, and what that does to those that wait for it.
import type { EventKind } from '@shoal/base/model/event'
import { LOSS_LIMIT } from '@shoal/base/model/task'
import { LEAD } from '@shoal/base/model/team'
import { Approving, eventNumber, State } from '../stored/numbers.ts'
import type { Actor, HeldTask, TaskRow } from '../stored/rows.ts'
import type { Packed } from '../stored/values.ts'
import { failedLine, tooManyLossesReason } from '../wording.ts'
import { post } from './messages.ts'
import { keepBlob } from './rows.ts'
import type { Store } from './store.ts'

/** What a pending task becomes: blocked, waiting for an approval, or ready. */
export const PENDING_STATE = `CASE WHEN open_blockers > 0 THEN ${State.blocked}
  WHEN approval = ${Approving.requested} THEN ${State.awaiting} ELSE ${State.ready} END`

/** Null clears what an attempt before left; undefined leaves it as it is. */
export interface Notes {
  readonly reason?: string | null
  readonly log?: Packed | null
}

export interface Completion {
  readonly result: Packed
  readonly summary: string | null
  readonly log: Packed | null
}

const COMPLETE = `UPDATE tasks SET state = ${State.completed}, ended_at = ?, result = ?, result_bytes = ?, summary = ?
  WHERE task = ?`

/** Those that wait for it are not told yet. */
export function completeTask(store: Store, member: Actor, row: HeldTask, { result, summary, log }: Completion): void {
  store.do(COMPLETE, store.now(), result.cell, result.bytes, summary, row.task)
  keepBlob(store, row.team, result)
  if (row.noted || log) takeNotes(store, row, { reason: null, log })
  store.event('task-completed', row.team, { task: row.task, member: member.member, detail: summary })
}

export function failTask(store: Store, member: Actor, row: HeldTask, notes: Notes & { readonly reason: string }): void {
  store.run(
    `UPDATE tasks SET state = ${State.failed}, owner = ?, ended_at = ? WHERE task = ?`,
    member.member,
    store.now(),
    row.task,
  )
  takeNotes(store, row, notes)
  store.event('task-failed', row.team, { task: row.task, member: member.member, detail: notes.reason })
  const { subject } = store.one<{ subject: string }>('SELECT subject FROM task_texts WHERE task = ?', row.task)!
  report(store, member, row, failedLine(subject, notes.reason))
}

/** Back to pending, for the next who claims it; a task that killed too many workers fails instead. */
export function giveBack(
  store: Store,
  member: Actor,
  task: number,
  { kind, reason, notes = {} }: { readonly kind: EventKind; readonly reason: string; readonly notes?: Notes },
): void {
  const row = store.one<TaskRow>(
    `UPDATE tasks SET losses = losses + ? WHERE task = ? RETURNING *`,
    kind === 'task-lost' ? 1 : 0,
    task,
  )!
  store.event(kind, row.team, { task, member: member.member, detail: reason })
  if (kind === 'task-lost' && row.losses >= LOSS_LIMIT) {
    const worn = tooManyLossesReason(row.losses, reason)
    failTask(store, member, row, { ...notes, reason: worn })
    return
  }
  store.run(`UPDATE tasks SET owner = NULL, claimed_at = NULL, state = ${PENDING_STATE} WHERE task = ?`, task)
  takeNotes(store, row, notes)
}

export function takeNotes(store: Store, { task, team }: Pick<TaskRow, 'task' | 'team'>, { reason, log }: Notes): void {
  const cells = {
    ...(reason === undefined ? {} : { reason }),
    ...(log === undefined ? {} : { log: log?.cell ?? null }),
  }
  const columns = Object.keys(cells)
  if (columns.length === 0) return
  store.run(
    `INSERT INTO task_notes (task, ${columns.join(', ')}) VALUES (?${', ?'.repeat(columns.length)})
     ON CONFLICT DO UPDATE SET ${columns.map(column => `${column} = excluded.${column}`).join(', ')}`,
    task,
    ...Object.values(cells),
  )
  store.run('UPDATE tasks SET noted = 1 WHERE task = ?', task)
  if (log) keepBlob(store, team, log)
}

/** A task is done: those that waited for nothing else become ready. */
export function openDependents(store: Store, { task, team }: Pick<TaskRow, 'task' | 'team'>): void {
  store.do(OPEN, task)
  store.do(TELL_READY, team, store.now(), task)
}

const OPEN = `UPDATE tasks SET open_blockers = open_blockers - 1,
    state = CASE WHEN state <> ${State.blocked} OR open_blockers > 1 THEN state
      WHEN approval = ${Approving.requested} THEN ${State.awaiting} ELSE ${State.ready} END
  WHERE task IN (SELECT blocked FROM dependencies WHERE blocker = ?)`

/** Nobody who waited for it was ready before. */
const TELL_READY = `INSERT INTO events (team, at, kind, task) SELECT ?1, ?2, ${eventNumber.get('task-ready')!}, task
  FROM dependencies JOIN tasks ON task = blocked WHERE blocker = ?3 AND state = ${State.ready} ORDER BY task`

/** A task is open again: those that wait for it and have not begun are blocked. */
export function closeDependents(store: Store, { task }: Pick<TaskRow, 'task'>): void {
  store.run(
    `UPDATE tasks SET open_blockers = open_blockers + 1,
       state = CASE WHEN state IN (${State.ready}, ${State.awaiting}) THEN ${State.blocked} ELSE state END
     WHERE task IN (SELECT blocked FROM dependencies WHERE blocker = ?)`,
    task,
  )
}

export function report(store: Store, member: Actor, row: HeldTask, text: string): void {
  post(store, row.team, { kind: 'task-report', from: member.name, to: LEAD, text, task: row.id })
}
