// Where a run stands, reckoned from what the page knows: counts that agree, what waits for a decision, time at work; and
// the clock that tells how long ago things were.

import type { LiveRun, LiveTask } from '@shoal/base/model/live'
import { taskStatuses } from '@shoal/base/model/task'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { agreed } from '../src/live/agreed.ts'
import { decisionWords, isDelegated, tasksToDecide, timeWords } from '../src/live/run/standing.ts'
import { paceFor, Ticker } from '../src/live/ticker.ts'

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
    approval: null,
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
  const requested = { status: 'requested', round: 1 } as const

  it('are wanted of tasks that nothing else stands in the way of', () => {
    const taskList = [
      task('done', { status: 'completed' }),
      task('asked', { blockedBy: ['done'], approval: requested }),
      task('behind', { blockedBy: ['asked'], approval: requested }),
      task('answered', { approval: { status: 'approved', round: 1 } }),
      task('not yet', { approval: { status: 'wanted', round: 0 } }),
      task('given up', { status: 'skipped', approval: requested }),
      task('ready', { isReady: true }),
    ]
    expect(tasksToDecide({ taskList }).map(({ id }) => id)).toEqual(['asked'])
  })

  it('are counted as they are listed', () => {
    const taskList = [
      task('a', { approval: requested }),
      task('b', { blockedBy: ['a'] }),
      task('c', { status: 'in_progress' }),
    ]
    const run = agreed({ tasks: { ...counts, total: 3 }, taskList, stages: [] } as unknown as LiveRun)
    expect(run.tasks).toEqual({ ...counts, total: 3, awaitingApproval: 1, blocked: 1, inProgress: 1 })
  })

  it('are told of once they are made, a second time as well', () => {
    const subject = 'Rename\u202e it'
    const words = (decision: 'approve' | 'reject', isRepeated: boolean) =>
      decisionWords({ subject }, { decision, isRepeated })
    expect(words('approve', false)).toBe('The plan of “Rename\\u202e it” is approved.')
    expect(words('reject', false)).toBe('The plan of “Rename\\u202e it” is sent back.')
    expect(words('approve', true)).toBe('The plan of “Rename\\u202e it” was approved before; nothing has changed.')
  })

  it('of a client are told by an open run that somebody reads', () => {
    expect(isDelegated({ status: 'open', engine: 'claude-code' })).toBe(true)
    expect(isDelegated({ status: 'open', engine: null })).toBe(false)
    expect(isDelegated({ status: 'running', engine: 'built-in' })).toBe(false)
  })
})

describe('time at work', () => {
  const MINUTE = 60_000
  const HOUR = 60 * MINUTE
  const words = (more: Partial<LiveRun>, now = 10 * HOUR) =>
    timeWords(
      {
        status: 'completed',
        startedAt: 0,
        endedAt: null,
        tookMs: null,
        tookIsLeast: false,
        waitedMs: 0,
        now,
        ...more,
      } as LiveRun,
      now,
    )

  it('of a run that has ended is what its stretches come to', () => {
    expect(words({ endedAt: 9 * HOUR, tookMs: 4 * MINUTE })).toBe('started 10 h ago, took 4 min')
    expect(words({ endedAt: 9 * HOUR, tookMs: 4200, tookIsLeast: true })).toBe('started 10 h ago, took at least 4.2 s')
    expect(words({ endedAt: 9 * HOUR, tookMs: 2 * HOUR, waitedMs: HOUR })).toBe(
      'started 10 h ago, took 2 h, 1 h of it waiting for a decision',
    )
  })

  it('of one that lies still is what it was so far', () => {
    expect(words({ status: 'interrupted', tookMs: 4 * MINUTE, tookIsLeast: true })).toBe(
      'started 10 h ago, took at least 4 min so far',
    )
  })

  it('goes on with the clock while it is at work, and the wait only while it waits', () => {
    const at = { now: 9 * HOUR, tookMs: 5 * MINUTE }
    expect(words({ ...at, status: 'running' })).toBe('started 10 h ago, at work for 1 h 5 min')
    expect(words({ ...at, status: 'running', waitedMs: MINUTE })).toBe(
      'started 10 h ago, at work for 1 h 5 min, 1 min of it waiting for a decision',
    )
    expect(words({ ...at, status: 'waiting', waitedMs: MINUTE })).toBe(
      'started 10 h ago, at work for 1 h 5 min, 1 h 1 min of it waiting for a decision',
    )
    expect(words({ ...at, status: 'interrupted' })).toBe('started 10 h ago, took 5 min so far')
  })

  it('is all there is to say of one that never lay still', () => {
    expect(words({ status: 'running', now: 61_000, tookMs: 60_900 }, 62_000)).toBe('running for 1 min 1 s')
  })

  it('is not known where nobody led it', () => {
    expect(words({ status: 'interrupted' })).toBe('started 10 h ago')
    expect(words({ endedAt: HOUR })).toBe('started 10 h ago, open for 1 h')
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
