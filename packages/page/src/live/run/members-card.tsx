// Who is at work, on what, and for how long.
import type { LiveMember, LiveRun, LiveTask, LiveWorker } from '@shoal/base/model/live'
import { formatCount, plural } from '@shoal/base/text/printable'
import { lasting } from '@shoal/base/text/times'
import { usedWords } from '@shoal/base/text/used-words'
import { writeAddress } from '../../address.ts'
import { shown } from '../../parts/shown.ts'
import { taskPath } from '../route.ts'
import { TaskPlace } from '../task-place.tsx'

const LISTED = 24

export function MembersCard({ run, now }: { readonly run: LiveRun; readonly now: number }) {
  const atWork = workers(run)
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
          {atWork.slice(0, LISTED).map(({ name, id, task }) => {
            return (
              <li key={`${name} ${id}`}>
                <span class="members-name">{shown(name)}</span>
                <a class="members-task" href={writeAddress(taskPath(run.run, id))}>
                  {!task ? (
                    shown(id)
                  ) : task.path === null ? (
                    shown(task.activeForm ?? task.subject)
                  ) : (
                    <TaskPlace task={task} />
                  )}
                </a>
                <span class="muted small number">
                  {task?.claimedAt == null ? '' : lasting(Math.max(0, now - task.claimedAt))}
                </span>
                <LastLines worker={run.workers?.find(({ member, task }) => member === name && task === id)} />
              </li>
            )
          })}
        </ul>
      )}
      {atWork.length > LISTED ? <p class="muted small">and {plural(atWork.length - LISTED, 'other')}</p> : null}
    </section>
  )
}

/** What a program or an agent says while it works. */
function LastLines({ worker }: { readonly worker: LiveWorker | undefined }) {
  const used = worker ? usedWords(worker) : ''
  if (!worker || (worker.lines.length === 0 && used === '')) return null
  return (
    <div class="members-lines muted">
      {used === '' ? null : <p>{used}</p>}
      {worker.lines.map((line, index) => (
        <p key={index}>{shown(line, 300)}</p>
      ))}
    </div>
  )
}

interface Worker {
  readonly name: string
  readonly id: string
  readonly task: LiveTask | null
}

/** By the tasks, as all counts are; of those that are not listed, by the members. */
function workers({ members, taskList }: LiveRun): readonly Worker[] {
  const dead = new Set(members.filter(({ state }) => state === 'dead').map(({ name }) => name))
  const listed = new Set(taskList.map(({ id }) => id))
  return [
    ...taskList.flatMap(task =>
      task.status === 'in_progress' && task.owner !== null && !dead.has(task.owner)
        ? [{ name: task.owner, id: task.id, task }]
        : [],
    ),
    ...members.flatMap(({ name, state, task }) =>
      state === 'working' && task !== null && !listed.has(task) ? [{ name, id: task, task: null }] : [],
    ),
  ]
}

function restWords(members: readonly LiveMember[]): string {
  const idle = members.filter(({ state }) => state === 'idle').length
  const dead = members.filter(({ state }) => state === 'dead').length
  return [idle > 0 ? `${formatCount(idle)} idle` : '', dead > 0 ? `${formatCount(dead)} died` : '']
    .filter(part => part !== '')
    .join(', ')
}
