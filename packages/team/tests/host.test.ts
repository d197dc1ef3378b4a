// Hosting a team: stages, limits, waiting, shutdown, stop, approval, and what happens to members that die.
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Ledger } from '@shoal/base/model/ledger'
import type { NewTask } from '@shoal/base/model/task'
import type { Worker } from '@shoal/base/model/worker'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../../tests/patience.ts'
import type { MemberDraft, TeamDraft } from '../src/draft.ts'
import { functionWorker } from '../src/function-worker.ts'
import { type HostEnd, hostTeam } from '../src/host.ts'
import { memoryLedger } from '../src/memory-ledger.ts'

const never = new AbortController().signal

interface Hosted {
  readonly ledger: Ledger
  readonly end: Promise<HostEnd>
  readonly stop: AbortController
  /** Waits until all members have heard what the ledger says now: of two beats the second was begun later. */
  heard(): Promise<void>
}

async function host(tasks: readonly NewTask[], draft: Omit<TeamDraft, 'tasks'>, leads = true): Promise<Hosted> {
  const ledger = memoryLedger()
  await ledger.createTeam({ name: 't', tasks })
  const stop = new AbortController()
  let beats = 0
  const counting: Ledger = {
    ...ledger,
    async renew(...args) {
      beats++
      return await ledger.renew(...args)
    },
  }
  const heard = async () => {
    const before = beats
    await eventually(() => expect(beats).toBeGreaterThan(before + 1))
  }
  return { ledger, stop, heard, end: hostTeam({ ledger: counting, team: 't', draft, leads, signal: stop.signal }) }
}

function items(count: number, more: Partial<NewTask> = {}): NewTask[] {
  return Array.from({ length: count }, (_, at) => ({ id: `task-${at}`, subject: `Task ${at}`, ...more }))
}

function crew(count: number, worker: Worker, more: Partial<MemberDraft> = {}): MemberDraft[] {
  return Array.from({ length: count }, (_, at) => ({ name: `worker-${at}`, worker, ...more }))
}

