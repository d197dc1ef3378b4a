// Tools for models that are offered none by the way they are reached: told in words, called in JSON. Whoever asks such a model sees calls
// and results as from any other.
import { z } from 'zod'
import type { Json } from '../../model/json.ts'
import type {
  JsonSchema,
  LanguageModel,
  ModelReply,
  ModelRequest,
  ToolCall,
  ToolSpec,
  Turn,
} from '../../model/language-model.ts'
import { readJson } from '../reading/read-json.ts'
import { specOf } from '../tools/tool-input.ts'

const reply = z.object({
  calls: z
    .array(z.object({ name: z.string(), input: z.record(z.string(), z.json()) }))
    .describe('The calls of tools, in order'),
})

export function withToolsInWords(model: LanguageModel): LanguageModel {
  if (model.hasTools) return model
  return {
    id: model.id,
    hasTools: true,
    async call(request, context) {
      if (request.tools.length === 0) return await model.call(request, context)
      const outcome = await model.call(inWords(request), context)
      return outcome.ok ? { ...outcome, reply: withCalls(outcome.reply, request.turns.length) } : outcome
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
  const json = readJson(said.text)
  const calls = 'value' in json ? callsIn(json.value, turn) : []
  return calls.length === 0 ? said : { ...said, text: '', toolCalls: calls, finish: 'tools' }
}

/** Also a single call, or a list of them, which is what small models write. */
function callsIn(value: unknown, turn: number): ToolCall[] {
  const { calls = value } = (value ?? {}) as { readonly calls?: unknown }
  const list = Array.isArray(calls) ? calls : [calls]
  return list.flatMap((call, k) => {
    const { name, input, arguments: given } = (call ?? {}) as { name?: unknown; input?: Json; arguments?: Json }
    return typeof name === 'string' ? [{ id: `call_${turn}_${k}`, name, input: input ?? given ?? {} }] : []
  })
}
