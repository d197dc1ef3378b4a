// The gate of a provider under a fake clock: its limits hold in every window, and nobody waits for ever.
import { setMaxListeners } from 'node:events'
import type { LanguageModel, ModelOutcome } from '@shoal/base/model/language-model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limited } from '../../src/models/limited.ts'
import { type Entrance, RateGate, type RateLimits } from '../../src/models/rate-gate.ts'
import { requestTokens } from '../../src/models/request-tokens.ts'
import { SlidingWindow } from '../../src/models/sliding-window.ts'
import { callContext } from './call-context.ts'
import { calm, FakeClock } from './fake-clock.ts'
import { failed, failureOf, replied, request, usage } from './outcomes.ts'

const never = new AbortController().signal
setMaxListeners(0, never)
const open: RateLimits = { requestsPerMinute: null, tokensPerMinute: null, maxInFlight: 1000 }

function gateOf(limits: Partial<RateLimits> = {}) {
  const clock = new FakeClock()
  return { clock, gate: new RateGate({ ...open, ...limits }, clock) }
}

type Inside = Extract<Entrance, { status: 'in' }>

async function inside(entering: Promise<Entrance>): Promise<Inside> {
  const entrance = await entering
  if (entrance.status !== 'in') throw new Error(`not let in: ${entrance.status}`)
  return entrance
}

interface Visit {
  readonly comesAt: number
  readonly tokens: number
  readonly staysMs: number
  readonly outcome: ModelOutcome | null
}

/** Every visitor comes, waits, stays and leaves; gives back when each was let in, in the order of letting in. */
async function carryOut(visits: readonly Visit[], limits: Partial<RateLimits>) {
  const { clock, gate } = gateOf(limits)
  const entered: { readonly visit: Visit; readonly at: number }[] = []
  let present = 0
  let peak = 0
  const done = visits.map(async visit => {
    await clock.sleep(visit.comesAt)
    const { leave } = await inside(gate.enter(visit.tokens, never))
    entered.push({ visit, at: clock.now() })
    peak = Math.max(peak, ++present)
    await clock.sleep(visit.staysMs)
    present--
    leave(visit.outcome)
  })
  await clock.run()
  await Promise.all(done)
  return { entered, peak }
}

/** The most that `amount` sums to in any window of `ms`. */
function fullest<T extends { readonly at: number }>(entered: readonly T[], ms: number, amount: (one: T) => number) {
  return Math.max(
    ...entered.map(({ at }) =>
      entered.filter(other => other.at >= at && other.at < at + ms).reduce((sum, one) => sum + amount(one), 0),
    ),
  )
}

const crowded = fc.constantFrom<ModelOutcome | null>(
  null,
  replied(usage(0)),
  failed('server'),
  failed('rate-limited'),
  failed('rate-limited', { retryAfterMs: 5000 }),
  failed('overloaded'),
  failed('overloaded', { retryAfterMs: 30_000 }),
)

const visits = fc.array(
  fc.record({
    comesAt: fc.nat(90_000),
    tokens: fc.integer({ min: 1, max: 400 }),
    staysMs: fc.nat(20_000),
    outcome: crowded,
  }),
  { minLength: 1, maxLength: 40 },
)

describe('the gate, whatever happens', () => {
  it('lets everybody in at last, never over a limit in any minute, never too many at a time', async () => {
    const limits = fc.record({
      requestsPerMinute: fc.option(fc.integer({ min: 1, max: 60 })),
      tokensPerMinute: fc.option(fc.integer({ min: 400, max: 2000 })),
      maxInFlight: fc.integer({ min: 1, max: 12 }),
    })
    await fc.assert(
      fc.asyncProperty(visits, limits, async (all, set) => {
        const { entered, peak } = await carryOut(all, set)
        expect(entered.length).toBe(all.length)
        expect(peak).toBeLessThanOrEqual(set.maxInFlight)
        if (set.requestsPerMinute !== null)
          expect(fullest(entered, 60_000 - 1e-6, () => 1)).toBeLessThanOrEqual(set.requestsPerMinute)
        if (set.tokensPerMinute !== null)
          expect(fullest(entered, 60_000 - 1e-6, ({ visit }) => visit.tokens)).toBeLessThanOrEqual(set.tokensPerMinute)
      }),
      { numRuns: 150 },
    )
  })

  it('first come, first served', async () => {
    await fc.assert(
      fc.asyncProperty(visits, fc.integer({ min: 1, max: 5 }), async (all, maxInFlight) => {
        const { entered } = await carryOut(all, { maxInFlight, tokensPerMinute: 1000, requestsPerMinute: 30 })
        const times = entered.map(({ visit }) => visit.comesAt)
        expect(times).toEqual(times.toSorted((a, b) => a - b))
      }),
      { numRuns: 60 },
    )
  })

  it('nobody who goes away is let in, and nobody behind waits for him', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }), async goesAway => {
        const { clock, gate } = gateOf({ maxInFlight: 1 })
        const first = await inside(gate.enter(1, never))
        const stop = new AbortController()
        setMaxListeners(0, stop.signal)
        const entering = goesAway.map(goes => gate.enter(1, goes ? stop.signal : never))
        stop.abort()
        first.leave(null)
        const statuses = entering.map(async entrance => {
          const got = await entrance
          if (got.status === 'in') got.leave(null)
          return got.status
        })
        expect(await Promise.all(statuses)).toEqual(goesAway.map(goes => (goes ? 'aborted' : 'in')))
        expect(clock.isIdle).toBe(true)
      }),
    )
  })
})

