// The task that is pointed at, in a line below the graph.
import type { LiveTask } from '@shoal/base/model/live'
import { formatBytes } from '@shoal/base/text/printable'
import { lasted, lasting } from '@shoal/base/text/times'
import { shown } from '../../parts/shown.ts'
import { Words } from '../../parts/words.tsx'
import { TaskBadge } from '../status-badge.tsx'
import { TaskPlace } from '../task-place.tsx'
import { taskState } from '../wording.ts'

export function TaskGlance({ task, now }: { readonly task: LiveTask | null; readonly now: number }) {
  if (task === null)
    return <p class="graph-glance small muted">Point at a task to see what it is; click or press Enter to open it.</p>
  const state = taskState(task)
  const said = task.reason ?? task.summary
  const facts = [
    task.path === null ? null : <TaskPlace task={task} />,
    task.bytes === null ? null : formatBytes(task.bytes),
    task.owner === null ? null : <bdi>{shown(task.owner)}</bdi>,
    timeWords(task, now),
    task.attempts > 1 ? `${task.attempts} attempts` : null,
    said === null ? null : <Words text={said} most={200} />,
  ].filter(fact => fact !== null)
  return (
    <p class="graph-glance is-told small">
      <TaskBadge state={state} />{' '}
      <strong>
        <bdi>{shown(task.subject, 200)}</bdi>
      </strong>{' '}
      <span class="muted">
        {facts.map((fact, index) => (
          <span key={index}>
            {index > 0 ? ' · ' : ''}
            {fact}
          </span>
        ))}
      </span>
    </p>
  )
}

function timeWords({ claimedAt, endedAt, status }: LiveTask, now: number): string | null {
  if (claimedAt === null) return null
  if (status === 'in_progress') return `for ${lasting(Math.max(0, now - claimedAt))}`
  return endedAt === null ? null : `took ${lasted(Math.max(0, endedAt - claimedAt))}`
}
