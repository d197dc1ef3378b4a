// Budgets: what is reserved and used never passes the limit unnoticed.
import { describe, expect, it } from 'vitest'
import { createTeam, type Fresh, join, LEASE, newsOf, refused, TEAM } from './world.ts'

export function budgetLaws(fresh: Fresh): void {
  describe('budgets', () => {
    it('are set, changed and listed by unit', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      const news = await newsOf(ledger, () => ledger.setBudget(TEAM, 'tokens', 1000))
      expect(news).toMatchObject([{ kind: 'budget-changed', team: TEAM }])
      expect(news[0]?.detail).toMatch(/tokens.*1000/)
      await ledger.setBudget(TEAM, 'micro-dollars', 0)
      await ledger.setBudget(TEAM, 'tokens', 500)
      expect(await ledger.budgets(TEAM)).toEqual([
        { unit: 'micro-dollars', limit: 0, used: 0, reserved: 0 },
        { unit: 'tokens', limit: 500, used: 0, reserved: 0 },
      ])
    })

    it('what is reserved is taken, and what was used replaces it', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      await ledger.setBudget(TEAM, 'tokens', 100)
      const worker = await join(ledger)
      const [one, two] = [await ledger.reserve(worker, { tokens: 60 }), await ledger.reserve(worker, { tokens: 40 })]
      expect(one.number).not.toBe(two.number)
      expect(await ledger.budgets(TEAM)).toEqual([{ unit: 'tokens', limit: 100, used: 0, reserved: 100 }])
      await ledger.settle(one, { tokens: 10 })
      expect(await ledger.budgets(TEAM)).toEqual([{ unit: 'tokens', limit: 100, used: 10, reserved: 40 }])
      await ledger.settle(two, {})
      expect(await ledger.budgets(TEAM)).toEqual([{ unit: 'tokens', limit: 100, used: 10, reserved: 0 }])
    })

    it('nothing is reserved beyond the limit, not even the part that would fit', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      await ledger.setBudget(TEAM, 'tokens', 100)
      await ledger.setBudget(TEAM, 'calls', 2)
      const worker = await join(ledger)
      await ledger.settle(await ledger.reserve(worker, { tokens: 50 }), { tokens: 50 })
      await ledger.reserve(worker, { tokens: 30, calls: 2 })
      const error = await refused(ledger, 'budget-reached', () => ledger.reserve(worker, { tokens: 21 }))
      expect(error.message).toContain('tokens')
      await refused(ledger, 'budget-reached', () => ledger.reserve(worker, { tokens: 1, calls: 1 }))
      await ledger.reserve(worker, { tokens: 20 })
    })

    it('a higher limit lets the work go on', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      await ledger.setBudget(TEAM, 'tokens', 10)
      const worker = await join(ledger)
      await ledger.settle(await ledger.reserve(worker, { tokens: 10 }), { tokens: 25 })
      expect(await ledger.budgets(TEAM), 'more than reserved is a fact').toMatchObject([{ used: 25, limit: 10 }])
      await refused(ledger, 'budget-reached', () => ledger.reserve(worker, { tokens: 1 }))
      await ledger.setBudget(TEAM, 'tokens', 26)
      await ledger.reserve(worker, { tokens: 1 })
    })

    it('units without a budget are free, until they get one', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      const worker = await join(ledger)
      const reservation = await ledger.reserve(worker, { tokens: 1_000_000 })
      expect(await ledger.budgets(TEAM)).toEqual([])
      await ledger.setBudget(TEAM, 'tokens', 10)
      expect(await ledger.budgets(TEAM), 'what is still open counts').toMatchObject([{ used: 0, reserved: 1_000_000 }])
      await ledger.settle(reservation, { tokens: 3 })
      expect(await ledger.budgets(TEAM)).toEqual([{ unit: 'tokens', limit: 10, used: 3, reserved: 0 }])
    })

    it('a reservation of nothing, or of another unit, settles for what was used', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      await ledger.setBudget(TEAM, 'tokens', 10)
      const worker = await join(ledger)
      await ledger.settle(await ledger.reserve(worker, {}), { tokens: 4 })
      await ledger.settle(await ledger.reserve(worker, { calls: 1 }), { tokens: 5 })
      expect(await ledger.budgets(TEAM)).toEqual([{ unit: 'tokens', limit: 10, used: 9, reserved: 0 }])
    })

    it('a reservation is settled once', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      await ledger.setBudget(TEAM, 'tokens', 100)
      const reservation = await ledger.reserve(await join(ledger), { tokens: 50 })
      await ledger.settle(reservation, { tokens: 5 })
      await ledger.settle(reservation, { tokens: 5 })
      await ledger.settle({ team: TEAM, number: 999_999 }, { tokens: 5 })
      expect(await ledger.budgets(TEAM)).toMatchObject([{ used: 5, reserved: 0 }])
    })

    it('what the dead had reserved counts as used, and who left gives it back', async () => {
      const { ledger, clock } = await fresh()
      await createTeam(ledger)
      await ledger.setBudget(TEAM, 'tokens', 100)
      const [buried, lapsed] = [await join(ledger, 'buried'), await join(ledger, 'lapsed')]
      const left = await ledger.join(TEAM, { name: 'left' }, 9 * LEASE)
      const late = await ledger.reserve(buried, { tokens: 1 })
      await ledger.reserve(buried, { tokens: 2 })
      await ledger.reserve(lapsed, { tokens: 4 })
      await ledger.reserve(left, { tokens: 8 })
      await ledger.expire(buried)
      expect(await ledger.budgets(TEAM)).toMatchObject([{ used: 3, reserved: 12 }])
      await ledger.settle(late, { tokens: 50 })
      expect(await ledger.budgets(TEAM), 'settled by its death').toMatchObject([{ used: 3, reserved: 12 }])
      await clock.pass(LEASE + 1)
      await ledger.expireLapsed(TEAM)
      expect(await ledger.budgets(TEAM)).toMatchObject([{ used: 7, reserved: 8 }])
      await ledger.leave(left)
      expect(await ledger.budgets(TEAM)).toMatchObject([{ used: 7, reserved: 0 }])
    })

    it('only the living reserve', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      const worker = await join(ledger)
      await ledger.leave(worker)
      await refused(ledger, 'lease-lost', () => ledger.reserve(worker, { tokens: 1 }))
    })

    it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('%s is no amount', async amount => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      const worker = await join(ledger)
      await refused(ledger, 'bad-value', () => ledger.setBudget(TEAM, 'tokens', amount))
      await refused(ledger, 'bad-value', () => ledger.reserve(worker, { calls: 1, tokens: amount }))
      const reservation = await ledger.reserve(worker, { tokens: 1 })
      await refused(ledger, 'bad-value', () => ledger.settle(reservation, { tokens: amount }))
    })
  })
}
