// The tasks of a run as a list, to search in.

import type { LiveStage, LiveTask } from '@shoal/base/model/live'
import { formatCount, plural } from '@shoal/base/text/printable'
import { useState } from 'preact/hooks'
import { writeAddress } from '../../address.ts'
import { shown } from '../../parts/shown.ts'
import { Words } from '../../parts/words.tsx'
import { isFound, ListFilters, NO_FILTER } from '../list-filters.tsx'
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
  const [filter, setFilter] = useState(NO_FILTER)
  const found = tasks.filter(task => isFound(filter, taskState(task), textsOf(task)))
  return (
    <>
      <ListFilters
        filter={filter}
        onFilter={setFilter}
        hint="Search tasks"
        kindName="State"
        kinds={taskStates}
        found={
          found.length > LISTED
            ? `${formatCount(LISTED)} of ${plural(found.length, 'task')}: search to see others`
            : plural(found.length, 'task')
        }
      />
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

function textsOf({ id, subject, path, owner, reason, summary }: LiveTask): readonly (string | null)[] {
  return [id, subject, path, owner, reason, summary]
}
