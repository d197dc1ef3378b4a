// Who is at work, on what, and for how long.
import type { LiveMember, LiveRun, LiveTask } from '../../../model/live.ts'
import { formatCount, plural } from '../../../text/printable.ts'
import { writeAddress } from '../../address.ts'
import { shown } from '../../parts/shown.ts'
import { taskPath } from '../route.ts'
import { TaskPlace } from '../task-place.tsx'
import { lasting } from '../wording.ts'

const LISTED = 24

export function MembersCard({ run, now }: { readonly run: LiveRun; readonly now: number }) {
  const atWork = run.members.filter(({ state, task }) => state === 'working' && task !== null)
  const tasks = new Map<string, LiveTask>()
  const wanted = new Set(atWork.map(({ task }) => task))
  for (const task of run.taskList) if (wanted.has(task.id)) tasks.set(task.id, task)
  return (
    <section class="card" aria-labelledby="members-title">
      <div class="live-card-head">
        <h2 id="members-title">At work</h2>
        <span class="muted small">{restWords(run.members)}</span>
      </div>
      {atWork.length === 0 ? (
        <p class="muted small">Nobody at the moment.</p>
      ) : (
        <ul class="members-list">
          {atWork.slice(0, LISTED).map(({ name, task }) => {
            const at = tasks.get(task!)
            return (
              <li key={name}>
                <span class="members-name">{shown(name)}</span>
                <a class="members-task" href={writeAddress(taskPath(run.run, task!))}>
                  {!at ? shown(task!) : at.path === null ? shown(at.activeForm ?? at.subject) : <TaskPlace task={at} />}
                </a>
                <span class="muted small number">
                  {at?.claimedAt == null ? '' : lasting(Math.max(0, now - at.claimedAt))}
                </span>
              </li>
            )
          })}
        </ul>
      )}
      {atWork.length > LISTED ? <p class="muted small">and {plural(atWork.length - LISTED, 'other')}</p> : null}
    </section>
  )
}

function restWords(members: readonly LiveMember[]): string {
  const idle = members.filter(({ state }) => state === 'idle').length
  const dead = members.filter(({ state }) => state === 'dead').length
  return [idle > 0 ? `${formatCount(idle)} idle` : '', dead > 0 ? `${formatCount(dead)} died` : '']
    .filter(part => part !== '')
    .join(', ')
}
