// What a run is and what it stands at: an analysis or not, what waits for a decision, how long it was at work. Pure.
import type { LiveListed, LiveRun, LiveTask } from '../../../model/live.ts'

export function isAnalysis({ pattern }: Pick<LiveListed, 'pattern'>): boolean {
  return pattern === 'analyze'
}

/** Agents of a client read it, and nobody leads it from here. */
export function isDelegated({ status, engine }: Pick<LiveListed, 'status' | 'engine'>): boolean {
  return status === 'open' && engine !== null
}

/** Tasks whose plan waits to be approved: pending and not ready, though all that they build on is done. */
export function tasksToDecide({ tasks, taskList }: Pick<LiveRun, 'tasks' | 'taskList'>): readonly LiveTask[] {
  if (tasks.awaitingApproval === 0) return []
  const open = new Set<string>()
  for (const { id, status } of taskList) if (status !== 'completed' && status !== 'skipped') open.add(id)
  const isFree = ({ blockedBy }: LiveTask) => blockedBy.every(id => !open.has(id))
  return taskList.filter(task => task.status === 'pending' && !task.isReady && isFree(task))
}

export function failedTasks({ taskList }: Pick<LiveRun, 'taskList'>): readonly LiveTask[] {
  return taskList.filter(({ status }) => status === 'failed')
}

/** For how long anybody was at work on a task, those at the same time counted once. Earlier attempts are not known. */
export function busyMs(tasks: readonly LiveTask[], now: number): number {
  const spans = tasks
    .flatMap(({ claimedAt, endedAt, status }) =>
      claimedAt === null ? [] : [[claimedAt, status === 'in_progress' ? now : (endedAt ?? claimedAt)] as const],
    )
    .sort(([a], [b]) => a - b)
  let sum = 0
  let until = Number.NEGATIVE_INFINITY
  for (const [from, to] of spans) {
    sum += Math.max(0, to - Math.max(from, until))
    until = Math.max(until, to)
  }
  return sum
}

const MINUTE = 60_000

/**
 * How long it was at work, where it lay still for most of the time that `tookMs` counts, as one that was resumed on
 * another day or waited to be approved; null where it did not, or where that cannot be told.
 */
export function workedMs({ taskList, tasks }: Pick<LiveRun, 'taskList' | 'tasks'>, tookMs: number, now: number) {
  if (tookMs < 2 * MINUTE || taskList.length < tasks.total) return null
  const busy = busyMs(taskList, now)
  return tookMs - busy > Math.max(MINUTE, tookMs / 2) ? busy : null
}
