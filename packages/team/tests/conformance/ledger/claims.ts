// Claims: who gets what, never two the same, and nobody ends what is no longer theirs.

import type { Claim } from '@shoal/base/model/task'
import { LEAD } from '@shoal/base/model/team'
import { describe, expect, it } from 'vitest'
import {
  claim,
  complete,
  createTeam,
  type Fresh,
  job,
  join,
  kindsOf,
  LEASE,
  look,
  newsOf,
  refused,
  TEAM,
} from './world.ts'

const done = { status: 'completed', result: null } as const

export function claimLaws(fresh: Fresh): void {
  describe('claims', () => {
    it('tell all that is needed to begin', async () => {
      const { ledger, clock } = await fresh()
      await createTeam(ledger, [job('a', { input: { path: 'x.csv' } })])
      const worker = await join(ledger)
      await clock.pass(7)
      const [event, ...others] = await newsOf(ledger, async () => {
        const claimed = await claim(ledger, worker, 'a')
        expect(claimed).toEqual({
          team: TEAM,
          task: await ledger.task(TEAM, 'a'),
          input: { path: 'x.csv' },
          member: 'worker',
          session: 1,
          fence: expect.any(Number),
          phase: 'work',
        })
      })
      expect(event).toMatchObject({ kind: 'task-claimed', task: 'a', member: 'worker' })
      expect(others).toEqual([])
      expect(await look(ledger, 'a', 'status', 'owner', 'attempts', 'claimedAt', 'endedAt')).toEqual({
        status: 'in_progress',
        owner: 'worker',
        attempts: 1,
        claimedAt: clock.now(),
        endedAt: null,
      })
    })

    it('take the highest priority, and equals in the order of creation', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('low', { priority: -5 }), job('a'), job('b'), job('high', { priority: 7 })])
      await ledger.createTasks(TEAM, [job('c'), job('highest', { priority: 8 })])
      const worker = await join(ledger)
      for (const id of ['highest', 'high', 'a', 'b', 'c', 'low']) await complete(ledger, worker, id)
    })

    it('priority counts across what is for a role, for a name and for anybody', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [
        job('anybody', { priority: 2 }),
        job('role', { priority: 3, role: 'tester' }),
        job('name', { priority: 1, role: 'tim' }),
        job('first', { priority: 1 }),
        job('role too', { priority: 3, role: 'tester' }),
      ])
      const worker = await join(ledger, 'tim', { role: 'tester' })
      for (const id of ['role', 'role too', 'anybody', 'name', 'first']) await complete(ledger, worker, id)
    })

    it('a role keeps others away', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a', { role: 'tester', priority: 9 }), job('b', { role: 'tim' }), job('c')])
      const [other, tim] = [await join(ledger, 'other', { role: 'writer' }), await join(ledger, 'tim')]
      const roleless = await join(ledger, 'roleless')
      await complete(ledger, other, 'c')
      expect(await ledger.claim(other)).toBeNull()
      expect(await ledger.claim(roleless)).toBeNull()
      await complete(ledger, tim, 'b')
      expect(await ledger.claim(tim)).toBeNull()
      await complete(ledger, await join(ledger, 'third', { role: 'tester' }), 'a')
    })

    it('the lead takes only what is meant for it', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a', { priority: 5 }), job('b', { role: LEAD })])
      const [lead, worker] = [await join(ledger, LEAD), await join(ledger)]
      await complete(ledger, lead, 'b')
      expect(await ledger.claim(lead)).toBeNull()
      await complete(ledger, worker, 'a')
    })

    it('what is blocked, held or over is not claimed', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a'), job('b', { blockedBy: ['a'], priority: 9 })])
      const [one, two] = [await join(ledger, 'one'), await join(ledger, 'two')]
      const claimed = await claim(ledger, one, 'a')
      expect(await ledger.claim(two)).toBeNull()
      await ledger.finish(claimed, done)
      await complete(ledger, two, 'b')
      expect(await ledger.claim(one)).toBeNull()
    })

    it('a member has one at a time', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a'), job('b')])
      const worker = await join(ledger)
      await claim(ledger, worker, 'a')
      const error = await refused(ledger, 'has-claim', () => ledger.claim(worker))
      expect(error.message).toContain('"a"')
    })

    it('a session that is over claims nothing', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a')])
      const worker = await join(ledger)
      await refused(ledger, 'lease-lost', () => ledger.claim({ ...worker, session: 2 }))
      await refused(ledger, 'lease-lost', () => ledger.claim({ ...worker, member: 'nobody' }))
      await refused(ledger, 'lease-lost', () => ledger.claim({ ...worker, team: 'nobody' }))
      await refused(ledger, 'lease-lost', () => ledger.claim({ team: TEAM, member: LEAD, session: 0 }))
      await ledger.leave(worker)
      await refused(ledger, 'lease-lost', () => ledger.claim(worker))
      await join(ledger)
      await refused(ledger, 'lease-lost', () => ledger.claim(worker))
    })

    it('many members at once never get the same task, and get them all', async () => {
      const { ledger } = await fresh()
      const ids = Array.from({ length: 60 }, (_, at) => `t${at}`)
      await createTeam(
        ledger,
        ids.map((id, at) => job(id, at % 3 === 2 ? { blockedBy: [ids[at - 1]!, ids[at - 2]!] } : {})),
      )
      const names = Array.from({ length: 8 }, (_, at) => `w${at}`)
      const taken: string[] = []
      await Promise.all(
        names.map(async name => {
          const session = await join(ledger, name)
          for (let held = await ledger.claim(session); held; ) {
            taken.push(held.task.id)
            held = await ledger.finish(held, done, { claimNext: true })
          }
        }),
      )
      expect(taken.toSorted()).toEqual([...new Set(taken)].sort())
      expect(await ledger.counts(TEAM)).toMatchObject({ completed: taken.length, inProgress: 0, ready: 0 })
    })
  })

  describe('idle', () => {
    it('the lead is told once, at the first look for work that finds none', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      const worker = await join(ledger, 'w-1')
      const news = await newsOf(ledger, async () => expect(await ledger.claim(worker)).toBeNull())
      expect(news.map(({ kind, member }) => [kind, member])).toEqual([
        ['member-idle', 'w-1'],
        ['message-sent', 'w-1'],
      ])
      expect(await ledger.unread(TEAM, LEAD)).toMatchObject([{ kind: 'idle', from: 'w-1', to: LEAD, task: null }])
      expect((await ledger.unread(TEAM, LEAD))[0]?.line).toContain('w-1')
      expect(await kindsOf(ledger, () => ledger.claim(worker))).toEqual([])
    })

    it('and again after work, and after joining anew', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a')])
      const worker = await join(ledger)
      await complete(ledger, worker, 'a')
      expect(await kindsOf(ledger, () => ledger.claim(worker))).toEqual(['member-idle', 'message-sent'])
      expect(await kindsOf(ledger, () => ledger.claim(worker))).toEqual([])
      await ledger.createTasks(TEAM, [job('b')])
      const claimed = await claim(ledger, worker, 'b')
      const next = () => ledger.finish(claimed, done, { claimNext: true })
      expect(await kindsOf(ledger, next)).toEqual(['task-completed', 'member-idle', 'message-sent'])
      await ledger.leave(worker)
      const again = await join(ledger)
      expect(await kindsOf(ledger, () => ledger.claim(again))).toEqual(['member-idle', 'message-sent'])
      const idle = (await ledger.messages(TEAM)).filter(({ kind }) => kind === 'idle')
      expect(
        idle.map(({ line }) => line.match(/\d+/g)?.at(-1)),
        'says how much it did',
      ).toEqual(['1', '2', '2'])
    })

    it('the lead does not tell itself', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      const lead = await join(ledger, LEAD)
      expect(await kindsOf(ledger, () => ledger.claim(lead))).toEqual([])
      expect(await ledger.messages(TEAM)).toEqual([])
    })
  })

  describe('claiming the next with the end of the last', () => {
    it('is one step', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a'), job('b', { blockedBy: ['a'], input: 5 })])
      const worker = await join(ledger)
      const claimed = await claim(ledger, worker, 'a')
      let next: Claim | null = null
      const kinds = await kindsOf(ledger, async () => {
        next = await ledger.finish(claimed, done, { claimNext: true })
      })
      expect(kinds).toEqual(['task-completed', 'task-ready', 'task-claimed'])
      expect(next).toMatchObject({ task: { id: 'b', attempts: 1 }, input: 5, member: 'worker', session: 1 })
      await ledger.finish(next!, done)
      expect(await ledger.counts(TEAM)).toMatchObject({ completed: 2 })
    })

    it('works after every ending', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a', { retries: 5 }), job('b')])
      const worker = await join(ledger)
      let held: Claim | null = await claim(ledger, worker, 'a')
      held = await ledger.finish(held, { status: 'failed', reason: 'once' }, { claimNext: true })
      expect(held?.task).toMatchObject({ id: 'a', attempts: 2 })
      held = await ledger.finish(held!, { status: 'lost', reason: 'twice' }, { claimNext: true })
      expect(held?.task).toMatchObject({ id: 'a', attempts: 3 })
      held = await ledger.finish(held!, { status: 'released', reason: 'later' }, { claimNext: true })
      expect(held?.task).toMatchObject({ id: 'a', attempts: 4 })
      held = await ledger.finish(held!, { status: 'failed', reason: 'for good', final: true }, { claimNext: true })
      expect(held?.task).toMatchObject({ id: 'b', attempts: 1 })
      held = await ledger.finish(held!, done, { claimNext: true })
      expect(held).toBeNull()
    })

    it('gives nothing unless it is asked for', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a'), job('b')])
      const worker = await join(ledger)
      expect(await ledger.finish(await claim(ledger, worker, 'a'), done)).toBeNull()
      expect(await ledger.finish(await claim(ledger, worker, 'b'), done, { claimNext: false })).toBeNull()
    })
  })

  describe('fences', () => {
    it('a claim ends once', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a'), job('b')])
      const claimed = await claim(ledger, await join(ledger), 'a')
      await ledger.finish(claimed, { status: 'completed', result: 'first' })
      await refused(ledger, 'lease-lost', () => ledger.finish(claimed, { status: 'completed', result: 'second' }))
      await refused(ledger, 'lease-lost', () => ledger.finish(claimed, { status: 'failed', reason: 'no' }))
      await refused(ledger, 'lease-lost', () => ledger.finish(claimed, done, { claimNext: true }))
      expect(await ledger.result(TEAM, 'a')).toBe('first')
    })

    it.each(['completed', 'failed', 'released', 'lost'] as const)('a lost claim cannot end as %s', async status => {
      const { ledger, clock } = await fresh()
      await createTeam(ledger, [job('a')])
      const lost = await claim(ledger, await join(ledger, 'slow'), 'a')
      await clock.pass(LEASE + 1)
      await ledger.expireLapsed(TEAM)
      const ending = { status, result: null, reason: 'late' }
      await refused(ledger, 'lease-lost', () => ledger.finish(lost, ending))
      const quick = await claim(ledger, await join(ledger, 'quick'), 'a')
      await refused(ledger, 'lease-lost', () => ledger.finish(lost, ending))
      await ledger.finish(quick, { status: 'completed', result: 'of the quick' })
      await refused(ledger, 'lease-lost', () => ledger.finish(lost, ending))
      expect(await look(ledger, 'a', 'owner', 'attempts')).toEqual({ owner: 'quick', attempts: 2 })
    })

    it('an old claim of the same member on the same task is void too', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a')])
      const worker = await join(ledger)
      const old = await claim(ledger, worker, 'a')
      await ledger.finish(old, { status: 'released', reason: 'later' })
      const current = await claim(ledger, worker, 'a')
      expect(current.fence).not.toBe(old.fence)
      await refused(ledger, 'lease-lost', () => ledger.finish(old, done))
      await ledger.finish(current, done)
    })

    it('a claim on what does not exist is void', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a')])
      const claimed = await claim(ledger, await join(ledger), 'a')
      await refused(ledger, 'lease-lost', () => ledger.finish({ ...claimed, team: 'nobody' }, done))
      const elsewhere = { ...claimed, task: { ...claimed.task, id: 'z' } }
      await refused(ledger, 'lease-lost', () => ledger.finish(elsewhere, done))
    })

    it('of two that end the same claim at once, one is refused', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a')])
      const claimed = await claim(ledger, await join(ledger), 'a')
      const ends = await Promise.allSettled([ledger.finish(claimed, done), ledger.finish(claimed, done)])
      expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    })
  })
}
