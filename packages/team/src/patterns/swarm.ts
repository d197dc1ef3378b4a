// Swarm: equal workers take tasks from one pool until it is empty. A last task may wait for all of them.

import type { NewTask } from '@shoal/base/model/task'
import * as z from 'zod'
import type { TeamDraft } from '../draft.ts'
import {
  count,
  cwd,
  type Hand,
  isTaskId,
  type Job,
  job,
  list,
  mapping,
  patternKeys,
  taskKeys,
  taskName,
  text,
  worker,
  workers,
} from './keys.ts'
import { distinct } from './named-tasks.ts'
import { crew, placed, resolved, soloist } from './parts.ts'
import { definePattern } from './pattern.ts'

const FINISH = 'finish'

/** A text is the input of its task, and its id if it can be one. Otherwise the id is `task-` and its place in the list. */
const item = z.union(
  [text, mapping({ id: z.exactOptional(taskName), ...taskKeys, cwd, priority: z.exactOptional(count(-1000, 1000)) })],
  { error: 'must be text, or a mapping with "input"' },
)

export type SwarmItem = Readonly<z.infer<typeof item>>

export interface SwarmSpec extends Hand {
  /** How many there are of it; four if left out, and no more than there are tasks. */
  readonly workers?: number | undefined
  readonly tasks: readonly SwarmItem[]
  /** Starts when all tasks are completed or skipped, and gets their results. */
  readonly finish?: Job | undefined
}

export function swarm({ workers, tasks, finish, worker, ...effort }: SwarmSpec): TeamDraft {
  const pool = tasks.map((item, index): NewTask => ({ ...itemTask(item, index), role: 'worker', ...effort }))
  const places = tasks.flatMap((item, k) => (typeof item === 'string' ? [] : [{ ...item, name: itemId(item, k) }]))
  const members = crew(workers, tasks.length, placed(worker, places))
  if (!finish) return { members, tasks: pool }
  const { worker: finisher, ...said } = finish
  const blockedBy = tasks.map(itemId)
  const last = { id: FINISH, role: FINISH, subject: 'Bring the results together', blockedBy, ...said }
  return { members: [...members, soloist(FINISH, finisher)], tasks: [...pool, last] }
}

function itemTask(item: SwarmItem, index: number): NewTask & { readonly id: string } {
  const id = itemId(item, index)
  if (typeof item === 'string') return { id, subject: id, input: item }
  const { cwd: _, ...said } = item
  return { subject: id, ...said, id }
}

function itemId(item: SwarmItem, index: number): string {
  if (typeof item === 'string') return isTaskId(item) ? item : `task-${index + 1}`
  return item.id ?? `task-${index + 1}`
}

function idPath(item: SwarmItem): readonly string[] {
  return typeof item === 'string' || item.id === undefined ? [] : ['id']
}

export const swarmPattern = definePattern({
  keys: mapping({
    ...patternKeys('swarm'),
    workers,
    worker,
    tasks: list(item, 'must be a list, or a mapping with "files" or "lines"').superRefine(
      distinct('tasks', (item, index) => ({ name: itemId(item, index), at: idPath(item) }), [FINISH]),
    ),
    finish: z.exactOptional(job),
  }),
  tasksFromFiles: true,
  draft: ({ workers, worker, tasks, finish }, hire, { resolve }) => {
    const own = tasks.map(item => (typeof item === 'string' ? item : resolved([item], resolve)[0]!))
    return swarm({ ...hire(worker), workers, tasks: own, finish: finish && hire(finish) })
  },
})
