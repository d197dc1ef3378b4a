// A question that a model answers step by step, as a server in another process tells it: while it is open, after a kill, and answered.

import type { LiveAsking, LiveRun } from '@shoal/base/model/live'
import { afterEach, describe, expect, it } from 'vitest'
import { eventually } from '../../../../tests/patience.ts'
import { askingStub, orderLog, QUESTION } from './asking-stub.ts'
import { served } from './served.ts'

const model = await askingStub()
const server = served({ env: model.env })
afterEach(() => model.letGo())

const START = { paths: ['data'], query: QUESTION, model: 'anthropic:claude-sonnet-4-5', maxCostUsd: 2, asks: true }

async function started(): Promise<string> {
  server.directory.write('data/orders.log', orderLog())
  const { status, text } = await server.post('/api/runs', START)
  expect([status, text]).toEqual([201, expect.any(String)])
  return (JSON.parse(text) as { run: string }).run
}
/** What it gives once it gives something. */
async function until<T>(look: () => Promise<T | null>): Promise<T> {
  return await eventually(async () => {
    const found = await look()
    if (found === null) throw new Error('it has not come')
    return found
  })
}

const asking = async (run: string) => JSON.parse((await server.get(`/api/runs/${run}/asking`)).text) as LiveAsking
const seen = async (run: string) => JSON.parse((await server.get(`/api/runs/${run}`)).text) as LiveRun

describe('a question that is open', () => {
  it('is told with its steps, their cost, notes, rivals and what was refused; then the sceptic, and the answer', async () => {
    const held = model.holdBefore(2)
    const run = await started()
    await held
    const open = await until(async () => {
      const now = await asking(run)
      return now.turns.length === 2 ? now : null
    })
    expect(open).toMatchObject({ model: 'anthropic:claude-sonnet-4-5', report: null })
    expect(open.turns).toMatchObject([
      {
        number: 1,
        said: 'Two explanations fit. I count first.',
        steps: [
          { tool: 'sql', result: 'R2', text: expect.stringContaining('489') },
          { tool: 'search', result: 'R3' },
        ],
        notes: [],
        rivals: null,
        usage: { calls: 1, costUsd: expect.any(Number) },
      },
      {
        number: 2,
        steps: [],
        notes: [{ id: 'N1', quotes: [{ line: 4_001 }, { line: 4_111 }] }],
        refused: [expect.stringContaining('does not stand on line 1')],
        rivals: ['the database was down', expect.stringContaining('a burst of orders')],
      },
    ])
    expect(await seen(run)).toMatchObject({
      pattern: 'ask',
      query: QUESTION,
      engine: 'anthropic:claude-sonnet-4-5',
      status: 'running',
      calls: { calls: 2 },
      budgets: [{ unit: 'micro_usd' }],
      canStop: true,
    })
    expect((await server.get(`/api/runs/${run}/answer.html`)).status).toBe(404)

    model.letGo()
    const done = await until(async () => {
      const now = await asking(run)
      return now.report === null ? null : now
    })
    expect(done.report).toMatchObject({ status: 'partial', missing: ['who reloaded it'], notes: [{ id: 'N1' }] })
    expect(done.turns[2]).toMatchObject({
      sceptic: { objections: [{ sentence: 1, why: 'The lines show what came first, not why.' }] },
    })
    const page = await server.get(`/api/runs/${run}/answer.html`)
    expect(page.status).toBe(200)
    expect(page.text).toContain('489 orders failed')
    expect(page.headers['content-security-policy']).toContain('sandbox')
  })

  it('that was stopped is told as far as it came, and goes on', async () => {
    const held = model.holdBefore(2)
    const run = await started()
    await held
    expect((await server.post(`/api/runs/${run}/stop`, {})).status).toBe(200)
    await until(async () => ((await seen(run)).canResume ? true : null))
    expect((await asking(run)).turns).toHaveLength(2)
    model.letGo()
    // Its process takes a moment to go.
    await until(async () => {
      const { status } = await server.post(`/api/runs/${run}/resume`, { maxCostUsd: null, maxTokens: null })
      return status === 200 ? true : null
    })
    const done = await until(async () => {
      const now = await asking(run)
      return now.report === null ? null : now
    })
    expect(done.turns.map(({ number }) => number)).toEqual([1, 2, 3, 4])
  })
})

describe('what starts it', () => {
  it.each([
    [{ ...START, query: ' ' }, 'to look step by step takes a question and a model'],
    [{ ...START, model: 'built-in', maxCostUsd: null }, 'to look step by step takes a question and a model'],
    [{ ...START, asks: 'yes' }, 'asks'],
  ])('is checked: %j', async (body, words) => {
    server.directory.write('data/orders.log', 'x\n')
    const { status, text } = await server.post('/api/runs', body)
    expect(status).toBe(400)
    expect(text).toContain(words)
  })

  it('is no analysis', async () => {
    const { status } = await server.get('/api/runs/nothing/asking')
    expect(status).toBe(404)
  })
})
