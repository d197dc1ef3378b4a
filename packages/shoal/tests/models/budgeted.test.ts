// Money: reserved before a call, settled after it, and never more than there is.
import { setMaxListeners } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { ShoalError } from '@shoal/base/model/errors'
import type { CallBudget, LanguageModel, ModelOutcome, TokenUsage } from '@shoal/base/model/language-model'
import type { Price } from '@shoal/base/model/prices'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BudgetReservations } from '../../src/models/budget-reservation.ts'
import { budgeted } from '../../src/models/budgeted.ts'
import { amountsOf, worstUsage } from '../../src/models/cost.ts'
import { reachedLimitWords } from '../../src/models/reached-limit.ts'
import { requestTokens, textTokens } from '../../src/models/request-tokens.ts'
import { callContext } from './call-context.ts'
import { calm } from './fake-clock.ts'
import { LimitedPurse } from './limited-purse.ts'
import { failed, failureOf, replied, request, usage } from './outcomes.ts'

const price: Price = { input: 1, output: 5 }
const most = amountsOf(worstUsage(request()), price)
const model = (call: LanguageModel['call']): LanguageModel => ({ id: 'acme:small', hasTools: true, call })
const paid = (call: LanguageModel['call'], reservations = new BudgetReservations()) =>
  budgeted(model(call), { price, reservations })

/** A call that ends when it is told to. */
function pending() {
  const ends: ((outcome: ModelOutcome) => void)[] = []
  return { ends, call: () => new Promise<ModelOutcome>(resolve => ends.push(resolve)) }
}

describe('budgeted', () => {
  it('is the model it wraps', () => {
    expect(paid(async () => replied())).toMatchObject({ id: 'acme:small', hasTools: true })
  })

  it('reserves the most before it asks, and settles what was used', async () => {
    const callBudget = new LimitedPurse({})
    const outcome = await paid(async () => {
      expect(callBudget.reserved).toEqual(most)
      return replied(usage(80, 4))
    }).call(request(), callContext({ callBudget }))
    expect(outcome).toEqual(replied(usage(80, 4)))
    expect(callBudget).toMatchObject({ used: { tokens: 84, micro_usd: 100 }, reserved: { tokens: 0, micro_usd: 0 } })
  })

  it('without a known price only tokens are reserved', async () => {
    const callBudget = new LimitedPurse({ micro_usd: 0 })
    await budgeted(
      model(async () => replied(usage(80, 4))),
      { price: null, reservations: new BudgetReservations() },
    ).call(request(), callContext({ callBudget }))
    expect(callBudget.used).toEqual({ tokens: 84 })
  })

  it.each([
    ['a failure that cost nothing', failed('server'), { tokens: 0, micro_usd: 0 }],
    ['a failure that cost', failed('timeout', { usage: usage(50, 2) }), { tokens: 52, micro_usd: 60 }],
    ['a call that was stopped', failed('aborted', { usage: usage(50) }), { tokens: 50, micro_usd: 50 }],
  ])('%s is settled', async (_, outcome, used) => {
    const callBudget = new LimitedPurse({})
    expect(await paid(async () => outcome).call(request(), callContext({ callBudget }))).toEqual(outcome)
    expect(callBudget).toMatchObject({ used, reserved: { tokens: 0, micro_usd: 0 } })
  })

  it('leaks nothing when the model throws', async () => {
    const callBudget = new LimitedPurse({})
    const thrown = paid(() => Promise.reject(new Error('no'))).call(request(), callContext({ callBudget }))
    await expect(thrown).rejects.toThrow('no')
    expect(callBudget.reserved).toEqual({ tokens: 0, micro_usd: 0 })
  })

  it('a server that does not count is counted by estimate', async () => {
    const callBudget = new LimitedPurse({})
    const outcome = await paid(async () => replied(usage(0))).call(request(), callContext({ callBudget }))
    const estimate: TokenUsage = { ...usage(requestTokens(request()), textTokens('fine')), isGuess: true }
    expect(outcome).toEqual(replied(estimate))
    expect(callBudget.used).toEqual(amountsOf(estimate, price))
  })

  it('says which budget is reached, and asks nobody', async () => {
    let asked = 0
    const call = async () => {
      asked++
      return replied()
    }
    const poor = (limits: Record<string, number>) =>
      paid(call).call(request(), callContext({ callBudget: new LimitedPurse(limits) }))
    const cost = await poor({ micro_usd: most.micro_usd! - 1 })
    expect(cost.attempts).toBe(0)
    expect(failureOf(cost)).toMatchObject({
      kind: 'budget',
      message: reachedLimitWords({ unit: 'micro_usd', next: most.micro_usd! }),
    })
    expect(failureOf(await poor({ tokens: most.tokens! - 1 })).message).toBe(
      reachedLimitWords({ unit: 'tokens', next: most.tokens! }),
    )
    expect((await poor(most)).ok).toBe(true)
    expect(asked).toBe(1)
  })

  it('a budget that fails is a failure too, not a throw', async () => {
    const callBudget: CallBudget = {
      reserve: () => Promise.reject(new ShoalError('ledger-busy', 'the ledger is busy')),
    }
    const outcome = await paid(async () => replied()).call(request(), callContext({ callBudget }))
    expect(failureOf(outcome)).toMatchObject({ kind: 'budget', message: 'the ledger is busy' })
  })

  it('a reply is not lost because it cannot be settled', async () => {
    const callBudget: CallBudget = { reserve: async () => ({ settle: () => Promise.reject(new Error('disk full')) }) }
    expect(await paid(async () => replied()).call(request(), callContext({ callBudget }))).toEqual(replied())
  })
})

