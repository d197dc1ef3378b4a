// How a task leaves the hands of a member, and what that does to those that wait for it.
import type { EventKind } from '@shoal/base/model/event'
import { type Claim, LOSS_LIMIT } from '@shoal/base/model/task'
import { LEAD } from '@shoal/base/model/team'
import { Approving, State } from '../stored/numbers.ts'
import type { Actor, HeldTask, TaskRow } from '../stored/rows.ts'
import type { Packed } from '../stored/values.ts'
import { failedLine, tooManyLossesReason } from '../wording.ts'
import { post } from './messages.ts'
import { TASK } from './rows.ts'
import type { Turn } from './turn.ts'

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

/** Of a task in hand, with its member. */
export const HELD = `t.task, t.team, t.id, t.failures, t.retries, t.approval, t.dependents, t.noted,
  m.member, m.name, m.role, m.session, m.shutdown, m.idle_told`

/** Null when the claim is lost, or in another phase. Those that wait for it are told by the resolver. */
export async function completeTask(
  turn: Turn,
  { team, task, fence }: Claim,
  { result, summary, log }: Completion,
): Promise<(HeldTask & Actor) | null> {
  const values = [team, task.id, fence, result.cell, result.bytes, summary] as const
  const row = await turn.call<HeldTask & Actor>('complete_task', ...values)
  if (!row) return null
  await turn.blobs.keep(turn, row.team, result)
  if (log) await takeNotes(turn, row, { reason: null, log })
  return row
}

export async function failTask(
  turn: Turn,
  member: Actor,
  row: HeldTask,
  notes: Notes & { readonly reason: string },
): Promise<void> {
  await turn.run(
    `UPDATE tasks SET state = ${State.failed}, owner = $1, ended_at = now_ms() WHERE task = $2`,
    member.member,
    row.task,
  )
  await takeNotes(turn, row, notes)
  await turn.event('task-failed', row.team, { task: row.task, member: member.member, detail: notes.reason })
  await report(turn, member, row, failedLine(await subjectOf(turn, row.task), notes.reason))
}

export async function subjectOf(turn: Turn, task: number): Promise<string> {
  return (await turn.one<{ subject: string }>('SELECT subject FROM task_texts WHERE task = $1', task))!.subject
}

/** Back to pending, for the next who claims it; a task that killed too many workers fails instead. */
export async function giveBack(
  turn: Turn,
  member: Actor,
  task: number,
  { kind, reason, notes = {} }: { readonly kind: EventKind; readonly reason: string; readonly notes?: Notes },
): Promise<void> {
  const row = (await turn.one<TaskRow>(
    `UPDATE tasks SET losses = losses + $1 WHERE task = $2 RETURNING ${TASK}`,
    kind === 'task-lost' ? 1 : 0,
    task,
  ))!
  await turn.event(kind, row.team, { task, member: member.member, detail: reason })
  if (kind === 'task-lost' && row.losses >= LOSS_LIMIT) {
    await failTask(turn, member, row, { ...notes, reason: tooManyLossesReason(row.losses, reason) })
    return
  }
  await turn.run(`UPDATE tasks SET owner = NULL, claimed_at = NULL, state = ${PENDING_STATE} WHERE task = $1`, task)
  await takeNotes(turn, row, notes)
}

export async function takeNotes(
  turn: Turn,
  { task, team }: Pick<TaskRow, 'task' | 'team'>,
  { reason, log }: Notes,
): Promise<void> {
  const cells = {
    ...(reason === undefined ? {} : { reason }),
    ...(log === undefined ? {} : { log: log?.cell ?? null }),
  }
  const columns = Object.keys(cells)
  if (columns.length === 0) return
  await turn.run(
    `INSERT INTO task_notes (task, ${columns.join(', ')}) VALUES ($1${columns.map((_, at) => `, $${at + 2}`).join('')})
     ON CONFLICT (task) DO UPDATE SET ${columns.map(column => `${column} = excluded.${column}`).join(', ')}`,
    task,
    ...Object.values(cells),
  )
  await turn.run('UPDATE tasks SET noted = 1 WHERE task = $1', task)
  if (log) await turn.blobs.keep(turn, team, log)
}

/** In a move alone. A task is open again: those that wait for it and have not begun are blocked. */
export async function closeDependents(turn: Turn, { task }: Pick<TaskRow, 'task'>): Promise<void> {
  await turn.run(
    `UPDATE tasks SET open_blockers = open_blockers + 1,
       state = CASE WHEN state IN (${State.ready}, ${State.awaiting}) THEN ${State.blocked} ELSE state END
     WHERE task IN (SELECT blocked FROM dependencies WHERE blocker = $1)`,
    task,
  )
}

export async function report(turn: Turn, member: Actor, row: HeldTask, text: string): Promise<void> {
  await post(turn, row.team, { kind: 'task-report', from: member.name, to: LEAD, text, task: row.id })
}
