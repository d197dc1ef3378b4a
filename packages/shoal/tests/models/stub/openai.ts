// The chat completions of OpenAI, which many local servers speak too: POST /v1/chat/completions.
import type { Json } from '@shoal/base/model/json'
import { contentText, type Dialect, field, listOf, piecesOf, type Said, textOf } from './exchange.ts'

const FINISH_REASONS = { stop: 'stop', length: 'length', tools: 'tool_calls', refused: 'content_filter' } as const

export const openai: Dialect = {
  api: 'openai',
  serves: path => path.endsWith('/chat/completions'),

  read(body) {
    const messages = listOf(field(body, 'messages')) as Json[]
    const saidBy = (...roles: string[]) =>
      messages
        .filter(message => roles.includes(textOf(field(message, 'role'))))
        .map(message => contentText(field(message, 'content')))
        .join('\n\n')
    return {
      model: textOf(field(body, 'model')),
      system: saidBy('system', 'developer'),
      text: saidBy('user'),
      messages,
      tools: listOf(field(body, 'tools')).map(tool => {
        const spec = field(tool, 'function')
        return {
          name: textOf(field(spec, 'name')),
          description: textOf(field(spec, 'description')),
          parameters: (field(spec, 'parameters') ?? {}) as Record<string, Json>,
        }
      }),
      schema: (field(field(field(body, 'response_format'), 'json_schema'), 'schema') ?? null) as Json,
      isStream: field(body, 'stream') === true,
    }
  },

  document(said, asked) {
    const message = {
      role: 'assistant',
      content: said.text === '' ? null : said.text,
      refusal: said.refusal,
      ...(said.toolCalls.length > 0 ? { tool_calls: toolCallsOf(said) } : {}),
    }
    return {
      ...frame(asked.model),
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: FINISH_REASONS[said.finish] }],
      usage: usageOf(said),
    }
  },

  events(said, asked) {
    const chunk = (delta: object, finish: string | null = null) =>
      event({
        ...frame(asked.model),
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta, finish_reason: finish }],
      })
    return [
      chunk({ role: 'assistant', content: '' }),
      // As servers of models that think have it.
      ...piecesOf(said.thought ?? '').map(reasoning => chunk({ reasoning })),
      ...piecesOf(said.text).map(content => chunk({ content })),
      ...piecesOf(said.refusal ?? '').map(refusal => chunk({ refusal })),
      ...toolCallsOf(said).map((call, index) => chunk({ tool_calls: [{ index, ...call }] })),
      chunk({}, said.refusal === null ? FINISH_REASONS[said.finish] : 'stop'),
      event({ ...frame(asked.model), object: 'chat.completion.chunk', choices: [], usage: usageOf(said) }),
      'data: [DONE]\n\n',
    ]
  },

  error: (status, message) => ({
    error: { message, type: status < 500 ? 'invalid_request_error' : 'server_error', param: null, code: null },
  }),
}

function frame(model: string) {
  return { id: 'chatcmpl-stub', created: 1_700_000_000, model }
}

function toolCallsOf({ toolCalls }: Said) {
  return toolCalls.map(({ id, name, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
  }))
}

function usageOf({ usage }: Said) {
  return {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cacheRead },
  }
}

function event(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`
}
