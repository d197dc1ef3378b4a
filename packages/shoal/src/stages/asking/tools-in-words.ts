// Tools for models that are offered none by the way they are reached: told in words, called in JSON. Whoever asks such a model sees calls
// and results as from any other.

import type { Json } from '@shoal/base/model/json'
import type {
  JsonSchema,
  LanguageModel,
  ModelReply,
  ModelRequest,
  ToolCall,
  ToolSpec,
  Turn,
} from '@shoal/base/model/language-model'
import { isRecord } from '@shoal/base/model/option-values'
import { readJson } from '@shoal/base/text/loose-json'
import { z } from 'zod'
import { specOf } from '../tools/tool-input.ts'

const reply = z.object({
  calls: z
    .array(z.object({ name: z.string(), input: z.record(z.string(), z.json()) }))
    .describe('The calls of tools, in order'),
})

/** Times the room, for a reply that had too little. */
const MORE = 4

export function withToolsInWords(model: LanguageModel): LanguageModel {
  if (model.hasTools) return model
  return {
    ...model,
    hasTools: true,
    async call(request, context) {
      if (request.tools.length === 0) return await model.call(request, context)
      const asked = inWords(request)
      const first = await model.call(asked, context)
      if (!first.ok) return first
      const reply = withCalls(first.reply, request.turns.length)
      if (reply.finish !== 'length') return { ...first, reply }
      // Cut off before the calls came to their end.
      const second = await model.call({ ...asked, maxOutputTokens: asked.maxOutputTokens * MORE }, context)
      return second.ok ? { ...second, reply: withCalls(second.reply, request.turns.length) } : { ...first, reply }
    },
  }
}

function inWords({ system, turns, tools, maxOutputTokens }: ModelRequest): ModelRequest {
  const { parameters } = specOf({ name: 'calls', description: '', input: reply })
  return {
    system: `${system}\n\n${toolsText(tools)}`,
    turns: turns.map(turnInWords),
    tools: [],
    schema: { name: 'calls', schema: parameters as JsonSchema },
    maxOutputTokens,
  }
}

function toolsText(tools: readonly ToolSpec[]): string {
  const told = tools.map(
    ({ name, description, parameters }) => `${name}: ${description}\n  input: ${JSON.stringify(parameters)}`,
  )
  return `The tools:\n${told.join('\n')}\n\nEvery reply is JSON alone that calls one or more of them: {"calls": [{"name": "search", "input": {"query": "…"}}]}`
}

function turnInWords(turn: Turn): Turn {
  if (turn.role === 'user') return turn
  if (turn.role === 'tool') {
    const text = turn.results
      .map(({ name, text: said, isError }) => `${isError ? 'Refused' : 'Result'} of ${name}:\n${said}`)
      .join('\n\n')
    return { role: 'user', passages: [{ text }] }
  }
  if (turn.toolCalls.length === 0) return turn
  const calls = turn.toolCalls.map(({ name, input }) => ({ name, input }))
  return { role: 'assistant', text: JSON.stringify({ calls }), toolCalls: [] }
}

/** A reply that calls nothing stays words; ids are the same whenever the same is said at the same place. */
function withCalls(said: ModelReply, turn: number): ModelReply {
  const calls = spoken(said).flatMap(callsIn)
  if (calls.length === 0) return said
  const toolCalls = calls.map((call, k) => ({ id: `call_${turn}_${k}`, ...call }))
  return { ...said, text: '', toolCalls, finish: 'tools' }
}

/** Values in a reply, without what the model thought aloud before it; none where the last of them was cut off. */
function spoken({ text, finish }: ModelReply): unknown[] {
  const said = text.trimStart().startsWith('<think>') ? text.slice(text.indexOf('</think>') + 1) : text
  // What some models write for every call by itself, whatever they are told.
  const tagged = said
    .split('<tool_call>')
    .slice(1)
    .map(one => one.split('</tool_call>', 1)[0]!)
  return (tagged.length > 0 ? tagged : [said]).flatMap(one => {
    const json = readJson(one)
    return 'value' in json && !(json.isCut && finish === 'length') ? [json.value] : []
  })
}

/** Also a single call, a list of them, or in the form of an API, which is what small models write. */
function callsIn(value: unknown): Omit<ToolCall, 'id'>[] {
  const { calls, tool_calls: called } = asRecord(value)
  const list = calls ?? called ?? value
  return (Array.isArray(list) ? list : [list]).flatMap(call => {
    const inner = asRecord(call)
    const { name, input, arguments: given, parameters } = isRecord(inner.function) ? inner.function : inner
    if (typeof name !== 'string') return []
    return [{ name, input: inputOf((input ?? given ?? parameters ?? {}) as Json) }]
  })
}

/** APIs have it as text. */
function inputOf(input: Json): Json {
  if (typeof input !== 'string') return input
  const json = readJson(input)
  return 'value' in json && !json.isCut ? (json.value as Json) : input
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {}
}
