// Going on with runs from the page: what is offered is what is done, and the other way round.

import type { LiveListed, LiveRun } from '@shoal/base/model/live'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../../../tests/patience.ts'
import { modelEnv } from '../../../../page/tests/hostile-model.ts'
import { canResume } from '../../../src/web/api/can-resume.ts'
import { assertBuilt } from '../../cli/built-bin.ts'
import { type Stub, startStub } from '../../models/stub/server.ts'
import { honestAnalyst } from '../../run/models/honest-analyst.ts'
import { served } from '../served.ts'

describe('a run can be resumed', () => {
  const able = (status: LiveListed['status'], done: readonly [completed: number, skipped: number], kind = {}) => {
    const [completed, skipped] = done
    const tasks = { total: 3, completed, skipped, ready: 0, blocked: 0, awaitingApproval: 0, inProgress: 0, failed: 0 }
    return canResume({ status, tasks }, { isDelegated: false, asksModels: false, ...kind })
  }

  it('when it has not come to its end', () => {
    for (const status of ['interrupted', 'stopped', 'failed'] as const) expect(able(status, [1, 0])).toBe(true)
    for (const status of ['running', 'waiting', 'open'] as const) expect(able(status, [1, 0])).toBe(false)
  })

  it('when it has, only for what models failed at, or was sent back since', () => {
    const asksModels = { asksModels: true }
    expect([able('completed', [3, 0]), able('completed', [3, 0], asksModels)]).toEqual([false, false])
    expect([able('completed', [2, 1]), able('completed', [2, 1], asksModels)]).toEqual([false, true])
    expect([able('completed', [2, 0]), able('completed', [2, 0], asksModels)]).toEqual([true, true])
  })

  it('never from here when agents of a client read it', () => {
    for (const status of ['open', 'interrupted', 'stopped', 'failed', 'completed'] as const)
      expect(able(status, [1, 1], { isDelegated: true, asksModels: true })).toBe(false)
  })
})

describe('a completed run in which a model failed at a reader', () => {
  let stub: Stub
  let isFailing = true
  let started: string | null = null
  const env: Record<string, string> = {}
  // Before the server, which is given its address.
  beforeAll(async () => {
    assertBuilt()
    const analyst = honestAnalyst()
    stub = await startStub(async request => {
      if (!isFailing || !JSON.stringify(request).includes('of day 1')) return await analyst(request)
      // Where every call fails, the run is given up: another reader is done first.
      await eventually(async () => expect((await runNow(started!)).tasks.completed).toBeGreaterThan(0))
      return { status: 400, text: 'no' }
    })
    Object.assign(env, modelEnv(stub))
    // More than is read in one call.
    for (let day = 0; day < 6; day++)
      server.directory.write(`diaries/day-${day}.txt`, `The lamp was lit at an hour of day ${day}.\n`.repeat(4_000))
  })
  const server = served({ env })
  afterAll(async () => await stub?.close())
  const runNow = async (run: string) => JSON.parse((await server.get(`/api/runs/${run}`)).text) as LiveRun
  const untilDone = async (run: string) =>
    await eventually(async () => {
      const now = await runNow(run)
      expect(now.status).toBe('completed')
      return now
    })

  it('is resumed from the page, which has the reader done and a report that is whole', async () => {
    const { text } = await server.post('/api/runs', { paths: ['diaries'], model: 'anthropic:claude-haiku-4-5' })
    const { run } = JSON.parse(text)
    started = run
    const partly = await untilDone(run)
    expect(partly.tasks.skipped).toBe(1)
    expect(partly.canResume).toBe(true)
    isFailing = false
    const resumed = await server.post(`/api/runs/${run}/resume`, {})
    expect({ status: resumed.status, text: resumed.text }).toEqual({ status: 200, text: '{"ok":true}' })
    expect((await runNow(run)).startedAt).toBeGreaterThan(partly.startedAt)
    const whole = await untilDone(run)
    expect(whole.tasks).toMatchObject({ total: partly.tasks.total, completed: partly.tasks.total, skipped: 0 })
    expect(whole.canResume).toBe(false)
    const refused = await server.post(`/api/runs/${run}/resume`, {})
    expect({ status: refused.status, error: JSON.parse(refused.text).error }).toMatchObject({
      status: 409,
      error: { code: 'wrong-state', message: `run "${run}" is completed; nothing is left to do` },
    })
  })
})
