// The Messages API of Anthropic: POST /v1/messages.
import type { Json } from '@shoal/base/model/json'
import { contentText, type Dialect, field, listOf, piecesOf, type Said, textOf } from './exchange.ts'

const STOP_REASONS = { stop: 'end_turn', length: 'max_tokens', tools: 'tool_use', refused: 'refusal' } as const

/** Clients without native structured output force a tool of this name, whose input is the reply. */
const REPLY_TOOL = 'json'

export const anthropic: Dialect = {
  api: 'anthropic',
  serves: path => path.endsWith('/messages'),

  read(body) {
    const messages = listOf(field(body, 'messages')) as Json[]
    const users = messages.filter(message => field(message, 'role') === 'user')
    const tools = listOf(field(body, 'tools')).map(tool => ({
      name: textOf(field(tool, 'name')),
      description: textOf(field(tool, 'description')),
      parameters: (field(tool, 'input_schema') ?? {}) as Record<string, Json>,
    }))
    const native = field(field(field(body, 'output_config'), 'format'), 'schema') as Json | undefined
    const isForced = isReplyForced(body)
    return {
      model: textOf(field(body, 'model')),
      system: contentText(field(body, 'system')),
      text: users.map(message => contentText(field(message, 'content'))).join('\n\n'),
      messages,
      tools: isForced ? tools.filter(tool => tool.name !== REPLY_TOOL) : tools,
      schema: native ?? (isForced ? (tools.find(tool => tool.name === REPLY_TOOL)?.parameters ?? null) : null),
      isStream: field(body, 'stream') === true,
    }
  },

  document(said, asked, body) {
    const content = blocksOf(said, body).map(({ start, deltas }) =>
      start.type === 'text'
        ? { type: 'text', text: deltas.join('') }
        : start.type === 'thinking'
          ? { ...start, thinking: deltas.join('') }
          : { ...start, input: JSON.parse(deltas.join('')) as Json },
    )
    return { ...messageOf(asked.model, said), content, ...endOf(said), usage: usageOf(said) }
  },

  events(said, asked, body) {
    const message = { ...messageOf(asked.model, said), content: [], stop_reason: null }
    const events = [event('message_start', { message: { ...message, usage: { ...usageOf(said), output_tokens: 1 } } })]
    for (const [index, { start, deltas }] of blocksOf(said, body).entries()) {
      const { empty, kind, field: name } = STREAMED[start.type]
      events.push(event('content_block_start', { index, content_block: { ...start, ...empty } }))
      for (const piece of deltas)
        events.push(event('content_block_delta', { index, delta: { type: kind, [name]: piece } }))
      if (start.type === 'thinking')
        events.push(
          event('content_block_delta', { index, delta: { type: 'signature_delta', signature: start.signature } }),
        )
      events.push(event('content_block_stop', { index }))
    }
    events.push(
      event('message_delta', {
        delta: { ...endOf(said), stop_sequence: null },
        usage: { output_tokens: said.usage.output },
      }),
    )
    events.push(event('message_stop', {}))
    return events
  },

  error: (status, message) => ({ type: 'error', error: { type: errorType(status), message } }),
}

interface Block {
  readonly start: {
    readonly type: keyof typeof STREAMED
    readonly id?: string
    readonly name?: string
    readonly signature?: string
  }
  readonly deltas: readonly string[]
}

/** How a block begins, and how what is in it comes. */
const STREAMED = {
  text: { empty: { text: '' }, kind: 'text_delta', field: 'text' },
  thinking: { empty: { thinking: '', signature: '' }, kind: 'thinking_delta', field: 'thinking' },
  tool_use: { empty: { input: {} }, kind: 'input_json_delta', field: 'partial_json' },
} as const

function endOf({ finish, refusal }: Said) {
  const details = refusal === null ? {} : { stop_details: { type: 'refusal', category: 'cyber', explanation: refusal } }
  return { stop_reason: STOP_REASONS[finish], ...details }
}

function blocksOf(said: Said, body: Json): Block[] {
  const blocks: Block[] = []
  if (said.thought !== null) {
    const start = { type: 'thinking', signature: `signature-${said.number}` } as const
    blocks.push({ start, deltas: piecesOf(said.thought) })
  }
  if (said.text !== '') {
    const start = isReplyForced(body)
      ? ({ type: 'tool_use', id: 'toolu_reply', name: REPLY_TOOL } as const)
      : ({ type: 'text' } as const)
    blocks.push({ start, deltas: piecesOf(said.text) })
  }
  for (const { id, name, input } of said.toolCalls)
    blocks.push({
      start: { type: 'tool_use', id, name },
      deltas: piecesOf(typeof input === 'string' ? input : JSON.stringify(input)),
    })
  return blocks
}

function isReplyForced(body: Json): boolean {
  const choice = field(body, 'tool_choice')
  const isForced = field(choice, 'name') === REPLY_TOOL || field(choice, 'type') === 'any'
  return isForced && listOf(field(body, 'tools')).some(tool => field(tool, 'name') === REPLY_TOOL)
}

function messageOf(model: string, said: Said) {
  return { id: `msg_${said.number}`, type: 'message', role: 'assistant', model, stop_sequence: null }
}

/** Here `input_tokens` leaves out what was read from the cache or written to it. */
function usageOf({ usage }: Said) {
  return {
    input_tokens: Math.max(0, usage.input - usage.cacheRead - usage.cacheWrite),
    output_tokens: usage.output,
    cache_read_input_tokens: usage.cacheRead,
    cache_creation_input_tokens: usage.cacheWrite,
  }
}

function errorType(status: number): string {
  if (status === 429) return 'rate_limit_error'
  if (status === 529) return 'overloaded_error'
  if (status === 401) return 'authentication_error'
  if (status === 403) return 'permission_error'
  return status < 500 ? 'invalid_request_error' : 'api_error'
}

function event(type: string, rest: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`
}