describe('work', () => {
  it('does every task exactly once and ends when nothing is left', async () => {
    const done: string[] = []
    const worker = functionWorker(async ({ task }) => {
      done.push(task.id)
      return task.id
    })
    const { ledger, end } = await host(items(100), { members: crew(8, worker) })
    expect(await end).toEqual({ end: 'done' })
    expect(done.sort()).toEqual(
      items(100)
        .map(({ id }) => id)
        .sort(),
    )
    expect(await ledger.counts('t')).toMatchObject({ total: 100, completed: 100 })
    expect((await ledger.members('t')).every(({ state }) => state === 'left')).toBe(true)
  })

  it('a member that waits for work does not hold on to what came of its last task', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const results: WeakRef<object>[] = []
    const readers = functionWorker(async ({ task }) => {
      const result = { of: task.id, rows: Array.from({ length: 1000 }, (_, k) => k) }
      results.push(new WeakRef(result))
      return result
    })
    const isHeld: boolean[] = []
    const merger = functionWorker(async () => {
      await pause(1)
      collect()
      for (const result of results) isHeld.push(result.deref() !== undefined)
      return 'merged'
    })
    const tasks = [
      ...items(3, { role: 'reader' }),
      { id: 'sum', subject: 'Sum', role: 'merger', blockedBy: ['task-0', 'task-1', 'task-2'] },
    ]
    const members = [...crew(3, readers, { role: 'reader' }), { name: 'merger', role: 'merger', worker: merger }]
    const { end } = await host(tasks, { members })
    expect(await end).toEqual({ end: 'done' })
    expect(isHeld).toEqual([false, false, false])
  })

  it('gives the results of the blockers to the one that waited for them', async () => {
    const worker = functionWorker(async ({ task, blockers }) =>
      task.id === 'sum' ? (await blockers()).map(({ result }) => result) : task.id,
    )
    const tasks = [...items(3), { id: 'sum', subject: 'Sum', blockedBy: ['task-0', 'task-1', 'task-2'] }]
    const { ledger, end } = await host(tasks, { members: crew(2, worker) })
    expect(await end).toEqual({ end: 'done' })
    expect(await ledger.result('t', 'sum')).toEqual(['task-0', 'task-1', 'task-2'])
  })

  it('gives messages to the one they are for, once', async () => {
    const heard: unknown[] = []
    const worker = functionWorker(async ({ messages }) => {
      heard.push(await messages())
      return null
    })
    const ledger = memoryLedger()
    await ledger.createTeam({ name: 't', tasks: items(2) })
    await ledger.leave(await ledger.join('t', { name: 'worker-0' }, 1000))
    await ledger.send('t', { from: 'lead', to: 'worker-0', text: 'mind the gap\nand the step' })
    await hostTeam({ ledger, team: 't', draft: { members: crew(1, worker) }, signal: never })
    expect(heard).toEqual([[{ from: 'lead', text: 'mind the gap\nand the step' }], []])
    expect(await ledger.unread('t', 'worker-0')).toEqual([])
  })

  it('keeps roles apart', async () => {
    const by = new Map<string, string>()
    const worker = functionWorker(async ({ task, member }) => {
      by.set(task.id, member)
      return null
    })
    const tasks = [...items(5, { role: 'tester' }), { id: 'x', subject: 'X', role: 'builder' }]
    const members = [
      { name: 'a', role: 'builder', worker },
      { name: 'b', role: 'tester', worker },
    ]
    expect(await (await host(tasks, { members })).end).toEqual({ end: 'done' })
    expect(by.get('x')).toBe('a')
    expect([...by].filter(([, member]) => member === 'b')).toHaveLength(5)
  })

  it('a worker that throws fails its task only', async () => {
    const worker = functionWorker(async ({ task }) => {
      if (task.id === 'task-1') throw new Error('no luck')
      return null
    })
    const { ledger, end } = await host(items(3), { members: crew(2, worker) })
    expect(await end).toEqual({ end: 'done' })
    expect(await ledger.task('t', 'task-1')).toMatchObject({ status: 'failed', reason: 'no luck' })
    expect(await ledger.counts('t')).toMatchObject({ completed: 2, failed: 1 })
  })

  it('is stuck when what is left waits for a failure', async () => {
    const worker = functionWorker(async () => {
      throw new Error('no')
    })
    const tasks = [
      { id: 'a', subject: 'A' },
      { id: 'b', subject: 'B', blockedBy: ['a'] },
    ]
    expect(await (await host(tasks, { members: crew(1, worker) })).end).toMatchObject({ end: 'stuck' })
  })

  it('is stuck when a task wants a role that nobody has', async () => {
    const worker = functionWorker(async () => null)
    const { end } = await host(items(1, { role: 'ghost' }), { members: crew(1, worker) })
    expect(await end).toEqual({ end: 'stuck', reason: 'task task-0 wants role ghost, which no member has' })
  })

  it('an ending that the ledger refuses is a failure of its worker', async () => {
    const worker: Worker = {
      kind: 'test',
      work: async () => ({ status: 'completed', result: null, follow: [{ id: 'task-0', subject: 'again' }] }),
    }
    const { ledger, end } = await host(items(1), { members: crew(1, worker) })
    expect(await end).toEqual({ end: 'done' })
    expect(await ledger.task('t', 'task-0')).toMatchObject({
      status: 'failed',
      reason: 'there is a task "task-0" already',
    })
  })

  it('tasks that a result asks for are done too', async () => {
    const worker: Worker = {
      kind: 'test',
      work: async ({ task }) => ({
        status: 'completed',
        result: null,
        follow: task.id.length < 9 ? [{ id: `${task.id}x`, subject: 'more' }] : [],
      }),
    }
    const { ledger, end } = await host(items(1), { members: crew(2, worker) })
    expect(await end).toEqual({ end: 'done' })
    expect((await ledger.tasks('t')).map(({ id, status }) => `${id} ${status}`)).toEqual([
      'task-0 completed',
      'task-0x completed',
      'task-0xx completed',
      'task-0xxx completed',
    ])
  })
})

