// A model that is offered no tools is told of them in words, and what it writes becomes calls.

import type { ModelRequest } from '@shoal/base/model/language-model'
import { describe, expect, it } from 'vitest'
import { scriptedModel } from '../../../src/models/scripted-model.ts'
import { withToolsInWords } from '../../../src/stages/asking/tools-in-words.ts'
import { callContext } from '../../models/call-context.ts'

const REQUEST: ModelRequest = {
  system: 'You answer.',
  turns: [
    { role: 'user', passages: [{ text: 'Why?' }] },
    { role: 'assistant', text: '', toolCalls: [{ id: 'a', name: 'search', input: { query: 'x' } }] },
    { role: 'tool', results: [{ id: 'a', name: 'search', text: 'No line matches.', isError: false }] },
  ],
  tools: [{ name: 'search', description: 'Finds lines.', parameters: { type: 'object' } }],
  schema: null,
  maxOutputTokens: 100,
}

describe('tools in words', () => {
  it('tell what can be called, what was called and what came of it', async () => {
    const model = scriptedModel(['{"calls": [{"name": "search", "input": {"query": "y"}}]}'])
    const outcome = await withToolsInWords(model).call(REQUEST, callContext())
    expect(outcome).toMatchObject({
      ok: true,
      reply: { finish: 'tools', toolCalls: [{ id: 'call_3_0', name: 'search', input: { query: 'y' } }] },
    })
    const [sent] = model.requests
    expect(sent).toMatchObject({ tools: [], schema: { name: 'calls' } })
    expect(sent!.system).toContain('search: Finds lines.')
    expect(sent!.turns.slice(1)).toEqual([
      { role: 'assistant', text: '{"calls":[{"name":"search","input":{"query":"x"}}]}', toolCalls: [] },
      { role: 'user', passages: [{ text: 'Result of search:\nNo line matches.' }] },
    ])
  })

  it.each([
    ['a single call', '{"name": "search", "input": {"query": "y"}}'],
    ['a list', '[{"name": "search", "arguments": {"query": "y"}}]'],
    ['the form of an API', '{"tool_calls": [{"function": {"name": "search", "arguments": "{\\"query\\": \\"y\\"}"}}]}'],
    ['a call in tags', '<tool_call>\n{"name": "search", "arguments": {"query": "y"}}\n</tool_call>'],
    [
      'what comes after thoughts',
      `<think>\nMaybe {"calls": [{"name": "read", "input": {"path": "${'x'.repeat(90)}"}}]}?\n</think>\n{"name": "search", "input": {"query": "y"}}`,
    ],
    ['words around it', 'I will search.\n```json\n{"calls": [{"name": "search", "input": {"query": "y"}}]}\n```'],
  ])('read %s as well', async (_, text) => {
    const outcome = await withToolsInWords(scriptedModel([text])).call(REQUEST, callContext())
    expect(outcome).toMatchObject({ reply: { toolCalls: [{ name: 'search', input: { query: 'y' } }] } })
  })

  it('read several calls in tags', async () => {
    const call = (query: string) => `<tool_call>{"name": "search", "arguments": {"query": "${query}"}}</tool_call>`
    const outcome = await withToolsInWords(scriptedModel([`${call('y')}\n${call('z')}`])).call(REQUEST, callContext())
    expect(outcome).toMatchObject({
      reply: {
        toolCalls: [
          { id: 'call_3_0', input: { query: 'y' } },
          { id: 'call_3_1', input: { query: 'z' } },
        ],
      },
    })
  })

  it('ask again with more room for calls that were cut off', async () => {
    const cut = { text: '{"calls": [{"name": "search", "input": {"query": "y', finish: 'length' } as const
    const whole = '{"calls": [{"name": "search", "input": {"query": "y and z"}}]}'
    const model = scriptedModel([cut, whole])
    const outcome = await withToolsInWords(model).call(REQUEST, callContext())
    expect(outcome).toMatchObject({ reply: { toolCalls: [{ input: { query: 'y and z' } }] } })
    expect(model.requests.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([100, 400])
    const twice = await withToolsInWords(scriptedModel([cut, cut])).call(REQUEST, callContext())
    expect(twice).toMatchObject({ reply: { toolCalls: [], finish: 'length' } })
  })

  it('leave words that call nothing as they are, and a model with tools alone', async () => {
    const outcome = await withToolsInWords(scriptedModel(['It is the network.'])).call(REQUEST, callContext())
    expect(outcome).toMatchObject({ reply: { text: 'It is the network.', toolCalls: [] } })
    const able = scriptedModel([], { hasTools: true })
    expect(withToolsInWords(able)).toBe(able)
  })
})
