// Models that think: what they thought goes back as it came, their reply has room beside it, and a reply that was thought away is asked
// for once more. And what models and filters will not say.

import type { LanguageModel, ModelReply, ModelRequest, Turn } from '@shoal/base/model/language-model'
import { priceOf } from '@shoal/base/model/prices'
import { afterEach, describe, expect, it } from 'vitest'
import { assemble } from '../../src/models/assemble.ts'
import { Breaker } from '../../src/models/breaker.ts'
import { BudgetReservations } from '../../src/models/budget-reservation.ts'
import { openCallLog } from '../../src/models/call-log.ts'
import { openModel } from '../../src/models/open-model.ts'
import { RateGate } from '../../src/models/rate-gate.ts'
import { replaying } from '../../src/models/replaying.ts'
import { requestOf, TEST_KEY } from '../conformance/language-model.ts'
import { callContext } from './call-context.ts'
import type { StubAction } from './stub/exchange.ts'
import { type OnRequest, type Stub, startStub } from './stub/server.ts'

const stubs: Stub[] = []
afterEach(async () => {
  for (const stub of stubs.splice(0)) await stub.close()
})

const ENV = {
  ANTHROPIC_API_KEY: TEST_KEY,
  OPENAI_API_KEY: TEST_KEY,
  GEMINI_API_KEY: TEST_KEY,
}

async function opened(id: string, onRequest: OnRequest): Promise<{ stub: Stub; model: LanguageModel }> {
  const stub = await startStub(onRequest)
  stubs.push(stub)
  return { stub, model: await openModel(id, { env: ENV, baseUrl: stub.url, timeoutMs: 20_000 }) }
}

const tools = ['search', 'read'].map(name => ({
  name,
  description: name,
  parameters: { type: 'object', properties: { query: { type: 'string' } } },
}))

async function replyOf(model: LanguageModel, rest: Partial<ModelRequest>): Promise<ModelReply> {
  const outcome = await model.call(requestOf({ tools, ...rest }), callContext())
  if (!outcome.ok) throw new Error(outcome.failure.message)
  return outcome.reply
}

/** What whoever holds the conversation makes of a reply, and of what its tools gave. */
function next({ text, toolCalls, parts }: ModelReply): Turn[] {
  const results = toolCalls.map(({ id, name }) => ({ id, name, text: `what ${name} found`, isError: false }))
  return [
    { role: 'assistant', text, toolCalls, ...(parts && { parts }) },
    { role: 'tool', results },
  ]
}

const CALLS = [
  { name: 'search', input: { query: 'a' } },
  { name: 'read', input: { query: 'b' } },
]

