// Events: every move tells of itself, in order, to whoever follows from whichever point.

import { LEAD } from '@shoal/base/model/team'
import { describe, expect, it } from 'vitest'
import { claim, complete, createTeam, type Fresh, job, join, kindsOf, LEASE, TEAM } from './world.ts'

const everything = { after: 0, limit: 1_000_000 }

export function eventLaws(fresh: Fresh): void {
  describe('events', () => {
    it('are numbered from 1 without a gap, and carry the time', async () => {
      const { ledger, clock } = await fresh()
      const began = clock.now()
      await createTeam(ledger, [job('a')])
      await clock.pass(10)
      await complete(ledger, await join(ledger), 'a')
      const events = await ledger.events(everything)
      expect(events.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
      expect(events.map(({ at }) => at - began)).toEqual([0, 0, 10, 10, 10])
      expect(await ledger.lastEvent()).toBe(5)
    })

    it('tell a whole story', async () => {
      const { ledger } = await fresh()
      await ledger.createTeam({ name: TEAM, purpose: 'a story', definition: 1 })
      await ledger.createTasks(TEAM, [job('a')])
      const worker = await join(ledger)
      await ledger.finish(await claim(ledger, worker, 'a'), { status: 'completed', result: 1, summary: 'it is done' })
      await ledger.claim(worker)
      await ledger.leave(worker)
      await ledger.endRun(TEAM, 'completed')
      const events = await ledger.events({ ...everything, team: TEAM })
      expect(events.map(({ kind, task, member }) => [kind, kind === 'message-sent' ? null : task, member])).toEqual([
        ['team-created', null, null],
        ['tasks-created', 'a', null],
        ['member-joined', null, 'worker'],
        ['task-claimed', 'a', 'worker'],
        ['task-completed', 'a', 'worker'],
        ['message-sent', null, 'worker'],
        ['member-idle', null, 'worker'],
        ['message-sent', null, 'worker'],
        ['member-left', null, 'worker'],
        ['run-ended', null, null],
      ])
      expect(events[0]?.detail).toBe('a story')
      expect(events.every(({ detail }) => detail === null || !/[\r\n]/.test(detail))).toBe(true)
    })

    it('can be followed from any point, in parts, of one team or of all', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      await createTeam(ledger, [], 'other')
      for (let at = 0; at < 10; at++) {
        await ledger.send(TEAM, { from: LEAD, to: LEAD, text: `${at}` })
        await ledger.send('other', { from: LEAD, to: LEAD, text: `${at}` })
      }
      const all = await ledger.events(everything)
      expect(all).toHaveLength(22)
      for (const after of [0, 1, 7, 21, 22, 23])
        for (const limit of [1, 3, 100]) {
          expect(await ledger.events({ after, limit })).toEqual(all.slice(after, after + limit))
          const own = all.filter(({ team, number }) => team === 'other' && number > after)
          expect(await ledger.events({ team: 'other', after, limit })).toEqual(own.slice(0, limit))
        }
    })

    it('looking is no event', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a')])
      const kinds = await kindsOf(ledger, async () => {
        await ledger.team(TEAM)
        await ledger.teams()
        await ledger.overview(TEAM)
        await ledger.definition(TEAM)
        await ledger.members(TEAM)
        await ledger.task(TEAM, 'a')
        await ledger.tasks(TEAM)
        await ledger.counts(TEAM)
        await ledger.outlook(TEAM)
        await ledger.input(TEAM, 'a')
        await ledger.result(TEAM, 'a')
        await ledger.log(TEAM, 'a')
        await ledger.messages(TEAM)
        await ledger.unread(TEAM, LEAD)
        await ledger.markRead(TEAM, LEAD, 1)
        await ledger.budgets(TEAM)
        await ledger.expireLapsed(TEAM)
      })
      expect(kinds).toEqual([])
    })
  })

  describe('waiting for news', () => {
    const FOREVER = 60_000

    it('ends at once when there is something that was not seen', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      await ledger.changed(0, FOREVER)
    })

    it('ends with the next move', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      const seen = await ledger.lastEvent()
      let isOver = false
      const waits = ledger.changed(seen, FOREVER).then(() => {
        isOver = true
      })
      await ledger.counts(TEAM)
      expect(isOver, 'a look is no news').toBe(false)
      await ledger.send(TEAM, { from: LEAD, to: LEAD, text: 'news' })
      await waits
      expect((await ledger.events({ after: seen, limit: 10 })).map(({ kind }) => kind)).toEqual(['message-sent'])
    })

    it('wakes all who wait', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      const seen = await ledger.lastEvent()
      const waits = Array.from({ length: 5 }, () => ledger.changed(seen, FOREVER))
      await ledger.createTasks(TEAM, [job('a')])
      await Promise.all(waits)
    })

    it('ends when its time is over, or when it is called off', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      const seen = await ledger.lastEvent()
      await ledger.changed(seen, 5)
      await ledger.changed(seen + 1000, 5)
      const controller = new AbortController()
      const waits = ledger.changed(seen, FOREVER, controller.signal)
      controller.abort()
      await waits
      await ledger.changed(seen, FOREVER, controller.signal)
    })

    it('ends when the ledger is closed', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      const waits = ledger.changed(await ledger.lastEvent(), FOREVER)
      await ledger.close()
      await waits
    })

    it('a follower that waits and reads misses nothing', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      const total = 50
      const seen: number[] = []
      const follow = async () => {
        for (let after = 1; seen.length < total; after = seen.at(-1) ?? after) {
          await ledger.changed(after, LEASE)
          for (const { number } of await ledger.events({ after, limit: 7 })) seen.push(number)
        }
      }
      const send = async () => {
        for (let at = 0; at < total; at++) await ledger.send(TEAM, { from: LEAD, to: LEAD, text: `${at}` })
      }
      await Promise.all([follow(), send()])
      expect(seen).toEqual(Array.from({ length: total }, (_, at) => at + 2))
    })
  })
}
