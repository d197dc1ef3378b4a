// All wrappers together, around a provider that has good and bad days.
import { setMaxListeners } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import {
  type CallContext,
  type FailureKind,
  failureKinds,
  type LanguageModel,
  type ModelOutcome,
  type TokenUsage,
} from '@shoal/base/model/language-model'
import type { Price } from '@shoal/base/model/prices'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assemble } from '../../src/models/assemble.ts'
import { Breaker } from '../../src/models/breaker.ts'
import { BudgetReservations } from '../../src/models/budget-reservation.ts'
import { openCallLog } from '../../src/models/call-log.ts'
import { addUsage, amountsOf } from '../../src/models/cost.ts'
import { RateGate, type RateLimits } from '../../src/models/rate-gate.ts'
import { callContext } from './call-context.ts'
import { LimitedPurse } from './limited-purse.ts'
import { failed, failureOf, replied, request, usage } from './outcomes.ts'

const price: Price = { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 }

/** Asks `send` as a provider would be asked in a run. */
async function assembled(send: LanguageModel['call'], limits: Partial<RateLimits> = {}) {
  const log = await openCallLog(null)
  const reservations = new BudgetReservations()
  const gate = new RateGate({ requestsPerMinute: null, tokensPerMinute: null, maxInFlight: 64, ...limits })
  const breaker = new Breaker()
  const patience = { baseMs: 0, maxMs: 0 }
  const model = assemble(
    { id: 'acme:small', hasTools: true, call: send },
    { gate, breaker, reservations, price, log, patience },
  )
  return { log, gate, model }
}

describe('an assembled model', () => {
  it('is the provider, with a record', async () => {
    const { model, log } = await assembled(async () => replied(usage(1000, 100, 500)))
    expect(model).toMatchObject({ id: 'acme:small', hasTools: true })
    const outcome = await model.call(request(), callContext())
    expect(outcome).toMatchObject({ ok: true, attempts: 1 })
    expect(log.totals()).toMatchObject({ calls: 1, failed: 0, input: 1000, output: 100, microUsd: 500 + 50 + 500 })
  })

  it('every attempt pays for itself, and the record has the sum', async () => {
    const days = [failed('timeout', { usage: usage(40) }), failed('overloaded'), replied(usage(100, 10))]
    const callBudget = new LimitedPurse({})
    const { model, log } = await assembled(async () => days.shift()!)
    const outcome = await model.call(request(), callContext({ callBudget }))
    expect(outcome).toMatchObject({ ok: true, attempts: 3, reply: { usage: usage(140, 10) } })
    expect(callBudget.reservations).toBe(3)
    expect(callBudget.used).toEqual({ tokens: 150, micro_usd: 190 })
    expect(log.totals()).toMatchObject({ calls: 1, microUsd: 190 })
  })

  it('what was answered once in a run is neither asked nor paid again', async () => {
    let asked = 0
    const callBudget = new LimitedPurse({})
    const { model } = await assembled(async () => {
      asked++
      return replied()
    })
    const first = await model.call(request(), callContext({ callBudget }))
    const again = await model.call(request(), callContext({ callBudget }))
    expect(again).toMatchObject({ ok: true, attempts: 0 })
    expect(first.ok && again.ok && again.reply).toEqual(first.ok && first.reply)
    expect([asked, callBudget.reservations]).toEqual([1, 1])
  })

  it('a budget that is reached ends a call, also between its attempts', async () => {
    const callBudget = new LimitedPurse({ tokens: 1000 })
    const { model } = await assembled(async () => failed('server', { usage: usage(900) }))
    const outcome = await model.call(request(), callContext({ callBudget }))
    expect(failureOf(outcome)).toMatchObject({ kind: 'budget', usage: usage(900) })
    expect(outcome.attempts).toBe(1)
    expect(callBudget.used.tokens).toBe(900)
  })

  it('64 calls at a time are 64 calls at a time', async () => {
    let now = 0
    let peak = 0
    const { model } = await assembled(async () => {
      peak = Math.max(peak, ++now)
      for (let k = 0; k < 200; k++) await turn()
      now--
      return replied()
    })
    const context = callContext({ callBudget: new LimitedPurse({}) })
    setMaxListeners(0, context.signal)
    await Promise.all(Array.from({ length: 200 }, (_, k) => model.call(request(`chunk ${k}`), context)))
    expect(peak).toBe(64)
  })

  it('laws: as many attempts are reported as were sent, and as much is recorded as was paid', async () => {
    const kinds = failureKinds.filter(kind => kind !== 'budget' && kind !== 'down')
    const day = fc.record({
      kind: fc.constantFrom<'fine' | FailureKind>('fine', 'fine', ...kinds),
      used: fc.record({ input: fc.nat(120), output: fc.nat(100) }),
      isCharged: fc.boolean(),
    })
    const calls = fc.array(fc.array(day, { minLength: 1, maxLength: 7 }), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(calls, fc.nat(4000), fc.integer({ min: 1, max: 4 }), async (plans, tokens, maxInFlight) => {
        let sent = 0
        let spent: TokenUsage = usage(0)
        const callBudget = new LimitedPurse({ tokens })
        const send = async (_: unknown, { task }: CallContext): Promise<ModelOutcome> => {
          const days = plans[Number(task)]!
          const { kind, used, isCharged } = days.length > 1 ? days.shift()! : days[0]!
          sent++
          await turn()
          const cost = usage(used.input + 1, used.output)
          if (kind === 'fine' || isCharged) spent = addUsage(spent, cost)
          return kind === 'fine' ? replied(cost) : failed(kind, { usage: isCharged ? cost : null })
        }
        // Nobody waits a second for a 429 here: the provider says when.
        const { model, log } = await assembled(async (asked, context) => withoutWait(await send(asked, context)), {
          maxInFlight,
        })
        const outcomes = await Promise.all(
          plans.map((_, k) => model.call(request(`chunk ${k}`), callContext({ callBudget, task: String(k) }))),
        )
        expect(outcomes.reduce((sum, { attempts = 1 }) => sum + attempts, 0)).toBe(sent)
        expect(callBudget.used.tokens ?? 0).toBe(amountsOf(spent, price).tokens)
        expect(callBudget.reserved.tokens ?? 0).toBe(0)
        expect(log.totals()).toMatchObject({ input: spent.input, output: spent.output })
      }),
      { numRuns: 80 },
    )
  })
})

function withoutWait(outcome: ModelOutcome): ModelOutcome {
  return outcome.ok ? outcome : { ok: false, failure: { ...outcome.failure, retryAfterMs: 0 } }
}