describe('turns', () => {
  it('tasks that end at once leave timers their turns', async () => {
    let ticks = 0
    const timer = setInterval(() => ticks++, 1)
    const { end } = await host(items(1500), {
      members: crew(
        4,
        functionWorker(async () => null),
      ),
    })
    await end
    clearInterval(timer)
    // Without turns there is none at all.
    expect(ticks).toBeGreaterThan(5)
  })
})

describe('limits', () => {
  it('no more tasks are worked on or claimed at a time than the limit says', async () => {
    let now = 0
    let most = 0
    const worker = functionWorker(async () => {
      most = Math.max(most, ++now)
      await pause(1)
      now--
      return null
    })
    const { ledger, end } = await host(items(60), { members: crew(20, worker), concurrency: 3 })
    let claimed = 0
    const looking = (async () => {
      while ((await ledger.counts('t')).completed < 60) {
        claimed = Math.max(claimed, (await ledger.counts('t')).inProgress)
        await pause(1)
      }
    })()
    expect(await end).toEqual({ end: 'done' })
    await looking
    expect(most).toBe(3)
    expect(claimed).toBeLessThanOrEqual(3)
  })

  it('starts members in stages of fifteen', async () => {
    const joined: number[] = []
    const gate = withResolvers()
    const worker = functionWorker(async () => {
      await gate.promise
      return null
    })
    const { ledger, end } = await host(items(40), { members: crew(40, worker), concurrency: 40 })
    const events = async () => (await ledger.events({ team: 't', after: 0, limit: 1000 })).map(({ kind }) => kind)
    while ((await ledger.counts('t')).inProgress < 40) await pause(1)
    let sinceJoin = 0
    for (const kind of await events()) {
      if (kind === 'member-joined') sinceJoin++
      else if (kind === 'task-claimed') {
        if (sinceJoin > 0) joined.push(sinceJoin)
        sinceJoin = 0
      }
    }
    expect(Math.max(...joined)).toBeLessThanOrEqual(16)
    gate.resolve(null)
    expect(await end).toEqual({ end: 'done' })
  })

  it('members that are there for one task come afresh for every task', async () => {
    const worker = functionWorker(async () => null)
    const members = crew(3, worker, { once: true, role: 'reader' })
    const { ledger, end } = await host(items(10, { role: 'reader' }), { members })
    expect(await end).toEqual({ end: 'done' })
    const kinds = (await ledger.events({ team: 't', after: 0, limit: 1000 })).filter(({ member }) => member !== 'lead')
    const count = (kind: string) => kinds.filter(event => event.kind === kind).length
    expect(count('task-claimed')).toBe(10)
    expect(count('member-joined')).toBeGreaterThanOrEqual(10)
    expect(count('member-joined')).toBeLessThanOrEqual(13)
  })

  it('of a crowd with nothing to do only one of its kind waits, when each is there for one task', async () => {
    const worker = functionWorker(async () => {
      await pause(20)
      return null
    })
    const tasks = [
      { id: 'a', subject: 'A', role: 'first' },
      { id: 'b', subject: 'B', role: 'reader', blockedBy: ['a'] },
    ]
    const members = [...crew(50, worker, { once: true, role: 'reader' }), { name: 'one', role: 'first', worker }]
    const { ledger, end } = await host(tasks, { members })
    expect(await end).toEqual({ end: 'done' })
    const joined = (await ledger.members('t')).filter(({ role, session }) => role === 'reader' && session > 0)
    expect(joined.length).toBeLessThanOrEqual(16)
  })
})

