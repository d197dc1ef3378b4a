// Prices and what calls cost by them.

import { microUsd, PRICES, type Price, priceOf, ratesFor } from '@shoal/base/model/prices'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addUsage, amountsOf, worstUsage } from '../../src/models/cost.ts'
import { requestTokens, textTokens } from '../../src/models/request-tokens.ts'
import { request, usage } from './outcomes.ts'

const haiku: Price = { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 }
const anyUsage = fc
  .record({ fresh: fc.nat(1e6), read: fc.nat(1e6), write: fc.nat(1e6), output: fc.nat(1e5) })
  .map(({ fresh, read, write, output }) => usage(fresh + read + write, output, read, write))

describe('microUsd', () => {
  it.each([
    ['a million read', usage(1_000_000), 1_000_000],
    ['a million written', usage(0, 1_000_000), 5_000_000],
    ['read from the cache', usage(1_000_000, 0, 1_000_000), 100_000],
    ['written to the cache', usage(1_000_000, 0, 0, 1_000_000), 1_250_000],
    ['all of it', usage(10_000, 500, 6000, 3000), 1000 + 600 + 3750 + 2500],
    ['nothing', usage(0), 0],
    ['one token from the cache: a part of a millionth is one', usage(1, 0, 1), 1],
    ['more in the cache than there is', usage(10, 0, 20), 2],
  ])('%s', (_, used, expected) => expect(microUsd(used, haiku)).toBe(expected))

  it('without prices of their own, cached tokens cost what others do', () => {
    expect(microUsd(usage(300, 10, 100, 100), { input: 2, output: 8 })).toBe(680)
  })

  it('is not one more because of binary fractions', () => {
    expect(microUsd(usage(10), { input: 1.1, output: 0 })).toBe(11)
    expect(microUsd(usage(3), { input: 0.1, output: 0 })).toBe(1)
  })

  it('an unknown price is null, never nothing', () => expect(microUsd(usage(5), null)).toBeNull())

  it('a long request is priced as a whole by its own rates', () => {
    const tiered: Price = { input: 1, output: 2, above: { tokens: 1000, input: 10, output: 20, cacheRead: 3 } }
    expect(microUsd(usage(1000, 5), tiered)).toBe(1010)
    expect(microUsd(usage(1001, 5), tiered)).toBe(10_110)
    expect(microUsd(usage(1001, 0, 1000), tiered)).toBe(3010)
  })

  it('laws: whole, never negative, never more for a cache read, additive but for rounding', () => {
    fc.assert(
      fc.property(anyUsage, anyUsage, fc.constantFrom(...Object.values(PRICES)), (a, b, price) => {
        const flat: Price = { ...ratesFor(price, 0) }
        const cost = microUsd(a, price)
        expect(Number.isSafeInteger(cost) && cost >= 0).toBe(true)
        expect(cost).toBeLessThanOrEqual(microUsd({ ...a, cacheRead: 0 }, price))
        const apart = microUsd(a, flat) + microUsd(b, flat)
        const together = microUsd(addUsage(a, b), flat)
        expect(apart - together).toBeGreaterThanOrEqual(0)
        expect(apart - together).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('the price table', () => {
  it('is of one piece: writing costs more than reading, cached less, long requests more', () => {
    for (const [model, price] of Object.entries(PRICES)) {
      const { above, context = Number.POSITIVE_INFINITY } = price
      for (const rates of above ? [price, above] : [price]) {
        expect(rates.input, model).toBeGreaterThan(0)
        expect(rates.output, model).toBeGreaterThan(rates.input)
        expect(rates.cacheRead ?? 0, model).toBeLessThan(rates.input)
        expect(rates.cacheWrite ?? rates.input, model).toBeGreaterThanOrEqual(rates.input)
      }
      if (above) {
        expect(above.input, model).toBeGreaterThan(price.input)
        expect(above.output, model).toBeGreaterThan(price.output)
        expect(above.tokens, model).toBeLessThan(context)
      }
      expect(priceOf(`${model}-20991231`), model).toBe(price)
    }
  })
})

describe('what a request may use at most', () => {
  it('is what it may write, and half more than it seems to have, with its frame', () => {
    const asked = request('word '.repeat(1000), { maxOutputTokens: 777 })
    expect(worstUsage(asked)).toEqual(usage(Math.ceil(requestTokens(asked) * 1.5) + 64, 777))
  })

  it('counts every part of the conversation', () => {
    const parameters = { type: 'object', properties: { path: { type: 'string' } } }
    const steps = [
      request('hello'),
      request('hello', { tools: [{ name: 'Read', description: 'reads', parameters }] }),
      request('hello', { schema: { name: 'report', schema: parameters } }),
      request('hello', { turns: [...request('hello').turns, { role: 'assistant', text: 'a reply', toolCalls: [] }] }),
      request('hello', {
        turns: [
          ...request('hello').turns,
          { role: 'assistant', text: '', toolCalls: [{ id: '1', name: 'Read', input: { path: 'a.py' } }] },
          { role: 'tool', results: [{ id: '1', name: 'Read', text: '1|import os', isError: false }] },
        ],
      }),
    ]
    const [plain, ...more] = steps.map(step => worstUsage(step).input)
    for (const input of more) expect(input).toBeGreaterThan(plain!)
  })

  it('may all be written to the cache when a part is shared', () => {
    const shared = request('', { turns: [{ role: 'user', passages: [{ text: 'facts', isShared: true }] }] })
    const worst = worstUsage(shared)
    expect(worst.cacheWrite).toBe(worst.input)
    expect(amountsOf(worst, haiku).micro_usd).toBeGreaterThan(amountsOf({ ...worst, cacheWrite: 0 }, haiku).micro_usd!)
  })

  it('the estimate of a text grows with it, and is nothing for nothing', () => {
    expect(textTokens('')).toBe(0)
    expect(textTokens('ä€😀')).toBeGreaterThan(0)
    expect(textTokens('word '.repeat(2000))).toBeGreaterThan(textTokens('word '.repeat(1000)))
  })
})

describe('amounts', () => {
  it('are in the units of a budget', () => {
    expect(amountsOf(usage(100, 20), haiku)).toEqual({ tokens: 120, micro_usd: 200 })
    expect(amountsOf(usage(100, 20), null)).toEqual({ tokens: 120 })
  })

  it('are whole and not negative, whatever a server says', () => {
    expect(amountsOf(usage(Number.NaN, 3), haiku)).toEqual({ tokens: 0, micro_usd: 0 })
    expect(amountsOf(usage(-5, 1), null)).toEqual({ tokens: 0 })
    expect(amountsOf(usage(1.5, 0), null)).toEqual({ tokens: 2 })
  })
})