describe('an almost empty callBudget', () => {
  it('a call waits for others to settle before it gives up', async () => {
    const { ends, call } = pending()
    const callBudget = new LimitedPurse({ tokens: most.tokens! + 10 })
    const poor = paid(call)
    const calls = [1, 2].map(() => poor.call(request(), callContext({ callBudget })))
    await calm()
    await calm()
    expect(ends.length).toBe(1)
    ends[0]!(replied(usage(5, 5)))
    expect((await calls[0]!).ok).toBe(true)
    while (ends.length < 2) await turn()
    ends[1]!(replied(usage(5, 5)))
    expect((await calls[1]!).ok).toBe(true)
    expect(callBudget.used.tokens).toBe(20)
  })

  it('and gives up once nobody is left who could', async () => {
    const { ends, call } = pending()
    const poor = paid(call)
    const callBudget = new LimitedPurse({ tokens: most.tokens! + 10 })
    const calls = [1, 2, 3].map(() => poor.call(request(), callContext({ callBudget })))
    await calm()
    await calm()
    ends[0]!(replied(usage(50, 5)))
    const outcomes = await Promise.all(calls)
    expect(outcomes.map(outcome => (outcome.ok ? 'fine' : outcome.failure.kind))).toEqual(['fine', 'budget', 'budget'])
  })

  it('what is settled while the budget says no is not overlooked', async () => {
    const { ends, call } = pending()
    let asked = 0
    let sayNo: (error: Error) => void = () => {}
    const callBudget: CallBudget = {
      reserve() {
        const held = { settle: async () => {} }
        return ++asked === 2 ? new Promise((_, reject) => (sayNo = reject)) : Promise.resolve(held)
      },
    }
    const poor = paid(call)
    const [first, second] = [
      poor.call(request(), callContext({ callBudget })),
      poor.call(request(), callContext({ callBudget })),
    ]
    await calm()
    ends[0]!(replied())
    await first
    sayNo(new ShoalError('budget-reached', 'no', { detail: 'tokens' }))
    await calm()
    ends[1]!(replied())
    expect((await second).ok).toBe(true)
    expect(asked).toBe(3)
  })

  it('who is stopped while he waits goes at once', async () => {
    const { ends, call } = pending()
    const poor = paid(call)
    const callBudget = new LimitedPurse({ tokens: most.tokens! + 10 })
    const stop = new AbortController()
    const first = poor.call(request(), callContext({ callBudget }))
    await calm()
    const second = poor.call(request(), callContext({ callBudget, signal: stop.signal }))
    await calm()
    stop.abort()
    expect(failureOf(await second).kind).toBe('aborted')
    ends[0]!(replied())
    expect((await first).ok).toBe(true)
    expect(callBudget.reservations).toBe(1)
  })

  it('what comes after one has gone is given back', async () => {
    const callBudget = new LimitedPurse({})
    const stop = new AbortController()
    let asked = 0
    const counting = paid(async () => {
      asked++
      return replied()
    })
    const call = counting.call(request(), callContext({ callBudget, signal: stop.signal }))
    await turn()
    stop.abort()
    expect(failureOf(await call).kind).toBe('aborted')
    for (let k = 0; k < 10; k++) await turn()
    expect(asked).toBe(0)
    expect(callBudget).toMatchObject({ reservations: 1, reserved: { tokens: 0 }, used: {} })
  })
})

