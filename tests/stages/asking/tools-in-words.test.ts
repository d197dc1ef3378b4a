// A model that is offered no tools is told of them in words, and what it writes becomes calls.
import { describe, expect, it } from 'vitest'
import type { ModelRequest } from '../../../src/model/language-model.ts'
import { withToolsInWords } from '../../../src/stages/asking/tools-in-words.ts'
import { callContext, scriptedModel } from '../../models/scripted-model.ts'

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
    ['words around it', 'I will search.\n```json\n{"calls": [{"name": "search", "input": {"query": "y"}}]}\n```'],
  ])('read %s as well', async (_, text) => {
    const outcome = await withToolsInWords(scriptedModel([text])).call(REQUEST, callContext())
    expect(outcome).toMatchObject({ reply: { toolCalls: [{ name: 'search', input: { query: 'y' } }] } })
  })

  it('leave words that call nothing as they are, and a model with tools alone', async () => {
    const outcome = await withToolsInWords(scriptedModel(['It is the network.'])).call(REQUEST, callContext())
    expect(outcome).toMatchObject({ reply: { text: 'It is the network.', toolCalls: [] } })
    const able = scriptedModel([], { hasTools: true })
    expect(withToolsInWords(able)).toBe(able)
  })
})
