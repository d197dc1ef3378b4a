// The laws every language model obeys. A provider shows that it keeps them by opening a model that asks the stub server.

import type {
  LanguageModel,
  ModelFailure,
  ModelOutcome,
  ModelReply,
  ModelRequest,
} from '@shoal/base/model/language-model'
import { afterEach, describe, expect, it } from 'vitest'
import { callContext } from '../models/call-context.ts'
import { type OnRequest, type Stub, startStub } from '../models/stub/server.ts'

export interface ModelUnderTest {
  /** Opens the model; `url` is the stub's, `key` what it may have as its key. */
  open(options: { url: string; key: string; timeoutMs: number }): Promise<LanguageModel>
  /** Speaks HTTP itself: sees headers, streams and cut connections. */
  readonly isHttp: boolean
  /** What it makes of several turns reaches the API as turns. */
  readonly hasTurns: boolean
}

export const TEST_KEY = 'test-key-0123456789-abcdef'

const SCHEMA = {
  type: 'object',
  properties: { answer: { type: 'string' } },
  required: ['answer'],
  additionalProperties: false,
}

export function requestOf(rest: Partial<ModelRequest> = {}): ModelRequest {
  return {
    system: 'You read files.',
    turns: [{ role: 'user', passages: [{ text: 'The question.', isShared: true }, { text: 'The content: äöü 🐟' }] }],
    tools: [],
    schema: null,
    maxOutputTokens: 1000,
    ...rest,
  }
}

const readTool = {
  name: 'Read',
  description: 'Reads lines of a file',
  parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
}

export function languageModelConformance(name: string, subject: ModelUnderTest): void {
  describe(`${name} keeps the laws of a language model`, () => {
    const stubs: Stub[] = []
    afterEach(async () => {
      for (const stub of stubs.splice(0)) await stub.close()
    })
    const fresh = async (onRequest: OnRequest, timeoutMs = 20_000): Promise<{ stub: Stub; model: LanguageModel }> => {
      const stub = await startStub(onRequest)
      stubs.push(stub)
      return { stub, model: await subject.open({ url: stub.url, key: TEST_KEY, timeoutMs }) }
    }
    replyLaws(fresh, subject)
    failureLaws(fresh, subject)
    endingLaws(fresh, subject)
  })
}

/** The one law that takes seconds: all keep it at the same time. Those that see no stream of their own are left out. */
export function slowStreamConformance(subjects: Readonly<Record<string, ModelUnderTest>>): void {
  it('a slow stream is borne, but not for ever', async () => {
    const kept = Object.entries(subjects).map(async ([name, { open }]) => {
      const stub = await startStub(({ number }) => ({ text: 'x'.repeat(number === 1 ? 2000 : 400_000), dripMs: 70 }))
      const model = await open({ url: stub.url, key: TEST_KEY, timeoutMs: 1200 })
      const borne = replyIn(await model.call(requestOf(), callContext())).text.length
      const { kind } = failureIn(await model.call(requestOf(), callContext()))
      await stub.close()
      return { name, borne, kind }
    })
    expect(await Promise.all(kept)).toEqual(Object.keys(subjects).map(name => ({ name, borne: 2000, kind: 'timeout' })))
  })
}

type Fresh = (onRequest: OnRequest, timeoutMs?: number) => Promise<{ stub: Stub; model: LanguageModel }>

