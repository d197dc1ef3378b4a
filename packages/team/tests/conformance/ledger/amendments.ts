// Amendments: a result is replaced whole or not at all, never behind the back of those who build on it.

import type { Json } from '@shoal/base/model/json'
import type { Ledger } from '@shoal/base/model/ledger'
import type { NewTask } from '@shoal/base/model/task'
import { LEAD, type Session } from '@shoal/base/model/team'
import { describe, expect, it } from 'vitest'
import { claim, createTeam, type Fresh, fail, job, join, look, newsOf, refused, TEAM } from './world.ts'

/** A team in which a worker has completed `a`. */
async function withResult(ledger: Ledger, result: Json, others: readonly NewTask[] = []): Promise<Session> {
  await createTeam(ledger, [job('a', { priority: 1 }), ...others])
  const worker = await join(ledger)
  await ledger.finish(await claim(ledger, worker, 'a'), { status: 'completed', result, summary: 'first' })
  return worker
}

export function amendmentLaws(fresh: Fresh): void {
  describe('amendments', () => {
    it('replace the result and nothing else', async () => {
      const { ledger, clock } = await fresh()
      await withResult(ledger, { found: 1 })
      const before = await ledger.task(TEAM, 'a')
      await clock.pass(5)
      const news = await newsOf(ledger, () => ledger.amend(TEAM, 'a', { from: { found: 1 }, to: { found: [1, 2] } }))
      expect(news).toMatchObject([{ kind: 'task-amended', task: 'a', member: 'worker', detail: null, at: clock.now() }])
      expect(await ledger.result(TEAM, 'a')).toEqual({ found: [1, 2] })
      expect(await ledger.task(TEAM, 'a')).toEqual({ ...before, resultBytes: '{"found":[1,2]}'.length })
    })

    it('a summary takes the place of the last, and goes to the lead as one line', async () => {
      const { ledger } = await fresh()
      await withResult(ledger, 1)
      const amend = () => ledger.amend(TEAM, 'a', { from: 1, to: 2, summary: 'second\nthoughts' })
      const news = await newsOf(ledger, amend)
      expect(news.map(({ kind, detail }) => [kind, detail])).toEqual([
        ['task-amended', 'second · thoughts'],
        ['message-sent', expect.anything()],
      ])
      expect(await look(ledger, 'a', 'summary')).toEqual({ summary: 'second · thoughts' })
      expect((await ledger.unread(TEAM, LEAD)).at(-1)).toMatchObject({
        kind: 'task-report',
        from: 'worker',
        line: 'second · thoughts',
        task: 'a',
      })
    })

    it('also of large results, back and forth', async () => {
      const { ledger } = await fresh()
      const [small, large, larger] = ['s', 'l'.repeat(9000), { text: 'x'.repeat(20_000) }]
      await withResult(ledger, small)
      const way = [small, large, larger, large, small]
      for (const [at, to] of way.slice(1).entries()) {
        await ledger.amend(TEAM, 'a', { from: way[at]!, to })
        expect(await ledger.result(TEAM, 'a')).toEqual(to)
        expect(await look(ledger, 'a', 'resultBytes')).toEqual({ resultBytes: JSON.stringify(to).length })
      }
      await ledger.deleteTeam(TEAM, { force: true })
    })

    it('leave alone what another task has as its result or input too', async () => {
      const { ledger } = await fresh()
      const shared = 'x'.repeat(9000)
      const worker = await withResult(ledger, shared, [job('b', { input: shared })])
      const claimed = await claim(ledger, worker, 'b')
      await ledger.finish(claimed, { status: 'completed', result: shared })
      await ledger.amend(TEAM, 'a', { from: shared, to: null })
      expect(await ledger.input(TEAM, 'b')).toBe(shared)
      expect(await ledger.result(TEAM, 'b')).toBe(shared)
    })

    it('what was read and written back is the same, whatever it holds', async () => {
      const { ledger } = await fresh()
      await withResult(ledger, { b: 1, a: [-0, 1e300, '\uD800', 'é'], 2: 'two', 1: 'one', ['__proto__']: { x: null } })
      const from = await ledger.result(TEAM, 'a')
      await ledger.amend(TEAM, 'a', { from, to: [from] })
      expect(await ledger.result(TEAM, 'a')).toEqual([from])
    })

    it('are refused when the result is another by now', async () => {
      const { ledger } = await fresh()
      await withResult(ledger, ['one'])
      await ledger.amend(TEAM, 'a', { from: ['one'], to: ['one', 'two'] })
      const change = { from: ['one'], to: ['one', 'three', 'x'.repeat(9000)], summary: 'lost' }
      const error = await refused(ledger, 'wrong-state', () => ledger.amend(TEAM, 'a', change))
      expect(error.message).toBe('the result of task "a" has changed in the meantime')
    })

    it('of many at once, nobody loses the addition of another', async () => {
      const { ledger } = await fresh()
      await withResult(ledger, [])
      const add = async (n: number): Promise<void> => {
        for (;;) {
          const from = (await ledger.result(TEAM, 'a')) as readonly number[]
          const isDone = await ledger.amend(TEAM, 'a', { from, to: [...from, n] }).then(
            () => true,
            error => error.code !== 'wrong-state',
          )
          if (isDone) return
        }
      }
      const numbers = Array.from({ length: 12 }, (_, at) => at)
      await Promise.all(numbers.map(add))
      expect(((await ledger.result(TEAM, 'a')) as number[]).toSorted((a, b) => a - b)).toEqual(numbers)
    })

    it('are refused while a dependent is being worked on, and once it is completed', async () => {
      const { ledger } = await fresh()
      const worker = await withResult(ledger, 1, [job('b', { blockedBy: ['a'] }), job('c', { blockedBy: ['b'] })])
      await ledger.amend(TEAM, 'a', { from: 1, to: 2 })
      const held = await claim(ledger, worker, 'b')
      const error = await refused(ledger, 'wrong-state', () => ledger.amend(TEAM, 'a', { from: 2, to: 3 }))
      expect(error.message).toBe('the result of task "a" cannot be amended: task "b" builds on it')
      await ledger.finish(held, { status: 'released', reason: 'later' })
      await ledger.amend(TEAM, 'a', { from: 2, to: 3 })
      await ledger.finish(await claim(ledger, worker, 'b'), { status: 'completed', result: 'b' })
      await refused(ledger, 'wrong-state', () => ledger.amend(TEAM, 'a', { from: 3, to: 4 }))
      await ledger.amend(TEAM, 'b', { from: 'b', to: 'B' })
    })

    it('are allowed while dependents failed or were skipped: whoever tries again reads the new result', async () => {
      const { ledger } = await fresh()
      const dependents = [job('b', { blockedBy: ['a'], priority: 1 }), job('c', { blockedBy: ['a'] })]
      const worker = await withResult(ledger, 1, dependents)
      await fail(ledger, worker, 'b')
      await ledger.skip(TEAM, 'c', 'not needed')
      await ledger.amend(TEAM, 'a', { from: 1, to: 2 })
      expect(await ledger.result(TEAM, 'a')).toBe(2)
    })

    it('are refused unless the task is completed', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('skipped'), job('pending', { role: 'nobody' }), job('failed'), job('held')])
      const worker = await join(ledger)
      await ledger.skip(TEAM, 'skipped', 'not needed')
      await fail(ledger, worker, 'failed')
      await claim(ledger, worker, 'held')
      for (const id of ['skipped', 'pending', 'failed', 'held']) {
        const error = await refused(ledger, 'wrong-state', () => ledger.amend(TEAM, id, { from: null, to: 1 }))
        expect(error.message).toContain('cannot be amended')
      }
      await refused(ledger, 'unknown-task', () => ledger.amend(TEAM, 'nowhere', { from: null, to: 1 }))
      await refused(ledger, 'unknown-team', () => ledger.amend('nobody', 'a', { from: null, to: 1 }))
    })
  })
}
