// The breaker: when a provider counts as down, and how it is found to be back.

import { type FailureKind, failureKinds, type ModelOutcome } from '@shoal/base/model/language-model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Breaker, breaking } from '../../src/models/breaker.ts'
import { callContext } from './call-context.ts'
import { FakeClock } from './fake-clock.ts'
import { failed, failureOf, replied, request } from './outcomes.ts'

const TROUBLE: readonly FailureKind[] = ['overloaded', 'server', 'timeout', 'connection']
const OWN: readonly FailureKind[] = ['budget', 'down', 'aborted']

/** A model that says what it is told to, and counts how often it was asked. */
function broken(limits = {}) {
  const clock = new FakeClock()
  const stub = { says: failed('server') as ModelOutcome, asked: 0, takesMs: 0 }
  const model = breaking(
    {
      id: 'acme:small',
      hasTools: true,
      async call() {
        stub.asked++
        if (stub.takesMs > 0) await clock.sleep(stub.takesMs)
        return stub.says
      },
    },
    new Breaker(limits, clock),
  )
  const call = () => model.call(request(), callContext())
  /** Fails `times` in a row, a second apart. */
  const fail = async (times: number) => {
    stub.says = failed('server')
    for (let k = 0; k < times; k++) {
      await clock.run(clock.now() + 1000)
      await call()
    }
  }
  return { clock, stub, model, call, fail }
}

describe('the breaker', () => {
  it('is the model it wraps', () => {
    expect(broken().model).toMatchObject({ id: 'acme:small', hasTools: true })
  })

  it('opens after 20 attempts in a row and then fails at once, with the reason', async () => {
    const { clock, stub, call, fail } = broken()
    await fail(19)
    expect(failureOf(await call()).kind).toBe('server')
    expect(stub.asked).toBe(20)
    await clock.run(clock.now() + 10_000)
    const outcome = await call()
    expect(outcome.attempts).toBe(0)
    expect(failureOf(outcome)).toEqual({
      kind: 'down',
      message: 'acme is down: 20 attempts in a row failed, the last with: stub failed: server',
      retryAfterMs: 20_000,
      usage: null,
    })
    expect(stub.asked).toBe(20)
  })

  it('many that fail at the same moment are one hiccup', async () => {
    const { clock, stub, call } = broken()
    for (let k = 0; k < 64; k++) await call()
    expect(stub.asked).toBe(64)
    await clock.run(10_000)
    await call()
    expect(failureOf(await call()).kind).toBe('down')
    expect(stub.asked).toBe(65)
  })

  it('a success between starts the count again', async () => {
    const { stub, call, fail } = broken()
    await fail(19)
    stub.says = replied()
    await call()
    await fail(19)
    stub.says = replied()
    expect((await call()).ok).toBe(true)
  })

  it('what was never sent says nothing about the provider', async () => {
    const { stub, call, fail } = broken()
    await fail(19)
    stub.says = { ...failed('rate-limited'), attempts: 0 }
    await call()
    await fail(1)
    expect(failureOf(await call()).kind).toBe('down')
  })

  it('after a rest one attempt is let through, and only one', async () => {
    const { clock, stub, call, fail } = broken()
    await fail(20)
    await clock.run(clock.now() + 30_000)
    stub.says = replied()
    stub.takesMs = 500
    const trial = call()
    expect(failureOf(await call()).kind).toBe('down')
    await clock.run(clock.now() + 500)
    expect((await trial).ok).toBe(true)
    stub.takesMs = 0
    expect((await call()).ok).toBe(true)
    expect(stub.asked).toBe(22)
  })

  it('a trial that fails means another rest', async () => {
    const { clock, stub, call, fail } = broken()
    await fail(20)
    await clock.run(clock.now() + 30_000)
    expect(failureOf(await call()).kind).toBe('server')
    await clock.run(clock.now() + 29_999)
    expect(failureOf(await call()).kind).toBe('down')
    await clock.run(clock.now() + 1)
    stub.says = replied()
    expect((await call()).ok).toBe(true)
  })

  it('a trial that was stopped says nothing: the next may try', async () => {
    const { clock, stub, call, fail } = broken()
    await fail(20)
    await clock.run(clock.now() + 30_000)
    stub.says = failed('aborted')
    await call()
    stub.says = replied()
    expect((await call()).ok).toBe(true)
  })

  it('a trial that throws does not keep the breaker shut for ever', async () => {
    const clock = new FakeClock()
    const breaker = new Breaker({ failures: 1, forMs: 0 }, clock)
    await breaker.attempt('acme', async () => failed('server'))
    await clock.run(30_000)
    await expect(breaker.attempt('acme', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect((await breaker.attempt('acme', async () => replied())).ok).toBe(true)
  })

  it('law: it is down only after enough trouble in a row, over enough time, with nothing else between', async () => {
    const kind = fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom<'fine' | FailureKind>(...TROUBLE) },
      { weight: 4, arbitrary: fc.constantFrom<'fine' | FailureKind>(...OWN) },
      { weight: 1, arbitrary: fc.constantFrom<'fine' | FailureKind>('fine', ...failureKinds) },
    )
    const step = fc.record({ kind, afterMs: fc.nat(3000) })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async steps => {
        const { clock, stub, call } = broken({ failures: 5, forMs: 4000 })
        let row: number[] = []
        for (const { kind, afterMs } of steps) {
          await clock.run(clock.now() + afterMs)
          stub.says = kind === 'fine' ? replied() : failed(kind)
          const before = stub.asked
          await call()
          const isDown = stub.asked === before
          const enough = row.length >= 5 && row.at(-1)! - row[0]! >= 4000
          if (isDown) expect(enough).toBe(true)
          else if (enough) expect(clock.now() - row.at(-1)!).toBeGreaterThanOrEqual(30_000)
          if (isDown || (kind !== 'fine' && OWN.includes(kind))) continue
          row = kind !== 'fine' && TROUBLE.includes(kind) ? [...row, clock.now()] : []
        }
      }),
      { numRuns: 200 },
    )
  })
})