describe('stopping', () => {
  it('an aborted signal ends the work and gives the tasks back', async () => {
    const worker: Worker = {
      kind: 'test',
      work: async (_, signal) => {
        await pause(60_000, undefined, { signal }).catch(() => {})
        return { status: 'failed', reason: 'stopped in the middle' }
      },
    }
    const { ledger, end, stop } = await host(items(3), { members: crew(2, worker) })
    while ((await ledger.counts('t')).inProgress < 2) await pause(1)
    stop.abort()
    expect(await end).toEqual({ end: 'aborted' })
    expect(await ledger.counts('t')).toMatchObject({ ready: 3, inProgress: 0, failed: 0 })
    expect((await ledger.members('t')).some(({ state }) => state === 'working' || state === 'idle')).toBe(false)
  })

  it('work that was finished although it was asked to stop is kept', async () => {
    const worker: Worker = {
      kind: 'test',
      work: async (_, signal) => {
        await pause(60_000, undefined, { signal }).catch(() => {})
        return { status: 'completed', result: 'paid for' }
      },
    }
    const { ledger, end, stop } = await host(items(1), { members: crew(1, worker) })
    while ((await ledger.counts('t')).inProgress < 1) await pause(1)
    stop.abort()
    await end
    expect(await ledger.result('t', 'task-0')).toBe('paid for')
  })

  it('a member that is asked to leave finishes its task first', async () => {
    const gate = withResolvers()
    const worker = functionWorker(async () => {
      await gate.promise
      return 'finished'
    })
    const { ledger, end, heard } = await host(items(2), { members: crew(1, worker), leaseMs: 60 })
    while ((await ledger.counts('t')).inProgress < 1) await pause(1)
    await ledger.requestShutdown('t', 'worker-0', { by: 'lead', reason: 'enough' })
    await heard()
    expect(await ledger.counts('t')).toMatchObject({ inProgress: 1 })
    gate.resolve(null)
    expect(await end).toEqual({ end: 'stopped', reason: 'its members were shut down' })
    expect(await ledger.counts('t')).toMatchObject({ completed: 1, ready: 1 })
    const said = (await ledger.messages('t')).map(({ kind }) => kind)
    expect(said).toContain('shutdown_request')
    expect(said).toContain('shutdown_response')
  })

  it('is stopped, not stuck, when the only one of a role was shut down', async () => {
    const gate = withResolvers()
    const worker = functionWorker(async () => {
      await gate.promise
      return null
    })
    const tasks = [
      { id: 'a', subject: 'A', role: 'first' },
      { id: 'b', subject: 'B', role: 'second', blockedBy: ['a'] },
    ]
    const members = [
      { name: 'one', role: 'first', worker },
      { name: 'two', role: 'second', worker },
    ]
    const { ledger, end } = await host(tasks, { members, leaseMs: 60 })
    while ((await ledger.counts('t')).inProgress < 1) await pause(1)
    await ledger.requestShutdown('t', 'two', { by: 'lead' })
    while ((await ledger.members('t')).find(({ name }) => name === 'two')?.state !== 'left') await pause(1)
    gate.resolve(null)
    expect(await end).toEqual({ end: 'stopped', reason: 'its members were shut down' })
  })

  it('idle members leave when they are asked to, all of them', async () => {
    const gate = withResolvers()
    const worker = functionWorker(async () => {
      await gate.promise
      return null
    })
    const tasks = [{ id: 'a', subject: 'A' }, ...items(3, { blockedBy: ['a'] })]
    const { ledger, end } = await host(tasks, { members: crew(4, worker), leaseMs: 60 })
    while ((await ledger.members('t')).filter(({ state }) => state === 'idle').length < 4) await pause(1)
    for (const { name, task } of await ledger.members('t'))
      if (name !== 'lead' && task === null) await ledger.requestShutdown('t', name, { by: 'lead' })
    while ((await ledger.members('t')).filter(({ state }) => state === 'left').length < 3) await pause(1)
    gate.resolve(null)
    expect(await end).toEqual({ end: 'done' })
    expect(await ledger.counts('t')).toMatchObject({ completed: 4 })
  })

  it('a member may refuse to leave, with a reason', async () => {
    const gate = withResolvers()
    const worker = functionWorker(async () => {
      await gate.promise
      return null
    })
    const { ledger, end, heard } = await host(items(2), {
      members: crew(1, worker, { refusesShutdown: () => 'one more to do' }),
      leaseMs: 60,
    })
    while ((await ledger.counts('t')).inProgress < 1) await pause(1)
    await ledger.requestShutdown('t', 'worker-0', { by: 'lead' })
    await heard()
    gate.resolve(null)
    expect(await end).toEqual({ end: 'done' })
    const answer = (await ledger.messages('t')).find(({ kind }) => kind === 'shutdown_response')
    expect(answer?.line).toContain('one more to do')
    expect(await ledger.counts('t')).toMatchObject({ completed: 2 })
  })

  it('a stop ends everything at once, current tasks included', async () => {
    const worker: Worker = {
      kind: 'test',
      work: async (_, signal) => {
        await pause(60_000, undefined, { signal }).catch(() => {})
        return { status: 'failed', reason: 'stopped' }
      },
    }
    const { ledger, end } = await host(items(2), { members: crew(2, worker), leaseMs: 60 })
    while ((await ledger.counts('t')).inProgress < 2) await pause(1)
    await ledger.requestStop('t', 'changed my mind')
    expect(await end).toEqual({ end: 'stopped', reason: 'changed my mind' })
    expect(await ledger.counts('t')).toMatchObject({ ready: 2 })
  })

  it('a team that is deleted under its members ends them', async () => {
    const worker: Worker = {
      kind: 'test',
      work: async (_, signal) => {
        await pause(60_000, undefined, { signal }).catch(() => {})
        return { status: 'failed', reason: 'stopped' }
      },
    }
    const { ledger, end } = await host(items(2), { members: crew(2, worker), leaseMs: 60 })
    while ((await ledger.counts('t')).inProgress < 2) await pause(1)
    await ledger.deleteTeam('t', { force: true })
    expect(await end).toEqual({ end: 'deleted' })
  })
})

