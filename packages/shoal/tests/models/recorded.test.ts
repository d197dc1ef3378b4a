// Models that are recorded and models that repeat a record: nothing is paid twice, and nothing is made up.

import type { CallLog, CallRecord } from '@shoal/base/model/call-log'
import type { LanguageModel, ModelOutcome, ModelRequest, TokenUsage } from '@shoal/base/model/language-model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openCallLog } from '../../src/models/call-log.ts'
import { recorded } from '../../src/models/recorded.ts'
import { replaying } from '../../src/models/replaying.ts'
import { scriptedModel } from '../../src/models/scripted-model.ts'
import { callContext } from './call-context.ts'
import { anyOutcome, anyRequest, requestOf } from './model-requests.ts'

const costOf = ({ input, output }: TokenUsage) => input + 5 * output

async function all(log: CallLog): Promise<CallRecord[]> {
  const records: CallRecord[] = []
  for await (const record of log.records()) records.push(record)
  return records
}

/** Answers when it is told to. */
function heldModel(): LanguageModel & { readonly waiting: ((outcome: ModelOutcome) => void)[] } {
  const waiting: ((outcome: ModelOutcome) => void)[] = []
  return {
    id: 'stub:small',
    hasTools: false,
    waiting,
    call: () => new Promise(resolve => waiting.push(resolve)),
  }
}

const said = (text: string): ModelOutcome => ({
  ok: true,
  reply: { text, toolCalls: [], finish: 'stop', usage: { input: 100, output: 10, cacheRead: 0, cacheWrite: 0 } },
})
const failed: ModelOutcome = {
  ok: false,
  failure: { kind: 'server', message: 'stub answered 500', retryAfterMs: null, usage: null },
}
const turns = () => new Promise(resolve => setImmediate(resolve))

describe('a recorded model', () => {
  it('is asked once for each question, and the record has what it said and cost', async () => {
    const log = await openCallLog(null)
    const inner = scriptedModel(({ turns }) => `answer to ${JSON.stringify(turns)}`)
    let time = 1000
    const model = recorded(inner, log, costOf, () => (time += 7))
    const first = await model.call(requestOf('a'), callContext({ task: 'analyze-1', purpose: 'report' }))
    const again = await model.call(requestOf('a'), callContext({ task: 'analyze-2', purpose: 'step' }))
    await model.call(requestOf('b'), callContext({ task: 'analyze-2' }))
    expect(inner.requests).toHaveLength(2)
    expect(first).toMatchObject({ ok: true, attempts: 1 })
    expect(again).toEqual({ ...first, attempts: 0 })
    const records = await all(log)
    expect(records).toMatchObject([
      { number: 1, at: 1007, tookMs: 7, attempts: 1, task: 'analyze-1', purpose: 'report', model: 'stub:small' },
      { number: 2, at: 1021, tookMs: 7, task: 'analyze-2' },
    ])
    expect(records.map(({ microUsd }) => microUsd)).toEqual([150, 150])
    expect(log.totals()).toEqual({
      calls: 2,
      failed: 0,
      microUsd: 300,
      guessed: false,
      input: 200,
      output: 20,
      cacheRead: 0,
      cacheWrite: 0,
    })
  })

  it('asks another model the same anew', async () => {
    const log = await openCallLog(null)
    const [small, large] = ['stub:small', 'stub:large'].map(id => scriptedModel(['x'], { id }))
    await recorded(small!, log, costOf).call(requestOf('a'), callContext())
    await recorded(large!, log, costOf).call(requestOf('a'), callContext())
    expect(large!.requests).toHaveLength(1)
  })

  it('writes failures down too, and asks again after one', async () => {
    const log = await openCallLog(null)
    const usage = { input: 50, output: 0, cacheRead: 0, cacheWrite: 0 }
    const inner = scriptedModel([{ failure: { kind: 'timeout', usage } }, { failure: { kind: 'refused' } }, 'at last'])
    const model = recorded(inner, log, costOf)
    const ask = () => model.call(requestOf('a'), callContext())
    expect([(await ask()).ok, (await ask()).ok, (await ask()).ok, (await ask()).ok]).toEqual([false, false, true, true])
    expect((await all(log)).map(({ microUsd }) => microUsd)).toEqual([50, 0, 150])
    expect(log.totals()).toMatchObject({ calls: 3, failed: 2, microUsd: 200, input: 150 })
  })

  it('does not write down what was never sent', async () => {
    const log = await openCallLog(null)
    const outcome: ModelOutcome = {
      ok: false,
      failure: { kind: 'budget', message: 'the tokens are used up', retryAfterMs: null, usage: null },
      attempts: 0,
    }
    const model = recorded({ id: 'stub:small', hasTools: true, call: async () => outcome }, log, costOf)
    expect(await model.call(requestOf('a'), callContext())).toEqual(outcome)
    expect(log.totals().calls).toBe(0)
    expect(model.hasTools).toBe(true)
  })

  it('an unknown price makes the sum unknown', async () => {
    const log = await openCallLog(null)
    await recorded(scriptedModel(['x']), log, () => null).call(requestOf('a'), callContext())
    await recorded(scriptedModel(['x']), log, costOf).call(requestOf('b'), callContext())
    expect(log.totals().microUsd).toBeNull()
  })

  it('lets one ask what several want at a time', async () => {
    const log = await openCallLog(null)
    const inner = heldModel()
    const model = recorded(inner, log, costOf)
    const asked = Array.from({ length: 5 }, () => model.call(requestOf('a'), callContext()))
    await turns()
    expect(inner.waiting).toHaveLength(1)
    inner.waiting[0]!(said('once'))
    const outcomes = await Promise.all(asked)
    expect(outcomes.map(({ attempts }) => attempts)).toEqual([1, 0, 0, 0, 0])
    for (const outcome of outcomes) expect(outcome).toMatchObject({ ok: true, reply: { text: 'once' } })
    expect(log.totals().calls).toBe(1)
  })

  it("another's failure is not one's own: the next asks for itself", async () => {
    const inner = heldModel()
    const model = recorded(inner, await openCallLog(null), costOf)
    const asked = [1, 2, 3].map(() => model.call(requestOf('a'), callContext()))
    await turns()
    inner.waiting[0]!(failed)
    await turns()
    expect(inner.waiting).toHaveLength(2)
    inner.waiting[1]!(said('then'))
    expect((await Promise.all(asked)).map(({ ok }) => ok)).toEqual([false, true, true])
  })

  it('stops waiting for another when it is aborted', async () => {
    const inner = heldModel()
    const model = recorded(inner, await openCallLog(null), costOf)
    const first = model.call(requestOf('a'), callContext())
    const stop = new AbortController()
    const second = model.call(requestOf('a'), callContext({ signal: stop.signal }))
    await turns()
    stop.abort()
    expect(await second).toMatchObject({ ok: false, failure: { kind: 'aborted' }, attempts: 0 })
    inner.waiting[0]!(said('for the first'))
    expect((await first).ok).toBe(true)
    expect(inner.waiting).toHaveLength(1)
  })

  it('refuses what no provider could be sent, and gives a reply that cannot be written down', async () => {
    const log = await openCallLog(null)
    const input = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
    const toolCalls = [{ id: '1', name: 'Read', input }]
    const inner = scriptedModel([{ toolCalls, finish: 'tools' }])
    const model = recorded(inner, log, costOf)
    const outcome = await model.call(requestOf('a'), callContext())
    expect(outcome.ok && outcome.reply.toolCalls).toBe(toolCalls)
    const request: ModelRequest = { ...requestOf('a'), turns: [{ role: 'assistant', text: '', toolCalls }] }
    expect(await model.call(request, callContext())).toMatchObject({ ok: false, failure: { kind: 'refused' } })
    expect(inner.requests).toHaveLength(1)
    expect(log.totals()).toMatchObject({ calls: 1, microUsd: 150 })
  })

  it('gives the reply although it cannot be written down', async () => {
    const log = await openCallLog(null)
    const full: CallLog = { ...log, replyTo: () => null, add: () => Promise.reject(new Error('ENOSPC')) }
    const outcome = await recorded(scriptedModel(['paid']), full, costOf).call(requestOf('a'), callContext())
    expect(outcome).toMatchObject({ ok: true, reply: { text: 'paid' } })
  })
})

