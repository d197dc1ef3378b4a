// Claiming one task by its name, and finding again what is in hand: what a member without a process of its own needs.

import { LEAD } from '@shoal/base/model/team'
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
  LEASE,
  look,
  refused,
  TEAM,
} from './world.ts'

const done = { status: 'completed', result: null } as const

export function takeUpLaws(fresh: Fresh): void {
  describe('claiming a certain task', () => {
    it('gives that one, whatever its priority', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('first', { priority: 9 }), job('low', { priority: -9, input: { n: 1 } })])
      const worker = await join(ledger)
      const claimed = await ledger.claim(worker, { task: 'low' })
      expect(claimed).toEqual({
        team: TEAM,
        task: await ledger.task(TEAM, 'low'),
        input: { n: 1 },
        member: 'worker',
        session: 1,
        fence: expect.any(Number),
        phase: 'work',
      })
      expect(claimed!.task).toMatchObject({ status: 'in_progress', owner: 'worker', attempts: 1 })
      await ledger.finish(claimed!, done)
      await claim(ledger, worker, 'first')
    })

    it('gives nothing, and tells nobody, when it is blocked, held, over or unknown', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [
        job('held'),
        job('done'),
        job('failed'),
        job('skipped'),
        job('blocked', { blockedBy: ['held'] }),
        job('free'),
      ])
      const [other, worker] = [await join(ledger, 'other'), await join(ledger)]
      await ledger.finish((await ledger.claim(other, { task: 'done' }))!, done)
      await ledger.finish((await ledger.claim(other, { task: 'failed' }))!, { status: 'failed', reason: 'broken' })
      await ledger.skip(TEAM, 'skipped', 'not needed')
      await ledger.claim(other, { task: 'held' })
      for (const task of ['held', 'done', 'failed', 'skipped', 'blocked', 'nowhere'])
        expect(
          await kindsOf(ledger, async () => expect(await ledger.claim(worker, { task }), task).toBeNull()),
          task,
        ).toEqual([])
      expect(await ledger.unread(TEAM, LEAD)).toMatchObject([{ kind: 'task-report' }])
      await ledger.finish((await ledger.claim(worker, { task: 'free' }))!, done)
      expect(await kindsOf(ledger, () => ledger.claim(worker)), 'a look for any work still tells').toEqual([
        'member-idle',
        'message-sent',
      ])
    })

    it('a role keeps others away from it, and the lead takes only what is meant for it', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [
        job('role', { role: 'tester' }),
        job('name', { role: 'tim' }),
        job('any'),
        job('own', { role: LEAD }),
      ])
      const [lead, other] = [await join(ledger, LEAD), await join(ledger, 'other')]
      const tim = await join(ledger, 'tim', { role: 'tester' })
      for (const task of ['role', 'name', 'own']) expect(await ledger.claim(other, { task }), task).toBeNull()
      for (const task of ['role', 'name', 'any']) expect(await ledger.claim(lead, { task }), task).toBeNull()
      expect(await ledger.claim(tim, { task: 'own' })).toBeNull()
      for (const [session, task] of [
        [tim, 'role'],
        [tim, 'name'],
        [other, 'any'],
        [lead, 'own'],
      ] as const)
        await ledger.finish((await ledger.claim(session, { task }))!, done)
      expect(await ledger.outlook(TEAM)).toBe('done')
    })

    it('a member has one at a time, and a session that is over claims nothing', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a'), job('b')])
      const worker = await join(ledger)
      await ledger.claim(worker, { task: 'b' })
      await refused(ledger, 'has-claim', () => ledger.claim(worker, { task: 'a' }))
      await refused(ledger, 'has-claim', () => ledger.claim(worker, { task: 'b' }))
      await refused(ledger, 'lease-lost', () => ledger.claim({ ...worker, session: 7 }, { task: 'a' }))
      await ledger.leave(worker)
      await refused(ledger, 'lease-lost', () => ledger.claim(worker, { task: 'a' }))
    })

    it('one that was asked to shut down gets nothing', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a')])
      const worker = await join(ledger)
      await ledger.requestShutdown(TEAM, 'worker', { by: LEAD })
      expect(await ledger.claim(worker, { task: 'a' })).toBeNull()
      await ledger.answerShutdown(worker, { approve: false, reason: 'not yet' })
      expect((await ledger.claim(worker, { task: 'a' }))?.task.id).toBe('a')
    })

    it('a plan that is awaited keeps it; the answer decides the phase', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a', { needsApproval: true })])
      const worker = await join(ledger)
      const planning = await ledger.claim(worker, { task: 'a' })
      expect(planning?.phase).toBe('plan')
      await ledger.finish(planning!, { status: 'planned', plan: 'so' })
      expect(await ledger.claim(worker, { task: 'a' })).toBeNull()
      await ledger.approve(TEAM, 'a', { by: LEAD })
      expect((await ledger.claim(worker, { task: 'a' }))?.phase).toBe('work')
    })

    it('of many that want the same one, one gets it', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a'), job('b')])
      const sessions = await Promise.all(Array.from({ length: 8 }, (_, at) => join(ledger, `w${at}`)))
      const got = await Promise.all(sessions.map(session => ledger.claim(session, { task: 'a' })))
      expect(got.filter(Boolean)).toHaveLength(1)
      expect(await ledger.counts(TEAM)).toMatchObject({ inProgress: 1, ready: 1 })
    })
  })

  describe('what is in hand', () => {
    it('is the claim as it was given, and can be ended with', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a', { input: { path: 'x' }, retries: 2 }), job('b', { blockedBy: ['a'] })])
      const worker = await join(ledger)
      expect(await ledger.inHand(worker)).toBeNull()
      const first = await claim(ledger, worker, 'a')
      await ledger.finish(first, { status: 'failed', reason: 'broken', log: 'how' })
      const claimed = await claim(ledger, worker, 'a')
      const kinds = await kindsOf(ledger, async () => expect(await ledger.inHand(worker)).toEqual(claimed))
      expect(kinds, 'it is only a look').toEqual([])
      const found = await ledger.inHand({ team: TEAM, member: 'worker', session: worker.session })
      await ledger.finish(found!, { status: 'completed', result: 'of the found' })
      await refused(ledger, 'lease-lost', () => ledger.finish(claimed, done))
      expect(await ledger.result(TEAM, 'a')).toBe('of the found')
      expect(await ledger.inHand(worker)).toBeNull()
      await complete(ledger, worker, 'b')
    })

    it('knows the phase', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a', { needsApproval: true })])
      const worker = await join(ledger)
      const planning = await claim(ledger, worker, 'a')
      expect(await ledger.inHand(worker)).toEqual(planning)
      await ledger.finish(planning, { status: 'planned', plan: ['one', 'two'] })
      expect(await ledger.inHand(worker)).toBeNull()
      await ledger.reject(TEAM, 'a', { by: LEAD, feedback: 'more' })
      const again = await claim(ledger, worker, 'a')
      expect(await ledger.inHand(worker)).toEqual(again)
      expect(again).toMatchObject({ phase: 'plan', task: { approval: { feedback: 'more', round: 1 } } })
    })

    it('is its own: not that of others, nor of a session before', async () => {
      const { ledger, clock } = await fresh()
      await createTeam(ledger, [job('a'), job('b')])
      const [worker, other] = [await join(ledger), await join(ledger, 'other')]
      await claim(ledger, worker, 'a')
      expect(await ledger.inHand(other)).toBeNull()
      await clock.pass(LEASE + 1)
      expect((await ledger.inHand(worker))?.task.id, 'a lapsed lease is not lost before somebody looks').toBe('a')
      await ledger.expireLapsed(TEAM)
      await refused(ledger, 'lease-lost', () => ledger.inHand(worker))
      const anew = await join(ledger)
      expect(await ledger.inHand(anew)).toBeNull()
      await refused(ledger, 'lease-lost', () => ledger.inHand(worker))
      await refused(ledger, 'lease-lost', () => ledger.inHand({ ...anew, team: 'nobody' }))
      await fail(ledger, anew, 'a')
      expect(await ledger.inHand(anew)).toBeNull()
      expect(await look(ledger, 'a', 'status')).toEqual({ status: 'failed' })
    })
  })
}
