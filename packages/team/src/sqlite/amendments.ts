// Replacing the result of a completed task while nobody builds on it yet.
import type { Json } from '@shoal/base/model/json'
import { LEAD } from '@shoal/base/model/team'
import { builtOn, resultChanged, wrongState } from '../refusals.ts'
import { State } from '../stored/numbers.ts'
import type { TaskRow } from '../stored/rows.ts'
import { statusOf } from '../stored/task-views.ts'
import { type Packed, pack } from '../stored/values.ts'
import { lineOrNull } from '../wording.ts'
import { post } from './messages.ts'
import { keepBlob, taskRow, teamRow } from './rows.ts'
import type { Store } from './store.ts'
import { removeBlobs } from './teams.ts'

export interface Amendment {
  readonly from: Json
  readonly to: Json
  readonly summary?: string
}

/**
 * The new blob goes to the disk before the lock is taken, and goes again when the move is refused. The old one stays with
 * the team, which may refer to it elsewhere, and is removed with it.
 */
export async function amend(store: Store, teamName: string, id: string, change: Amendment): Promise<void> {
  const [from, to] = [pack(change.from), pack(change.to)]
  await store.read(() => amendable(store, teamName, id, from))
  const { blob } = to
  if (blob) store.blobs.put(blob)
  try {
    await store.write(() => {
      const row = amendable(store, teamName, id, from)
      replaceResult(store, row, to, lineOrNull(change.summary))
    })
  } catch (error) {
    if (blob) await store.write(() => removeBlobs(store, [blob.hash])).catch(() => {})
    throw error
  }
}

interface Amendable extends TaskRow {
  readonly result: string
  readonly owner: number
}

function amendable(store: Store, teamName: string, id: string, from: Packed): Amendable {
  const row = taskRow(store, teamRow(store, teamName), id) as Amendable
  if (row.state !== State.completed) throw wrongState(id, statusOf(row), 'be amended')
  const builder = row.dependents === 0 ? undefined : store.one<{ id: string }>(BUILDER, row.task)
  if (builder) throw builtOn(id, builder.id)
  if (row.result !== from.cell) throw resultChanged(id)
  return row
}

const BUILDER = `SELECT id FROM dependencies JOIN tasks ON task = blocked
  WHERE blocker = ? AND state IN (${State.inProgress}, ${State.completed}) ORDER BY task LIMIT 1`

/** What was said of the old result stands until something else is said. */
function replaceResult(store: Store, row: Amendable, to: Packed, summary: string | null): void {
  store.run(
    'UPDATE tasks SET result = ?, result_bytes = ?, summary = coalesce(?, summary) WHERE task = ?',
    to.cell,
    to.bytes,
    summary,
    row.task,
  )
  keepBlob(store, row.team, to)
  store.event('task-amended', row.team, { task: row.task, member: row.owner, detail: summary })
  if (summary === null) return
  const { name } = store.one<{ name: string }>('SELECT name FROM members WHERE member = ?', row.owner)!
  post(store, row.team, { kind: 'task-report', from: name, to: LEAD, text: summary, task: row.id })
}
