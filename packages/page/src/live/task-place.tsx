// What a task reads, its path by itself: the lines behind it stay behind it, whichever way it is written.
import type { LiveTask } from '@shoal/base/model/live'
import { shown } from '../parts/shown.ts'
import { linesOf } from './wording.ts'

export function TaskPlace({ task }: { readonly task: Pick<LiveTask, 'path' | 'startLine' | 'endLine'> }) {
  if (task.path === null) return null
  const lines = linesOf(task)
  return (
    <>
      <bdi>{shown(task.path)}</bdi>
      {lines === null ? '' : `, ${lines}`}
    </>
  )
}
