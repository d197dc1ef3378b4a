// A provider that is not where it should be: said soon and clearly, with nothing secret in it.
import { describe, expect, it } from 'vitest'
import { assemble } from '../../src/models/assemble.ts'
import { Breaker } from '../../src/models/breaker.ts'
import { BudgetReservations } from '../../src/models/budget-reservation.ts'
import { openCallLog } from '../../src/models/call-log.ts'
import { openModel } from '../../src/models/open-model.ts'
import { failureOf as failureOfThrown } from '../../src/models/providers/failure.ts'
import { providerNamed } from '../../src/models/providers/providers.ts'
import { RateGate } from '../../src/models/rate-gate.ts'
import type { Patience } from '../../src/models/retrying.ts'
import { callContext } from './call-context.ts'
import { failureOf, request, usage } from './outcomes.ts'
import { startStub } from './stub/server.ts'

/** With the wrappers, and the patience that users have unless it is said. */
async function assembled(id: string, baseUrl: string, patience: Partial<Patience> = {}) {
  const env = { OPENAI_API_KEY: 'sk-0123456789' }
  const model = await openModel(id, { env, baseUrl, timeoutMs: 5000 })
  const gate = new RateGate({ requestsPerMinute: null, tokensPerMinute: null, maxInFlight: 8 })
  const log = await openCallLog(null)
  return assemble(model, {
    gate,
    breaker: new Breaker(),
    reservations: new BudgetReservations(),
    price: null,
    log,
    patience,
  })
}

/** A URL at which nothing listens any more. */
async function abandoned(): Promise<string> {
  const stub = await startStub(() => ({ text: 'never' }))
  await stub.close()
  return stub.url
}

describe('where nothing answers', () => {
  it('a call is given up after two attempts', async () => {
    const url = await abandoned()
    const model = await assembled('openai-compatible:m', `${url}/v1`)
    const outcome = await model.call(request(), callContext())
    expect(outcome.attempts).toBe(2)
    expect(failureOf(outcome).message).toBe(
      `nothing answers at ${url}/v1: is the server running? check --base-url (ECONNREFUSED)`,
    )
  })

  it('a host that there is not is no other case', async () => {
    const model = await assembled('openai:gpt-5', 'https://no-such-host.invalid/v1', { baseMs: 1 })
    const outcome = await model.call(request(), callContext())
    expect(outcome.attempts).toBe(2)
    expect(failureOf(outcome).message).toMatch(
      /^nothing answers at https:\/\/no-such-host\.invalid\/v1: is the server running\? check --base-url \(E\w+\)$/,
    )
  })

  it('its URL is shown without what may be secret in it', async () => {
    const url = new URL(await abandoned())
    const model = await assembled('openai-compatible:m', `http://me:hunter2@${url.host}/api/?token=hunter3`, {
      baseMs: 1,
    })
    const { message } = failureOf(await model.call(request(), callContext()))
    expect(message).toContain(`nothing answers at ${url.origin}/api: `)
    expect(message).not.toContain('hunter')
  })

  it('a server that answered before is waited for', async () => {
    const stub = await startStub(() => ({ text: 'fine' }))
    const model = await assembled('openai-compatible:m', stub.url, { baseMs: 1 })
    expect(await model.call(request('one'), callContext())).toMatchObject({ ok: true })
    await stub.close()
    const outcome = await model.call(request('two'), callContext())
    expect(outcome.attempts).toBe(6)
    expect(failureOf(outcome).message).toMatch(/^openai-compatible cannot be reached: connect ECONNREFUSED/)
  })

  it.each([
    ['anthropic', 'https://api.anthropic.com/v1', 'check the network'],
    ['anthropic', 'https://proxy.example/v1', 'is the server running? check --base-url'],
    ['ollama', 'http://127.0.0.1:11434/v1', 'is the server running? check --base-url'],
  ])('%s at %s: %s', (name, url, advice) => {
    const connection = { id: `${name}:m`, key: null, url, env: {}, timeoutMs: 1, onRates: () => {} }
    const thrown = new Error('fetch failed', { cause: Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }) })
    const failure = failureOfThrown(thrown, {
      provider: providerNamed(name),
      connection,
      signal: new AbortController().signal,
      spent: usage(1),
      heard: { contentType: null, isApi: false },
    })
    expect(failure).toMatchObject({
      kind: 'connection',
      message: `nothing answers at ${url}: ${advice} (ECONNREFUSED)`,
      usage: null,
      isMisaddressed: true,
    })
  })
})

describe('where something else answers', () => {
  it.each([
    ['a page', { headers: { 'content-type': 'text/html' }, body: '<title>It works!</title>' }],
    ['an empty stream', { headers: { 'content-type': 'text/event-stream' }, body: '' }],
    ['words of another API', { headers: { 'content-type': 'text/event-stream' }, body: 'data: {"said": "hello"}\n\n' }],
  ])('%s is looked at twice', async (_what, action) => {
    const stub = await startStub(() => action)
    const outcome = await (await assembled('openai-compatible:m', stub.url, { baseMs: 1 })).call(
      request(),
      callContext(),
    )
    expect([outcome.attempts, stub.count]).toEqual([2, 2])
    expect(failureOf(outcome)).toMatchObject({ kind: 'server', isMisaddressed: true })
    expect(failureOf(outcome).message).toMatch(/is not the openai-compatible API \(.+\): check --base-url$/)
    await stub.close()
  })
})
