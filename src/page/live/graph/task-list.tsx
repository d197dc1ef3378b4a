// The tasks of a run as a list, to search in.
import { useState } from 'preact/hooks'
import type { LiveStage, LiveTask } from '../../../model/live.ts'
import { formatCount, plural } from '../../../text/printable.ts'
import { writeAddress } from '../../address.ts'
import { shown } from '../../parts/shown.ts'
import { Words } from '../../parts/words.tsx'
import { taskPath } from '../route.ts'
import { TaskBadge } from '../status-badge.tsx'
import { TaskPlace } from '../task-place.tsx'
import { taskState, taskStates } from '../wording.ts'

const LISTED = 200

export interface TaskListProps {
  readonly run: string
  readonly tasks: readonly LiveTask[]
  readonly stages: readonly LiveStage[]
  readonly chosen: string | null
}

export function TaskList({ run, tasks, stages, chosen }: TaskListProps) {
  const [search, setSearch] = useState('')
  const [state, setState] = useState('')
  const found = tasks.filter(task => (state === '' || taskState(task) === state) && isAbout(task, search))
  return (
    <>
      <div class="runs-filters">
        <label>
          <span class="sr-only">Search tasks</span>
          <input
            class="field"
            type="search"
            placeholder="Search tasks"
            value={search}
            onInput={event => setSearch(event.currentTarget.value)}
          />
        </label>
        <label>
          <span class="sr-only">State</span>
          <select class="field" value={state} onChange={event => setState(event.currentTarget.value)}>
            <option value="">Any state</option>
            {taskStates.map(each => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </label>
        <span class="muted small" role="status">
          {found.length > LISTED
            ? `${formatCount(LISTED)} of ${plural(found.length, 'task')}: search to see others`
            : plural(found.length, 'task')}
        </span>
      </div>
      <div class="scroll-x">
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Task</th>
              <th scope="col">State</th>
              <th scope="col">Stage</th>
              <th scope="col">Reads</th>
              <th scope="col">Came of it</th>
            </tr>
          </thead>
          <tbody>
            {found.slice(0, LISTED).map(task => (
              <tr key={task.id} class={task.id === chosen ? 'is-chosen' : ''}>
                <td>
                  <a href={writeAddress(taskPath(run, task.id))}>{shown(task.subject, 200)}</a>
                </td>
                <td>
                  <TaskBadge state={taskState(task)} />
                </td>
                <td>{shown(stages[task.stage]?.title ?? '', 60)}</td>
                <td>
                  <TaskPlace task={task} />
                </td>
                <td>
                  <Words text={task.reason ?? task.summary ?? ''} most={200} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function isAbout({ id, subject, path, owner, reason, summary }: LiveTask, search: string): boolean {
  const text = [id, subject, path ?? '', owner ?? '', reason ?? '', summary ?? ''].join('\n').toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word))
}
