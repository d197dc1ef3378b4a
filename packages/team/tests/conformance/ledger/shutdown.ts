// Shutdown: asked for, answered after the current task, refused with a reason.

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

export function shutdownLaws(fresh: Fresh): void {
  describe('shutdown', () => {
    it('is asked for by a message, and by the next heartbeat', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      const worker = await join(ledger)
      const news = await newsOf(ledger, () =>
        ledger.requestShutdown(TEAM, 'worker', { by: LEAD, reason: 'work is done' }),
      )
      expect(news.map(({ kind }) => kind).sort()).toEqual(['message-sent', 'shutdown-requested'])
      expect(news.find(({ kind }) => kind === 'shutdown-requested')).toMatchObject({
        member: 'worker',
        detail: 'work is done',
      })
      const [request] = await ledger.unread(TEAM, 'worker')
      expect(request).toMatchObject({ kind: 'shutdown_request', from: LEAD, to: 'worker' })
      expect(request?.line).toContain('work is done')
      expect(await member(ledger, 'worker')).toMatchObject({ shutdown: 'requested', state: 'idle' })
      expect(await ledger.renew([worker], LEASE)).toEqual([
        { alive: true, shutdown: { by: LEAD, reason: 'work is done' }, stop: null },
      ])
    })

    it('needs no reason', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      const worker = await join(ledger)
      await ledger.requestShutdown(TEAM, 'worker', { by: LEAD })
      expect(await ledger.renew([worker], LEASE)).toMatchObject([{ shutdown: { by: LEAD, reason: null } }])
      expect((await ledger.unread(TEAM, 'worker'))[0]?.line).not.toBe('')
    })

    it('lets the current task be finished, and gives no new one', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a'), job('b')])
      const worker = await join(ledger)
      const held = await claim(ledger, worker, 'a')
      await ledger.requestShutdown(TEAM, 'worker', { by: LEAD })
      await refused(ledger, 'has-claim', () => ledger.claim(worker))
      const finish = () => ledger.finish(held, { status: 'completed', result: 1 }, { claimNext: true })
      expect(await kindsOf(ledger, finish), 'it is not idle: it is leaving').toEqual(['task-completed'])
      expect(await kindsOf(ledger, async () => expect(await ledger.claim(worker)).toBeNull())).toEqual([])
      expect(await look(ledger, 'b', 'status')).toEqual({ status: 'pending' })
    })

    it('is approved by leaving, in one step', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a')])
      const [worker] = [await join(ledger), await join(ledger, 'boss')]
      await claim(ledger, worker, 'a')
      await ledger.requestShutdown(TEAM, 'worker', { by: 'boss' })
      const kinds = await kindsOf(ledger, () => ledger.answerShutdown(worker, { approve: true }))
      expect([...kinds].sort()).toEqual(['member-left', 'message-sent', 'task-released'])
      expect(await ledger.unread(TEAM, 'boss')).toMatchObject([
        { kind: 'shutdown_response', from: 'worker', to: 'boss' },
      ])
      expect(await ledger.unread(TEAM, LEAD)).toEqual([])
      expect(await member(ledger, 'worker')).toMatchObject({ state: 'left', shutdown: 'none', task: null })
      expect(await look(ledger, 'a', 'status')).toEqual({ status: 'pending' })
      expect(await ledger.renew([worker], LEASE)).toMatchObject([{ alive: false }])
      await refused(ledger, 'lease-lost', () => ledger.answerShutdown(worker, { approve: true }))
    })

    it('is refused with a reason, and the work goes on', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a')])
      const worker = await join(ledger)
      await ledger.requestShutdown(TEAM, 'worker', { by: LEAD })
      const news = await newsOf(ledger, () =>
        ledger.answerShutdown(worker, { approve: false, reason: 'one task is left' }),
      )
      expect(news.map(({ kind }) => kind).sort()).toEqual(['message-sent', 'shutdown-rejected'])
      expect(news.find(({ kind }) => kind === 'shutdown-rejected')).toMatchObject({
        member: 'worker',
        detail: 'one task is left',
      })
      const [response] = await ledger.unread(TEAM, LEAD)
      expect(response).toMatchObject({ kind: 'shutdown_response', from: 'worker', to: LEAD })
      expect(response?.line).toContain('one task is left')
      expect(await member(ledger, 'worker')).toMatchObject({ state: 'idle', shutdown: 'rejected' })
      expect(await ledger.renew([worker], LEASE)).toEqual([{ alive: true, shutdown: null, stop: null }])
      await complete(ledger, worker, 'a')
      expect(await kindsOf(ledger, () => ledger.claim(worker))).toEqual(['member-idle', 'message-sent'])
    })

    it('can be asked for again after a refusal, and by another', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      const worker = await join(ledger)
      await join(ledger, 'boss')
      await ledger.requestShutdown(TEAM, 'worker', { by: LEAD })
      await ledger.answerShutdown(worker, { approve: false, reason: 'busy' })
      await ledger.requestShutdown(TEAM, 'worker', { by: 'boss', reason: 'now' })
      expect(await ledger.renew([worker], LEASE)).toMatchObject([{ shutdown: { by: 'boss', reason: 'now' } }])
      await ledger.requestShutdown(TEAM, 'worker', { by: LEAD, reason: 'please' })
      expect(await ledger.renew([worker], LEASE)).toMatchObject([{ shutdown: { by: LEAD, reason: 'please' } }])
      await ledger.answerShutdown(worker, { approve: true })
      expect((await ledger.unread(TEAM, 'boss')).filter(({ kind }) => kind === 'shutdown_response')).toEqual([])
      expect((await ledger.unread(TEAM, LEAD)).at(-1)).toMatchObject({ kind: 'shutdown_response' })
    })

    it('is forgotten with the session', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a'), job('b')])
      for (const end of ['leave', 'expire'] as const) {
        const worker = await join(ledger)
        await ledger.requestShutdown(TEAM, 'worker', { by: LEAD })
        await ledger[end](worker)
        expect(await member(ledger, 'worker')).toMatchObject({ shutdown: 'none' })
        const again = await join(ledger)
        await refused(ledger, 'no-request', () => ledger.answerShutdown(again, { approve: true }))
        await ledger.finish(await claim(ledger, again), { status: 'completed', result: 1 })
        await ledger.leave(again)
      }
    })

    it('is asked of the living, by somebody', async () => {
      const { ledger, clock } = await fresh()
      await createTeam(ledger)
      const worker = await join(ledger)
      await refused(ledger, 'unknown-member', () => ledger.requestShutdown(TEAM, 'nobody', { by: LEAD }))
      await refused(ledger, 'unknown-member', () => ledger.requestShutdown(TEAM, 'worker', { by: 'nobody' }))
      await refused(ledger, 'member-not-alive', () => ledger.requestShutdown(TEAM, LEAD, { by: 'worker' }))
      await clock.pass(LEASE + 1)
      await refused(ledger, 'member-not-alive', () => ledger.requestShutdown(TEAM, 'worker', { by: LEAD }))
      await ledger.expireLapsed(TEAM)
      await refused(ledger, 'member-not-alive', () => ledger.requestShutdown(TEAM, 'worker', { by: LEAD }))
      await ledger.leave(worker)
    })

    it('is answered when it was asked for, and refused for a reason', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      const worker = await join(ledger)
      await refused(ledger, 'no-request', () => ledger.answerShutdown(worker, { approve: true }))
      await refused(ledger, 'no-request', () => ledger.answerShutdown(worker, { approve: false, reason: 'no' }))
      await ledger.requestShutdown(TEAM, 'worker', { by: LEAD })
      await refused(ledger, 'bad-value', () => ledger.answerShutdown(worker, { approve: false, reason: ' ' }))
      await refused(ledger, 'lease-lost', () => ledger.answerShutdown({ ...worker, session: 9 }, { approve: true }))
      await ledger.answerShutdown(worker, { approve: false, reason: 'busy' })
      await refused(ledger, 'no-request', () => ledger.answerShutdown(worker, { approve: true }))
    })
  })
}