function replyLaws(fresh: Fresh, { hasTurns, isHttp }: ModelUnderTest): void {
  it('says what it is asked and gives back what is said, with what it used', async () => {
    const text = 'Grüße 🐟\n"quoted" \\ and more'
    const { stub, model } = await fresh(() => ({ text, usage: { input: 120, output: 30 } }))
    const reply = replyIn(await model.call(requestOf(), callContext()))
    expect(reply).toEqual({
      text,
      toolCalls: [],
      finish: 'stop',
      usage: { input: 120, output: 30, cacheRead: 0, cacheWrite: 0 },
    })
    expect(stub.requests).toMatchObject([
      { system: 'You read files.', text: 'The question.\n\nThe content: äöü 🐟', tools: [], schema: null },
    ])
    expect(model.id.endsWith(`:${stub.requests[0]!.model}`)).toBe(true)
  })

  it('gives the schema on and the value back as JSON', async () => {
    const { stub, model } = await fresh(() => ({ json: { answer: 'forty-two' } }))
    const schema = { name: 'report', schema: SCHEMA }
    const reply = replyIn(await model.call(requestOf({ schema }), callContext()))
    expect(JSON.parse(reply.text)).toEqual({ answer: 'forty-two' })
    expect(reply.finish).toBe('stop')
    expect(stub.requests[0]!.schema).toMatchObject({ type: 'object', properties: { answer: { type: 'string' } } })
  })

  it('keeps a conversation in order', async () => {
    const { stub, model } = await fresh(() => ({ text: 'better' }))
    const turns: ModelRequest['turns'] = [
      { role: 'user', passages: [{ text: 'first' }] },
      { role: 'assistant', text: 'a wrong answer', toolCalls: [] },
      { role: 'user', passages: [{ text: 'that was wrong' }] },
    ]
    replyIn(await model.call(requestOf({ turns }), callContext()))
    const sent = JSON.stringify(stub.requests[0]!.messages)
    const places = ['first', 'a wrong answer', 'that was wrong'].map(text => sent.indexOf(text))
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(places).not.toContain(-1)
    if (hasTurns) expect(stub.requests[0]!.text).toBe('first\n\nthat was wrong')
  })

  it('offers tools and brings results back, or refuses them before anything is sent', async () => {
    const { stub, model } = await fresh(({ number }) =>
      number === 1 ? { toolCalls: [{ name: 'Read', input: { path: 'a.txt' } }] } : { text: 'done' },
    )
    const first = await model.call(requestOf({ tools: [readTool] }), callContext())
    if (!model.hasTools) {
      expect(failureIn(first)).toMatchObject({ kind: 'refused', usage: null })
      expect(stub.count).toBe(0)
      return
    }
    const { toolCalls, finish } = replyIn(first)
    expect(finish).toBe('tools')
    expect(toolCalls).toMatchObject([{ name: 'Read', input: { path: 'a.txt' } }])
    expect(stub.requests[0]!.tools).toMatchObject([{ name: 'Read', description: 'Reads lines of a file' }])
    const results = toolCalls.map(({ id, name }) => ({ id, name, text: 'line one of a.txt', isError: false }))
    const turns: ModelRequest['turns'] = [
      ...requestOf().turns,
      { role: 'assistant', text: '', toolCalls },
      { role: 'tool', results },
    ]
    expect(replyIn(await model.call(requestOf({ tools: [readTool], turns }), callContext())).text).toBe('done')
    expect(JSON.stringify(stub.requests[1]!.messages)).toContain('line one of a.txt')
  })

  it('does not carry the key on when the reply repeats it', async () => {
    const { model } = await fresh(({ number }) =>
      number === 1 ? { text: `my key is ${TEST_KEY}, or ${TEST_KEY}` } : { json: { answer: TEST_KEY, [TEST_KEY]: 1 } },
    )
    const said = replyIn(await model.call(requestOf(), callContext()))
    expect(said.text).toBe('my key is [key], or [key]')
    const held = replyIn(await model.call(requestOf({ schema: { name: 'report', schema: SCHEMA } }), callContext()))
    expect(JSON.parse(held.text)).toEqual({ answer: '[key]', '[key]': 1 })
  })

  it('nor when the input of a tool does', async () => {
    const input = { path: `a/${TEST_KEY}`, deep: [{ [TEST_KEY]: [TEST_KEY, 7, null, true] }] }
    const { model } = await fresh(() => ({ toolCalls: [{ name: 'Read', input }] }))
    if (!model.hasTools) return
    const { toolCalls } = replyIn(await model.call(requestOf({ tools: [readTool] }), callContext()))
    expect(toolCalls).toMatchObject([
      { name: 'Read', input: { path: 'a/[key]', deep: [{ '[key]': ['[key]', 7, null, true] }] } },
    ])
    expect(JSON.stringify(toolCalls)).not.toContain(TEST_KEY)
  })

  it.each(['length', 'refused'] as const)('tells a reply that ended with %s', async finish => {
    const { model } = await fresh(() => ({ text: 'so f', finish }))
    expect(replyIn(await model.call(requestOf(), callContext()))).toMatchObject({ text: 'so f', finish })
  })

  it('takes a long reply whole', async () => {
    const text = 'ä line of text\n'.repeat(40_000)
    const { model } = await fresh(() => ({ text }))
    expect(replyIn(await model.call(requestOf(), callContext())).text === text).toBe(true)
  })

  it.skipIf(!isHttp)('sends 100 calls at a time', async () => {
    const warnings: Error[] = []
    const onWarning = (warning: Error) => warnings.push(warning)
    process.on('warning', onWarning)
    let letGo = () => {}
    const allCame = new Promise<void>(resolve => {
      letGo = resolve
    })
    const { stub, model } = await fresh(async ({ number }) => {
      if (number === 100) letGo()
      await allCame
      return { text: 'yes' }
    })
    const context = callContext()
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => model.call(requestOf(), context)))
    process.off('warning', onWarning)
    expect(outcomes.every(outcome => outcome.ok)).toBe(true)
    expect(stub.peak).toBe(100)
    expect(warnings).toEqual([])
  })
}

