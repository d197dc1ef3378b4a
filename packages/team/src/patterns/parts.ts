// What drafts are made of: members that have a role to themselves, crews that share one, inputs that tasks share.
import { resolve } from 'node:path'
import type { Json } from '@shoal/base/model/json'
import type { Worker } from '@shoal/base/model/worker'
import type { MemberDraft } from '../draft.ts'

/** How many do the tasks where nobody says, if there are as many tasks. */
const CREW_SIZE = 4

/** A member whose name is its role: it alone does the task of that name. */
export function soloist(name: string, worker: Worker): MemberDraft {
  return { name, role: name, worker }
}

/** Members that are all alike: `worker-1`, `worker-2` … of the role `worker`. */
export function crew(size: number | undefined, tasks: number, worker: Worker): readonly MemberDraft[] {
  const length = size ?? Math.min(CREW_SIZE, Math.max(1, tasks))
  return Array.from({ length }, (_, index) => ({ name: `worker-${index + 1}`, role: 'worker', worker }))
}

/** Tasks may each be done in a place of their own. */
export function placed(worker: Worker, tasks: readonly { readonly name: string; readonly cwd?: string }[]): Worker {
  const places = new Map(tasks.flatMap(({ name, cwd }) => (cwd === undefined ? [] : [[name, resolve(cwd)]])))
  if (places.size === 0) return worker
  return {
    kind: worker.kind,
    work: (assignment, signal) => {
      const cwd = places.get(assignment.task.id)
      return worker.work(cwd === undefined ? assignment : { ...assignment, cwd }, signal)
    },
  }
}

/** The same tasks, their places from the directory of the file. */
export function resolved<T extends { readonly cwd?: string }>(
  tasks: readonly T[],
  resolve: (path: string) => string,
): readonly T[] {
  return tasks.map(task => (task.cwd === undefined ? task : { ...task, cwd: resolve(task.cwd) }))
}

/** Nothing where nothing is given: `null` is an input too. */
export function given(input: Json | undefined): { readonly input?: Json } {
  return input === undefined ? {} : { input }
}