describe('limits', () => {
  it('requests go out in spurts of a tenth of a minute', async () => {
    const all = Array.from({ length: 60 }, () => ({ comesAt: 0, tokens: 1, staysMs: 0, outcome: null }))
    const { entered } = await carryOut(all, { requestsPerMinute: 50 })
    expect(entered.slice(0, 6).map(({ at }) => at)).toEqual([0, 0, 0, 0, 0, 6000])
    expect(entered.at(-1)!.at).toBe(66_000)
  })

  it('one request a minute is one request a minute', async () => {
    const all = [0, 1, 2].map(() => ({ comesAt: 0, tokens: 1, staysMs: 0, outcome: null }))
    const { entered } = await carryOut(all, { requestsPerMinute: 1 })
    expect(entered.map(({ at }) => at)).toEqual([0, 60_000, 120_000])
  })

  it('a request with more tokens than a minute allows passes alone', async () => {
    const all = [500, 5000, 500].map(tokens => ({ comesAt: 0, tokens, staysMs: 0, outcome: null }))
    const { entered } = await carryOut(all, { tokensPerMinute: 1000 })
    expect(entered.map(({ at }) => at)).toEqual([0, 60_000, 120_000])
  })

  it('who waits behind a large request need not wait when it goes away', async () => {
    const { clock, gate } = gateOf({ tokensPerMinute: 1000 })
    await inside(gate.enter(600, never))
    const stop = new AbortController()
    const large = gate.enter(900, stop.signal)
    const small = inside(gate.enter(100, never))
    await clock.run(5000)
    stop.abort()
    expect((await large).status).toBe('aborted')
    await small
    expect(clock.now()).toBe(5000)
  })

  it('what the provider counted replaces what was estimated', async () => {
    const { clock, gate } = gateOf({ tokensPerMinute: 1000 })
    ;(await inside(gate.enter(900, never))).leave(replied(usage(300)))
    ;(await inside(gate.enter(700, never))).leave(replied(usage(700)))
    expect(clock.now()).toBe(0)
    const third = gate.enter(1, never)
    await clock.run()
    await third
    expect(clock.now()).toBe(60_000)
  })

  it('a window forgets what is past, also after very many', () => {
    const window = new SlidingWindow(10, 1000)
    const waits = new Set<number>()
    for (let at = 0; at < 500_000; at += 100) {
      waits.add(window.waitFor(1, at))
      window.add(1, at)
    }
    expect([...waits]).toEqual([0])
    expect(window.waitFor(1, 499_900)).toBe(100)
    expect(window.waitFor(10, 499_900)).toBe(1000)
  })
})

describe('a crowded provider', () => {
  it('a 429 holds everybody for as long as it says', async () => {
    const { clock, gate } = gateOf()
    const one = await inside(gate.enter(1, never))
    one.leave(failed('rate-limited', { retryAfterMs: 7000 }))
    const two = inside(gate.enter(1, never))
    await clock.run()
    await two
    expect(clock.now()).toBe(7000)
  })

  it('a shorter pause does not cut a longer one short', async () => {
    const { clock, gate } = gateOf()
    const [one, two] = [await inside(gate.enter(1, never)), await inside(gate.enter(1, never))]
    one.leave(failed('rate-limited', { retryAfterMs: 7000 }))
    two.leave(failed('rate-limited', { retryAfterMs: 2000 }))
    const three = inside(gate.enter(1, never))
    await clock.run()
    await three
    expect(clock.now()).toBe(7000)
  })

  it('a 429 that says nothing holds everybody for a second', async () => {
    const { clock, gate } = gateOf()
    ;(await inside(gate.enter(1, never))).leave(failed('rate-limited'))
    const two = inside(gate.enter(1, never))
    await clock.run()
    await two
    expect(clock.now()).toBe(1000)
  })

  it('more than ten minutes is not waited for, by nobody', async () => {
    const { clock, gate } = gateOf()
    ;(await inside(gate.enter(1, never))).leave(failed('rate-limited', { retryAfterMs: 3_600_000 }))
    expect(await gate.enter(1, never)).toEqual({ status: 'refused', retryAfterMs: 3_600_000 })
    await clock.run(3_000_000)
    const patient = inside(gate.enter(1, never))
    await clock.run()
    await patient
    expect(clock.now()).toBe(3_600_000)
  })

  it('calls at a time halve once for all that were under way, and grow back one by one', async () => {
    const { clock, gate } = gateOf({ maxInFlight: 8 })
    const crowd = await Promise.all(Array.from({ length: 8 }, () => inside(gate.enter(1, never))))
    await clock.run(10)
    for (const { leave } of crowd) leave(failed('rate-limited', { retryAfterMs: 0 }))
    expect(await width(gate)).toBe(4)
    const again = await inside(gate.enter(1, never))
    await clock.run(20)
    again.leave(failed('overloaded'))
    expect(await width(gate)).toBe(2)

    for (const expected of [3, 4, 5, 6, 7, 8, 8]) {
      for (let k = 1; k < expected; k++) (await inside(gate.enter(1, never))).leave(replied())
      expect(await width(gate)).toBe(expected)
    }
  })

  it('one at a time is the least', async () => {
    const { clock, gate } = gateOf({ maxInFlight: 2 })
    for (let k = 1; k <= 5; k++) {
      const one = await inside(gate.enter(1, never))
      await clock.run(k * 10)
      one.leave(failed('overloaded'))
    }
    expect(await width(gate)).toBe(1)
  })

  /** How many are let in when many want to; they leave without a word. */
  async function width(gate: RateGate): Promise<number> {
    const stop = new AbortController()
    setMaxListeners(0, stop.signal)
    const entering = Array.from({ length: 20 }, () => gate.enter(1, stop.signal))
    await calm()
    stop.abort()
    const got = await Promise.all(entering)
    const those = got.filter(entrance => entrance.status === 'in')
    for (const { leave } of those) leave(null)
    return those.length
  }
})