function failureLaws(fresh: Fresh, { isHttp, open }: ModelUnderTest): void {
  it.each([
    [429, 'rate-limited'],
    [529, 'overloaded'],
    [503, 'overloaded'],
    [500, 'server'],
    [502, 'server'],
    [401, 'credentials'],
    [403, 'credentials'],
    [400, 'refused'],
    [404, 'refused'],
  ] as const)('an answer of status %i is a failure: %s', async (status, kind) => {
    const { stub, model } = await fresh(() => ({ status, text: `no\n\u001b[31m${TEST_KEY}\u001b[0m` }))
    const failure = failureIn(await model.call(requestOf(), callContext()))
    expect(failure).toMatchObject({ kind, usage: null })
    expect(failure.message).toContain(String(status))
    expect(failure.message).not.toMatch(/[\n\u001b]/)
    expect(JSON.stringify(failure)).not.toContain(TEST_KEY)
    expect(stub.count).toBe(1)
  })

  it('a prompt that does not fit is too long', async () => {
    const { model } = await fresh(() => ({ status: 400, text: 'prompt is too long: 250000 tokens > 200000 maximum' }))
    const failure = failureIn(await model.call(requestOf(), callContext()))
    expect(failure.kind).toBe('too-long')
    expect(failure.message).toMatch(/too long.*: try smaller chunks with --chunk-tokens$/)
  })

  it('the hint at smaller chunks survives an answer of many words', async () => {
    const { model } = await fresh(() => ({ status: 400, text: `prompt is too long ${'and so on '.repeat(200)}` }))
    const { message } = failureIn(await model.call(requestOf(), callContext()))
    expect(message).toMatch(/…: try smaller chunks with --chunk-tokens$/)
    expect(message.length).toBeLessThan(400)
  })

  it.skipIf(!isHttp).each([
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after': '0.25' }, 250],
    [{ 'retry-after-ms': '1234', 'retry-after': '7' }, 1234],
    [{ 'retry-after': 'Wed, 21 Oct 2015 07:28:30 GMT', date: 'Wed, 21 Oct 2015 07:28:00 GMT' }, 30_000],
    [{ 'retry-after': 'soon' }, null],
    [{}, null],
  ])('with %j it waits %s ms', async (headers, retryAfterMs) => {
    const { model } = await fresh(() => ({ status: 429, headers: headers as Record<string, string> }))
    expect(failureIn(await model.call(requestOf(), callContext()))).toMatchObject({
      kind: 'rate-limited',
      retryAfterMs,
    })
  })

  it.skipIf(!isHttp).each([
    ['a page of HTML', 'text/html; charset=utf-8', '<!doctype html>\n<p>Welcome</p>\n\n', 'text/html', true],
    ['another API', 'application/json', '{"message":"hello"}', 'application/json', false],
    ['nothing', 'text/event-stream', '', 'an empty stream', false],
    ['nothing of any type', '', '', 'of no type', false],
  ])('says that %s is not the API, and where', async (_what, type, body, shown, isFree) => {
    const { stub, model } = await fresh(() => ({ headers: { 'content-type': type }, body }))
    const failure = failureIn(await model.call(requestOf(), callContext()))
    expect(failure).toMatchObject({ kind: 'server', isMisaddressed: true })
    const [provider] = model.id.split(':')
    expect(failure.message.replace(/\/v1(?:beta)? /, ' ')).toBe(
      `${stub.url} answered with something that is not the ${provider} API (${shown}): check --base-url`,
    )
    expect(failure.usage === null).toBe(isFree)
  })

  it.skipIf(!isHttp).each([
    ['a page of HTML', { headers: { 'content-type': 'text/html' }, body: '<html>Welcome</html>' }, 'server'],
    ['broken JSON', { headers: { 'content-type': 'text/event-stream' }, body: 'data: {"choices": [\n\n' }, 'server'],
    ['nothing at all', { body: '' }, 'server'],
    ['an error that is no JSON', { status: 502, body: '<html>Bad gateway</html>' }, 'server'],
    ['an error of no words', { status: 500, body: '' }, 'server'],
    ['a status of its own', { status: 418, body: 'teapot' }, 'refused'],
  ] as const)('an answer of %s is a failure', async (_what, action, kind) => {
    const { model } = await fresh(() => action)
    expect(failureIn(await model.call(requestOf(), callContext())).kind).toBe(kind)
  })

  it.skipIf(!isHttp)('does not carry the key to another place', async () => {
    const elsewhere = await startStub(() => ({ text: 'caught' }))
    const { model } = await fresh(() => ({ status: 307, headers: { location: `${elsewhere.url}/v1/messages` } }))
    expect(failureIn(await model.call(requestOf(), callContext()))).toMatchObject({ kind: 'refused' })
    expect(elsewhere.count).toBe(0)
    await elsewhere.close()
  })

  it('a server that is not there is a failure that cost nothing', async () => {
    const gone = await startStub(() => ({ text: 'never' }))
    await gone.close()
    const model = await open({ url: gone.url, key: TEST_KEY, timeoutMs: 20_000 })
    const failure = failureIn(await model.call(requestOf(), callContext()))
    if (!isHttp) return
    expect(failure).toMatchObject({ kind: 'connection', usage: null, isMisaddressed: true })
    expect(failure.message.replace(/\/v1(?:beta)?:/, ':')).toBe(
      `nothing answers at ${gone.url}: is the server running? check --base-url (ECONNREFUSED)`,
    )
  })

  it.skipIf(!isHttp)('a server that was there before may come back', async () => {
    const { stub, model } = await fresh(() => ({ status: 500 }))
    failureIn(await model.call(requestOf(), callContext()))
    await stub.close()
    const failure = failureIn(await model.call(requestOf(), callContext()))
    expect(failure).toMatchObject({ kind: 'connection', usage: null })
    expect(failure).not.toHaveProperty('isMisaddressed')
    expect(failure.message).toContain('cannot be reached: connect ECONNREFUSED')
  })
}

