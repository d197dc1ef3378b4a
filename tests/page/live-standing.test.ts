// Where a run stands, reckoned from what the page knows: counts that agree, what waits for a decision, time at work; and
// the clock that tells how long ago things were.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LiveRun, LiveTask } from '../../src/model/live.ts'
import { taskStatuses } from '../../src/model/task.ts'
import { agreed } from '../../src/page/live/agreed.ts'
import { busyMs, isDelegated, tasksToDecide, workedMs } from '../../src/page/live/run/standing.ts'
import { paceFor, Ticker } from '../../src/page/live/ticker.ts'

const counts = {
  total: 0,
  ready: 0,
  blocked: 0,
  awaitingApproval: 0,
  inProgress: 0,
  completed: 0,
  failed: 0,
  skipped: 0,
}

function task(id: string, more: Partial<LiveTask> = {}): LiveTask {
  return {
    id,
    stage: 0,
    status: 'pending',
    isReady: false,
    blockedBy: [],
    claimedAt: null,
    endedAt: null,
    ...more,
  } as LiveTask
}

describe('counts', () => {
  const stage = fc.nat(2)
  const status = fc.constantFrom(...taskStatuses)
  const stages = ['Read', 'Merge per type', 'Merge across types'].map(title => ({
    title,
    tasks: 7,
    done: 1,
    failed: 0,
    working: 3,
  }))

  it('of stages and of the run are the same, whatever the server counted a moment later', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(stage, status), { maxLength: 30 }), fc.nat(9), (tasks, off) => {
        const taskList = tasks.map(([at, each], k) => task(String(k), { stage: at, status: each }))
        const total = taskList.length
        const told = { ...counts, total, inProgress: off, completed: off }
        const run = agreed({ tasks: told, taskList, stages } as unknown as LiveRun)
        const sum = (key: 'tasks' | 'done' | 'failed' | 'working') => run.stages.reduce((all, one) => all + one[key], 0)
        expect(sum('tasks')).toBe(run.tasks.total)
        expect(sum('done')).toBe(run.tasks.completed + run.tasks.skipped)
        expect(sum('failed')).toBe(run.tasks.failed)
        expect(sum('working')).toBe(run.tasks.inProgress)
        const { ready, blocked, awaitingApproval, inProgress, completed, failed, skipped } = run.tasks
        expect(ready + blocked + awaitingApproval + inProgress + completed + failed + skipped).toBe(total)
      }),
    )
  })

  it('follow the stages where not all tasks are listed', () => {
    const told = { ...counts, total: 22, completed: 9, skipped: 1, inProgress: 8 }
    const run = agreed({ tasks: told, taskList: [task('1')], stages } as unknown as LiveRun)
    expect(run.stages).toBe(stages)
    expect(run.tasks).toMatchObject({ total: 21, completed: 2, skipped: 1, inProgress: 9, failed: 0 })
  })
})

describe('decisions', () => {
  it('are wanted of tasks that nothing else stands in the way of', () => {
    const taskList = [
      task('done', { status: 'completed' }),
      task('asked', { blockedBy: ['done'] }),
      task('behind', { blockedBy: ['asked'] }),
      task('ready', { isReady: true }),
    ]
    const ids = (awaitingApproval: number) =>
      tasksToDecide({ tasks: { ...counts, awaitingApproval }, taskList }).map(({ id }) => id)
    expect(ids(1)).toEqual(['asked'])
    expect(ids(0)).toEqual([])
  })

  it('of a client are told by an open run that somebody reads', () => {
    expect(isDelegated({ status: 'open', engine: 'claude-code' })).toBe(true)
    expect(isDelegated({ status: 'open', engine: null })).toBe(false)
    expect(isDelegated({ status: 'running', engine: 'built-in' })).toBe(false)
  })
})

describe('time at work', () => {
  const span = (claimedAt: number, endedAt: number) => task(`${claimedAt}`, { status: 'completed', claimedAt, endedAt })

  it('counts what went on at the same time once', () => {
    expect(busyMs([span(0, 10), span(5, 20), span(6, 7), span(100, 110)], 500)).toBe(30)
    expect(busyMs([task('now', { status: 'in_progress', claimedAt: 90 })], 100)).toBe(10)
    expect(busyMs([task('never'), task('given back', { claimedAt: 5 })], 100)).toBe(0)
  })

  it('is told where a run lay still for most of its time', () => {
    const minute = 60_000
    const run = { tasks: { ...counts, total: 2 }, taskList: [span(0, minute), span(50 * minute, 51 * minute)] }
    expect(workedMs(run, 51 * minute, 0)).toBe(2 * minute)
    expect(
      workedMs({ ...run, taskList: [span(0, 40 * minute), span(50 * minute, 51 * minute)] }, 51 * minute, 0),
    ).toBeNull()
    expect(workedMs({ ...run, tasks: { ...counts, total: 3 } }, 51 * minute, 0)).toBeNull()
    expect(workedMs(run, minute, 0)).toBeNull()
  })
})

describe('the clock', () => {
  it('ticks for all at once, for each at its pace, and only while somebody follows', () => {
    let now = 0
    let timers = 0
    let beat = () => {}
    const ticker = new Ticker({
      now: () => now,
      every: work => {
        timers++
        beat = work
        return () => timers--
      },
    })
    const seen = { young: 0, old: 0 }
    const ends = [ticker.follow(paceFor(0), () => seen.young++), ticker.follow(paceFor(60_000), () => seen.old++)]
    expect(timers).toBe(1)
    for (let second = 1; second <= 30; second++) {
      now = second * 1000 + (second % 3) * 90
      beat()
    }
    expect(seen).toEqual({ young: 30, old: 3 })
    for (const end of ends) end()
    expect(timers).toBe(0)
  })

  it('is looked at as often as the words change', () => {
    expect([0, 59_999, 60_000, 3_599_999, 3_600_000].map(paceFor)).toEqual([1000, 1000, 10_000, 10_000, 60_000])
  })
})
