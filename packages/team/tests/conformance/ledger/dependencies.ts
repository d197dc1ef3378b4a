// Dependencies: a task waits for its blockers, wherever they stand, and never for itself.
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

export function dependencyLaws(fresh: Fresh): void {
  describe('dependencies', () => {
    it('a chain is done link by link', async () => {
      const { ledger } = await fresh()
      const ids = Array.from({ length: 10 }, (_, at) => `t${at}`)
      await createTeam(
        ledger,
        ids.map((id, at) => job(id, at === 0 ? {} : { blockedBy: [ids[at - 1]!] })),
      )
      const worker = await join(ledger)
      for (const [at, id] of ids.entries()) {
        expect(await ledger.counts(TEAM)).toMatchObject({ ready: 1, blocked: 9 - at, completed: at })
        await complete(ledger, worker, id)
      }
      expect(await ledger.claim(worker)).toBeNull()
    })

    it('a fan-in waits for the last, and is announced once', async () => {
      const { ledger } = await fresh()
      const parts = Array.from({ length: 5 }, (_, at) => `part-${at}`)
      await createTeam(ledger, [job('whole', { blockedBy: parts }), ...parts.map(id => job(id))])
      const worker = await join(ledger)
      const news = await newsOf(ledger, async () => {
        for (const [at, id] of parts.entries()) {
          expect(await look(ledger, 'whole', 'openBlockers')).toEqual({ openBlockers: 5 - at })
          await complete(ledger, worker, id)
        }
      })
      const ready = news.filter(({ kind }) => kind === 'task-ready')
      expect(ready.map(({ task }) => task)).toEqual(['whole'])
      expect(news.at(-1)?.kind).toBe('task-ready')
      await complete(ledger, worker, 'whole')
    })

    it('a diamond opens on both sides and closes once', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [
        job('top'),
        job('left', { blockedBy: ['top'] }),
        job('right', { blockedBy: ['top'] }),
        job('bottom', { blockedBy: ['left', 'right'] }),
      ])
      const worker = await join(ledger)
      const claimed = await claim(ledger, worker, 'top')
      const news = await newsOf(ledger, () => ledger.finish(claimed, { status: 'completed', result: 1 }))
      expect(news.map(({ kind, task }) => [kind, task])).toEqual([
        ['task-completed', 'top'],
        ['task-ready', 'left'],
        ['task-ready', 'right'],
      ])
      await complete(ledger, worker, 'left')
      expect(await ledger.counts(TEAM)).toMatchObject({ ready: 1, blocked: 1 })
      await complete(ledger, worker, 'right')
      await complete(ledger, worker, 'bottom')
    })

    it('a blocker named twice is one blocker, and blockers stand in the order of their creation', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a'), job('d', { blockedBy: ['c', 'a', 'c'] }), job('b'), job('c')])
      await ledger.addBlockedBy(TEAM, 'd', ['b', 'a', 'b'])
      expect(await look(ledger, 'd', 'blockedBy', 'openBlockers')).toEqual({
        blockedBy: ['a', 'b', 'c'],
        openBlockers: 3,
      })
    })

    it('a blocker that is done already does not block', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('done'), job('skipped'), job('failed'), job('old')])
      const worker = await join(ledger)
      await complete(ledger, worker, 'done')
      await ledger.skip(TEAM, 'skipped', 'not needed')
      await fail(ledger, worker, 'failed')
      await ledger.createTasks(TEAM, [job('free', { blockedBy: ['done', 'skipped'] })])
      await ledger.createTasks(TEAM, [job('bound', { blockedBy: ['done', 'failed'] })])
      await ledger.addBlockedBy(TEAM, 'old', ['done', 'skipped'])
      expect(await look(ledger, 'free', 'openBlockers')).toEqual({ openBlockers: 0 })
      expect(await look(ledger, 'bound', 'openBlockers')).toEqual({ openBlockers: 1 })
      expect(await look(ledger, 'old', 'openBlockers', 'blockedBy')).toEqual({
        openBlockers: 0,
        blockedBy: ['done', 'skipped'],
      })
      expect(await ledger.counts(TEAM)).toMatchObject({ ready: 2, blocked: 1 })
    })

    it('a failed blocker keeps its dependents waiting, with the reason to be seen', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a'), job('b', { blockedBy: ['a'] })])
      const worker = await join(ledger)
      await fail(ledger, worker, 'a', 'the disk is full')
      expect(await ledger.claim(worker)).toBeNull()
      const { blockedBy } = await ledger.task(TEAM, 'b')
      expect(await look(ledger, blockedBy[0]!, 'status', 'reason')).toEqual({
        status: 'failed',
        reason: 'the disk is full',
      })
    })

    it('blockers can be added to what has not begun', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a'), job('b'), job('c')])
      const [event, ...others] = await newsOf(ledger, () => ledger.addBlockedBy(TEAM, 'a', ['b', 'c']))
      expect([event?.kind, event?.task, others]).toEqual(['task-blocked', 'a', []])
      const worker = await join(ledger)
      await complete(ledger, worker, 'b')
      await complete(ledger, worker, 'c')
      await complete(ledger, worker, 'a')
    })

    it('blockers can be added to what failed: it waits for them when it is retried', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a'), job('repair', { role: 'smith' })])
      const worker = await join(ledger)
      await fail(ledger, worker, 'a')
      await ledger.addBlockedBy(TEAM, 'a', ['repair'])
      expect(await look(ledger, 'a', 'status', 'openBlockers')).toEqual({ status: 'failed', openBlockers: 1 })
      await ledger.retry(TEAM, 'a')
      expect(await ledger.claim(worker)).toBeNull()
      await complete(ledger, await join(ledger, 'smith'), 'repair')
      await claim(ledger, worker, 'a')
    })

    it('blockers that are known are neither an error nor news', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a'), job('b', { blockedBy: ['a'] })])
      expect(await kindsOf(ledger, () => ledger.addBlockedBy(TEAM, 'b', ['a']))).toEqual([])
      expect(await kindsOf(ledger, () => ledger.addBlockedBy(TEAM, 'b', []))).toEqual([])
      expect(await look(ledger, 'b', 'blockedBy', 'openBlockers')).toEqual({ blockedBy: ['a'], openBlockers: 1 })
    })

    it('nothing can be put before what is under way or done', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('done'), job('held'), job('skipped'), job('x', { role: 'nobody' })])
      const worker = await join(ledger)
      await complete(ledger, worker, 'done')
      await claim(ledger, worker, 'held')
      await ledger.skip(TEAM, 'skipped', 'not needed')
      for (const id of ['done', 'held', 'skipped'])
        await refused(ledger, 'wrong-state', () => ledger.addBlockedBy(TEAM, id, ['x']))
    })

    it('a blocker must exist, and then none is added', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a'), job('b')])
      const created = await refused(ledger, 'unknown-task', () =>
        ledger.createTasks(TEAM, [job('c'), job('d', { blockedBy: ['a', 'nowhere'] })]),
      )
      expect(created.message).toContain('"nowhere"')
      const added = await refused(ledger, 'unknown-task', () => ledger.addBlockedBy(TEAM, 'a', ['b', 'nowhere']))
      expect(added.message).toContain('"nowhere"')
    })
  })

  describe('cycles', () => {
    it('are refused on creation, and named', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('root')])
      const error = await refused(ledger, 'task-cycle', () =>
        ledger.createTasks(TEAM, [
          job('fine', { blockedBy: ['root'] }),
          job('a', { blockedBy: ['b', 'root'] }),
          job('b', { blockedBy: ['c'] }),
          job('c', { blockedBy: ['a'] }),
        ]),
      )
      expect(error.message).toMatch(/a → b → c → a|b → c → a → b|c → a → b → c/)
    })

    it('are refused when a blocker is added, and named', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [
        job('a'),
        job('b', { blockedBy: ['a'] }),
        job('c', { blockedBy: ['b'] }),
        job('d', { blockedBy: ['a'] }),
      ])
      const error = await refused(ledger, 'task-cycle', () => ledger.addBlockedBy(TEAM, 'a', ['c']))
      expect(error.message).toMatch(/a → c → b → a/)
      await refused(ledger, 'task-cycle', () => ledger.addBlockedBy(TEAM, 'a', ['d']))
      await ledger.addBlockedBy(TEAM, 'd', ['c'])
    })

    it('no task waits for itself', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a')])
      const created = await refused(ledger, 'task-cycle', () =>
        ledger.createTasks(TEAM, [job('b', { blockedBy: ['b'] })]),
      )
      expect(created.message).toContain('b → b')
      const added = await refused(ledger, 'task-cycle', () => ledger.addBlockedBy(TEAM, 'a', ['a']))
      expect(added.message).toContain('a → a')
    })

    it('a way round through what is done counts too: it can be retried', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a'), job('b', { blockedBy: ['a'] })])
      await ledger.skip(TEAM, 'a', 'later')
      await complete(ledger, await join(ledger), 'b')
      await ledger.retry(TEAM, 'a')
      await refused(ledger, 'task-cycle', () => ledger.addBlockedBy(TEAM, 'a', ['b']))
    })

    it('one bad blocker among good ones adds none', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a'), job('b', { blockedBy: ['a'] }), job('c')])
      await refused(ledger, 'task-cycle', () => ledger.addBlockedBy(TEAM, 'a', ['c', 'b']))
    })
  })

  describe('a chain of 10,000', () => {
    const length = 10_000
    const chain = Array.from({ length }, (_, at) => job(`t${at}`, at === 0 ? {} : { blockedBy: [`t${at - 1}`] }))

    it('comes to be, and is done link by link', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, chain)
      expect(await ledger.counts(TEAM)).toMatchObject({ total: length, ready: 1, blocked: length - 1 })
      const worker = await join(ledger)
      let claimed = await claim(ledger, worker, 't0')
      for (let at = 1; at <= 100; at++) {
        const next = await ledger.finish(claimed, { status: 'completed', result: at }, { claimNext: true })
        expect(next?.task.id).toBe(`t${at}`)
        claimed = next!
      }
      expect(await ledger.counts(TEAM)).toMatchObject({ completed: 100, inProgress: 1, blocked: length - 101 })
    })

    it('may be given from its end, and cannot be closed to a ring', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, chain.toReversed())
      const before = await ledger.lastEvent()
      const closed = ledger.addBlockedBy(TEAM, 't0', [`t${length - 1}`])
      await expect(closed).rejects.toMatchObject({ code: 'task-cycle' })
      await expect(closed).rejects.toThrow(/t0 → t9999 → t9998 .* → t1 → t0$/)
      expect(await ledger.lastEvent()).toBe(before)
      expect(await look(ledger, 't0', 'blockedBy')).toEqual({ blockedBy: [] })
    })
  })
}