function endingLaws(fresh: Fresh, { isHttp }: ModelUnderTest): void {
  it('gives up on a server that says nothing', async () => {
    const { stub, model } = await fresh(() => ({ hang: true }), 300)
    const failure = failureIn(await model.call(requestOf(), callContext()))
    expect(failure.kind).toBe('timeout')
    expect(failure.usage?.input).toBeGreaterThan(0)
    expect(failure.usage?.isGuess).toBe(true)
    await expect.poll(() => stub.inFlight).toBe(0)
  })

  it.skipIf(!isHttp)('gives up on a server that falls silent in the middle', async () => {
    const { stub, model } = await fresh(() => ({ text: 'x'.repeat(5000), cutAfter: 1000, hang: true }), 300)
    expect(failureIn(await model.call(requestOf(), callContext())).kind).toBe('timeout')
    await expect.poll(() => stub.inFlight).toBe(0)
  })

  it.skipIf(!isHttp).each([0, 1, 100, 700, 2000])(
    'a connection cut after %i bytes is a failure that may cost',
    async cut => {
      const { model } = await fresh(() => ({ text: 'x'.repeat(5000), cutAfter: cut }))
      const failure = failureIn(await model.call(requestOf(), callContext()))
      expect(failure.kind).toBe('connection')
      expect(failure.usage?.input).toBeGreaterThan(0)
      expect(failure.usage?.isGuess).toBe(true)
      expect(failure.retryAfterMs).toBeNull()
    },
  )

  it.skipIf(!isHttp).each([0, 100, 700, 2000])(
    'a reply that just ends after %i bytes is not taken for whole',
    async end => {
      const { model } = await fresh(() => ({ text: 'x'.repeat(5000), endAfter: end }))
      const failure = failureIn(await model.call(requestOf(), callContext()))
      expect(failure.kind).toBe(end <= 100 ? 'server' : 'connection')
      expect(failure.usage?.input).toBeGreaterThan(0)
    },
  )

  it('sends nothing when it was aborted before', async () => {
    const { stub, model } = await fresh(() => ({ text: 'never' }))
    const failure = failureIn(await model.call(requestOf(), callContext({ signal: AbortSignal.abort() })))
    expect(failure).toMatchObject({ kind: 'aborted', usage: null })
    expect(stub.count).toBe(0)
  })

  it.each([
    ['before a word came', { hang: true }],
    ['in the middle', { text: 'x'.repeat(5000), hang: true, cutAfter: 1500 }],
  ])('ends when it is aborted %s', async (_, action) => {
    const { stub, model } = await fresh(() => action)
    const controller = new AbortController()
    const calling = model.call(requestOf(), callContext({ signal: controller.signal }))
    await expect.poll(() => stub.inFlight).toBe(1)
    controller.abort()
    expect(failureIn(await calling).kind).toBe('aborted')
    await expect.poll(() => stub.inFlight).toBe(0)
  })
}

function replyIn(outcome: ModelOutcome): ModelReply {
  if (!outcome.ok) throw new Error(`${outcome.failure.kind}: ${outcome.failure.message}`)
  return outcome.reply
}

function failureIn(outcome: ModelOutcome): ModelFailure {
  if (outcome.ok) throw new Error(`it answered: ${outcome.reply.text.slice(0, 80)}`)
  return outcome.failure
}
