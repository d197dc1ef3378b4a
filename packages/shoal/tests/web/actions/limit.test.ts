// A run that stops at its limit, over the API: what is told of it, which limits are taken to go on, and that one is enough.

import type { LiveLimit, LiveRun } from '@shoal/base/model/live'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../../../../tests/patience.ts'
import { proposedLimit, readLimit } from '../../../../page/src/live/run/limit-form.ts'
import { modelEnv } from '../../../../page/tests/hostile-model.ts'
import { assertBuilt } from '../../cli/built-bin.ts'
import { type Stub, startStub } from '../../models/stub/server.ts'
import { honestAnalyst } from '../../run/models/honest-analyst.ts'
import { served } from '../served.ts'

const MODEL = 'anthropic:claude-haiku-4-5'
const env: Record<string, string> = {}
let stub: Stub
// Before the server, which is given its address.
beforeAll(async () => {
  assertBuilt()
  stub = await startStub(honestAnalyst())
  Object.assign(env, modelEnv(stub))
  // More than is read in one call.
  for (let day = 0; day < 6; day++)
    server.directory.write(`diaries/day-${day}.txt`, `The lamp was lit at an hour of day ${day}.\n`.repeat(4_000))
})
const server = served({ env })
afterAll(async () => await stub?.close())

const runNow = async (run: string) => JSON.parse((await server.get(`/api/runs/${run}`)).text) as LiveRun
const until = async (run: string, status: LiveRun['status']) =>
  await eventually(async () => {
    const now = await runNow(run)
    expect(now.status).toBe(status)
    return now
  })
const resume = async (run: string, body: unknown) => {
  const { status, text } = await server.post(`/api/runs/${run}/resume`, body)
  return { status, ...JSON.parse(text) }
}
const start = async (body: object) => {
  const { status, text } = await server.post('/api/runs', body)
  expect({ status, text }).toEqual({ status: 201, text: expect.any(String) })
  return JSON.parse(text).run as string
}

it('tells what was spent and what the rest may cost, takes no limit below that, and goes on with the proposed one', async () => {
  const plan = JSON.parse((await server.post('/api/plan', { paths: ['diaries'], model: MODEL })).text)
  const maxCostUsd = Number((plan.costUsd * 0.6).toFixed(6))
  const run = await start({ paths: ['diaries'], model: MODEL, maxCostUsd })
  const { limit, canResume, reason, budgets } = await until(run, 'stopped')
  expect(reason).toMatch(/^what is left of the cost limit is less than the \$\d\.\d{4} that the next call may cost$/)
  expect(canResume).toBe(true)
  const { used } = budgets[0]!
  expect(limit).toEqual({
    unit: 'micro_usd',
    limit: Math.round(maxCostUsd * 1e6),
    used,
    next: expect.any(Number),
    rest: expect.any(Number),
  } satisfies LiveLimit)
  expect(used + limit!.next).toBeGreaterThan(limit!.limit)
  expect(limit!.rest).toBeGreaterThan(0)
  expect(limit!.rest).toBeLessThanOrEqual(Math.ceil(plan.costUsd * 1e6))

  const asked = stub.count
  for (const usd of [used / 1e6, used / 2e6])
    expect(await resume(run, { maxCostUsd: usd })).toMatchObject({
      status: 400,
      error: {
        code: 'bad-value',
        message: expect.stringMatching(/^a limit of \$\S+ is not above the \$\S+ that the run has cost so far$/),
      },
    })
  for (const body of [{ maxCostUsd: 0 }, { maxCostUsd: '1' }, { maxTokens: 1.5 }, { maxTokens: 0 }, { limit: 1 }, []])
    expect(await resume(run, body)).toMatchObject({ status: 400, error: { code: 'bad-value' } })
  expect(stub.count).toBe(asked)
  expect(await runNow(run)).toMatchObject({ status: 'stopped', budgets })

  const read = readLimit(limit!, proposedLimit(limit!))
  expect(await resume(run, 'resume' in read ? read.resume : null)).toEqual({ status: 200, ok: true })
  expect(await until(run, 'completed')).toMatchObject({ limit: null, canResume: false, hasReport: true })
  const report = JSON.parse((await server.get(`/api/runs/${run}/report`)).text).report
  expect(report.partial).toBeNull()
  expect(server.notes).toEqual([])
})

it('a run that asks no model takes no limit', async () => {
  const run = await start({ paths: ['diaries'], model: 'built-in' })
  expect((await until(run, 'completed')).limit).toBeNull()
  expect(await resume(run, { maxCostUsd: 1 })).toMatchObject({
    status: 400,
    error: { code: 'bad-value', message: `run "${run}" asks no model, so there is nothing to limit` },
  })
})

it('a run that was started is at work by then, or done: never one that was left', async () => {
  for (let k = 0; k < 5; k++) {
    const run = await start({ paths: ['diaries'], model: 'built-in' })
    expect(['running', 'waiting', 'completed']).toContain((await runNow(run)).status)
  }
})
