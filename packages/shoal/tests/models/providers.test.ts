// Every provider against the laws of a language model, and what is particular to each.
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RateHeaders } from '@shoal/base/model/language-model'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { openModel } from '../../src/models/open-model.ts'
import {
  languageModelConformance,
  type ModelUnderTest,
  requestOf,
  slowStreamConformance,
  TEST_KEY,
} from '../conformance/language-model.ts'
import { callContext } from './call-context.ts'
import { type OnRequest, type Stub, startStub } from './stub/server.ts'

const bin = mkdtempSync(join(tmpdir(), 'shoal-claude-'))
symlinkSync(fileURLToPath(new URL('stub/claude.mjs', import.meta.url)), join(bin, 'claude'))
afterAll(() => rmSync(bin, { recursive: true }))

const stubs: Stub[] = []
afterEach(async () => {
  for (const stub of stubs.splice(0)) await stub.close()
})

async function stubbed(onRequest: OnRequest): Promise<Stub> {
  const stub = await startStub(onRequest)
  stubs.push(stub)
  return stub
}

/** The environment in which each provider has its key, and what its models are called in these tests. */
const subjects = {
  anthropic: { model: 'claude-haiku-4-5', env: { ANTHROPIC_API_KEY: TEST_KEY } },
  openai: { model: 'gpt-5-mini', env: { OPENAI_API_KEY: TEST_KEY } },
  'openai:gpt-4.1': { model: 'gpt-4.1', env: { OPENAI_API_KEY: TEST_KEY } },
  google: { model: 'gemini-2.5-flash', env: { GEMINI_API_KEY: TEST_KEY } },
  ollama: { model: 'llama3.2:3b', env: { OLLAMA_API_KEY: TEST_KEY } },
  'openai-compatible': { model: 'local', env: { OPENAI_COMPATIBLE_API_KEY: TEST_KEY } },
} as const

const overHttp = Object.fromEntries(
  Object.entries(subjects).map(([provider, { model, env }]): [string, ModelUnderTest] => [
    provider,
    {
      isHttp: true,
      hasTurns: true,
      open: ({ url, timeoutMs }) => openModel(`${provider.split(':')[0]}:${model}`, { env, baseUrl: url, timeoutMs }),
    },
  ]),
)

for (const [provider, subject] of Object.entries(overHttp)) languageModelConformance(provider, subject)
slowStreamConformance(overHttp)

languageModelConformance('claude-cli', {
  isHttp: false,
  hasTurns: false,
  open: ({ url, key, timeoutMs }) =>
    openModel('claude-cli:haiku', { env: claudeEnv(url, key), baseUrl: null, timeoutMs }),
})

function claudeEnv(url: string, key: string) {
  return { PATH: `${bin}${delimiter}${process.env.PATH}`, STUB_URL: url, ANTHROPIC_API_KEY: key }
}

describe('anthropic', () => {
  const env = { ANTHROPIC_API_KEY: TEST_KEY }
  const open = (baseUrl: string, model = 'claude-haiku-4-5') =>
    openModel(`anthropic:${model}`, { env, baseUrl, timeoutMs: 20_000 })

  it('marks shared passages for the prompt cache and tells what was read from it', async () => {
    const usage = { input: 5000, output: 20, cacheRead: 4000, cacheWrite: 500 }
    const stub = await stubbed(() => ({ text: 'yes', usage }))
    const outcome = await (await open(stub.url)).call(requestOf(), callContext())
    expect(outcome).toMatchObject({ ok: true, reply: { usage } })
    expect(stub.requests[0]!.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'The question.', cache_control: { type: 'ephemeral' } },
          { type: 'text', text: 'The content: äöü 🐟' },
        ],
      },
    ])
    expect(stub.requests[0]!.headers['x-api-key']).toBe(TEST_KEY)
  })

  it.each(['', '/', '/v1', '/v1/'])('is reached under its URL with %j at the end', async tail => {
    const stub = await stubbed(() => ({ text: 'yes' }))
    expect(await (await open(`${stub.url}${tail}`)).call(requestOf(), callContext())).toMatchObject({ ok: true })
  })

  it('holds older models to a schema by a tool that must be called', async () => {
    const stub = await stubbed(() => ({ json: { a: 1 } }))
    const schema = { name: 'report', schema: { type: 'object', properties: { a: { type: 'number' } } } }
    const model = await open(stub.url, 'claude-3-haiku-20240307')
    const outcome = await model.call(requestOf({ schema }), callContext())
    expect(outcome).toMatchObject({ ok: true, reply: { text: '{"a":1}', toolCalls: [], finish: 'stop' } })
    expect(stub.requests[0]!.schema).toMatchObject({ properties: { a: { type: 'number' } } })
  })

  it('knows an error that comes in the middle of a stream', async () => {
    const fault = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
    const start = {
      type: 'message_start',
      message: { id: 'm', model: 'x', usage: { input_tokens: 5, output_tokens: 1 } },
    }
    const body = [start, fault].map(event => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
    const stub = await stubbed(() => ({ body, headers: { 'content-type': 'text/event-stream' } }))
    const outcome = await (await open(stub.url)).call(requestOf(), callContext())
    expect(outcome).toMatchObject({
      ok: false,
      failure: { kind: 'overloaded', message: 'anthropic broke off: Overloaded' },
    })
  })

  it('an account without money is no reason to try again', async () => {
    const stub = await stubbed(() => ({
      status: 400,
      text: 'Your credit balance is too low to access the Anthropic API',
    }))
    const outcome = await (await open(stub.url)).call(requestOf(), callContext())
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'credentials' } })
  })
})

