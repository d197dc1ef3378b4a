// An agent of the client's own by script, as workflows use it: makes the one call that it is told to make, and gives back
// what it brought in the form that it is told to use.
import type { Json } from '@shoal/base/model/json'
import type { StubAction } from '../../packages/shoal/tests/models/stub/exchange.ts'
import { answersOf, type Conversation, call, TOOL_PREFIX } from './conversation.ts'

interface Planned {
  readonly run: string
  readonly stages: number
  readonly stage: { readonly tasks: readonly unknown[] }
}

interface Synthesized {
  readonly status: string
  readonly per_type: readonly { readonly content_type: string }[]
}

export function clerkTurn(conversation: Conversation): StubAction {
  const { told, calls, loaded } = conversation
  const [, tool, input] = /Call the tool (\w+) of the MCP server shoal .*? with (\{.*\})\. Give back/.exec(told) ?? []
  if (tool === undefined) throw new Error(`nobody asked for: ${told.slice(0, 300)}`)
  const name = TOOL_PREFIX + tool
  if (!loaded.has(name) && calls.length === 0)
    return { toolCalls: [{ name: 'ToolSearch', input: { query: `select:${name}`, max_results: 5 } }] }
  const [answer] = answersOf<Planned & Synthesized>(conversation, tool)
  if (answer === undefined) return call(tool, JSON.parse(input!))
  if (calls.some(one => one.tool === 'StructuredOutput')) return { text: 'Done.' }
  const given = tool === 'plan' ? planned(answer) : synthesized(answer)
  return { toolCalls: [{ name: 'StructuredOutput', input: given as Json }] }
}

function planned({ run, stages, stage }: Planned) {
  return { run, stages, tasks: stage.tasks }
}

function synthesized({ status, per_type }: Synthesized) {
  return { status, content_types: per_type.map(({ content_type }) => content_type) }
}