describe('death', () => {
  it('the task of a member whose lease ran out is taken again', async () => {
    const ledger = memoryLedger()
    await ledger.createTeam({ name: 't', tasks: items(1) })
    const ghost = await ledger.join('t', { name: 'ghost' }, 30)
    const claim = await ledger.claim(ghost)
    const worker = functionWorker(async () => 'by the living')
    const end = await hostTeam({ ledger, team: 't', draft: { members: crew(1, worker), leaseMs: 90 }, signal: never })
    expect(end).toEqual({ end: 'done' })
    expect(await ledger.result('t', 'task-0')).toBe('by the living')
    await expect(ledger.finish(claim!, { status: 'completed', result: 'by the dead' })).rejects.toMatchObject({
      code: 'lease-lost',
    })
    expect((await ledger.members('t')).find(({ name }) => name === 'ghost')?.state).toBe('dead')
  })

  it('waits for the lease of one of the same name that died elsewhere', async () => {
    const ledger = memoryLedger()
    await ledger.createTeam({ name: 't', tasks: items(1) })
    await ledger.join('t', { name: 'worker-0' }, 300)
    const worker = functionWorker(async () => null)
    const end = await hostTeam({ ledger, team: 't', draft: { members: crew(1, worker), leaseMs: 300 }, signal: never })
    expect(end).toEqual({ end: 'done' })
  })

  it('a member that was taken for dead joins again and goes on', async () => {
    const gate = withResolvers()
    let tries = 0
    const worker: Worker = {
      kind: 'test',
      work: async (_, signal) => {
        tries++
        if (tries === 1)
          await Promise.race([gate.promise, new Promise(resolve => signal.addEventListener('abort', resolve))])
        return signal.aborted ? { status: 'failed', reason: 'stopped' } : { status: 'completed', result: tries }
      },
    }
    const { ledger, end } = await host(items(1), { members: crew(1, worker), leaseMs: 60 })
    while ((await ledger.counts('t')).inProgress < 1) await pause(1)
    const [, { session }] = (await ledger.members('t')) as [unknown, { session: number }]
    await ledger.expire({ team: 't', member: 'worker-0', session })
    expect(await end).toEqual({ end: 'done' })
    expect(tries).toBe(2)
    expect(await ledger.result('t', 'task-0')).toBe(2)
  })
})