describe('what a model thought goes back as it came', () => {
  const thinking: OnRequest = ({ number }) =>
    number === 1 ? { thinks: 'hm '.repeat(400), text: 'Let me look.', toolCalls: CALLS } : { text: 'done' }

  it('to Anthropic: signed, before the words and the calls', async () => {
    const { stub, model } = await opened('anthropic:claude-sonnet-5-5', thinking)
    const first = await replyOf(model, {})
    expect(first).toMatchObject({ text: 'Let me look.', finish: 'tools' })
    await replyOf(model, { turns: [...requestOf().turns, ...next(first)] })
    expect(stub.requests[1]!.messages.slice(1)).toMatchObject([
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm '.repeat(400), signature: 'signature-1' },
          { type: 'text', text: 'Let me look.' },
          { type: 'tool_use', id: 'call_1_0', name: 'search', input: { query: 'a' } },
          { type: 'tool_use', id: 'call_1_1', name: 'read', input: { query: 'b' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'call_1_0' },
          { type: 'tool_result', tool_use_id: 'call_1_1' },
        ],
      },
    ])
    expect(stub.requests[0]!.body).toMatchObject({ max_tokens: 5000, output_config: { effort: 'low' } })
  })

  it('to OpenAI: encrypted, as an item before the calls, and nothing is kept there', async () => {
    const { stub, model } = await opened('openai:gpt-5.6-terra', thinking)
    const first = await replyOf(model, {})
    await replyOf(model, { turns: [...requestOf().turns, ...next(first)] })
    expect(stub.requests[0]!.body).toMatchObject({ store: false, include: ['reasoning.encrypted_content'] })
    expect(stub.requests[1]!.messages.slice(2)).toMatchObject([
      { type: 'reasoning', id: 'rs_1', encrypted_content: 'encrypted-1' },
      { role: 'assistant', content: [{ type: 'output_text', text: 'Let me look.' }] },
      { type: 'function_call', call_id: 'call_1_0', name: 'search', arguments: '{"query":"a"}' },
      { type: 'function_call', call_id: 'call_1_1', name: 'read' },
      { type: 'function_call_output', call_id: 'call_1_0', output: 'what search found' },
      { type: 'function_call_output', call_id: 'call_1_1' },
    ])
    expect(JSON.stringify(stub.requests[1]!.messages)).not.toContain('item_reference')
  })

  it('to Google: the signature on the call that carried it', async () => {
    const { stub, model } = await opened('google:gemini-3.8-flash', thinking)
    const first = await replyOf(model, {})
    await replyOf(model, { turns: [...requestOf().turns, ...next(first)] })
    expect(stub.requests[1]!.messages.slice(1)).toMatchObject([
      {
        role: 'model',
        parts: [
          { text: 'Let me look.' },
          { functionCall: { name: 'search', args: { query: 'a' } }, thoughtSignature: 'signature-1' },
          { functionCall: { name: 'read', args: { query: 'b' } } },
        ],
      },
      { role: 'user', parts: [{ functionResponse: { name: 'search' } }, { functionResponse: { name: 'read' } }] },
    ])
    expect(stub.requests[0]!.body).toMatchObject({
      generationConfig: { maxOutputTokens: 5000, thinkingConfig: { thinkingLevel: 'low' } },
    })
  })

  it('and to nobody who put no mark on it', async () => {
    const { stub, model } = await opened('openai-compatible:qwen3', ({ number }) => ({
      thinks: 'hm',
      text: `${number}`,
    }))
    const first = await replyOf(model, { tools: [] })
    expect(first).toEqual({ text: '1', toolCalls: [], finish: 'stop', usage: first.usage })
    await replyOf(model, { tools: [], turns: [...requestOf().turns, next(first)[0]!] })
    expect(JSON.stringify(stub.requests[1]!.body)).not.toContain('hm')
  })

  it('in a turn that only thought too, with a word behind it', async () => {
    const { stub, model } = await opened('anthropic:claude-opus-5', ({ number }) =>
      number === 1 ? { thinks: 'hm', finish: 'stop' } : { text: 'done' },
    )
    const first = await replyOf(model, {})
    await replyOf(model, { turns: [...requestOf().turns, next(first)[0]!, ...requestOf().turns] })
    expect(stub.requests[1]!.messages[1]).toMatchObject({
      content: [{ type: 'thinking' }, { type: 'text', text: '(nothing)' }],
    })
  })
})

it.each(['anthropic:claude-haiku-4-5', 'openai:gpt-4.1', 'openai:gpt-5'])(
  '%s: an input that is no JSON goes back as an object, which is all that is taken',
  async id => {
    const { stub, model } = await opened(id, ({ number }) =>
      number === 1
        ? { toolCalls: [{ name: 'search', input: '{"query": "cut o' }], finish: 'length' }
        : { text: 'done' },
    )
    const first = await replyOf(model, {})
    expect(first).toMatchObject({ finish: 'length', toolCalls: [{ name: 'search', input: '{"query": "cut o' }] })
    await replyOf(model, { turns: [...requestOf().turns, ...next(first)] })
    expect(JSON.stringify(stub.requests[1]!.messages)).toContain('unreadable')
  },
)