describe('laws of the budget', () => {
  const step = fc.record({
    words: fc.nat(200),
    maxOutputTokens: fc.nat(400),
    /** The share of the most that it uses; above 1 the estimate was wrong. */
    share: fc.double({ min: 0, max: 1.2, noNaN: true }),
    fate: fc.constantFrom('fine', 'fine', 'fine', 'fails', 'throws', 'is stopped'),
    turns: fc.nat(5),
  })

  it('used and reserved pass the limit only by what calls used beyond their most; nothing stays reserved', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), fc.nat(6000), async (steps, tokens) => {
        const callBudget = new LimitedPurse({ tokens, micro_usd: tokens * 2 })
        const reservations = new BudgetReservations()
        const slack: Record<string, number> = { tokens: 0, micro_usd: 0 }
        let asked = 0
        const outcomes = await Promise.all(
          steps.map(async ({ words, maxOutputTokens, share, fate, turns }) => {
            const asking = request('word '.repeat(words), { maxOutputTokens })
            const worst = worstUsage(asking)
            const used = usage(Math.ceil(worst.input * share), Math.ceil(worst.output * share))
            const stop = new AbortController()
            setMaxListeners(0, stop.signal)
            const call = paid(async () => {
              asked++
              for (let k = 0; k < turns; k++) await turn()
              if (fate === 'throws') throw new Error('no')
              for (const unit of ['tokens', 'micro_usd'])
                slack[unit]! += Math.max(0, amountsOf(used, price)[unit]! - amountsOf(worst, price)[unit]!)
              return fate === 'fails' ? failed('server', { usage: used }) : replied(used)
            }, reservations).call(asking, callContext({ callBudget, signal: stop.signal }))
            if (fate === 'is stopped') {
              for (let k = 0; k < turns; k++) await turn()
              stop.abort()
            }
            return await call.catch(() => null)
          }),
        )
        for (let k = 0; k < 10; k++) await turn()
        for (const unit of ['tokens', 'micro_usd']) {
          expect(callBudget.reserved[unit] ?? 0).toBe(0)
          expect(callBudget.peak[unit] ?? 0).toBeLessThanOrEqual(
            (unit === 'tokens' ? tokens : tokens * 2) + slack[unit]!,
          )
        }
        const unsent = outcomes.filter(outcome => outcome?.attempts === 0).length
        expect(asked).toBe(steps.length - unsent)
      }),
      { numRuns: 80 },
    )
  })

  it('as much is done as one after another could do, however many ask at a time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 30 }), fc.nat(8000), async (calls, tokens) => {
        const done = async (isTogether: boolean) => {
          const callBudget = new LimitedPurse({ tokens })
          const poor = paid(async () => replied(usage(60, 20)))
          const outcomes: ModelOutcome[] = []
          const all = Array.from({ length: calls }, () => () => poor.call(request(), callContext({ callBudget })))
          if (isTogether) outcomes.push(...(await Promise.all(all.map(call => call()))))
          else for (const call of all) outcomes.push(await call())
          return outcomes.filter(({ ok }) => ok).length
        }
        expect(await done(true)).toBe(await done(false))
      }),
      { numRuns: 40 },
    )
  })
})
