// How claims end: completed with what follows, failed and tried again, given back, lost.

import { LOSS_LIMIT } from '@shoal/base/model/task'
import { LEAD } from '@shoal/base/model/team'
import { describe, expect, it } from 'vitest'
import { claim, complete, createTeam, type Fresh, job, join, kindsOf, look, newsOf, refused, TEAM } from './world.ts'

export function endingLaws(fresh: Fresh): void {
  describe('completed', () => {
    it('keeps the result, who did it and when', async () => {
      const { ledger, clock } = await fresh()
      await createTeam(ledger, [job('a')])
      const claimed = await claim(ledger, await join(ledger), 'a')
      const claimedAt = clock.now()
      await clock.pass(9)
      const result = { words: 12, of: ['ä', null] }
      await ledger.finish(claimed, { status: 'completed', result })
      expect(await ledger.result(TEAM, 'a')).toEqual(result)
      expect(await ledger.task(TEAM, 'a')).toMatchObject({
        status: 'completed',
        owner: 'worker',
        attempts: 1,
        reason: null,
        summary: null,
        resultBytes: Buffer.byteLength(JSON.stringify(result)),
        hasLog: false,
        claimedAt,
        endedAt: clock.now(),
      })
    })

    it('without a summary tells nobody', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a')])
      const claimed = await claim(ledger, await join(ledger), 'a')
      const kinds = await kindsOf(ledger, () => ledger.finish(claimed, { status: 'completed', result: 1 }))
      expect(kinds).toEqual(['task-completed'])
      expect(await ledger.messages(TEAM)).toEqual([])
    })

    it('with a summary tells the lead in one line, with a pointer', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a')])
      const claimed = await claim(ledger, await join(ledger), 'a')
      const summary = 'Chunk 3/10 complete: 4 findings'
      const news = await newsOf(ledger, () => ledger.finish(claimed, { status: 'completed', result: 1, summary }))
      expect(news[0]).toMatchObject({ kind: 'task-completed', task: 'a', member: 'worker', detail: summary })
      expect(news.map(({ kind }) => kind)).toEqual(['task-completed', 'message-sent'])
      expect(await look(ledger, 'a', 'summary')).toEqual({ summary })
      expect(await ledger.unread(TEAM, LEAD)).toMatchObject([
        { kind: 'task-report', from: 'worker', to: LEAD, line: summary, task: 'a', hasMore: false },
      ])
    })

    it('makes one bounded line of any summary', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a')])
      const claimed = await claim(ledger, await join(ledger), 'a')
      const summary = `first\n  second ${'x'.repeat(5000)}`
      const [event] = await newsOf(ledger, () => ledger.finish(claimed, { status: 'completed', result: 1, summary }))
      const kept = (await ledger.task(TEAM, 'a')).summary!
      expect(kept).toMatch(/^first · second x+…$/)
      expect(kept.length).toBeLessThanOrEqual(500)
      expect(event?.detail).toBe(kept)
      expect((await ledger.unread(TEAM, LEAD))[0]?.line).toBe(kept)
    })

    it('keeps the log of the attempt', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a')])
      const claimed = await claim(ledger, await join(ledger), 'a')
      const log = `warning: ä\n${'line\n'.repeat(20_000)}`
      await ledger.finish(claimed, { status: 'completed', result: 1, log })
      expect(await look(ledger, 'a', 'hasLog')).toEqual({ hasLog: true })
      expect(await ledger.log(TEAM, 'a')).toBe(log)
    })
  })

  describe('tasks that follow a completion', () => {
    it('come to be with it', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('split'), job('end', { blockedBy: ['split'] })])
      const worker = await join(ledger)
      const claimed = await claim(ledger, worker, 'split')
      const follow = [job('part-1', { input: 1, blockedBy: ['split'] }), job('join', { blockedBy: ['part-1', 'end'] })]
      const kinds = await kindsOf(ledger, () => ledger.finish(claimed, { status: 'completed', result: 1, follow }))
      expect([...kinds].sort()).toEqual(['task-completed', 'task-ready', 'tasks-created'])
      expect(kinds[0]).toBe('task-completed')
      expect(await look(ledger, 'part-1', 'openBlockers', 'blockedBy')).toEqual({
        openBlockers: 0,
        blockedBy: ['split'],
      })
      expect(await look(ledger, 'join', 'openBlockers')).toEqual({ openBlockers: 2 })
      for (const id of ['end', 'part-1', 'join']) await complete(ledger, worker, id)
    })

    it('can be claimed in the same step', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a')])
      const claimed = await claim(ledger, await join(ledger), 'a')
      const follow = [{ subject: 'b' }]
      const next = await ledger.finish(claimed, { status: 'completed', result: 1, follow }, { claimNext: true })
      expect(next?.task).toMatchObject({ id: '1', subject: 'b' })
    })

    it('or neither comes to be, and the claim stays valid', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a'), job('b', { blockedBy: ['a'] })])
      const claimed = await claim(ledger, await join(ledger), 'a')
      const ending = { status: 'completed', result: 1, summary: 'done' } as const
      const wrong = [
        ['task-exists', [job('c'), job('b')]],
        ['unknown-task', [job('c', { blockedBy: ['nowhere'] })]],
        ['task-cycle', [job('c', { blockedBy: ['d'] }), job('d', { blockedBy: ['c'] })]],
        ['bad-value', [job('c', { retries: -1 })]],
      ] as const
      for (const [code, follow] of wrong)
        await refused(ledger, code, () => ledger.finish(claimed, { ...ending, follow }, { claimNext: true }))
      await ledger.finish(claimed, { ...ending, follow: [job('c')] })
      expect(await ledger.counts(TEAM)).toMatchObject({ completed: 1, ready: 2 })
    })
  })

  describe('failed', () => {
    it('is final without retries, and the lead learns why', async () => {
      const { ledger, clock } = await fresh()
      await createTeam(ledger, [job('a')])
      const claimed = await claim(ledger, await join(ledger), 'a')
      await clock.pass(4)
      const ending = { status: 'failed', reason: 'exit status 1\nno such file', log: 'stderr' } as const
      const news = await newsOf(ledger, () => ledger.finish(claimed, ending))
      expect(news.map(({ kind, task, member }) => [kind, member, kind === 'task-failed' ? task : null])).toEqual([
        ['task-failed', 'worker', 'a'],
        ['message-sent', 'worker', null],
      ])
      const reason = 'exit status 1 · no such file'
      expect(news[0]?.detail).toBe(reason)
      expect(await ledger.task(TEAM, 'a')).toMatchObject({
        status: 'failed',
        owner: 'worker',
        reason,
        endedAt: clock.now(),
        resultBytes: null,
        hasLog: true,
      })
      expect(await ledger.log(TEAM, 'a')).toBe('stderr')
      expect(await ledger.result(TEAM, 'a')).toBeNull()
      expect(await ledger.unread(TEAM, LEAD)).toMatchObject([
        { kind: 'task-report', from: 'worker', task: 'a', line: `Task "do a" failed: ${reason}` },
      ])
    })

    it('is tried again as often as was said, quietly', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a', { retries: 2 })])
      const worker = await join(ledger)
      for (const attempt of [1, 2]) {
        const claimed = await claim(ledger, worker, 'a')
        const news = await newsOf(ledger, () =>
          ledger.finish(claimed, { status: 'failed', reason: `attempt ${attempt}` }),
        )
        expect(news).toMatchObject([{ kind: 'task-released', task: 'a', member: 'worker' }])
        expect(news[0]?.detail).toContain(`attempt ${attempt}`)
        expect(await look(ledger, 'a', 'status', 'owner', 'attempts', 'reason', 'endedAt')).toEqual({
          status: 'pending',
          owner: null,
          attempts: attempt,
          reason: `attempt ${attempt}`,
          endedAt: null,
        })
      }
      expect(await ledger.messages(TEAM)).toEqual([])
      const last = await claim(ledger, worker, 'a')
      await ledger.finish(last, { status: 'failed', reason: 'attempt 3' })
      expect(await look(ledger, 'a', 'status', 'attempts', 'reason')).toEqual({
        status: 'failed',
        attempts: 3,
        reason: 'attempt 3',
      })
    })

    it('for good is not tried again, whatever retries are left', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a', { retries: 9 })])
      const claimed = await claim(ledger, await join(ledger), 'a')
      const kinds = await kindsOf(ledger, () =>
        ledger.finish(claimed, { status: 'failed', reason: 'hopeless', final: true }),
      )
      expect(kinds).toEqual(['task-failed', 'message-sent'])
      expect(await look(ledger, 'a', 'status')).toEqual({ status: 'failed' })
    })

    it('the reason and the log are those of the last attempt, and the reason goes with success', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a', { retries: 9 })])
      const worker = await join(ledger)
      await ledger.finish(await claim(ledger, worker, 'a'), { status: 'failed', reason: 'one', log: 'log one' })
      expect(await ledger.log(TEAM, 'a')).toBe('log one')
      await ledger.finish(await claim(ledger, worker, 'a'), { status: 'failed', reason: 'two', log: 'log two' })
      expect(await look(ledger, 'a', 'reason', 'hasLog')).toEqual({ reason: 'two', hasLog: true })
      expect(await ledger.log(TEAM, 'a')).toBe('log two')
      await ledger.finish(await claim(ledger, worker, 'a'), { status: 'failed', reason: 'three' })
      expect(await look(ledger, 'a', 'reason', 'hasLog')).toEqual({ reason: 'three', hasLog: false })
      await ledger.finish(await claim(ledger, worker, 'a'), { status: 'completed', result: 1 })
      expect(await look(ledger, 'a', 'reason', 'hasLog')).toEqual({ reason: null, hasLog: false })
    })
  })

  describe('released', () => {
    it('goes back as if nothing had been, but for the attempt', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a')])
      const worker = await join(ledger)
      const claimed = await claim(ledger, worker, 'a')
      const [event, ...others] = await newsOf(ledger, () =>
        ledger.finish(claimed, { status: 'released', reason: 'stopping' }),
      )
      expect(event).toMatchObject({ kind: 'task-released', task: 'a', member: 'worker', detail: 'stopping' })
      expect(others).toEqual([])
      expect(await look(ledger, 'a', 'status', 'owner', 'attempts', 'reason', 'endedAt')).toEqual({
        status: 'pending',
        owner: null,
        attempts: 1,
        reason: null,
        endedAt: null,
      })
      expect(await ledger.counts(TEAM)).toMatchObject({ ready: 1 })
    })

    it('counts neither as a failure nor as a loss', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a')])
      const worker = await join(ledger)
      for (let at = 0; at < LOSS_LIMIT + 5; at++)
        await ledger.finish(await claim(ledger, worker, 'a'), { status: 'released', reason: 'later' })
      expect(await look(ledger, 'a', 'status', 'attempts')).toEqual({ status: 'pending', attempts: LOSS_LIMIT + 5 })
    })

    it('keeps what the attempt before left', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a', { retries: 1 })])
      const worker = await join(ledger)
      await ledger.finish(await claim(ledger, worker, 'a'), { status: 'failed', reason: 'broken', log: 'how' })
      await ledger.finish(await claim(ledger, worker, 'a'), { status: 'released', reason: 'stopping' })
      expect(await look(ledger, 'a', 'reason', 'hasLog')).toEqual({ reason: 'broken', hasLog: true })
    })
  })

  describe('lost', () => {
    it('goes back with its log, and does not count as a failure', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a')])
      const worker = await join(ledger)
      const claimed = await claim(ledger, worker, 'a')
      const [event, ...others] = await newsOf(ledger, () =>
        ledger.finish(claimed, { status: 'lost', reason: 'killed by signal 9', log: 'last words' }),
      )
      expect(event).toMatchObject({ kind: 'task-lost', task: 'a', member: 'worker', detail: 'killed by signal 9' })
      expect(others).toEqual([])
      expect(await look(ledger, 'a', 'status', 'owner')).toEqual({ status: 'pending', owner: null })
      expect(await ledger.log(TEAM, 'a')).toBe('last words')
    })

    it(`after ${LOSS_LIMIT} times the task fails, and says that it kills its workers`, async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a', { retries: 100 }), job('b', { blockedBy: ['a'] })])
      const lose = async (at: number) => {
        const worker = await join(ledger)
        const claimed = await claim(ledger, worker, 'a')
        if (at % 2 === 0) await ledger.expire(worker)
        else {
          await ledger.finish(claimed, { status: 'lost', reason: 'killed' })
          await ledger.leave(worker)
        }
      }
      for (let at = 1; at < LOSS_LIMIT; at++) await lose(at)
      expect(await look(ledger, 'a', 'status', 'attempts')).toEqual({ status: 'pending', attempts: LOSS_LIMIT - 1 })
      const kinds = await kindsOf(ledger, () => lose(LOSS_LIMIT))
      expect([...kinds].sort()).toEqual([
        'member-died',
        'member-joined',
        'message-sent',
        'task-claimed',
        'task-failed',
        'task-lost',
      ])
      const { status, reason, owner } = await ledger.task(TEAM, 'a')
      expect({ status, owner }).toEqual({ status: 'failed', owner: 'worker' })
      expect(reason).toContain(`died ${LOSS_LIMIT} times`)
      expect((await ledger.unread(TEAM, LEAD)).at(-1)).toMatchObject({ kind: 'task-report', task: 'a' })
      expect(await ledger.outlook(TEAM)).toBe('stuck')
    })

    it('a retry after that starts the count anew', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a')])
      const worker = await join(ledger)
      const lose = async () =>
        await ledger.finish(await claim(ledger, worker, 'a'), { status: 'lost', reason: 'killed' })
      for (let at = 0; at < LOSS_LIMIT; at++) await lose()
      await ledger.retry(TEAM, 'a')
      for (let at = 1; at < LOSS_LIMIT; at++) await lose()
      expect(await look(ledger, 'a', 'status')).toEqual({ status: 'pending' })
      await lose()
      expect(await look(ledger, 'a', 'status')).toEqual({ status: 'failed' })
    })
  })
}