describe('a reply that was thought away', () => {
  async function assembled(onRequest: OnRequest, id = 'anthropic:claude-sonnet-5-5') {
    const { stub, model } = await opened(id, onRequest)
    const log = await openCallLog(null)
    const gate = new RateGate({ requestsPerMinute: null, tokensPerMinute: null, maxInFlight: 4 })
    const gear = {
      gate,
      breaker: new Breaker(),
      reservations: new BudgetReservations(),
      price: priceOf(id),
      log,
      patience: { baseMs: 1 },
    }
    return { stub, log, model: assemble(model, gear) }
  }
  const room = (stub: Stub) => stub.requests.map(({ body }) => (body as { max_tokens: number }).max_tokens)
  const lost: StubAction = { thinks: 'hm', finish: 'length', usage: { input: 10, output: 5000 } }
  const found: StubAction = { thinks: 'hm', text: 'fine', usage: { input: 10, output: 100 } }

  it('is asked for once more with more room; both are paid, recorded and replayed', async () => {
    const { stub, log, model } = await assembled(({ number }) => (number === 1 ? lost : found))
    const outcome = await model.call(requestOf(), callContext())
    expect(outcome).toMatchObject({
      ok: true,
      reply: { text: 'fine', usage: { input: 20, output: 5100 } },
      attempts: 2,
    })
    expect(room(stub)).toEqual([5000, 8000])
    expect(log.totals()).toMatchObject({ calls: 2, output: 5100 })
    const again = await replaying(log, model).call(requestOf(), callContext())
    expect(again).toMatchObject({ ok: true, reply: { text: 'fine' } })
    expect(await model.call(requestOf(), callContext())).toMatchObject({ attempts: 0 })
    expect(stub.count).toBe(2)
  })

  it('twice is told as what it is, not asked for a third time', async () => {
    const { stub, model } = await assembled(() => lost)
    expect(await model.call(requestOf(), callContext())).toMatchObject({
      ok: true,
      reply: { text: '', finish: 'length' },
    })
    expect(stub.count).toBe(2)
  })

  it('stands as it is when the model can write no more', async () => {
    const { stub, model } = await assembled(({ number }) => (number === 1 ? lost : { status: 400, text: 'max_tokens' }))
    expect(await model.call(requestOf(), callContext())).toMatchObject({ ok: true, reply: { finish: 'length' } })
    expect(stub.count).toBe(2)
  })

  it('that has words or a whole call is not asked for again', async () => {
    for (const said of [{ text: 'half of' }, { toolCalls: CALLS }]) {
      const { stub, model } = await assembled(() => ({ ...said, finish: 'length' }))
      expect(await model.call(requestOf({ tools }), callContext())).toMatchObject({ ok: true })
      expect(stub.count).toBe(1)
    }
  })

  it('is paid for before it is sent, with what it may think', async () => {
    const { model } = await assembled(() => found)
    const asked: Readonly<Record<string, number>>[] = []
    const callBudget = {
      async reserve(amounts: Readonly<Record<string, number>>) {
        asked.push(amounts)
        return { settle: async () => {} }
      },
    }
    await model.call(requestOf(), callContext({ callBudget }))
    expect(asked[0]!.tokens).toBeGreaterThan(5000)
  })
})

describe('what is not said', () => {
  it.each([
    [
      'anthropic:claude-sonnet-5-5',
      { refusal: 'It may be misused.', text: 'I' },
      'the model refused to answer: cyber: It may be misused.',
    ],
    ['anthropic:claude-haiku-4-5', { finish: 'refused' }, 'the model refused to answer'],
    ['openai:gpt-5', { refusal: "I'm sorry, I can't." }, "the model refused to answer: I'm sorry, I can't."],
    ['openai:gpt-4.1', { refusal: "I'm sorry, I can't." }, "the model refused to answer: I'm sorry, I can't."],
    ['openai:gpt-5', { finish: 'refused', text: 'half' }, 'the filter of openai withheld the reply (content_filter)'],
    ['openai:gpt-4.1', { finish: 'refused' }, 'the filter of openai withheld the reply (content_filter)'],
    ['google:gemini-3.8-flash', { finish: 'refused' }, 'the filter of google withheld the reply (SAFETY)'],
    ['google:gemini-3.8-flash', { refusal: 'PROHIBITED_CONTENT' }, 'google blocked the request (PROHIBITED_CONTENT)'],
    [
      'openai-compatible:x',
      { finish: 'refused' },
      'the filter of openai-compatible withheld the reply (content_filter)',
    ],
  ] as const)('%s told %j says: %s', async (id, said, words) => {
    const { stub, model } = await opened(id, () => said)
    expect(await replyOf(model, { tools: [] })).toMatchObject({ finish: 'refused', withheld: words })
    expect(stub.count).toBe(1)
  })

  it('of a key never', async () => {
    const { model } = await opened('openai:gpt-5', () => ({ refusal: `not with ${TEST_KEY}` }))
    expect((await replyOf(model, { tools: [] })).withheld).toBe('the model refused to answer: not with [key]')
  })
})
