// A run on the page, brought forward by changes: whatever is lost, doubled or late, it ends as the server has it.

import type { LiveChange, LiveFinding, LiveRun, LiveTask } from '@shoal/base/model/live'
import type { Message } from '@shoal/base/model/message'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyChange, KEPT, newerOf } from '../src/live/apply-change.ts'

describe('changes of a run', () => {
  it('lead to the state the server has, from any cursor on', () => {
    fc.assert(
      fc.property(history, fc.nat(), (moves, cut) => {
        const states = statesOf(moves)
        const from = cut % states.length
        const merged = states
          .slice(from + 1)
          .reduce((run, state, k) => applyChange(run, changeBetween(states[from + k]!, state)), states[from]!)
        expect(merged).toEqual(states.at(-1))
      }),
    )
  })

  it('alter nothing when they come twice, or after later ones', () => {
    fc.assert(
      fc.property(history, fc.nat(), (moves, which) => {
        const states = statesOf(moves)
        const last = states.at(-1)!
        const old = which % (states.length - 1)
        const stale = changeBetween(states[old]!, states[old + 1]!)
        expect(applyChange(last, stale)).toEqual(last)
        if (old + 2 < states.length) expect(applyChange(last, stale)).toBe(last)
      }),
    )
  })

  it('may overlap what is known: a stream that goes on from an earlier cursor tells the same', () => {
    fc.assert(
      fc.property(history, fc.nat(), (moves, which) => {
        const states = statesOf(moves)
        const [first, last] = [states[which % states.length]!, states.at(-1)!]
        const known = states[Math.min(states.length - 1, (which % states.length) + 1)]!
        expect(applyChange(known, changeBetween(first, last))).toEqual(last)
      }),
    )
  })

  it('keep what did not change as it is', () => {
    const run = { ...empty, taskList: [task('a'), task('b')], findings: [finding(1)], cursor: 5 }
    const next = applyChange(run, { cursor: 6, now: 6, taskList: [task('b', 'completed')] })
    expect(next.taskList[0]).toBe(run.taskList[0])
    expect(next.taskList.map(({ status }) => status)).toEqual(['pending', 'completed'])
    expect(next.findings).toBe(run.findings)
    expect(next.messages).toBe(run.messages)
  })

  it('tell progress without an event, in the order of the clock', () => {
    const progress = (bytesRead: number) => ({
      bytesRead,
      bytes: 9,
      tasksDone: 0,
      tasks: 1,
      bytesPerSecond: null,
      leftMs: null,
    })
    const run = applyChange({ ...empty, cursor: 5, now: 10 }, { cursor: 5, now: 12, progress: progress(4) })
    expect(applyChange(run, { cursor: 5, now: 11, progress: progress(2) })).toBe(run)
    expect(run.progress?.bytesRead).toBe(4)
  })

  it('put the newest findings first and keep a bounded number', () => {
    const known = { ...empty, findings: Array.from({ length: KEPT }, (_, k) => finding(KEPT - k)), cursor: 1 }
    const next = applyChange(known, { cursor: 2, now: 2, findings: [finding(KEPT + 2), finding(KEPT + 1)] })
    expect(next.findings).toHaveLength(KEPT)
    expect(next.findings.slice(0, 3).map(({ id }) => id)).toEqual([`f${KEPT + 2}`, `f${KEPT + 1}`, `f${KEPT}`])
  })

  it('tell the same finding of two readers as two', () => {
    const next = applyChange(
      { ...empty, findings: [finding(1)] },
      { cursor: 2, now: 2, findings: [{ ...finding(1), task: 'b' }] },
    )
    expect(next.findings.map(({ task }) => task)).toEqual(['b', 'a'])
  })

  it('take the place of everything when the server tells all anew: what was taken back is gone', () => {
    const known = { ...empty, taskList: [task('a')], findings: [finding(1), finding(2)], cursor: 4 }
    const whole = { ...known, cursor: 6, now: 6, tasks: { ...empty.tasks, total: 1 }, findings: [finding(2)] }
    expect(applyChange(known, whole)).toBe(whole)
    expect(applyChange({ ...known, cursor: 9 }, whole).findings).toHaveLength(2)
  })

  it('begin again with a run that was started over, though its cursor be lower', () => {
    const known = { ...empty, cursor: 900, now: 900, startedAt: 1 }
    const other = { ...empty, cursor: 12, now: 901, startedAt: 2 }
    expect(newerOf(known, other)).toBe(other)
    expect(newerOf(known, { ...known, cursor: 899 })).toBe(known)
    expect(newerOf(null, other)).toBe(other)
  })
})