describe('a replayed model', () => {
  it('repeats every reply and the failures that were final, and refuses all else', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(anyRequest, anyOutcome), { maxLength: 8 }),
        anyRequest,
        async (asked, other) => {
          const log = await openCallLog(null)
          const queue = asked.map(([, outcome]) => outcome)
          const inner = { id: 'stub:small', hasTools: false, call: async () => queue.shift()! }
          const model = recorded(inner, log, costOf)
          const heard = new Map<string, ModelOutcome>()
          for (const [request] of asked) heard.set(JSON.stringify(request), await model.call(request, callContext()))
          const before = log.totals()
          const again = replaying(log, { id: 'stub:small', hasTools: false })
          for (const [request, outcome] of heard) {
            const repeated = await again.call(JSON.parse(request), callContext())
            if (outcome.ok) expect(repeated).toEqual({ ...outcome, attempts: 0 })
            else
              expect(repeated).toEqual({
                ok: false,
                failure: { ...outcome.failure, retryAfterMs: null, usage: null },
                attempts: 0,
              })
          }
          if (!heard.has(JSON.stringify(other)))
            expect(await again.call(other, callContext())).toMatchObject({ failure: { kind: 'refused' } })
          expect(log.totals()).toEqual(before)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('knows nothing of what another model was asked', async () => {
    const log = await openCallLog(null)
    await recorded(scriptedModel(['x']), log, costOf).call(requestOf('a'), callContext())
    const other = replaying(log, { id: 'stub:large', hasTools: true })
    expect(other).toMatchObject({ id: 'stub:large', hasTools: true })
    const outcome = await other.call(requestOf('a'), callContext())
    expect(outcome).toMatchObject({ ok: false, failure: { message: expect.stringMatching(/^not recorded: /) } })
  })
})
