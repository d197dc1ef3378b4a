// Every provider through the whole loop, and through a whole analysis, over its own wire format: parallel calls, words beside calls, inputs
// that are no JSON, thoughts that must come back, refusals, a context that is too small, replies that are cut off. Killed in the middle, it
// goes on.
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import type { StubAction, StubRequest } from '../../models/stub/exchange.ts'
import { honestAnalyst } from '../models/honest-analyst.ts'
import { KEY, Lab, modelFindings } from '../models/lab.ts'

const QUESTION = 'Why do orders fail?'

const PROVIDERS = {
  anthropic: 'anthropic:claude-haiku-4-5',
  'anthropic, thinking': 'anthropic:claude-sonnet-5-5',
  'openai, responses': 'openai:gpt-5.6-luna',
  'openai, chat': 'openai:gpt-4.1-mini',
  google: 'google:gemini-2.5-flash',
  'google, thinking': 'google:gemini-3.8-flash',
  'openai-compatible': 'openai-compatible:local',
  ollama: 'ollama:qwen3',
} as const

const all = Object.entries(PROVIDERS)

function orderLog(lines = 9_000): string {
  return Array.from({ length: lines }, (_, k) => {
    const at = new Date(Date.UTC(2026, 4, 4, 6, 0, k)).toISOString()
    if (k === 4_000) return `${at} INFO config reloaded: pool-size=5`
    return k > 4_100 && k % 10 === 0
      ? `${at} ERROR order ${k} failed: no free connection in the pool`
      : `${at} INFO order ${k} was taken and is on its way`
  }).join('\n')
}
const FAILED = Array.from({ length: 9_000 }, (_, k) => k).filter(k => k > 4_100 && k % 10 === 0).length

const isSceptic = ({ system }: StubRequest) => system.startsWith('You check an answer')
const FINE = { json: { objections: [], rival: null } }

interface Planned {
  readonly text?: string
  readonly calls: NonNullable<StubAction['toolCalls']>
}

/** Three turns: two calls at a time beside words, a note, the answer. */
const PLAN: readonly Planned[] = [
  {
    text: 'Two rivals: the pool, or the database. Let me see.',
    calls: [
      { name: 'sql', input: { query: "SELECT count(*) AS failed FROM entries WHERE level = 'ERROR'" } },
      { name: 'search', input: { query: 'config reloaded' } },
    ],
  },
  {
    calls: [
      {
        name: 'note',
        input: {
          claim: `The pool was set to 5 by a reload, and because of it ${FAILED} orders failed for want of a connection`,
          quotes: [
            { path: 'data/orders.log', line: 4_001, quote: 'config reloaded: pool-size=5' },
            { path: 'data/orders.log', line: 4_111, quote: 'failed: no free connection in the pool' },
          ],
          results: ['R2'],
        },
      },
    ],
  },
  {
    calls: [
      {
        name: 'answer',
        input: { sentences: [{ text: `${FAILED} orders failed because the pool was set to 5.`, cites: ['N1'] }] },
      },
    ],
  },
]

/** How far the conversation is, however the API tells what the model said before. */
function turnOf({ messages }: StubRequest): number {
  const said = JSON.stringify(messages)
  return said.includes('N1 is kept') ? 2 : said.includes('R3:') ? 1 : 0
}

/** As a call of a tool where tools were offered, else as JSON. */
function say({ text, calls }: Planned, request: StubRequest, rest: StubAction = {}): StubAction {
  if (request.tools.length === 0) return { ...rest, text: `${text ?? ''}\n${JSON.stringify({ calls })}` }
  return { ...rest, ...(text && { text }), toolCalls: calls }
}

/** A model that follows the plan, and an API that refuses a conversation in which a thought is missing. */
function follow(request: StubRequest): StubAction {
  if (isSceptic(request)) return FINE
  const missing = thoughtsMissing(request)
  if (missing !== null) return { status: 400, text: missing }
  return say(PLAN[turnOf(request)]!, request, { thinks: `thinking of ${request.number}` })
}

function thoughtsMissing({ api, model, messages }: StubRequest): string | null {
  const said = JSON.stringify(messages)
  const turns = Math.max(0, said.split(/"tool_use"|"function_call"|"functionCall"/).length - 1)
  if (turns === 0) return null
  if (model.startsWith('claude-sonnet-5') && !/"thinking".*"signature":"signature-\d"/.test(said))
    return 'messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`.'
  if (model.startsWith('gemini-3') && !/"thoughtSignature":"signature-\d"/.test(said))
    return 'Function call is missing a thought_signature in functionCall parts.'
  if (api === 'openai' && model.startsWith('gpt-5') && !/"encrypted_content":"encrypted-\d"/.test(said))
    return "Item 'fc_1_0' of type 'function_call' was provided without its required 'reasoning' item."
  return null
}

