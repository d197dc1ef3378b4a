// Random requests and outcomes of language models, and a call of them as it is recorded.

import type { CallLog } from '@shoal/base/model/call-log'
import type { ModelOutcome, ModelRequest, Turn } from '@shoal/base/model/language-model'
import { failureKinds } from '@shoal/base/model/language-model'
import fc from 'fast-check'
import { callDigest } from '../../src/models/call-line.ts'

export type NewCall = Parameters<CallLog['add']>[0]

/** Few texts, so that requests have them in common; some are nasty to write on one line. */
const text = fc.oneof(
  fc.constantFrom('', 'a shared passage', 'line\nline\r\n', '"}\u2028\\n', '\ud800 half', 'ä€😀'.repeat(40)),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
)
const passage = fc.record({ text, isShared: fc.boolean() }, { requiredKeys: ['text'] })
const toolCall = fc.record({ id: text, name: text, input: fc.constantFrom(null, { path: 'a.py' }, ['x', 1]) })
const turn: fc.Arbitrary<Turn> = fc.oneof(
  fc.record({ role: fc.constant('user' as const), passages: fc.array(passage, { maxLength: 3 }) }),
  fc.record({ role: fc.constant('assistant' as const), text, toolCalls: fc.array(toolCall, { maxLength: 2 }) }),
  fc.record({
    role: fc.constant('tool' as const),
    results: fc.array(fc.record({ id: text, name: text, text, isError: fc.boolean() }), { maxLength: 2 }),
  }),
)
const schema = { name: 'report', schema: { type: 'object', properties: { part: { type: 'string' } } } }

export const anyRequest: fc.Arbitrary<ModelRequest> = fc.record({
  system: text,
  turns: fc.array(turn, { maxLength: 4 }),
  tools: fc.constantFrom([], [{ name: 'Read', description: 'reads', parameters: { type: 'object' } }]),
  schema: fc.constantFrom(null, schema),
  maxOutputTokens: fc.nat(5000),
})

const tokens = fc.nat(100_000)
const usage = fc.record({ input: tokens, output: tokens, cacheRead: tokens, cacheWrite: tokens })

export const anyOutcome: fc.Arbitrary<ModelOutcome> = fc.oneof(
  fc.record({
    ok: fc.constant(true as const),
    reply: fc.record({
      text,
      toolCalls: fc.array(toolCall, { maxLength: 2 }),
      finish: fc.constantFrom('stop' as const, 'length' as const, 'tools' as const),
      usage,
    }),
  }),
  fc.record({
    ok: fc.constant(false as const),
    failure: fc.record({
      kind: fc.constantFrom(...failureKinds),
      message: text,
      retryAfterMs: fc.option(fc.nat()),
      usage: fc.option(usage),
    }),
  }),
)

export const anyCall: fc.Arbitrary<NewCall> = fc
  .record({
    at: fc.nat(),
    tookMs: fc.nat(),
    attempts: fc.integer({ min: 1, max: 6 }),
    task: fc.constantFrom('analyze-1', 'analyze-2', 'cross'),
    purpose: fc.constantFrom('report' as const, 'repair' as const, 'synthesis' as const),
    model: fc.constantFrom('stub:small', 'stub:large'),
    request: anyRequest,
    outcome: anyOutcome,
    microUsd: fc.option(fc.nat(10_000), { freq: 20 }),
  })
  .map(call => ({ ...call, digest: callDigest(call.model, call.request)! }))

export function requestOf(...said: readonly string[]): ModelRequest {
  const turns: Turn[] = said.map(text => ({ role: 'user', passages: [{ text }] }))
  return { system: 'You read chunks.', turns, tools: [], schema: null, maxOutputTokens: 1000 }
}