describe('openai', () => {
  const open = (baseUrl: string, model = 'gpt-5-mini') =>
    openModel(`openai:${model}`, { env: { OPENAI_API_KEY: TEST_KEY }, baseUrl, timeoutMs: 20_000 })

  it.each([
    ['a closed schema strictly', { a: { type: 'string', maxLength: 9 } }, ['a'], true, { a: { type: 'string' } }],
    [
      'an open one as it is',
      { a: { type: 'string', maxLength: 9 } },
      [],
      false,
      { a: { type: 'string', maxLength: 9 } },
    ],
    [
      'a property called maxLength',
      { maxLength: { type: 'number' } },
      ['maxLength'],
      true,
      { maxLength: { type: 'number' } },
    ],
  ])('sends %s', async (_what, properties, required, strict, sent) => {
    const stub = await stubbed(() => ({ json: {} }))
    const schema = { name: 'report', schema: { type: 'object', properties, required, additionalProperties: false } }
    for (const name of ['gpt-5-mini', 'gpt-4.1-mini'])
      await (await open(stub.url, name)).call(requestOf({ schema }), callContext())
    const format = { name: 'report', strict, schema: { properties: sent } }
    expect(stub.requests.map(({ body }) => body)).toMatchObject([
      { text: { format: { type: 'json_schema', ...format } }, store: false },
      { response_format: { type: 'json_schema', json_schema: format } },
    ])
    for (const asked of stub.requests) expect((asked.schema as { properties: unknown }).properties).toEqual(sent)
  })

  it('lets only models that think be told how much', async () => {
    const stub = await stubbed(() => ({ text: 'yes' }))
    for (const name of ['gpt-5-mini', 'gpt-4.1-mini'])
      await (await open(stub.url, name)).call(requestOf(), callContext())
    const [thinking, plain] = stub.requests.map(({ body }) => body as Record<string, unknown>)
    expect(thinking).toMatchObject({ reasoning: { effort: 'low' }, max_output_tokens: 5000 })
    expect(plain).toMatchObject({ max_tokens: 1000 })
    expect(plain).not.toHaveProperty('reasoning_effort')
  })

  it('asks a gateway that has no responses for chat completions, once and for all', async () => {
    const stub = await startStub(() => ({ text: 'yes' }), { without: /responses$/ })
    stubs.push(stub)
    const model = await open(stub.url)
    for (const _ of [1, 2]) expect(await model.call(requestOf(), callContext())).toMatchObject({ ok: true })
    expect(stub.requests.map(({ body }) => body)).toMatchObject([
      { reasoning_effort: 'low', max_completion_tokens: 5000 },
      { reasoning_effort: 'low', max_completion_tokens: 5000 },
    ])
  })

  it('does not hold the input of tools to what only strict schemas allow', async () => {
    const stub = await stubbed(() => ({ text: 'yes' }))
    const tools = [{ name: 'Read', description: 'Reads', parameters: { type: 'object', properties: {} } }]
    await (await open(stub.url)).call(requestOf({ tools }), callContext())
    expect(stub.requests[0]!.body).toMatchObject({ tools: [{ type: 'function', name: 'Read', strict: false }] })
  })

  it('a request that the account can never send is too long', async () => {
    const text = 'Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 50000'
    const stub = await stubbed(() => ({ status: 429, text }))
    const outcome = await (await open(stub.url)).call(requestOf(), callContext())
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'too-long' } })
  })

  it('a quota that is used up is no reason to try again', async () => {
    const stub = await stubbed(() => ({
      status: 429,
      body: { error: { message: 'You exceeded your current quota', code: 'insufficient_quota', type: 'x' } },
    }))
    const outcome = await (await open(stub.url)).call(requestOf(), callContext())
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'credentials' } })
  })
})

