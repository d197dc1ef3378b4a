// A run as the page knows it, brought forward by what the server says is new. Pure: the same change twice, or one that is
// older than what is known, alters nothing, so a stream may be taken up again from any point.
import type { LiveChange, LiveFinding, LiveRun, LiveTask } from '@shoal/base/model/live'
import type { Message } from '@shoal/base/model/message'

/** What is kept of findings and messages while they come in; the report has all of them. */
export const KEPT = 500

/** Unchanged parts are the same objects as before, so that what is drawn from them need not be drawn again. */
export function applyChange(run: LiveRun, change: LiveChange): LiveRun {
  if (isWhole(change)) return newerOf(run, change)
  if (isOlder(change, run)) return run
  return {
    ...run,
    ...change,
    taskList: change.taskList ? withTasks(run.taskList, change.taskList) : run.taskList,
    findings: change.findings ? withNew(run.findings, change.findings, findingKey) : run.findings,
    messages: change.messages ? withMessages(run.messages, change.messages) : run.messages,
  }
}

/** The later of two whole states. A run that was started over is another, whatever its cursor. */
export function newerOf(known: LiveRun | null, read: LiveRun): LiveRun {
  const isSame = known !== null && known.run === read.run && known.startedAt === read.startedAt
  return isSame && isOlder(read, known) ? known : read
}

/** Where something was taken back, as when a task is tried again, the server tells everything anew, and of which run. */
function isWhole(change: LiveChange): change is LiveRun {
  return change.run !== undefined
}

/** Some things change without an event (progress, who is alive); the server's clock orders those. */
function isOlder(change: Pick<LiveRun, 'cursor' | 'now'>, run: Pick<LiveRun, 'cursor' | 'now'>): boolean {
  return change.cursor < run.cursor || (change.cursor === run.cursor && change.now < run.now)
}

/** Changed ones take the place they have; new ones were created last. */
function withTasks(known: readonly LiveTask[], changed: readonly LiveTask[]): readonly LiveTask[] {
  const newest = new Map(changed.map(task => [task.id, task]))
  const merged = known.map(task => {
    const other = newest.get(task.id)
    newest.delete(task.id)
    return other ?? task
  })
  return [...merged, ...newest.values()]
}

function withMessages(known: readonly Message[], fresh: readonly Message[]): readonly Message[] {
  return withNew(known, fresh, ({ number }) => number).toSorted((a, b) => b.number - a.number)
}

/** The newest first. */
function withNew<T>(known: readonly T[], fresh: readonly T[], keyOf: (item: T) => unknown): readonly T[] {
  const items = new Map<unknown, T>()
  for (const item of [...fresh, ...known]) {
    const key = keyOf(item)
    if (!items.has(key)) items.set(key, item)
  }
  return [...items.values()].slice(0, KEPT)
}

/** Two readers may find the same thing before synthesis makes it one. */
export function findingKey({ task, id }: Pick<LiveFinding, 'task' | 'id'>): string {
  return `${task}\n${id}`
}