async function opened(onRequest: (request: StubRequest) => StubAction | Promise<StubAction>): Promise<Lab> {
  const lab = await Lab.open(onRequest)
  lab.write('orders.log', orderLog())
  return lab
}

const urlOf = (lab: Lab, model: string) =>
  model.startsWith('anthropic') || model.startsWith('openai:') ? [] : ['--base-url', lab.stub.url]

const ask = (lab: Lab, model: string, ...args: readonly string[]) =>
  lab.shoal(...['ask', 'data', QUESTION, '--model', model, '--name', 'lab', '--json', ...urlOf(lab, model), ...args])

interface Told {
  readonly status: string
  readonly answer: string | null
  readonly stopped: string | null
  readonly steps: readonly { readonly tool: string; readonly result: string | null }[]
  readonly usage: { readonly calls: number }
}
const told = (stdout: string) => JSON.parse(stdout) as Told

describe('the loop, asked of', () => {
  it.each(all)('%s: parallel calls, words beside them, thoughts, an answer', async (_, model) => {
    const lab = await opened(follow)
    const { stdout, stderr, status } = await ask(lab, model)
    expect([stderr, status]).toEqual(['', 0])
    expect(told(stdout)).toMatchObject({
      status: 'answered',
      answer: `${FAILED} orders failed because the pool was set to 5.`,
      steps: [
        { tool: 'sql', result: 'R2' },
        { tool: 'search', result: 'R3' },
      ],
      usage: { calls: 4 },
    })
    expect(told((await lab.shoal('replay', 'lab', '--json')).stdout)).toMatchObject({ status: 'answered' })
    expect(lab.asked).toHaveLength(4)
    for (const [name, content] of lab.kept()) expect(content.includes(KEY), name).toBe(false)
  })

  it.each(all.filter(([name]) => /thinking|responses|compatible/.test(name)))(
    '%s: killed in the middle it goes on, thoughts and all, and asks nothing twice',
    async (_, model) => {
      const seen: string[] = []
      let isHeld = true
      const held = new EventTarget()
      const lab = await opened(request => {
        if (isHeld && turnOf(request) === 2 && !isSceptic(request)) {
          held.dispatchEvent(new Event('held'))
          return { hang: true }
        }
        seen.push(JSON.stringify(request.body))
        return follow(request)
      })
      const reached = once(held, 'held')
      const child = lab.start('ask', 'data', QUESTION, '--model', model, '--name', 'lab', ...urlOf(lab, model))
      await reached
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      isHeld = false
      const { stdout, stderr } = await lab.shoal('resume', 'lab', '--json', ...urlOf(lab, model))
      expect(stderr).toBe('')
      expect(told(stdout)).toMatchObject({ status: 'answered', usage: { calls: 4 } })
      expect(new Set(seen).size).toBe(seen.length)
    },
  )

  it.each(all)('%s: an empty reply and an input that is no JSON are told, and it goes on', async (name, model) => {
    let number = 0
    const lab = await opened(request => {
      if (isSceptic(request)) return FINE
      number++
      if (number === 1) return { finish: 'stop' }
      // Google has objects only.
      if (number === 2 && request.tools.length > 0 && !name.startsWith('google'))
        return { toolCalls: [{ name: 'sql', input: 'SELECT' }] }
      return say(PLAN[turnOf(request)]!, request)
    })
    const { stdout, stderr } = await ask(lab, model)
    expect(stderr).toBe('')
    expect(told(stdout)).toMatchObject({ status: 'answered' })
  })

  it.each(all)('%s: a reply that was cut off is asked for again with more room', async (_, model) => {
    let isFirst = true
    const lab = await opened(request => {
      if (isSceptic(request)) return FINE
      if (!isFirst) return follow(request)
      isFirst = false
      return request.tools.length > 0 ? { thinks: 'hm', finish: 'length' } : { text: '{"calls": [', finish: 'length' }
    })
    const { stdout, stderr } = await ask(lab, model)
    expect(stderr).toBe('')
    expect(told(stdout)).toMatchObject({ status: 'answered', usage: { calls: 5 } })
    const [small, large] = lab.asked.map(({ body }) => roomIn(body))
    expect(large).toBeGreaterThan(small! * 1.9)
  })

  it.each(all)('%s: a refusal is told as one, with what was found before it', async (_, model) => {
    const lab = await opened(request => (turnOf(request) === 2 ? { finish: 'refused' } : follow(request)))
    const { stdout, stderr, status } = await ask(lab, model)
    expect([stderr, status]).toEqual(['', 6])
    expect(told(stdout)).toMatchObject({
      status: 'partial',
      answer: null,
      stopped: expect.stringMatching(/^(?:the model refused to answer|the filter of \S+ withheld the reply \(\w+\))$/),
    })
    expect(lab.asked).toHaveLength(3)
  })

  it.each(all)('%s: a context that is too small is met with a shorter request', async (_, model) => {
    let refused = 0
    const lab = await opened(request => {
      if (isSceptic(request)) return FINE
      // What is small enough to be read whole is more than this model takes.
      if (JSON.stringify(request.messages).includes('small enough to be read whole')) {
        refused++
        return tooLong(request)
      }
      const done = JSON.stringify(request.messages).includes('1| name: shop')
      const sentence = {
        text: 'retries is set to 3.',
        quotes: [{ path: 'data/app.yaml', line: 2, quote: 'retries: 3' }],
      }
      const call = done
        ? { name: 'answer', input: { sentences: [sentence] } }
        : { name: 'read', input: { path: 'data/app.yaml' } }
      return say({ calls: [call] }, request)
    })
    lab.write('app.yaml', 'name: shop\nretries: 3\n')
    lab.write('orders.log', 'x\n')
    const { stdout, stderr } = await ask(lab, model)
    expect(stderr).toBe('')
    expect(told(stdout)).toMatchObject({ status: 'answered', answer: 'retries is set to 3.' })
    expect(refused).toBe(1)
  })

  it.each(all)(
    '%s: a context that is far too small ends it in one line, and nothing is tried for ever',
    async (_, model) => {
      const lab = await opened(tooLong)
      const { stderr, status } = await ask(lab, model)
      expect(status).toBe(6)
      expect(stderr.trim().split('\n')).toHaveLength(1)
      expect(stderr).toMatch(/answered 400/)
      expect(lab.asked.length).toBeLessThan(4)
    },
  )

  it.each(all)('%s: a key that is refused is said in one line, status 4', async (_, model) => {
    const lab = await opened(({ api }) =>
      api === 'google'
        ? {
            status: 400,
            body: {
              error: {
                code: 400,
                message: 'API key not valid',
                status: 'INVALID_ARGUMENT',
                details: [{ reason: 'API_KEY_INVALID' }],
              },
            },
          }
        : { status: 401 },
    )
    const { stderr, status } = await ask(lab, model)
    expect(status).toBe(4)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).toContain('shoal resume lab')
  })
})

