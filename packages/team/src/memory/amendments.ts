// Replacing the result of a completed task in the in-memory ledger, while nobody builds on it yet.
import type { Json } from '@shoal/base/model/json'
import { LEAD } from '@shoal/base/model/team'
import { builtOn, resultChanged, wrongState } from '../refusals.ts'
import { lineOrNull } from '../wording.ts'
import { post } from './messages.ts'
import { appendEvent, findTask, findTeam, type Store, toText } from './state.ts'
import { inOrder } from './tasks.ts'

/** What was said of the old result stands until something else is said. */
export function amend(
  store: Store,
  teamName: string,
  id: string,
  change: { readonly from: Json; readonly to: Json; readonly summary?: string },
): void {
  const [from, to] = [toText(change.from), toText(change.to)]
  const team = findTeam(store, teamName)
  const task = findTask(team, id)
  if (task.status !== 'completed') throw wrongState(id, task.status, 'be amended')
  const builder = inOrder(team, task.dependents).find(
    ({ status }) => status === 'in_progress' || status === 'completed',
  )
  if (builder) throw builtOn(id, builder.id)
  if (task.result !== from) throw resultChanged(id)
  const member = task.owner!
  const summary = lineOrNull(change.summary)
  task.result = to
  task.summary = summary ?? task.summary
  appendEvent(store, team.name, 'task-amended', { task: id, member, detail: summary })
  if (summary !== null) post(store, team, { kind: 'task-report', from: member, to: LEAD, text: summary, task: id })
}
