// Deletion: refused while members live, forced on demand, and final: nothing of the old team reaches a new one.
import { describe, expect, it } from 'vitest'
import { claim, createTeam, type Fresh, job, join, kindsOf, LEASE, refused, TEAM, teamSnapshot } from './world.ts'

export function deletionLaws(fresh: Fresh): void {
  describe('deletion', () => {
    it('removes a team with all it has, and its name is free', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a', { input: 'x'.repeat(10_000) }), job('b', { blockedBy: ['a'] })])
      const worker = await join(ledger)
      const claimed = await claim(ledger, worker, 'a')
      await ledger.finish(claimed, { status: 'completed', result: 'y'.repeat(10_000), summary: 'done', log: 'log' })
      await ledger.setBudget(TEAM, 'tokens', 5)
      await ledger.leave(worker)
      await ledger.deleteTeam(TEAM)
      expect(await ledger.teams()).toEqual([])
      await refused(ledger, 'unknown-team', () => ledger.team(TEAM))
      await createTeam(ledger)
      expect(await teamSnapshot(ledger, TEAM)).toMatchObject({ tasks: [], messages: [], budgets: [] })
      expect((await ledger.members(TEAM)).map(({ name }) => name)).toEqual(['lead'])
    })

    it('is refused while a lease runs, and names who lives', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      const worker = await join(ledger, 'survivor')
      const error = await refused(ledger, 'members-alive', () => ledger.deleteTeam(TEAM))
      expect(error.message).toContain('survivor')
      await refused(ledger, 'members-alive', () => ledger.deleteTeam(TEAM, { force: false }))
      await ledger.leave(worker)
      await ledger.deleteTeam(TEAM)
    })

    it('needs no force once the leases ran out', async () => {
      const { ledger, clock } = await fresh()
      await createTeam(ledger)
      await join(ledger)
      await clock.pass(LEASE)
      await refused(ledger, 'members-alive', () => ledger.deleteTeam(TEAM))
      await clock.pass(1)
      await ledger.deleteTeam(TEAM)
    })

    it('by force makes leases and claims void', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a'), job('b')])
      const [busy, free] = [await join(ledger, 'busy'), await join(ledger, 'free')]
      const claimed = await claim(ledger, busy)
      const reservation = await ledger.reserve(busy, { tokens: 1 })
      await ledger.deleteTeam(TEAM, { force: true })
      expect(await ledger.renew([busy, free], LEASE)).toEqual([
        { alive: false, shutdown: null, stop: null },
        { alive: false, shutdown: null, stop: null },
      ])
      await refused(ledger, 'lease-lost', () => ledger.claim(free))
      await refused(ledger, 'lease-lost', () => ledger.finish(claimed, { status: 'completed', result: 1 }))
      await refused(ledger, 'lease-lost', () => ledger.reserve(busy, { tokens: 1 }))
      await refused(ledger, 'lease-lost', () => ledger.answerShutdown(busy, { approve: true }))
      const kinds = await kindsOf(ledger, async () => {
        await ledger.settle(reservation, { tokens: 1 })
        await ledger.leave(busy)
        await ledger.expire(free)
      })
      expect(kinds).toEqual([])
    })

    it('leaves other teams alone, large values that they share included', async () => {
      const { ledger } = await fresh()
      const large = 'z'.repeat(50_000)
      await createTeam(ledger, [job('a', { input: large })])
      await createTeam(ledger, [job('a', { input: large })], 'other')
      await ledger.send('other', { from: 'lead', to: 'lead', text: `long\n${large}` })
      const before = await teamSnapshot(ledger, 'other')
      await ledger.deleteTeam(TEAM)
      expect(await teamSnapshot(ledger, 'other')).toEqual(before)
      expect(await ledger.input('other', 'a')).toBe(large)
    })

    it('is the last event of a team and the only one that stays', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a')])
      await createTeam(ledger, [job('a')], 'other')
      const last = await ledger.lastEvent()
      await ledger.deleteTeam(TEAM)
      expect(await ledger.lastEvent()).toBe(last + 1)
      const events = await ledger.events({ after: 0, limit: 100 })
      expect(events.map(({ kind, team }) => [kind, team])).toEqual([
        ['team-created', 'other'],
        ['tasks-created', 'other'],
        ['team-deleted', TEAM],
      ])
      await createTeam(ledger)
      const [created, ...others] = await ledger.events({ team: TEAM, after: 0, limit: 100 })
      expect(created, 'numbers never come back').toMatchObject({ number: last + 2, kind: 'team-created' })
      expect(others).toEqual([])
    })

    it('numbers do not come back when the ledger is emptied', async () => {
      const { ledger } = await fresh()
      for (const round of [1, 2, 3]) {
        await createTeam(ledger, [job('a')])
        await ledger.deleteTeam(TEAM)
        expect(await ledger.lastEvent(), `round ${round}`).toBe(round * 3)
      }
    })

    it('old sessions are void in a new team of the same name', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a')])
      const ghost = await join(ledger)
      await ledger.deleteTeam(TEAM, { force: true })
      await createTeam(ledger, [job('a')])
      const worker = await join(ledger)
      expect(await ledger.renew([ghost, worker], LEASE)).toMatchObject([{ alive: false }, { alive: true }])
      await refused(ledger, 'lease-lost', () => ledger.claim(ghost))
      await ledger.leave(ghost)
      await ledger.expire(ghost)
      expect(await ledger.renew([worker], LEASE)).toMatchObject([{ alive: true }])
    })

    it('old claims are void in a new team of the same name', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a')])
      const ghost = await claim(ledger, await join(ledger), 'a')
      await ledger.deleteTeam(TEAM, { force: true })
      await createTeam(ledger, [job('a')])
      const claimed = await claim(ledger, await join(ledger), 'a')
      await refused(ledger, 'lease-lost', () => ledger.finish(ghost, { status: 'completed', result: 'of a ghost' }))
      await ledger.finish(claimed, { status: 'completed', result: 'of a worker' })
      expect(await ledger.result(TEAM, 'a')).toBe('of a worker')
    })

    it('old reservations are void in a new team of the same name', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      const ghost = await ledger.reserve(await join(ledger), { tokens: 5 })
      await ledger.deleteTeam(TEAM, { force: true })
      await createTeam(ledger)
      await ledger.setBudget(TEAM, 'tokens', 100)
      const reservation = await ledger.reserve(await join(ledger), { tokens: 10 })
      await ledger.settle(ghost, { tokens: 99 })
      expect(await ledger.budgets(TEAM)).toEqual([{ unit: 'tokens', limit: 100, used: 0, reserved: 10 }])
      await ledger.settle(reservation, { tokens: 7 })
      expect(await ledger.budgets(TEAM)).toEqual([{ unit: 'tokens', limit: 100, used: 7, reserved: 0 }])
    })
  })
}