describe('google', () => {
  const open = (baseUrl: string) =>
    openModel('google:gemini-2.5-flash', { env: { GEMINI_API_KEY: TEST_KEY }, baseUrl, timeoutMs: 20_000 })
  const schema = { name: 'report', schema: { type: 'object', properties: { a: { type: 'string' } } } }
  const tools = [{ name: 'Read', description: 'Reads', parameters: { type: 'object', properties: {} } }]

  it('is given a schema or tools, never both', async () => {
    const stub = await stubbed(() => ({ json: {} }))
    const model = await open(stub.url)
    await model.call(requestOf({ schema }), callContext())
    await model.call(requestOf({ schema, tools }), callContext())
    expect(stub.requests.map(request => [request.schema !== null, request.tools.length])).toEqual([
      [true, 0],
      [false, 1],
    ])
  })

  it('waits as long as the body of an error says', async () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34s' }]
    const stub = await stubbed(() => ({
      status: 429,
      body: { error: { code: 429, message: 'slow', status: 'X', details } },
    }))
    const outcome = await (await open(stub.url)).call(requestOf(), callContext())
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'rate-limited', retryAfterMs: 34_000 } })
  })
})

describe('local servers', () => {
  it('are sent no key unless there is one', async () => {
    const stub = await stubbed(() => ({ text: 'yes' }))
    for (const id of ['ollama:qwen', 'openai-compatible:qwen']) {
      const model = await openModel(id, { env: { OPENAI_API_KEY: TEST_KEY }, baseUrl: stub.url, timeoutMs: 20_000 })
      expect(await model.call(requestOf(), callContext())).toMatchObject({ ok: true })
    }
    expect(JSON.stringify(stub.requests)).not.toContain(TEST_KEY)
    expect(stub.requests.every(({ headers }) => headers.authorization === undefined)).toBe(true)
  })

  it('that read only the end of a long prompt are found out', async () => {
    const stub = await stubbed(({ number }) => ({
      text: 'yes',
      usage: { input: number === 1 ? 4096 : 9000, output: 5 },
    }))
    const model = await openModel('ollama:qwen', { env: {}, baseUrl: stub.url, timeoutMs: 20_000 })
    const long = requestOf({ turns: [{ role: 'user', passages: [{ text: 'a long line of words\n'.repeat(2_000) }] }] })
    const outcome = await model.call(long, callContext())
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'too-long', usage: { input: 4096 } } })
    if (!outcome.ok)
      expect(outcome.failure.message).toMatch(
        /^ollama read only 4,096 of about [\d,]+ tokens: give it a larger context with OLLAMA_CONTEXT_LENGTH, or try smaller chunks/,
      )
    expect(await model.call(long, callContext())).toMatchObject({ ok: true })
  })

  it('that do not tell what was used are given an estimate', async () => {
    const chunk = {
      id: 'x',
      created: 1,
      model: 'm',
      choices: [{ index: 0, delta: { content: 'four words are here' }, finish_reason: 'stop' }],
    }
    const body = `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`
    const stub = await stubbed(() => ({ body, headers: { 'content-type': 'text/event-stream' } }))
    const model = await openModel('ollama:qwen', { env: { OLLAMA_HOST: stub.url }, baseUrl: null, timeoutMs: 20_000 })
    const outcome = await model.call(requestOf(), callContext())
    expect(outcome).toMatchObject({ ok: true, reply: { text: 'four words are here' } })
    if (!outcome.ok) return
    expect(outcome.reply.usage.input).toBeGreaterThan(10)
    expect(outcome.reply.usage.output).toBeGreaterThan(2)
    expect(outcome.reply.usage.isGuess).toBe(true)
  })
})

describe('limits that providers announce', () => {
  it.each([
    [
      'anthropic',
      {
        date: 'Sat, 01 Nov 2025 10:00:00 GMT',
        'anthropic-ratelimit-requests-remaining': '49',
        'anthropic-ratelimit-requests-reset': '2025-11-01T10:00:02Z',
        'anthropic-ratelimit-input-tokens-remaining': '38000',
        'anthropic-ratelimit-input-tokens-reset': '2025-11-01T10:00:30Z',
      },
      { requestsLeft: 49, requestsResetMs: 2000, tokensLeft: 38_000, tokensResetMs: 30_000 },
    ],
    [
      'openai',
      {
        'x-ratelimit-remaining-requests': '0',
        'x-ratelimit-reset-requests': '120ms',
        'x-ratelimit-remaining-tokens': '149984',
        'x-ratelimit-reset-tokens': '6m0.5s',
      },
      { requestsLeft: 0, requestsResetMs: 120, tokensLeft: 149_984, tokensResetMs: 360_500 },
    ],
    ['openai', { 'x-ratelimit-remaining-requests': 'many' }, null],
    ['openai', {}, null],
  ] as const)('%s: %j', async (provider, headers, expected) => {
    const stub = await stubbed(({ number }) => (number === 1 ? { text: 'yes', headers } : { status: 429, headers }))
    const news: RateHeaders[] = []
    const { model, env } = subjects[provider]
    const opened = await openModel(`${provider}:${model}`, {
      env,
      baseUrl: stub.url,
      timeoutMs: 20_000,
      onRates: one => news.push(one),
    })
    await opened.call(requestOf(), callContext())
    await opened.call(requestOf(), callContext())
    expect(news).toEqual(expected === null ? [] : [expected, expected])
  })
})