const empty: LiveRun = {
  run: 'analyze-data',
  pattern: 'analyze',
  status: 'running',
  reason: null,
  query: null,
  paths: [],
  engine: 'built-in',
  tasks: {
    total: 0,
    ready: 0,
    blocked: 0,
    awaitingApproval: 0,
    inProgress: 0,
    completed: 0,
    failed: 0,
    skipped: 0,
  },
  startedAt: 0,
  endedAt: null,
  tookMs: null,
  tookIsLeast: false,
  waitedMs: 0,
  hasReport: false,
  cursor: 0,
  now: 0,
  stages: [],
  taskList: [],
  members: [],
  findings: [],
  findingCount: 0,
  messages: [],
  budgets: [],
  progress: null,
  calls: null,
  canStop: true,
  canResume: false,
}

function task(id: string, status: LiveTask['status'] = 'pending'): LiveTask {
  return {
    id,
    stage: 0,
    subject: id,
    activeForm: null,
    status,
    isReady: status === 'pending',
    owner: null,
    blockedBy: [],
    approval: null,
    contentType: null,
    path: null,
    startLine: null,
    endLine: null,
    bytes: null,
    tokens: null,
    attempts: 0,
    summary: null,
    reason: null,
    claimedAt: null,
    endedAt: null,
  }
}

function finding(number: number): LiveFinding {
  return {
    id: `f${number}`,
    summary: `finding ${number}`,
    severity: 'low',
    nature: 'fact',
    type: 'outlier',
    contentType: 'log',
    path: 'api.log',
    line: number,
    evidence: 'x',
    verified: true,
    task: 'a',
    by: null,
  }
}

function message(number: number): Message {
  return { number, at: number, kind: 'message', from: 'a', to: null, line: 'x', task: null, hasMore: false }
}

type Move = { readonly kind: 'task' | 'move' | 'finding' | 'message' | 'progress'; readonly of: number }

const history = fc.array(
  fc.record({
    kind: fc.constantFrom('task', 'move', 'finding', 'message', 'progress'),
    of: fc.nat(30),
  }) as fc.Arbitrary<Move>,
  { minLength: 1, maxLength: 40 },
)

const statuses = ['pending', 'in_progress', 'completed', 'failed', 'skipped'] as const

/** The state after each move, the one before the first included. */
function statesOf(moves: readonly Move[]): LiveRun[] {
  const states = [empty]
  for (const [k, { kind, of }] of moves.entries()) {
    const run = states.at(-1)!
    const base = { ...run, now: k + 1, cursor: kind === 'progress' ? run.cursor : run.cursor + 1 + (of % 3) }
    const { taskList, findings, messages } = run
    states.push(
      kind === 'task'
        ? { ...base, taskList: [...taskList, task(`t${taskList.length}`)] }
        : kind === 'move' && taskList.length > 0
          ? {
              ...base,
              taskList: taskList.with(of % taskList.length, task(`t${of % taskList.length}`, statuses[of % 5])),
            }
          : kind === 'finding'
            ? { ...base, findings: [finding(findings.length), ...findings], findingCount: findings.length + 1 }
            : kind === 'message'
              ? { ...base, messages: [message(messages.length), ...messages] }
              : { ...base, tookMs: of },
    )
  }
  return states
}

/** What the server says is new in `to` for somebody who has `from`. */
function changeBetween(from: LiveRun, to: LiveRun): LiveChange {
  const { taskList, findings, messages } = to
  return {
    cursor: to.cursor,
    now: to.now,
    tookMs: to.tookMs,
    findingCount: to.findingCount,
    taskList: taskList.filter(each => !from.taskList.includes(each)),
    findings: findings.slice(0, findings.length - from.findings.length),
    messages: messages.slice(0, messages.length - from.messages.length),
  }
}
