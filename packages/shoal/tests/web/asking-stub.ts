// A model that answers a question about a log in four turns, over HTTP; it can be held before any of them.
import { afterAll } from 'vitest'
import type { StubAction } from '../models/stub/exchange.ts'
import { startStub } from '../models/stub/server.ts'

export const QUESTION = 'Why do orders <b>fail</b>?'

export function orderLog(): string {
  return Array.from({ length: 9_000 }, (_, k) => {
    const at = new Date(Date.UTC(2026, 4, 4, 6, 0, k)).toISOString()
    if (k === 4_000) return `${at} INFO config reloaded: pool-size=5 <img src=x onerror=window.__pwned=1>`
    return k > 4_100 && k % 10 === 0
      ? `${at} ERROR order ${k} failed: no free connection in the pool`
      : `${at} INFO order ${k} was taken and is on its way`
  }).join('\n')
}

const NOTE = {
  claim: 'The pool was set to 5 by a reload, and because of it 489 orders failed for want of a connection',
  quotes: [
    { path: 'data/orders.log', line: 4_001, quote: 'config reloaded: pool-size=5 <img src=x' },
    { path: 'data/orders.log', line: 4_111, quote: 'failed: no free connection in the pool' },
  ],
  results: ['R2'],
  rivals: ['the database was down', 'a burst of orders <script>window.__pwned=2</script>'],
}
const SENTENCE = { text: '489 orders failed because the pool was set to 5.', cites: ['N1'] }

const PLAN: readonly StubAction[] = [
  {
    text: 'Two explanations fit. I count first.',
    toolCalls: [
      { name: 'sql', input: { query: "SELECT count(*) AS failed FROM entries WHERE level = 'ERROR'" } },
      { name: 'search', input: { query: 'config reloaded' } },
    ],
  },
  {
    toolCalls: [
      { name: 'note', input: NOTE },
      { name: 'note', input: { claim: 'It rained', quotes: [{ path: 'data/orders.log', line: 1, quote: 'rain' }] } },
    ],
  },
  { toolCalls: [{ name: 'answer', input: { sentences: [SENTENCE] } }] },
  { toolCalls: [{ name: 'answer', input: { sentences: [SENTENCE], missing: ['who reloaded it'] } }] },
]

/** Results of tools that a conversation holds before each turn. */
const TURN_AFTER = [0, 2, 4, 5]

export async function askingStub() {
  let holdAt: number | null = null
  let release: () => void = () => {}
  let onHeld: () => void = () => {}
  const stub = await startStub(async ({ system, messages }) => {
    if (system.startsWith('You check'))
      return { json: { objections: [{ sentence: 1, why: 'The lines show what came first, not why.' }], rival: null } }
    const turn = TURN_AFTER.indexOf(JSON.stringify(messages).split('"tool_result"').length - 1)
    if (turn === holdAt) {
      const released = new Promise<void>(resolve => {
        release = resolve
      })
      onHeld()
      await released
    }
    return { ...PLAN[turn]!, usage: { input: 9_000, output: 300 } }
  })
  afterAll(async () => {
    release()
    await stub.close()
  })
  return {
    stub,
    env: { ANTHROPIC_API_KEY: 'k-of-the-test-0123', ANTHROPIC_BASE_URL: `${stub.url}/v1` },
    /** Resolves once the model is asked for this turn, from 0; it answers when it is let go. */
    holdBefore(number: number): Promise<void> {
      holdAt = number
      return new Promise(resolve => {
        onHeld = resolve
      })
    },
    letGo(): void {
      holdAt = null
      release()
    },
  }
}
