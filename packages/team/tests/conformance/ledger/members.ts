// Members: joining, heartbeats, leaving and dying, and what becomes of the work in their hands.

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
  member,
  newsOf,
  refused,
  TEAM,
} from './world.ts'

export function memberLaws(fresh: Fresh): void {
  describe('members', () => {
    it('the lead has its place from the start, without being there', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      expect(await ledger.members(TEAM)).toEqual([
        {
          name: LEAD,
          role: null,
          kind: null,
          state: 'left',
          session: 0,
          process: null,
          leaseUntil: null,
          shutdown: 'none',
          completed: 0,
          task: null,
          joinedAt: null,
        },
      ])
    })

    it('a member is what it joined as', async () => {
      const { ledger, clock } = await fresh()
      await createTeam(ledger)
      const process = { host: 'here', pid: 7, started: 'yesterday' }
      const [event] = await newsOf(ledger, async () => {
        const session = await join(ledger, 'w-1', { role: 'tester', kind: 'command', process })
        expect(session).toEqual({ team: TEAM, member: 'w-1', session: 1 })
      })
      expect(event).toMatchObject({ kind: 'member-joined', member: 'w-1', team: TEAM, task: null })
      expect(await member(ledger, 'w-1')).toEqual({
        name: 'w-1',
        role: 'tester',
        kind: 'command',
        state: 'idle',
        session: 1,
        process,
        leaseUntil: clock.now() + LEASE,
        shutdown: 'none',
        completed: 0,
        task: null,
        joinedAt: clock.now(),
      })
    })

    it('are listed in the order in which they first came, the lead before all', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      for (const name of ['zoe', 'adam', LEAD, 'mia']) await join(ledger, name)
      await ledger.leave({ team: TEAM, member: 'zoe', session: 1 })
      await join(ledger, 'zoe')
      expect((await ledger.members(TEAM)).map(({ name }) => name)).toEqual([LEAD, 'zoe', 'adam', 'mia'])
    })

    it('a name is taken while its lease runs, to the last millisecond', async () => {
      const { ledger, clock } = await fresh()
      await createTeam(ledger)
      await join(ledger)
      await clock.pass(LEASE)
      const error = await refused(ledger, 'member-alive', () => join(ledger))
      expect(error.message).toContain('worker')
      await clock.pass(1)
      expect(await join(ledger)).toMatchObject({ session: 2 })
    })

    it.each(['', 'two words', '.x', 'x'.repeat(65)])('refuses %j as a name and as a role', async name => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      await refused(ledger, 'bad-value', () => join(ledger, name))
      await refused(ledger, 'bad-value', () => join(ledger, 'worker', { role: name }))
    })

    it('come again with their count and mailbox, in a role that may be another', async () => {
      const { ledger, clock } = await fresh()
      await createTeam(ledger, [job('a')])
      const first = await join(ledger, 'worker', { role: 'one', kind: 'command' })
      await complete(ledger, first, 'a')
      await ledger.send(TEAM, { from: LEAD, to: 'worker', text: 'read' })
      await ledger.markRead(TEAM, 'worker', (await ledger.messages(TEAM)).length)
      await ledger.leave(first)
      await ledger.send(TEAM, { from: LEAD, to: 'worker', text: 'while you were away' })
      await clock.pass(1)
      expect(await join(ledger, 'worker', { role: 'two' })).toEqual({ ...first, session: 2 })
      expect(await member(ledger, 'worker')).toMatchObject({
        role: 'two',
        kind: null,
        state: 'idle',
        completed: 1,
        joinedAt: clock.now(),
      })
      expect((await ledger.unread(TEAM, 'worker')).map(({ line }) => line)).toEqual(['while you were away'])
    })

    it('are working while they have a task', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a')])
      const worker = await join(ledger)
      const claimed = await claim(ledger, worker, 'a')
      expect(await member(ledger, 'worker')).toMatchObject({ state: 'working', task: 'a', completed: 0 })
      await ledger.finish(claimed, { status: 'completed', result: 1 })
      expect(await member(ledger, 'worker')).toMatchObject({ state: 'idle', task: null, completed: 1 })
    })

    it('count what they completed, and nothing else', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a'), job('b'), job('c')])
      const worker = await join(ledger)
      await complete(ledger, worker, 'a')
      await ledger.finish(await claim(ledger, worker, 'b'), { status: 'failed', reason: 'broken' })
      await ledger.finish(await claim(ledger, worker, 'c'), { status: 'released', reason: 'later' })
      await complete(ledger, worker, 'c')
      expect(await member(ledger, 'worker')).toMatchObject({ completed: 2 })
    })
  })

  describe('heartbeats', () => {
    it('make a lease longer, for many at once and in order', async () => {
      const { ledger, clock } = await fresh()
      await createTeam(ledger)
      await createTeam(ledger, [], 'other')
      const [one, two] = [await join(ledger, 'one'), await ledger.join('other', { name: 'two' }, LEASE)]
      const gone = await join(ledger, 'gone')
      await ledger.leave(gone)
      await clock.pass(LEASE - 1)
      const nobody = { team: 'nobody', member: 'x', session: 1 }
      const renewed = await ledger.renew([one, gone, two, { ...one, session: 2 }, nobody], 2 * LEASE)
      expect(renewed.map(({ alive }) => alive)).toEqual([true, false, true, false, false])
      expect((await member(ledger, 'one')).leaseUntil).toBe(clock.now() + 2 * LEASE)
      expect((await member(ledger, 'gone')).leaseUntil).toBeNull()
    })

    it('of nobody are fine, and no heartbeat is an event', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      const worker = await join(ledger)
      expect(await kindsOf(ledger, () => ledger.renew([], LEASE))).toEqual([])
      expect(await kindsOf(ledger, () => ledger.renew([worker], LEASE))).toEqual([])
    })

    it('revive a lease that ran out, as long as nobody has looked', async () => {
      const { ledger, clock } = await fresh()
      await createTeam(ledger, [job('a')])
      const worker = await join(ledger)
      await clock.pass(5 * LEASE)
      expect(await ledger.renew([worker], LEASE)).toMatchObject([{ alive: true }])
      expect(await ledger.expireLapsed(TEAM)).toEqual([])
      await claim(ledger, worker, 'a')
    })
  })

  describe('leaving', () => {
    it('gives back the claim in hand', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a')])
      const worker = await join(ledger)
      const claimed = await claim(ledger, worker, 'a')
      const news = await newsOf(ledger, () => ledger.leave(worker))
      expect(news.map(({ kind, task, member }) => ({ kind, task, member }))).toEqual([
        { kind: 'task-released', task: 'a', member: 'worker' },
        { kind: 'member-left', task: null, member: 'worker' },
      ])
      expect(await member(ledger, 'worker')).toMatchObject({ state: 'left', task: null, leaseUntil: null })
      expect(await look(ledger, 'a', 'status', 'owner', 'attempts')).toEqual({
        status: 'pending',
        owner: null,
        attempts: 1,
      })
      await refused(ledger, 'lease-lost', () => ledger.finish(claimed, { status: 'completed', result: 1 }))
      await refused(ledger, 'lease-lost', () => ledger.claim(worker))
    })

    it('twice, or with an old session, does nothing', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      const worker = await join(ledger)
      await ledger.leave(worker)
      expect(await kindsOf(ledger, () => ledger.leave(worker))).toEqual([])
      await join(ledger)
      expect(await kindsOf(ledger, () => ledger.leave(worker))).toEqual([])
      expect(await member(ledger, 'worker')).toMatchObject({ state: 'idle', session: 2 })
    })
  })

  describe('dying', () => {
    it('whose lease ran out is buried, and the task is free again', async () => {
      const { ledger, clock } = await fresh()
      await createTeam(ledger, [job('a'), job('b')])
      const [dies, lives] = [await join(ledger, 'dies'), await join(ledger, 'lives')]
      const lost = await claim(ledger, dies, 'a')
      await clock.pass(LEASE)
      expect(await kindsOf(ledger, () => ledger.expireLapsed(TEAM)), 'leases run to the end').toEqual([])
      await ledger.renew([lives], LEASE)
      await clock.pass(1)
      const news = await newsOf(ledger, async () => expect(await ledger.expireLapsed(TEAM)).toEqual(['dies']))
      expect(news.map(({ kind, task, member }) => [kind, task, member]).sort()).toEqual([
        ['member-died', null, 'dies'],
        ['task-lost', 'a', 'dies'],
      ])
      expect(await member(ledger, 'dies')).toMatchObject({ state: 'dead', task: null, leaseUntil: null })
      expect(await look(ledger, 'a', 'status', 'owner', 'attempts')).toEqual({
        status: 'pending',
        owner: null,
        attempts: 1,
      })
      await refused(ledger, 'lease-lost', () => ledger.finish(lost, { status: 'completed', result: 1 }))
      await refused(ledger, 'lease-lost', () => ledger.claim(dies))
      expect(await ledger.renew([dies, lives], LEASE)).toMatchObject([{ alive: false }, { alive: true }])
      await claim(ledger, lives, 'a')
    })

    it('all who lapsed are buried at once, in their order', async () => {
      const { ledger, clock } = await fresh()
      await createTeam(ledger)
      for (const name of ['b', 'a', LEAD]) await join(ledger, name)
      await clock.pass(LEASE + 1)
      expect(await ledger.expireLapsed(TEAM)).toEqual([LEAD, 'b', 'a'])
      expect(await kindsOf(ledger, () => ledger.expireLapsed(TEAM))).toEqual([])
    })

    it('one whose process is gone is buried while its lease runs', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a')])
      const worker = await join(ledger)
      await claim(ledger, worker, 'a')
      const kinds = await kindsOf(ledger, () => ledger.expire(worker))
      expect([...kinds].sort()).toEqual(['member-died', 'task-lost'])
      expect(await look(ledger, 'a', 'status')).toEqual({ status: 'pending' })
      expect(await kindsOf(ledger, () => ledger.expire(worker)), 'once').toEqual([])
    })

    it('an old session, one that left, and nobody cannot be buried', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      const old = await join(ledger)
      await ledger.leave(old)
      expect(await kindsOf(ledger, () => ledger.expire(old))).toEqual([])
      await join(ledger)
      expect(await kindsOf(ledger, () => ledger.expire(old))).toEqual([])
      expect(await kindsOf(ledger, () => ledger.expire({ ...old, member: 'nobody' }))).toEqual([])
      expect(await kindsOf(ledger, () => ledger.expire({ ...old, team: 'nobody' }))).toEqual([])
      expect(await member(ledger, 'worker')).toMatchObject({ state: 'idle', session: 2 })
    })

    it('joining over a session that lapsed buries it first', async () => {
      const { ledger, clock } = await fresh()
      await createTeam(ledger, [job('a')])
      const old = await join(ledger)
      const lost = await claim(ledger, old, 'a')
      await clock.pass(LEASE + 1)
      const kinds = await kindsOf(ledger, () => join(ledger))
      expect([...kinds].sort()).toEqual(['member-died', 'member-joined', 'task-lost'])
      expect(kinds.at(-1)).toBe('member-joined')
      expect(await member(ledger, 'worker')).toMatchObject({ state: 'idle', session: 2, task: null })
      await refused(ledger, 'lease-lost', () => ledger.finish(lost, { status: 'completed', result: 1 }))
      expect(await ledger.renew([old], LEASE)).toMatchObject([{ alive: false }])
    })

    it('the dead can join again', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      const old = await join(ledger)
      await ledger.expire(old)
      expect(await kindsOf(ledger, () => join(ledger))).toEqual(['member-joined'])
      expect(await member(ledger, 'worker')).toMatchObject({ state: 'idle', session: 2 })
    })

    it('what is finished after the lease but before the burial counts', async () => {
      const { ledger, clock } = await fresh()
      await createTeam(ledger, [job('a')])
      const late = await claim(ledger, await join(ledger), 'a')
      await clock.pass(10 * LEASE)
      await ledger.finish(late, { status: 'completed', result: 'late' })
      await ledger.expireLapsed(TEAM)
      expect(await ledger.result(TEAM, 'a')).toBe('late')
      expect(await look(ledger, 'a', 'status', 'owner')).toEqual({ status: 'completed', owner: 'worker' })
    })
  })
}
