// What people decide about tasks: try again, go on without, approve or reject a plan.
import { needsText, noPlan, wrongState } from '../refusals.ts'
import { Approving, State } from '../stored/numbers.ts'
import type { TaskRow } from '../stored/rows.ts'
import { statusOf } from '../stored/task-views.ts'
import { planAnswerText, reasonLine } from '../wording.ts'
import { closeDependents, openDependents, PENDING_STATE, takeNotes } from './endings.ts'
import { post } from './messages.ts'
import { memberRow, taskRow, teamRow } from './rows.ts'
import type { Store } from './store.ts'
import { isResultLost } from './tasks.ts'

/** Also of a completed task whose result was lost with its blob: whoever misses it can have it made again. */
export function retry(store: Store, teamName: string, id: string): void {
  const team = teamRow(store, teamName)
  const row = taskRow(store, team, id)
  const isLost = isResultLost(store, row)
  if (row.state !== State.failed && row.state !== State.skipped && !isLost)
    throw wrongState(id, statusOf(row), 'be retried')
  if (isLost) forgetResult(store, row)
  store.run(
    `UPDATE tasks SET failures = 0, losses = 0, owner = NULL, claimed_at = NULL, ended_at = NULL, state = ${PENDING_STATE} WHERE task = ?`,
    row.task,
  )
  if (row.state === State.skipped || isLost) closeDependents(store, row)
  store.event('task-retried', team.team, { task: row.task })
}

/** What is left of the blob goes too: the same result would otherwise not be written again. */
function forgetResult(store: Store, { task }: TaskRow): void {
  const { result } = store.one<{ result: string }>('SELECT result FROM tasks WHERE task = ?', task)!
  store.run('UPDATE tasks SET result = NULL, result_bytes = NULL, summary = NULL WHERE task = ?', task)
  store.blobs.remove(result.slice(1))
}

export function skip(store: Store, teamName: string, id: string, reason: string): void {
  const team = teamRow(store, teamName)
  const row = taskRow(store, team, id)
  const status = statusOf(row)
  if (status !== 'pending' && status !== 'failed') throw wrongState(id, status, 'be skipped')
  const said = reasonLine(reason)
  store.run(`UPDATE tasks SET state = ${State.skipped}, ended_at = ? WHERE task = ?`, store.now(), row.task)
  takeNotes(store, row, { reason: said })
  store.event('task-skipped', team.team, { task: row.task, detail: said })
  openDependents(store, row)
}

export interface Decision {
  readonly by: string
  readonly approved: boolean
  readonly feedback: string | null
}

export function decide(store: Store, teamName: string, id: string, { by, approved, feedback }: Decision): void {
  const team = teamRow(store, teamName)
  const row = taskRow(store, team, id)
  const decider = memberRow(store, team, by)
  const said = feedback?.trim() || null
  if (!approved && said === null) throw needsText('the rejection of a plan')
  if (statusOf(row) !== 'pending' || row.approval !== Approving.requested) throw noPlan(id)
  const { round, name, subject } = store.one<{ round: number; name: string; subject: string }>(
    `SELECT p.round, m.name, x.subject FROM plans p JOIN members m USING (member) JOIN task_texts x USING (task)
     WHERE p.task = ? ORDER BY p.round DESC LIMIT 1`,
    row.task,
  )!
  store.run('UPDATE plans SET feedback = ? WHERE task = ? AND round = ?', said ?? '', row.task, round)
  store.run(
    'UPDATE tasks SET approval = ? WHERE task = ?',
    approved ? Approving.approved : Approving.rejected,
    row.task,
  )
  store.run(`UPDATE tasks SET state = ${PENDING_STATE} WHERE task = ?`, row.task)
  const about = { task: row.task, member: decider.member, detail: said }
  store.event(approved ? 'plan-approved' : 'plan-rejected', team.team, about)
  const text = planAnswerText(subject, approved ? 'approved' : 'rejected', said)
  post(store, team.team, { kind: 'plan_approval_response', from: by, to: name, text, task: id })
}
