// What people decide about tasks: try again, go on without, approve or reject a plan. In moves alone.
import { needsText, noPlan, wrongState } from '../refusals.ts'
import { Approving, State } from '../stored/numbers.ts'
import type { TaskRow } from '../stored/rows.ts'
import { statusOf } from '../stored/task-views.ts'
import { planAnswerText, reasonLine } from '../wording.ts'
import { closeDependents, PENDING_STATE, takeNotes } from './endings.ts'
import { post } from './messages.ts'
import { noteEnding, resolve } from './resolver.ts'
import { memberRow, taskRow, teamRow } from './rows.ts'
import { isResultLost } from './tasks.ts'
import type { Turn } from './turn.ts'

/** Also of a completed task whose result was lost with its blob: whoever misses it can have it made again. */
export async function retry(turn: Turn, teamName: string, id: string): Promise<void> {
  const team = await teamRow(turn, teamName)
  const row = await taskRow(turn, team, id)
  const isLost = await isResultLost(turn, row)
  if (row.state !== State.failed && row.state !== State.skipped && !isLost)
    throw wrongState(id, statusOf(row), 'be retried')
  if (isLost) await forgetResult(turn, row)
  await turn.run(
    `UPDATE tasks SET failures = 0, losses = 0, owner = NULL, claimed_at = NULL, ended_at = NULL, state = ${PENDING_STATE}
     WHERE task = $1`,
    row.task,
  )
  if (row.state === State.skipped || isLost) await closeDependents(turn, row)
  await turn.event('task-retried', team.team, { task: row.task })
}

/** What is left of the blob goes too: the same result would otherwise not be written again. */
async function forgetResult(turn: Turn, { task, team }: TaskRow): Promise<void> {
  const { result } = (await turn.one<{ result: string }>('SELECT result FROM tasks WHERE task = $1', task))!
  await turn.run('UPDATE tasks SET result = NULL, result_bytes = NULL, summary = NULL WHERE task = $1', task)
  await turn.blobs.forget(turn, team, result.slice(1))
}

export async function skip(turn: Turn, teamName: string, id: string, reason: string): Promise<void> {
  const team = await teamRow(turn, teamName)
  const row = await taskRow(turn, team, id)
  const status = statusOf(row)
  if (status !== 'pending' && status !== 'failed') throw wrongState(id, status, 'be skipped')
  const said = reasonLine(reason)
  await turn.run(`UPDATE tasks SET state = ${State.skipped}, ended_at = now_ms() WHERE task = $1`, row.task)
  await takeNotes(turn, row, { reason: said })
  await turn.event('task-skipped', team.team, { task: row.task, detail: said })
  await noteEnding(turn, row)
  await resolve(turn, team.team)
}

export interface Decision {
  readonly by: string
  readonly approved: boolean
  readonly feedback: string | null
}

export async function decide(
  turn: Turn,
  teamName: string,
  id: string,
  { by, approved, feedback }: Decision,
): Promise<void> {
  const team = await teamRow(turn, teamName)
  const row = await taskRow(turn, team, id)
  const decider = await memberRow(turn, team, by)
  const said = feedback?.trim() || null
  if (!approved && said === null) throw needsText('the rejection of a plan')
  if (statusOf(row) !== 'pending' || row.approval !== Approving.requested) throw noPlan(id)
  const { round, name, subject } = (await turn.one<{ round: number; name: string; subject: string }>(
    `SELECT p.round, m.name, x.subject FROM plans p JOIN members m USING (member) JOIN task_texts x USING (task)
     WHERE p.task = $1 ORDER BY p.round DESC LIMIT 1`,
    row.task,
  ))!
  await turn.run('UPDATE plans SET feedback = $1 WHERE task = $2 AND round = $3', said ?? '', row.task, round)
  await turn.run(
    'UPDATE tasks SET approval = $1 WHERE task = $2',
    approved ? Approving.approved : Approving.rejected,
    row.task,
  )
  await turn.run(`UPDATE tasks SET state = ${PENDING_STATE} WHERE task = $1`, row.task)
  const about = { task: row.task, member: decider.member, detail: said }
  await turn.event(approved ? 'plan-approved' : 'plan-rejected', team.team, about)
  const text = planAnswerText(subject, approved ? 'approved' : 'rejected', said)
  await post(turn, team.team, { kind: 'plan_approval_response', from: by, to: name, text, task: id })
}
