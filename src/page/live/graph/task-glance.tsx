// The task that is pointed at, in a line below the graph.
import type { LiveTask } from '../../../model/live.ts'
import { formatBytes } from '../../../text/printable.ts'
import { shown } from '../../parts/shown.ts'
import { TaskBadge } from '../status-badge.tsx'
import { lasted, lasting, placeOf, taskState } from '../wording.ts'

export function TaskGlance({ task, now }: { readonly task: LiveTask | null; readonly now: number }) {
  if (task === null)
    return <p class="graph-glance small muted">Point at a task to see what it is; click or press Enter to open it.</p>
  const state = taskState(task)
  const facts = [
    placeOf(task),
    task.bytes === null ? null : formatBytes(task.bytes),
    task.owner === null ? null : shown(task.owner),
    timeWords(task, now),
    task.attempts > 1 ? `${task.attempts} attempts` : null,
    task.reason === null ? task.summary : task.reason,
  ].filter(fact => fact !== null)
  return (
    <p class="graph-glance is-told small">
      <TaskBadge state={state} /> <strong>{shown(task.subject, 200)}</strong>{' '}
      <span class="muted">{shown(facts.join(' · '), 400)}</span>
    </p>
  )
}

function timeWords({ claimedAt, endedAt, status }: LiveTask, now: number): string | null {
  if (claimedAt === null) return null
  if (status === 'in_progress') return `for ${lasting(Math.max(0, now - claimedAt))}`
  return endedAt === null ? null : `took ${lasted(Math.max(0, endedAt - claimedAt))}`
}