describe('the lead', () => {
  const slow: Worker = {
    kind: 'test',
    work: async (_, signal) => {
      await pause(60_000, undefined, { signal }).catch(() => {})
      return { status: 'failed', reason: 'stopped' }
    },
  }
  const leadSession = async (ledger: Ledger) => {
    const lead = (await ledger.members('t')).find(({ name }) => name === 'lead')!
    return { team: 't', member: 'lead', session: lead.session }
  }

  it('taken for dead, it leads on', async () => {
    const { ledger, end, stop } = await host(items(1), { members: crew(1, slow), leaseMs: 60 })
    while ((await ledger.counts('t')).inProgress < 1) await pause(1)
    const before = await leadSession(ledger)
    await ledger.expire(before)
    while ((await leadSession(ledger)).session === before.session) await pause(1)
    expect((await ledger.overview('t')).leadAlive).toBe(true)
    stop.abort()
    expect(await end).toEqual({ end: 'aborted' })
  })

  it('replaced by another process, it stops', async () => {
    const { ledger, end } = await host(items(1), { members: crew(1, slow), leaseMs: 60 })
    while ((await ledger.counts('t')).inProgress < 1) await pause(1)
    await ledger.expire(await leadSession(ledger))
    await ledger.join('t', { name: 'lead' }, 60_000)
    expect(await end).toEqual({ end: 'replaced' })
  })
})

describe('approval', () => {
  const planner: Worker = {
    kind: 'test',
    work: async ({ phase, task }) =>
      phase === 'plan'
        ? { status: 'planned', plan: { steps: task.approval?.feedback ? ['backup', 'migrate'] : ['migrate'] } }
        : { status: 'completed', result: task.approval?.plan ?? null },
  }

  it('an approver rejects, the plan is revised, and then it is carried out', async () => {
    const approver = functionWorker(async ({ input }) => {
      const { plan } = input as { plan: { steps: string[] } }
      return plan.steps.includes('backup') ? { approve: true } : { approve: false, feedback: 'make a backup first' }
    })
    const { ledger, end } = await host(items(2, { needsApproval: true }), { members: crew(2, planner), approver })
    expect(await end).toEqual({ end: 'done' })
    expect(await ledger.result('t', 'task-1')).toEqual({ steps: ['backup', 'migrate'] })
    expect((await ledger.task('t', 'task-1')).approval).toMatchObject({ status: 'approved', round: 2 })
  })

  it('waits for a person, and goes on when the person has decided', async () => {
    const { ledger, end } = await host(items(1, { needsApproval: true }), { members: crew(1, planner) })
    while ((await ledger.outlook('t')) !== 'waiting') await pause(1)
    await ledger.approve('t', 'task-0', { by: 'lead' })
    expect(await end).toEqual({ end: 'done' })
    expect(await ledger.result('t', 'task-0')).toEqual({ steps: ['migrate'] })
  })

  it('what an approver cannot decide is left to a person, and the lead is told once', async () => {
    const approver = functionWorker(async () => 'maybe')
    const { ledger, end } = await host(items(1, { needsApproval: true }), { members: crew(1, planner), approver })
    const told = async () => (await ledger.messages('t')).filter(({ line }) => line.includes('left to a person'))
    while ((await told()).length === 0) await pause(1)
    await ledger.approve('t', 'task-0', { by: 'lead' })
    expect(await end).toEqual({ end: 'done' })
    expect(await told()).toHaveLength(1)
  })
})

function withResolvers(): { promise: Promise<unknown>; resolve: (value: unknown) => void } {
  let resolve: (value: unknown) => void = () => {}
  const promise = new Promise<unknown>(done => {
    resolve = done
  })
  return { promise, resolve }
}
