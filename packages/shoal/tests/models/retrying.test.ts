// Calls that fail for a while: how often they are made again, and when.

import { type FailureKind, failureKinds, type LanguageModel, type ModelOutcome } from '@shoal/base/model/language-model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { retrying } from '../../src/models/retrying.ts'
import { callContext } from './call-context.ts'
import { FakeClock } from './fake-clock.ts'
import { failed, failureOf, replied, request, usage } from './outcomes.ts'

const PASSING: readonly FailureKind[] = ['rate-limited', 'overloaded', 'server', 'timeout', 'connection']

/** Gives the outcomes in order, the last one for ever, and remembers when it was asked. */
function sequence(clock: FakeClock, outcomes: readonly ModelOutcome[]): LanguageModel & { readonly at: number[] } {
  const at: number[] = []
  return {
    id: 'stub:small',
    hasTools: true,
    at,
    async call() {
      at.push(clock.now())
      return outcomes[Math.min(at.length, outcomes.length) - 1]!
    },
  }
}

async function outcomeOf(
  outcomes: readonly ModelOutcome[],
  { random = () => 1, signal }: { random?: () => number; signal?: AbortSignal } = {},
) {
  const clock = new FakeClock()
  const model = sequence(clock, outcomes)
  const call = retrying(model, {}, { random, clock }).call(request(), callContext(signal ? { signal } : {}))
  await clock.run()
  return { outcome: await call, at: model.at, clock }
}

describe('retrying', () => {
  it('is the model it wraps', () => {
    const model = retrying(sequence(new FakeClock(), [replied()]))
    expect(model).toMatchObject({ id: 'stub:small', hasTools: true })
  })

  it('a success at once is asked for once', async () => {
    const { outcome, at } = await outcomeOf([replied()])
    expect(outcome).toEqual({ ...replied(), attempts: 1 })
    expect(at).toEqual([0])
  })

  it.each(PASSING)('%s is tried again until it passes', async kind => {
    const { outcome, at } = await outcomeOf([failed(kind), failed(kind), replied()])
    expect(outcome).toMatchObject({ ok: true, attempts: 3 })
    expect(at).toEqual([0, 1000, 3000])
  })

  it.each(failureKinds.filter(kind => !PASSING.includes(kind)))('%s is final', async kind => {
    const { outcome, at } = await outcomeOf([failed(kind), replied()])
    expect(outcome).toEqual({ ...failed(kind), attempts: 1 })
    expect(at).toEqual([0])
  })

  it('gives up after six attempts, with the last failure', async () => {
    const { outcome, at } = await outcomeOf([failed('server'), failed('overloaded')])
    expect(outcome).toEqual({ ...failed('overloaded'), attempts: 6 })
    expect(at).toEqual([0, 1000, 3000, 7000, 15_000, 31_000])
  })

  it('a provider that is not where it should be is asked twice', async () => {
    const astray = failed('connection', { isMisaddressed: true })
    const { outcome, at } = await outcomeOf([astray])
    expect(outcome).toEqual({ ...astray, attempts: 2 })
    expect(at).toEqual([0, 1000])
    expect((await outcomeOf([astray, failed('server'), replied()])).outcome).toMatchObject({ ok: true, attempts: 3 })
  })

  it('waits as long as the provider asks, and no less', async () => {
    const asked = failed('rate-limited', { retryAfterMs: 20_000 })
    expect((await outcomeOf([asked, replied()], { random: () => 0 })).at).toEqual([0, 20_000])
    expect((await outcomeOf([asked, replied()], { random: () => 0.5 })).at).toEqual([0, 20_500])
  })

  it('does not wait for more than ten minutes', async () => {
    const tenMinutes = failed('rate-limited', { retryAfterMs: 600_000 })
    const more = failed('rate-limited', { retryAfterMs: 600_001 })
    expect((await outcomeOf([tenMinutes, replied()], { random: () => 0 })).at).toEqual([0, 600_000])
    const { outcome, at } = await outcomeOf([more, replied()])
    expect(outcome).toEqual({ ...more, attempts: 1 })
    expect(at).toEqual([0])
  })

  it('ends at once when it is stopped while it waits', async () => {
    const clock = new FakeClock()
    const stop = new AbortController()
    const model = sequence(clock, [failed('server', { usage: usage(7) }), replied()])
    const call = retrying(model, {}, { random: () => 1, clock }).call(request(), callContext({ signal: stop.signal }))
    await clock.run(500)
    stop.abort()
    const outcome = await call
    expect(failureOf(outcome)).toMatchObject({ kind: 'aborted', usage: usage(7) })
    expect(outcome.attempts).toBe(1)
    expect(clock.isIdle).toBe(true)
  })

  it('counts what failed attempts cost', async () => {
    const lost = failed('timeout', { usage: usage(50, 5, 20, 10) })
    const { outcome } = await outcomeOf([lost, failed('connection'), lost, replied(usage(100, 10, 1, 2))])
    expect(outcome).toMatchObject({ ok: true, attempts: 4, reply: { usage: usage(200, 20, 41, 22) } })
    expect(outcome.ok && outcome.reply.usage).not.toHaveProperty('isGuess')
    const { outcome: never } = await outcomeOf([lost])
    expect(failureOf(never).usage).toEqual(usage(300, 30, 120, 60))
  })

  it('a sum with a guess in it is a guess', async () => {
    const hung = failed('timeout', { usage: { ...usage(50), isGuess: true } })
    const { outcome } = await outcomeOf([hung, replied(usage(100, 10))])
    expect(outcome).toMatchObject({ ok: true, reply: { usage: { ...usage(150, 10), isGuess: true } } })
  })

  it('does not count what was never sent', async () => {
    const unsent: ModelOutcome = { ...failed('down'), attempts: 0 }
    expect((await outcomeOf([failed('server'), unsent])).outcome.attempts).toBe(1)
  })

  it('laws: never more attempts than allowed, never earlier than asked, never later than the bound', async () => {
    const outcome = fc.oneof(
      fc.constant(replied()),
      fc
        .record({ kind: fc.constantFrom(...failureKinds), retryAfterMs: fc.option(fc.nat(900_000)) })
        .map(({ kind, retryAfterMs }) => failed(kind, { retryAfterMs })),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(outcome, { minLength: 1, maxLength: 8 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        async (outcomes, luck) => {
          const { outcome: last, at } = await outcomeOf(outcomes, { random: () => luck })
          expect(last.attempts).toBe(at.length)
          expect(at.length).toBeLessThanOrEqual(6)
          for (let k = 1; k < at.length; k++) {
            const { retryAfterMs, kind } = failureOf(outcomes[Math.min(k, outcomes.length) - 1]!)
            const asked = retryAfterMs ?? 0
            const waited = at[k]! - at[k - 1]!
            expect(PASSING).toContain(kind)
            expect(asked).toBeLessThanOrEqual(600_000)
            expect(waited).toBeGreaterThanOrEqual(asked)
            expect(waited).toBeLessThanOrEqual(asked + Math.min(1000 * 2 ** (k - 1), 60_000))
          }
        },
      ),
      { numRuns: 200 },
    )
  })
})
