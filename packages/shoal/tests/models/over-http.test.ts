// A provider's model with all its wrappers, over HTTP: what is left of each fault once it was dealt with.
import { setMaxListeners } from 'node:events'
import { priceOf } from '@shoal/base/model/prices'
import { afterEach, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../../../../tests/patience.ts'
import { assemble } from '../../src/models/assemble.ts'
import { Breaker } from '../../src/models/breaker.ts'
import { BudgetReservations } from '../../src/models/budget-reservation.ts'
import { openCallLog } from '../../src/models/call-log.ts'
import { openModel } from '../../src/models/open-model.ts'
import { RateGate } from '../../src/models/rate-gate.ts'
import type { Patience } from '../../src/models/retrying.ts'
import { callContext } from './call-context.ts'
import { LimitedPurse } from './limited-purse.ts'
import { failureOf, request, usage } from './outcomes.ts'
import type { StubAction } from './stub/exchange.ts'
import { type OnRequest, type Stub, startStub } from './stub/server.ts'

const MODEL = 'anthropic:claude-haiku-4-5'
const fine: StubAction = { text: 'fine', usage: usage(100, 10) }

const stubs: Stub[] = []
afterEach(async () => {
  for (const stub of stubs.splice(0)) await stub.close()
})

async function served(onRequest: OnRequest, { patience = { baseMs: 1 }, timeoutMs = 5000 }: Served = {}) {
  const stub = await startStub(onRequest)
  stubs.push(stub)
  const gate = new RateGate({ requestsPerMinute: null, tokensPerMinute: null, maxInFlight: 32 })
  const provider = await openModel(MODEL, {
    env: { ANTHROPIC_API_KEY: 'sk-test' },
    baseUrl: `${stub.url}/v1`,
    timeoutMs,
    onRates: news => gate.hear(news),
  })
  const log = await openCallLog(null)
  const gear = {
    gate,
    breaker: new Breaker(),
    reservations: new BudgetReservations(),
    price: priceOf(MODEL),
    log,
    patience,
  }
  return { stub, log, model: assemble(provider, gear) }
}

interface Served {
  readonly patience?: Partial<Patience>
  readonly timeoutMs?: number
}

/** The fault the first time, and then all is well. */
const once =
  (fault: StubAction): OnRequest =>
  ({ number }) =>
    number === 1 ? fault : fine

describe('a fault that passes', () => {
  const faults: Readonly<Record<string, StubAction>> = {
    'too many requests': { status: 429, headers: { 'retry-after-ms': '30' } },
    'an overloaded provider': { status: 529, headers: { 'retry-after-ms': '30' } },
    'an internal error': { status: 500 },
    'a bad gateway with a page of its own': { status: 502, body: '<html>bad gateway</html>' },
    'a connection cut at once': { ...fine, cutAfter: 0 },
    'a connection cut in the middle': { ...fine, cutAfter: 200 },
    silence: { hang: true },
    'silence in the middle': { ...fine, hang: true, cutAfter: 200 },
  }

  it.each(Object.entries(faults))('%s: the reply comes all the same', async (_, fault) => {
    const callBudget = new LimitedPurse({})
    const { stub, log, model } = await served(once(fault), { timeoutMs: 'hang' in fault ? 4000 : PATIENCE_MS })
    const outcome = await model.call(request(), callContext({ callBudget }))
    expect(outcome).toMatchObject({ ok: true, attempts: 2, reply: { text: 'fine' } })
    expect(stub.count).toBe(2)
    expect(callBudget.reservations).toBe(2)
    expect(callBudget.reserved).toEqual({ tokens: 0, micro_usd: 0 })
    expect(log.totals()).toMatchObject({ calls: 1, failed: 0, microUsd: callBudget.used.micro_usd })
    expect(log.totals().guessed).toBe('hang' in fault || 'cutAfter' in fault)
  })
})

describe('a fault that does not pass', () => {
  it.each([
    [401, 'credentials'],
    [403, 'credentials'],
    [400, 'refused'],
    [404, 'refused'],
  ] as const)('%i is said once and not tried again', async (status, kind) => {
    const { stub, model } = await served(() => ({ status }))
    const outcome = await model.call(request(), callContext())
    expect(failureOf(outcome).kind).toBe(kind)
    expect(outcome.attempts).toBe(1)
    expect(stub.count).toBe(1)
  })

  it('is given up after six attempts, costs nothing and is recorded', async () => {
    const callBudget = new LimitedPurse({})
    const { stub, log, model } = await served(() => ({ status: 500 }))
    const outcome = await model.call(request(), callContext({ callBudget }))
    expect(failureOf(outcome).kind).toBe('server')
    expect([outcome.attempts, stub.count, callBudget.reservations]).toEqual([6, 6, 6])
    expect(callBudget.used).toEqual({ tokens: 0, micro_usd: 0 })
    expect(log.totals()).toMatchObject({ calls: 1, failed: 1 })
  })

  it('an hour to wait is not waited for, by any call', async () => {
    const { stub, model } = await served(() => ({ status: 429, headers: { 'retry-after': '3600' } }))
    expect(failureOf(await model.call(request('one'), callContext()))).toMatchObject({ retryAfterMs: 3_600_000 })
    expect(failureOf(await model.call(request('two'), callContext())).kind).toBe('rate-limited')
    expect(stub.count).toBe(1)
  })
})

describe('a provider with limits', () => {
  it('that takes four at a time gets all done, and no call is sent too often', async () => {
    let under = 0
    const { stub, model } = await served(
      async () => {
        if (under >= 4) return { status: 429, headers: { 'retry-after-ms': '20' } }
        under++
        await new Promise(resolve => setTimeout(resolve, 5))
        under--
        return fine
      },
      { patience: { baseMs: 5 } },
    )
    const context = callContext()
    setMaxListeners(0, context.signal)
    const calls = Array.from({ length: 60 }, (_, k) => model.call(request(`chunk ${k}`), context))
    const outcomes = await Promise.all(calls)
    expect(outcomes.filter(({ ok }) => ok).length).toBe(60)
    expect(outcomes.reduce((sum, { attempts = 1 }) => sum + attempts, 0)).toBe(stub.count)
  })

  it('that announces that nothing is left is left alone until the reset', async () => {
    const times: number[] = []
    const headers = { 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '250ms' }
    const { model } = await served(({ number }) => {
      times.push(performance.now())
      return number === 1 ? { ...fine, headers } : fine
    })
    await model.call(request('one'), callContext())
    await model.call(request('two'), callContext())
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(240)
  })

  it('that reads from its cache is paid less', async () => {
    const { log, model } = await served(() => ({ text: 'fine', usage: usage(10_000, 100, 8000, 1000) }))
    await model.call(request(), callContext())
    expect(log.totals().microUsd).toBe(1000 + 800 + 1250 + 500)
  })
})
