// Planning and starting over: a run is given its tasks once, whoever tries; and one takes the place of another in one move.

import type { Ledger } from '@shoal/base/model/ledger'
import type { NewTask } from '@shoal/base/model/task'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { claim, createTeam, type Fresh, job, join, kindsOf, refused, TEAM, teamSnapshot } from './world.ts'

const asked = { kind: 'planning', paths: ['a'] }
const definition = { kind: 'analysis', plan: 'x'.repeat(10_000) }
const tasks = [job('a', { input: 'y'.repeat(10_000) }), job('b', { blockedBy: ['a'] })]

const create = (ledger: Ledger) => ledger.createTeam({ name: TEAM, purpose: 'count', definition: asked })
const ids = async (ledger: Ledger) => (await ledger.tasks(TEAM)).map(({ id }) => id)

export function planningLaws(fresh: Fresh): void {
  describe('planning', () => {
    it('makes a run what it would be had it been created so', async () => {
      const { ledger } = await fresh()
      await create(ledger)
      expect(await kindsOf(ledger, () => ledger.planRun(TEAM, { definition, tasks }))).toEqual(['tasks-created'])
      const planned = await teamSnapshot(ledger, TEAM)
      const other = await fresh()
      await other.ledger.createTeam({ name: TEAM, purpose: 'count', definition, tasks })
      expect(planned).toEqual(await teamSnapshot(other.ledger, TEAM))
    })

    it('happens once, and what was planned first stands', async () => {
      const { ledger } = await fresh()
      await create(ledger)
      await ledger.planRun(TEAM, { definition, tasks })
      await refused(ledger, 'wrong-state', () => ledger.planRun(TEAM, { definition: asked, tasks: [job('c')] }))
    })

    it('by several at once is done by one of them, whole', async () => {
      const { ledger } = await fresh()
      await create(ledger)
      const plans = ['p', 'q', 'r'].map(name => ({ definition: { name }, tasks: [job(name), job(`${name}2`)] }))
      const ends = await Promise.allSettled(plans.map(plan => ledger.planRun(TEAM, plan)))
      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const won = plans[ends.findIndex(({ status }) => status === 'fulfilled')]!
      expect(await ledger.definition(TEAM)).toEqual(won.definition)
      expect(await ids(ledger)).toEqual(won.tasks.map(({ id }) => id))
    })

    it('is refused where there are tasks, and for a team that is no run', async () => {
      const { ledger } = await fresh()
      await refused(ledger, 'unknown-team', () => ledger.planRun(TEAM, { definition, tasks }))
      await createTeam(ledger)
      await refused(ledger, 'wrong-state', () => ledger.planRun(TEAM, { definition, tasks }))
      await ledger.deleteTeam(TEAM)
      await create(ledger)
      await ledger.createTasks(TEAM, [job('c')])
      await refused(ledger, 'wrong-state', () => ledger.planRun(TEAM, { definition, tasks }))
    })

    it('leaves a run as it was when one of its tasks is wrong', async () => {
      const { ledger } = await fresh()
      await create(ledger)
      const cycle = [job('a', { blockedBy: ['b'] }), job('b', { blockedBy: ['a'] })]
      await refused(ledger, 'task-cycle', () => ledger.planRun(TEAM, { definition, tasks: cycle }))
      await ledger.planRun(TEAM, { definition, tasks })
    })

    it('takes nothing back: who was asked to stop still is, and what has ended has', async () => {
      const { ledger } = await fresh()
      await create(ledger)
      const lead = await ledger.join(TEAM, { name: 'lead' }, 1000)
      await ledger.requestStop(TEAM, 'enough')
      await ledger.planRun(TEAM, { definition, tasks })
      expect(await ledger.renew([lead], 1000)).toMatchObject([{ alive: true, stop: 'enough' }])
      await ledger.leave(lead)
      await ledger.replaceTeam({ name: TEAM, definition: asked })
      await ledger.endRun(TEAM, 'stopped', 'enough')
      await ledger.planRun(TEAM, { definition, tasks })
      expect(await ledger.team(TEAM)).toMatchObject({ ended: 'stopped', endedReason: 'enough' })
    })
  })

  describe('starting over', () => {
    it('gives what deleting and creating would', async () => {
      const before = fc.record({ isRun: fc.boolean(), isPlanned: fc.boolean(), isWorked: fc.boolean() })
      await fc.assert(
        fc.asyncProperty(before, fc.boolean(), async ({ isRun, isPlanned, isWorked }, isLarge) => {
          const given = { name: TEAM, purpose: 'again', definition: isLarge ? definition : asked, tasks }
          const [one, two] = [await fresh(), await fresh()]
          for (const { ledger } of [one, two]) {
            const first: readonly NewTask[] = isPlanned ? tasks : [job('a')]
            await ledger.createTeam({ name: TEAM, tasks: first, ...(isRun && { definition }) })
            if (!isWorked) continue
            const worker = await join(ledger)
            await ledger.finish(await claim(ledger, worker, 'a'), { status: 'completed', result: 'z'.repeat(9000) })
            await ledger.leave(worker)
          }
          const created = await one.ledger.replaceTeam(given)
          await two.ledger.deleteTeam(TEAM)
          expect(created).toEqual(await two.ledger.createTeam(given))
          expect(await teamSnapshot(one.ledger, TEAM)).toEqual(await teamSnapshot(two.ledger, TEAM))
          expect(await one.ledger.events({ after: 0, limit: 100 })).toEqual(
            await two.ledger.events({ after: 0, limit: 100 }),
          )
        }),
        { numRuns: 8 },
      )
    })

    it('leaves the old one whole when the new one is refused', async () => {
      const { ledger } = await fresh()
      await refused(ledger, 'unknown-team', () => ledger.replaceTeam({ name: TEAM, definition, tasks }))
      await ledger.createTeam({ name: TEAM, definition, tasks })
      const cycle = [job('a', { blockedBy: ['b'] }), job('b', { blockedBy: ['a'] })]
      await refused(ledger, 'task-cycle', () => ledger.replaceTeam({ name: TEAM, definition: asked, tasks: cycle }))
      const worker = await join(ledger)
      await refused(ledger, 'members-alive', () => ledger.replaceTeam({ name: TEAM, definition: asked }))
      expect((await claim(ledger, worker, 'a')).task.id).toBe('a')
      expect(await ledger.input(TEAM, 'a')).toBe('y'.repeat(10_000))
    })

    it('voids the sessions of the old one', async () => {
      const { ledger, clock } = await fresh()
      await ledger.createTeam({ name: TEAM, definition, tasks })
      const worker = await join(ledger)
      await clock.pass(1_000_000)
      await ledger.replaceTeam({ name: TEAM, definition, tasks })
      await refused(ledger, 'lease-lost', () => ledger.claim(worker))
    })
  })
}
