// What one request of the client shows of a conversation: who is asked, what it was told, what it called and what came
// back. Scripts decide by nothing else.
import type { Json } from '@shoal/base/model/json'
import {
  contentText,
  field,
  listOf,
  type StubAction,
  type StubRequest,
  textOf,
} from '../../packages/shoal/tests/models/stub/exchange.ts'

export interface Call {
  readonly id: string
  /** Without the prefix that the client gives to tools of the plugin. */
  readonly tool: string
  readonly input: unknown
  /** What the model was shown; null while nothing came back. */
  readonly shown: string | null
  readonly isError: boolean
}

/** A background task that ended, as the client tells it. */
export interface Notice {
  readonly callId: string
  readonly status: string
  readonly result: string
}

export interface Conversation {
  /** Agents have it in their system prompt, the lead has none. */
  readonly isAgent: boolean
  readonly system: string
  /** All texts of the user's turns. */
  readonly told: string
  readonly calls: readonly Call[]
  readonly notices: readonly Notice[]
  /** Tools that can be called without being looked up first. */
  readonly loaded: ReadonlySet<string>
}

/** Tools of the plugin `shoal`, from its server `shoal`, as the client names them. */
export const TOOL_PREFIX = 'mcp__plugin_shoal_shoal__'

export function conversationIn(request: StubRequest): Conversation {
  const results = new Map<string, { shown: string; isError: boolean }>()
  const used: { id: string; name: string; input: unknown }[] = []
  const told: string[] = []
  for (const message of request.messages) {
    const content = field(message, 'content')
    if (field(message, 'role') === 'user') told.push(contentText(content))
    for (const block of listOf(content)) {
      if (field(block, 'type') === 'tool_use')
        used.push({ id: textOf(field(block, 'id')), name: textOf(field(block, 'name')), input: field(block, 'input') })
      if (field(block, 'type') === 'tool_result')
        results.set(textOf(field(block, 'tool_use_id')), {
          shown: contentText(field(block, 'content')),
          isError: field(block, 'is_error') === true,
        })
    }
  }
  return {
    isAgent: request.system.includes('cc_is_subagent=true'),
    system: request.system,
    told: told.join('\n\n'),
    calls: used.map(({ id, name, input }) => ({
      id,
      tool: name.startsWith(TOOL_PREFIX) ? name.slice(TOOL_PREFIX.length) : name,
      input,
      shown: results.get(id)?.shown ?? null,
      isError: results.get(id)?.isError ?? false,
    })),
    notices: noticesIn(told.join('\n\n')),
    loaded: new Set(request.tools.map(({ name }) => name)),
  }
}

/** What a call brought, as data; throws what the model would have been shown instead. */
export function dataOf({ tool, shown, isError }: Call): Record<string, unknown> {
  if (shown === null) throw new Error(`${tool} has not been answered`)
  // Links to resources come first, a paragraph each.
  const data = shown.split('\n\n').find(paragraph => paragraph.startsWith('{'))
  if (isError || data === undefined) throw new Error(`${tool} answered: ${shown.slice(0, 600)}`)
  return JSON.parse(data) as Record<string, unknown>
}

function noticesIn(told: string): Notice[] {
  return told
    .split('<task-notification>')
    .slice(1)
    .map(text => ({
      callId: between(text, '<tool-use-id>', '</tool-use-id>'),
      status: between(text, '<status>', '</status>'),
      result: between(text, '<result>', '</result>'),
    }))
}

export function between(text: string, before: string, after: string): string {
  const start = text.indexOf(before)
  if (start < 0) return ''
  const end = text.indexOf(after, start + before.length)
  return text.slice(start + before.length, end < 0 ? undefined : end)
}

/** What all calls of a tool brought, in order. */
export function answersOf<T>({ calls }: Conversation, tool: string): T[] {
  return calls.filter(one => one.tool === tool).map(one => dataOf(one) as T)
}

/** A call of one of the plugin's tools. */
export function call(tool: string, input: unknown): StubAction {
  return { toolCalls: [{ name: TOOL_PREFIX + tool, input: input as Json }] }
}
