// Plans: handed in, rejected with feedback, revised, approved, and only then done.

import { LEAD } from '@shoal/base/model/team'
import { describe, expect, it } from 'vitest'
import { claim, createTeam, type Fresh, job, join, look, member, newsOf, refused, TEAM } from './world.ts'

export function approvalLaws(fresh: Fresh): void {
  describe('approval of plans', () => {
    it('the first claim is for a plan', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a', { needsApproval: true })])
      const claimed = await claim(ledger, await join(ledger), 'a')
      expect(claimed.phase).toBe('plan')
      expect(claimed.task.approval).toEqual({ status: 'wanted', round: 0, plan: null, feedback: null })
    })

    it('a plan handed in waits, and the lead is asked', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a', { needsApproval: true }), job('b', { blockedBy: ['a'] })])
      const worker = await join(ledger)
      const claimed = await claim(ledger, worker, 'a')
      const plan = { steps: ['one', 'two'] }
      const news = await newsOf(ledger, () =>
        ledger.finish(claimed, { status: 'planned', plan, summary: 'two steps', log: 'thoughts' }),
      )
      expect(news.map(({ kind, member }) => [kind, member])).toEqual([
        ['plan-submitted', 'worker'],
        ['message-sent', 'worker'],
      ])
      expect(news[0]?.task).toBe('a')
      expect(await look(ledger, 'a', 'status', 'owner', 'attempts', 'approval', 'summary', 'resultBytes')).toEqual({
        status: 'pending',
        owner: null,
        attempts: 1,
        approval: { status: 'requested', round: 1, plan, feedback: null },
        summary: null,
        resultBytes: null,
      })
      expect(await ledger.log(TEAM, 'a')).toBe('thoughts')
      const [request] = await ledger.unread(TEAM, LEAD)
      expect(request).toMatchObject({ kind: 'plan_approval_request', from: 'worker', to: LEAD, task: 'a' })
      expect(request?.line).toContain('two steps')
      expect(await ledger.claim(worker), 'nobody claims it while it waits').toBeNull()
      expect(await member(ledger, 'worker')).toMatchObject({ state: 'idle', task: null, completed: 0 })
      expect(await ledger.counts(TEAM)).toMatchObject({ awaitingApproval: 1, ready: 0, blocked: 1 })
      await refused(ledger, 'lease-lost', () => ledger.finish(claimed, { status: 'planned', plan }))
    })

    it('a rejection comes with feedback, and the plan is revised', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a', { needsApproval: true })])
      const [planner, other] = [await join(ledger, 'planner'), await join(ledger, 'other')]
      await ledger.finish(await claim(ledger, planner, 'a'), { status: 'planned', plan: 'first' })
      const feedback = 'too vague\nname the files'
      const news = await newsOf(ledger, () => ledger.reject(TEAM, 'a', { by: LEAD, feedback }))
      expect(news.map(({ kind }) => kind).sort()).toEqual(['message-sent', 'plan-rejected'])
      expect(news.find(({ kind }) => kind === 'plan-rejected')).toMatchObject({
        task: 'a',
        detail: 'too vague · name the files',
      })
      const [answer] = await ledger.unread(TEAM, 'planner')
      expect(answer).toMatchObject({ kind: 'plan_approval_response', from: LEAD, to: 'planner', task: 'a' })
      expect(await ledger.messageText(TEAM, answer!.number)).toContain('name the files')

      const revising = await claim(ledger, other, 'a')
      expect(revising.phase).toBe('plan')
      expect(revising.task.approval).toEqual({ status: 'rejected', round: 1, plan: 'first', feedback })
      await ledger.finish(revising, { status: 'planned', plan: 'second' })
      expect((await ledger.task(TEAM, 'a')).approval).toEqual({
        status: 'requested',
        round: 2,
        plan: 'second',
        feedback,
      })
      await ledger.reject(TEAM, 'a', { by: 'planner', feedback: 'still vague' })
      expect(await ledger.unread(TEAM, 'other')).toMatchObject([
        { kind: 'plan_approval_response', from: 'planner', to: 'other' },
      ])
    })

    it('an approval lets the work be done, with the plan at hand', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a', { needsApproval: true })])
      const worker = await join(ledger)
      await ledger.finish(await claim(ledger, worker, 'a'), { status: 'planned', plan: 'first' })
      await ledger.reject(TEAM, 'a', { by: LEAD, feedback: 'no' })
      await ledger.finish(await claim(ledger, worker, 'a'), { status: 'planned', plan: 'second' })
      const news = await newsOf(ledger, () => ledger.approve(TEAM, 'a', { by: LEAD }))
      expect(news.map(({ kind }) => kind).sort()).toEqual(['message-sent', 'plan-approved'])
      expect((await ledger.unread(TEAM, 'worker')).at(-1)).toMatchObject({ kind: 'plan_approval_response', task: 'a' })
      const claimed = await claim(ledger, worker, 'a')
      expect(claimed.phase).toBe('work')
      expect(claimed.task.approval).toEqual({ status: 'approved', round: 2, plan: 'second', feedback: null })
      await ledger.finish(claimed, { status: 'completed', result: 'done' })
      expect(await look(ledger, 'a', 'status', 'attempts')).toEqual({ status: 'completed', attempts: 3 })
    })

    it('an approval may come with words', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a', { needsApproval: true })])
      await ledger.finish(await claim(ledger, await join(ledger), 'a'), { status: 'planned', plan: 1 })
      await ledger.approve(TEAM, 'a', { by: LEAD, feedback: 'mind the tests' })
      expect((await ledger.task(TEAM, 'a')).approval?.feedback).toBe('mind the tests')
      expect((await ledger.unread(TEAM, 'worker'))[0]?.line).toContain('mind the tests')
    })

    it('an approval outlives failures, losses and retries of the work', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a', { needsApproval: true, retries: 1 })])
      const worker = await join(ledger)
      await ledger.finish(await claim(ledger, worker, 'a'), { status: 'planned', plan: 1 })
      await ledger.approve(TEAM, 'a', { by: LEAD })
      await ledger.finish(await claim(ledger, worker, 'a'), { status: 'failed', reason: 'once' })
      await ledger.finish(await claim(ledger, worker, 'a'), { status: 'lost', reason: 'killed' })
      await ledger.finish(await claim(ledger, worker, 'a'), { status: 'failed', reason: 'twice' })
      await ledger.retry(TEAM, 'a')
      expect(await claim(ledger, worker, 'a')).toMatchObject({ phase: 'work', task: { approval: { round: 1 } } })
    })

    it('a plan that fails, or is given back, is still wanted', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a', { needsApproval: true, retries: 1 })])
      const worker = await join(ledger)
      await ledger.finish(await claim(ledger, worker, 'a'), { status: 'failed', reason: 'no idea' })
      await ledger.finish(await claim(ledger, worker, 'a'), { status: 'released', reason: 'stopping' })
      expect(await claim(ledger, worker, 'a')).toMatchObject({
        phase: 'plan',
        task: { approval: { status: 'wanted' } },
      })
    })

    it('no work is completed before its plan is approved, and no plan handed in after', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a', { needsApproval: true }), job('plain', { role: 'other' })])
      const worker = await join(ledger)
      const planning = await claim(ledger, worker, 'a')
      await refused(ledger, 'wrong-state', () => ledger.finish(planning, { status: 'completed', result: 'hasty' }))
      await ledger.finish(planning, { status: 'planned', plan: 1 })
      await ledger.approve(TEAM, 'a', { by: LEAD })
      const working = await claim(ledger, worker, 'a')
      await refused(ledger, 'wrong-state', () => ledger.finish(working, { status: 'planned', plan: 2 }))
      await ledger.finish(working, { status: 'completed', result: 1 })
      const plain = await claim(ledger, await join(ledger, 'other'), 'plain')
      await refused(ledger, 'wrong-state', () => ledger.finish(plain, { status: 'planned', plan: 1 }))
    })

    it('a decision needs a plan that waits for one', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a', { needsApproval: true }), job('plain', { role: 'nobody' })])
      const decisions = async (id: string) => {
        await refused(ledger, 'no-request', () => ledger.approve(TEAM, id, { by: LEAD }))
        await refused(ledger, 'no-request', () => ledger.reject(TEAM, id, { by: LEAD, feedback: 'no' }))
      }
      await decisions('plain')
      await decisions('a')
      const worker = await join(ledger)
      const claimed = await claim(ledger, worker, 'a')
      await decisions('a')
      await ledger.finish(claimed, { status: 'planned', plan: 1 })
      await ledger.reject(TEAM, 'a', { by: LEAD, feedback: 'no' })
      await decisions('a')
      await ledger.finish(await claim(ledger, worker, 'a'), { status: 'planned', plan: 2 })
      await ledger.approve(TEAM, 'a', { by: LEAD })
      await decisions('a')
    })

    it('a decision is somebody’s, and a rejection says why', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a', { needsApproval: true })])
      await ledger.finish(await claim(ledger, await join(ledger), 'a'), { status: 'planned', plan: 1 })
      await refused(ledger, 'unknown-member', () => ledger.approve(TEAM, 'a', { by: 'nobody' }))
      await refused(ledger, 'unknown-member', () => ledger.reject(TEAM, 'a', { by: 'nobody', feedback: 'no' }))
      await refused(ledger, 'bad-value', () => ledger.reject(TEAM, 'a', { by: LEAD, feedback: '  ' }))
    })

    it('a plan whose task is skipped waits for nobody, until it is retried', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a', { needsApproval: true }), job('b', { blockedBy: ['a'] })])
      const worker = await join(ledger)
      await ledger.finish(await claim(ledger, worker, 'a'), { status: 'planned', plan: 1 })
      await ledger.skip(TEAM, 'a', 'not needed')
      await refused(ledger, 'no-request', () => ledger.approve(TEAM, 'a', { by: LEAD }))
      expect(await ledger.outlook(TEAM)).toBe('working')
      await ledger.retry(TEAM, 'a')
      expect(await ledger.outlook(TEAM)).toBe('waiting')
      await ledger.approve(TEAM, 'a', { by: LEAD })
      expect((await claim(ledger, worker, 'a')).phase).toBe('work')
    })

    it('a plan and a blocker are waited for in any order', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a', { needsApproval: true }), job('x', { role: 'smith' })])
      const [worker, smith] = [await join(ledger), await join(ledger, 'smith')]
      await ledger.finish(await claim(ledger, worker, 'a'), { status: 'planned', plan: 1 })
      await ledger.addBlockedBy(TEAM, 'a', ['x'])
      expect(await ledger.counts(TEAM)).toMatchObject({ blocked: 1, awaitingApproval: 0 })
      const held = await claim(ledger, smith, 'x')
      const news = await newsOf(ledger, () => ledger.finish(held, { status: 'completed', result: 1 }))
      expect(
        news.map(({ kind }) => kind),
        'not ready: its plan is not approved',
      ).toEqual(['task-completed'])
      expect(await ledger.counts(TEAM)).toMatchObject({ blocked: 0, awaitingApproval: 1 })
      await ledger.createTasks(TEAM, [job('y', { role: 'smith' })])
      await ledger.addBlockedBy(TEAM, 'a', ['y'])
      await ledger.approve(TEAM, 'a', { by: LEAD })
      expect(await ledger.claim(worker), 'approved, but blocked').toBeNull()
      await ledger.skip(TEAM, 'y', 'not needed')
      expect((await claim(ledger, worker, 'a')).phase).toBe('work')
    })
  })
}