describe('what the provider announces', () => {
  const nothing = { requestsLeft: null, requestsResetMs: null, tokensLeft: null, tokensResetMs: null }

  it('nothing left holds everybody until the reset', async () => {
    const { clock, gate } = gateOf()
    gate.hear({ ...nothing, requestsLeft: 0, requestsResetMs: 4000 })
    const one = inside(gate.enter(1, never))
    await clock.run()
    await one
    expect(clock.now()).toBe(4000)
  })

  it('what is left is used up first; too little for a request is as good as nothing', async () => {
    const { clock, gate } = gateOf()
    gate.hear({ ...nothing, tokensLeft: 1000, tokensResetMs: 9000 })
    await inside(gate.enter(600, never))
    expect(clock.now()).toBe(0)
    const two = inside(gate.enter(600, never))
    await clock.run()
    await two
    expect(clock.now()).toBe(9000)
  })

  it('better news sets those free who wait', async () => {
    const { clock, gate } = gateOf()
    gate.hear({ ...nothing, tokensLeft: 0, tokensResetMs: 60_000 })
    const one = inside(gate.enter(600, never))
    await clock.run(5000)
    gate.hear({ ...nothing, tokensLeft: 5000, tokensResetMs: 1000 })
    await one
    expect(clock.now()).toBe(5000)
  })

  it('no news changes nothing', async () => {
    const { clock, gate } = gateOf()
    gate.hear(nothing)
    await inside(gate.enter(1e9, never))
    expect(clock.now()).toBe(0)
  })
})

describe('limited', () => {
  const model = (call: LanguageModel['call']): LanguageModel => ({ id: 'acme:small', hasTools: true, call })

  it('passes calls on and leaves the gate, whatever comes of them', async () => {
    const { gate } = gateOf({ maxInFlight: 1 })
    const fine = limited(
      model(async () => replied()),
      gate,
    )
    const broken = limited(
      model(() => Promise.reject(new Error('no'))),
      gate,
    )
    expect(fine).toMatchObject({ id: 'acme:small', hasTools: true })
    await expect(broken.call(request(), callContext())).rejects.toThrow('no')
    expect(await fine.call(request(), callContext())).toEqual(replied())
    expect(await fine.call(request(), callContext())).toEqual(replied())
  })

  it('counts the tokens of the request', async () => {
    const asked = request('word '.repeat(500))
    const { clock, gate } = gateOf({ tokensPerMinute: requestTokens(asked) * 2 })
    const echo = limited(
      model(async () => replied(usage(requestTokens(asked)))),
      gate,
    )
    const calls = [1, 2, 3].map(() => echo.call(asked, callContext()))
    await clock.run()
    await Promise.all(calls)
    expect(clock.now()).toBe(60_000)
  })

  it('says when it was stopped or refused, and that nothing was sent', async () => {
    const { gate } = gateOf({ maxInFlight: 1 })
    const echo = limited(
      model(async () => replied()),
      gate,
    )
    const stopped = await echo.call(request(), callContext({ signal: AbortSignal.abort() }))
    expect(failureOf(stopped)).toMatchObject({ kind: 'aborted', usage: null })
    gate.hear({ requestsLeft: 0, requestsResetMs: 86_400_000, tokensLeft: null, tokensResetMs: null })
    const refused = await echo.call(request(), callContext())
    expect(refused.attempts).toBe(0)
    expect(failureOf(refused)).toEqual({
      kind: 'rate-limited',
      message: 'acme asks to be left alone for 1440 minutes',
      retryAfterMs: 86_400_000,
      usage: null,
    })
  })
})
