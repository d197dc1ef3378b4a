// How far a run is and how long it may take: from what its lead writes down, or, where nobody does, from its tasks.
import type { LiveProgress } from '@shoal/base/model/live'
import type { TaskCounts } from '@shoal/base/model/task'
import { readProgress, type StoredProgress } from '../../run/analysis/progress-file.ts'
import type { RunMirror } from './mirror.ts'

/** Too early, a rate is a guess. */
const SURE_AFTER_MS = 1000
/** Tasks, and a share of all work, that must be done before time is reckoned by them: the first end together. */
const SURE_TASKS = 3
const SURE_SHARE = 0.1

export interface ProgressRequest {
  readonly directory: string
  readonly mirror: RunMirror
  readonly counts: TaskCounts
  readonly isAtWork: boolean
  /** With models, or agents of a client, it is tasks that take the time, not bytes. */
  readonly goesBy: 'bytes' | 'tasks'
  /** When it was first started. */
  readonly startedAt: number
  readonly now: number
}

/** Null for a run that is no analysis. */
export function progressOf(request: ProgressRequest): LiveProgress | null {
  const { directory, mirror, counts, isAtWork, goesBy, now } = request
  if (!mirror.plan) return null
  const stored = readProgress(directory)
  const { bytes } = mirror.plan
  const tasksDone = counts.completed + counts.skipped
  // What was read before it was last started is in the tasks only.
  const bytesRead = Math.min(bytes, Math.max(mirror.bytesDone(), stored?.bytesRead ?? 0))
  const perMs = stored && isAtWork && bytesRead < bytes ? bytesPerMs(stored) : null
  const leftMs = !isAtWork
    ? null
    : goesBy === 'tasks'
      ? leftByTasks(mirror, stored?.startedAt ?? request.startedAt, now)
      : perMs && Math.round((bytes - bytesRead) / perMs)
  return {
    bytesRead,
    bytes,
    tasksDone,
    tasks: counts.total,
    bytesPerSecond: perMs && Math.round(perMs * 1000),
    leftMs,
    goesBy,
  }
}

function bytesPerMs({ at, startedAt, bytesRead }: StoredProgress): number | null {
  const elapsed = at - startedAt
  return elapsed < SURE_AFTER_MS || bytesRead === 0 ? null : bytesRead / elapsed
}

function leftByTasks(mirror: Pick<RunMirror, 'work'>, startedAt: number, now: number): number | null {
  const { done, doneTasks, left } = mirror.work(startedAt)
  if (doneTasks < SURE_TASKS || done < SURE_SHARE * (done + left) || left === 0) return null
  return Math.round((left * (now - startedAt)) / done)
}