describe('a whole analysis, asked of', () => {
  it.each(all)('%s: findings with their quotes, and a synthesis', async (_, model) => {
    const honest = honestAnalyst()
    const lab = await Lab.open(async request => ({ thinks: 'hm', ...(await honest(request)) }))
    lab.write('notes.txt', 'The configuration was reloaded with pool-size=5 today, and nobody was told about it.\n')
    const { status, stderr, report } = await lab.analyze([QUESTION, '--model', model, ...urlOf(lab, model)])
    expect([stderr, status]).toEqual(['', 0])
    expect(modelFindings(report)).toMatchObject([
      { evidence: expect.stringContaining('pool-size=5'), verified: true, by: model },
    ])
    expect(report?.usage.calls).toBe(lab.asked.length)
  })

  it.each(all)('%s: a refusal costs its findings, and is told as what it is', async (_, model) => {
    const lab = await Lab.open(() => ({ finish: 'refused' }))
    lab.write('notes.txt', 'The configuration was reloaded with pool-size=5 today, and nobody was told about it.\n')
    const { status, stdout, stderr } = await lab.analyze([QUESTION, '--model', model, ...urlOf(lab, model)])
    expect(status).toBe(6)
    expect(`${stdout}${stderr}`).toMatch(/the model refused to answer|the filter of \S+ withheld the reply/)
  })
})

function roomIn(body: unknown): number {
  const given = body as Record<string, number> & { generationConfig?: { maxOutputTokens: number } }
  return (
    given.max_tokens ??
    given.max_completion_tokens ??
    given.max_output_tokens ??
    given.generationConfig!.maxOutputTokens
  )
}

/** In the words of each. */
function tooLong({ api, tools }: StubRequest): StubAction {
  if (api === 'anthropic') return { status: 400, text: 'prompt is too long: 212000 tokens > 200000 maximum' }
  if (api === 'google')
    return {
      status: 400,
      text: 'The input token count (1100000) exceeds the maximum number of tokens allowed (1048576).',
    }
  const text =
    tools.length > 0
      ? 'Your input exceeds the context window of this model. Please adjust your input and try again.'
      : 'the request exceeds the available context size, try increasing it'
  return { status: 400, text }
}
