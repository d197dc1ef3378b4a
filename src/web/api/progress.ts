// How far a run is and how long it may take: from what its lead writes down, or, where nobody does, from its tasks.
import type { LiveProgress } from '../../model/live.ts'
import type { TaskCounts } from '../../model/task.ts'
import { readProgress, type StoredProgress } from '../../run/analysis/progress-file.ts'
import type { RunMirror } from './mirror.ts'

/** Too early, a rate is a guess. */
const SURE_AFTER_MS = 1000
/** So much of the tasks must be done before time is reckoned by them. */
const SURE_TASKS = 3

export interface ProgressRequest {
  readonly directory: string
  readonly mirror: RunMirror
  readonly counts: TaskCounts
  readonly isAtWork: boolean
  /** With models it is calls that take the time, not bytes. */
  readonly asksModels: boolean
  readonly now: number
}

/** Null for a run that is no analysis. */
export function progressOf({ directory, mirror, counts, ...how }: ProgressRequest): LiveProgress | null {
  if (!mirror.plan) return null
  const stored = readProgress(directory)
  const { bytes } = mirror.plan
  const tasksDone = counts.completed + counts.skipped
  // What was read before it was last started is in the tasks only.
  const bytesRead = Math.min(bytes, Math.max(mirror.bytesDone(), stored?.bytesRead ?? 0))
  const tasks = counts.total
  const pace = stored && how.isAtWork ? paceOf(stored, { ...how, bytesRead, bytes, tasksDone, tasks }) : NO_PACE
  return { bytesRead, bytes, tasksDone, tasks, ...pace }
}

const NO_PACE = { bytesPerSecond: null, leftMs: null }

interface Way extends Pick<LiveProgress, 'bytesRead' | 'bytes' | 'tasksDone' | 'tasks'> {
  readonly asksModels: boolean
  readonly now: number
}

function paceOf(stored: StoredProgress, way: Way): Pick<LiveProgress, 'bytesPerSecond' | 'leftMs'> {
  const elapsed = stored.at - stored.startedAt
  if (elapsed < SURE_AFTER_MS) return NO_PACE
  const perMs = stored.bytesRead / elapsed
  const bytesPerSecond = way.bytesRead < way.bytes && perMs > 0 ? Math.round(perMs * 1000) : null
  if (!way.asksModels)
    return { bytesPerSecond, leftMs: bytesPerSecond && Math.round((way.bytes - way.bytesRead) / perMs) }
  const doneNow = way.tasksDone - stored.tasksBefore
  const leftMs =
    doneNow < SURE_TASKS ? null : Math.round(((way.tasks - way.tasksDone) * (way.now - stored.startedAt)) / doneNow)
  return { bytesPerSecond, leftMs: leftMs === 0 ? null : leftMs }
}
