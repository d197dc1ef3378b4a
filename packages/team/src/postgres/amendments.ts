// Replacing the result of a completed task while nobody builds on it yet. In a move alone.
import type { Json } from '@shoal/base/model/json'
import { LEAD } from '@shoal/base/model/team'
import { builtOn, resultChanged, wrongState } from '../refusals.ts'
import { State } from '../stored/numbers.ts'
import type { TaskRow } from '../stored/rows.ts'
import { statusOf } from '../stored/task-views.ts'
import { pack } from '../stored/values.ts'
import { lineOrNull } from '../wording.ts'
import { post } from './messages.ts'
import { TASK, taskRow, teamRow } from './rows.ts'
import type { Store } from './store.ts'

export interface Amendment {
  readonly from: Json
  readonly to: Json
  readonly summary?: string
}

/** What was said of the old result stands until something else is said. The old blob stays with the team. */
export async function amend(store: Store, teamName: string, id: string, change: Amendment): Promise<void> {
  const [from, to] = [pack(change.from), pack(change.to)]
  const summary = lineOrNull(change.summary)
  await store.alone(teamName, async turn => {
    const row = await taskRow(turn, await teamRow(turn, teamName), id)
    if (row.state !== State.completed) throw wrongState(id, statusOf(row), 'be amended')
    const builder = await turn.one<{ id: string }>(BUILDER, row.task)
    if (builder) throw builtOn(id, builder.id)
    const amended = await turn.one<TaskRow>(
      `UPDATE tasks SET result = $1, result_bytes = $2, summary = coalesce($3, summary) WHERE task = $4 AND result = $5
       RETURNING ${TASK}`,
      to.cell,
      to.bytes,
      summary,
      row.task,
      from.cell,
    )
    if (!amended) throw resultChanged(id)
    await turn.blobs.keep(turn, row.team, to)
    const owner = row.owner!
    await turn.event('task-amended', row.team, { task: row.task, member: owner, detail: summary })
    if (summary === null) return
    const { name } = (await turn.one<{ name: string }>('SELECT name FROM members WHERE member = $1', owner))!
    await post(turn, row.team, { kind: 'task-report', from: name, to: LEAD, text: summary, task: row.id })
  })
}

const BUILDER = `SELECT id FROM dependencies JOIN tasks ON task = blocked
  WHERE blocker = $1 AND state IN (${State.inProgress}, ${State.completed}) ORDER BY task LIMIT 1`
