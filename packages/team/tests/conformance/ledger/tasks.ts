// Tasks: created all or none, with what they were given, listed in order, retried and skipped.

import type { NewTask } from '@shoal/base/model/task'
import { describe, expect, it } from 'vitest'
import {
  claim,
  complete,
  createTeam,
  type Fresh,
  fail,
  job,
  join,
  kindsOf,
  look,
  newsOf,
  refused,
  TEAM,
} from './world.ts'

export function taskLaws(fresh: Fresh): void {
  describe('tasks', () => {
    it('need no more than a subject', async () => {
      const { ledger, clock } = await fresh()
      await createTeam(ledger)
      await clock.pass(3)
      expect(await ledger.createTasks(TEAM, [{ subject: ' count words ' }])).toEqual(['1'])
      expect(await ledger.task(TEAM, '1')).toEqual({
        id: '1',
        subject: 'count words',
        description: null,
        activeForm: null,
        status: 'pending',
        owner: null,
        role: null,
        priority: 0,
        attempts: 0,
        retries: 0,
        blockedBy: [],
        openBlockers: 0,
        approval: null,
        reason: null,
        summary: null,
        resultBytes: null,
        hasLog: false,
        createdAt: clock.now(),
        claimedAt: null,
        endedAt: null,
      })
      expect(await ledger.input(TEAM, '1')).toBeNull()
      expect(await ledger.result(TEAM, '1')).toBeNull()
      expect(await ledger.log(TEAM, '1')).toBeNull()
    })

    it('keep all that they were given', async () => {
      const { ledger } = await fresh()
      const given = {
        id: 'chunk 7/9 – “ä”',
        subject: 'read chunk 7',
        description: 'line one\nline two\t\n',
        activeForm: 'Reading chunk 7',
        role: 'code-analyst',
        priority: -3,
        retries: 2,
      }
      await createTeam(ledger, [{ ...given, input: { lines: [1, 2] }, needsApproval: true }])
      const task = await ledger.task(TEAM, given.id)
      expect(task).toMatchObject(given)
      expect(task.approval).toEqual({ status: 'wanted', round: 0, plan: null, feedback: null })
      expect(await ledger.input(TEAM, given.id)).toEqual({ lines: [1, 2] })
    })

    it('without an id are counted, around the ids that are taken', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      const nameless = { subject: 'x' }
      expect(await ledger.createTasks(TEAM, [job('2'), nameless, nameless])).toEqual(['2', '1', '3'])
      expect(await ledger.createTasks(TEAM, [nameless])).toEqual(['4'])
      expect(await ledger.createTasks(TEAM, [job('6'), job('word')])).toEqual(['6', 'word'])
      expect(await ledger.createTasks(TEAM, [nameless, nameless])).toEqual(['5', '7'])
    })

    it('are announced by one event, however many', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      expect(await kindsOf(ledger, () => ledger.createTasks(TEAM, [job('a'), job('b')]))).toEqual(['tasks-created'])
      expect(await kindsOf(ledger, () => ledger.createTasks(TEAM, [job('c')]))).toEqual(['tasks-created'])
      expect(await kindsOf(ledger, async () => expect(await ledger.createTasks(TEAM, [])).toEqual([]))).toEqual([])
    })

    it('an id is taken once in a team, and once in a list', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a')])
      const error = await refused(ledger, 'task-exists', () => ledger.createTasks(TEAM, [job('b'), job('a')]))
      expect(error.message).toContain('"a"')
      await refused(ledger, 'task-exists', () => ledger.createTasks(TEAM, [job('b'), job('b')]))
    })

    it.each<[string, NewTask]>([
      ['an empty subject', { subject: '  ' }],
      ['a subject of two lines', { subject: 'one\ntwo' }],
      ['a subject without end', { subject: 'x'.repeat(1001) }],
      ['half a priority', { subject: 'x', priority: 0.5 }],
      ['an endless priority', { subject: 'x', priority: Number.POSITIVE_INFINITY }],
      ['fewer than no retries', { subject: 'x', retries: -1 }],
      ['half a retry', { subject: 'x', retries: 1.5 }],
      ['a role that is no name', { subject: 'x', role: 'two words' }],
      ['an empty id', { id: '', subject: 'x' }],
      ['an id without end', { id: 'x'.repeat(201), subject: 'x' }],
      ['an id of two lines', { id: 'a\nb', subject: 'x' }],
    ])('%s is refused, and so is all that came with it', async (_, task) => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      await refused(ledger, 'bad-value', () => ledger.createTasks(TEAM, [job('fine'), task]))
    })

    it('a team cannot be asked for a task that it does not have', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a')])
      await createTeam(ledger, [job('z')], 'other')
      const error = await refused(ledger, 'unknown-task', () => ledger.task(TEAM, 'z'))
      expect(error.message).toContain('"z"')
      await refused(ledger, 'unknown-task', () => ledger.input(TEAM, 'z'))
      await refused(ledger, 'unknown-task', () => ledger.result(TEAM, 'z'))
      await refused(ledger, 'unknown-task', () => ledger.log(TEAM, 'z'))
      await refused(ledger, 'unknown-task', () => ledger.tasks(TEAM, { after: 'z' }))
      await refused(ledger, 'unknown-task', () => ledger.retry(TEAM, 'z'))
      await refused(ledger, 'unknown-task', () => ledger.skip(TEAM, 'z', 'why not'))
      await refused(ledger, 'unknown-task', () => ledger.addBlockedBy(TEAM, 'z', ['a']))
      await refused(ledger, 'unknown-task', () => ledger.approve(TEAM, 'z', { by: 'lead' }))
      await refused(ledger, 'unknown-task', () => ledger.reject(TEAM, 'z', { by: 'lead', feedback: 'no' }))
    })

    it('are listed in the order of creation, by status, from any point, in parts', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('z'), job('m'), job('a')])
      await ledger.createTasks(TEAM, [job('k'), job('b')])
      const worker = await join(ledger)
      await complete(ledger, worker, 'z')
      await complete(ledger, worker, 'm')
      const ids = async (filter?: Parameters<typeof ledger.tasks>[1]) =>
        (await ledger.tasks(TEAM, filter)).map(({ id }) => id)
      expect(await ids()).toEqual(['z', 'm', 'a', 'k', 'b'])
      expect(await ids({ limit: 2 })).toEqual(['z', 'm'])
      expect(await ids({ after: 'm', limit: 2 })).toEqual(['a', 'k'])
      expect(await ids({ after: 'b' })).toEqual([])
      expect(await ids({ status: 'completed' })).toEqual(['z', 'm'])
      expect(await ids({ status: 'pending', after: 'a', limit: 1 })).toEqual(['k'])
      expect(await ids({ status: 'failed' })).toEqual([])
    })

    it('are all listed when no limit is given', async () => {
      const { ledger } = await fresh()
      const many = Array.from({ length: 2500 }, (_, at) => job(`t${at}`))
      await createTeam(ledger, many)
      expect((await ledger.tasks(TEAM)).map(({ id }) => id)).toEqual(many.map(({ id }) => id))
      const paged: string[] = []
      for (let after: string | undefined; ; after = paged.at(-1)) {
        const page = await ledger.tasks(TEAM, { ...(after === undefined ? {} : { after }), limit: 999 })
        if (page.length === 0) break
        paged.push(...page.map(({ id }) => id))
      }
      expect(paged).toEqual(many.map(({ id }) => id))
    })

    it('every task is counted in exactly one place', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [
        job('done', { priority: 9 }),
        job('failed', { priority: 8 }),
        job('planned', { priority: 7, needsApproval: true }),
        job('held', { priority: 6 }),
        job('skipped'),
        job('ready'),
        job('unplanned', { needsApproval: true }),
        job('blocked', { blockedBy: ['failed'] }),
        job('also-blocked', { blockedBy: ['held', 'blocked'] }),
      ])
      const worker = await join(ledger)
      await complete(ledger, worker, 'done')
      await fail(ledger, worker, 'failed')
      await ledger.finish(await claim(ledger, worker, 'planned'), { status: 'planned', plan: 1 })
      await claim(ledger, worker, 'held')
      await ledger.skip(TEAM, 'skipped', 'not needed')
      expect(await ledger.counts(TEAM)).toEqual({
        total: 9,
        ready: 2,
        blocked: 2,
        awaitingApproval: 1,
        inProgress: 1,
        completed: 1,
        failed: 1,
        skipped: 1,
      })
    })
  })

  describe('the outlook', () => {
    it('is done when every task has ended, an empty team included', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      expect(await ledger.outlook(TEAM)).toBe('done')
      await ledger.createTasks(TEAM, [job('a'), job('b'), job('c')])
      expect(await ledger.outlook(TEAM)).toBe('working')
      const worker = await join(ledger)
      await complete(ledger, worker, 'a')
      await fail(ledger, worker, 'b')
      const held = await claim(ledger, worker, 'c')
      expect(await ledger.outlook(TEAM)).toBe('working')
      await ledger.finish(held, { status: 'released', reason: 'later' })
      await ledger.skip(TEAM, 'c', 'not needed')
      expect(await ledger.outlook(TEAM)).toBe('done')
    })

    it('is stuck when all that is left is blocked by failures', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a'), job('b', { blockedBy: ['a'] }), job('c', { blockedBy: ['b'] })])
      const worker = await join(ledger)
      await fail(ledger, worker, 'a')
      expect(await ledger.outlook(TEAM)).toBe('stuck')
      await ledger.createTasks(TEAM, [job('d')])
      expect(await ledger.outlook(TEAM)).toBe('working')
      await complete(ledger, worker, 'd')
      expect(await ledger.outlook(TEAM)).toBe('stuck')
      await ledger.retry(TEAM, 'a')
      expect(await ledger.outlook(TEAM)).toBe('working')
    })

    it('is waiting while only an approval can help', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a', { needsApproval: true }), job('b', { blockedBy: ['a'] })])
      expect(await ledger.outlook(TEAM)).toBe('working')
      await ledger.finish(await claim(ledger, await join(ledger), 'a'), { status: 'planned', plan: 1 })
      expect(await ledger.outlook(TEAM)).toBe('waiting')
      await ledger.approve(TEAM, 'a', { by: 'lead' })
      expect(await ledger.outlook(TEAM)).toBe('working')
    })
  })

  describe('retry and skip', () => {
    it('a failed task is tried again when somebody says so', async () => {
      const { ledger, clock } = await fresh()
      await createTeam(ledger, [job('a')])
      const worker = await join(ledger)
      await fail(ledger, worker, 'a', 'no disk')
      await clock.pass(1)
      const [event, ...others] = await newsOf(ledger, () => ledger.retry(TEAM, 'a'))
      expect([event?.kind, event?.task, others]).toEqual(['task-retried', 'a', []])
      expect(await look(ledger, 'a', 'status', 'owner', 'endedAt', 'attempts', 'reason')).toEqual({
        status: 'pending',
        owner: null,
        endedAt: null,
        attempts: 1,
        reason: 'no disk',
      })
      expect(await claim(ledger, worker, 'a')).toMatchObject({ task: { attempts: 2 } })
    })

    it('a retried task has all its retries again', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a', { retries: 1 })])
      const worker = await join(ledger)
      const failure = { status: 'failed', reason: 'broken' } as const
      for (const after of ['pending', 'failed'] as const) {
        await ledger.finish(await claim(ledger, worker, 'a'), failure)
        expect(await look(ledger, 'a', 'status')).toEqual({ status: after })
      }
      await ledger.retry(TEAM, 'a')
      for (const after of ['pending', 'failed'] as const) {
        await ledger.finish(await claim(ledger, worker, 'a'), failure)
        expect(await look(ledger, 'a', 'status')).toEqual({ status: after })
      }
    })

    it('a skipped task counts as done, and says why', async () => {
      const { ledger, clock } = await fresh()
      await createTeam(ledger, [job('a'), job('b', { blockedBy: ['a'] }), job('c', { blockedBy: ['a', 'b'] })])
      await clock.pass(4)
      const news = await newsOf(ledger, () => ledger.skip(TEAM, 'a', 'done by hand'))
      expect(news.map(({ kind, task }) => [kind, task])).toEqual([
        ['task-skipped', 'a'],
        ['task-ready', 'b'],
      ])
      expect(news[0]?.detail).toBe('done by hand')
      expect(await look(ledger, 'a', 'status', 'reason', 'owner', 'endedAt')).toEqual({
        status: 'skipped',
        reason: 'done by hand',
        owner: null,
        endedAt: clock.now(),
      })
      expect((await claim(ledger, await join(ledger))).task.id).toBe('b')
    })

    it('a task that is still blocked, and one that failed, can be skipped', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a'), job('b', { blockedBy: ['a'] }), job('c', { blockedBy: ['b'] })])
      const worker = await join(ledger)
      const failing = await claim(ledger, worker, 'a')
      await ledger.finish(failing, { status: 'failed', reason: 'broken', log: 'how it broke' })
      await ledger.skip(TEAM, 'b', 'not needed')
      expect(await look(ledger, 'b', 'status', 'openBlockers')).toEqual({ status: 'skipped', openBlockers: 1 })
      expect(await look(ledger, 'c', 'openBlockers')).toEqual({ openBlockers: 0 })
      await ledger.skip(TEAM, 'a', 'never mind')
      expect(await look(ledger, 'a', 'status', 'reason', 'owner')).toEqual({
        status: 'skipped',
        reason: 'never mind',
        owner: 'worker',
      })
      expect(await ledger.log(TEAM, 'a'), 'the log of the last attempt stays').toBe('how it broke')
      expect(await look(ledger, 'b', 'openBlockers')).toEqual({ openBlockers: 0 })
    })

    it('a skipped task that is retried is waited for again, by those that have begun and ended too', async () => {
      const { ledger } = await fresh()
      const dependents = ['ready', 'held', 'done', 'failed', 'skipped']
      await createTeam(ledger, [job('a'), ...dependents.map(id => job(id, { blockedBy: ['a'], role: id }))])
      await ledger.skip(TEAM, 'a', 'later')
      await complete(ledger, await join(ledger, 'x', { role: 'done' }), 'done')
      await fail(ledger, await join(ledger, 'y', { role: 'failed' }), 'failed')
      const held = await claim(ledger, await join(ledger, 'z', { role: 'held' }), 'held')
      await ledger.skip(TEAM, 'skipped', 'too')
      await ledger.retry(TEAM, 'a')
      for (const id of dependents) expect(await look(ledger, id, 'openBlockers'), id).toEqual({ openBlockers: 1 })
      expect(await ledger.counts(TEAM)).toMatchObject({ ready: 1, blocked: 1, inProgress: 1 })
      await ledger.finish(held, { status: 'completed', result: 1 })
      await complete(ledger, await join(ledger), 'a')
      for (const id of dependents) expect(await look(ledger, id, 'openBlockers'), id).toEqual({ openBlockers: 0 })
    })

    it('are refused in the wrong state', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('held'), job('done', { priority: 1 }), job('pending', { role: 'nobody' })])
      const worker = await join(ledger)
      await complete(ledger, worker, 'done')
      await claim(ledger, worker, 'held')
      for (const id of ['held', 'done', 'pending']) await refused(ledger, 'wrong-state', () => ledger.retry(TEAM, id))
      for (const id of ['held', 'done']) await refused(ledger, 'wrong-state', () => ledger.skip(TEAM, id, 'no'))
      await ledger.skip(TEAM, 'pending', 'yes')
      await refused(ledger, 'wrong-state', () => ledger.skip(TEAM, 'pending', 'again'))
    })
  })
}
