// The responses of OpenAI: POST /v1/responses.
import type { Json } from '@shoal/base/model/json'
import { contentText, type Dialect, field, listOf, piecesOf, type Said, textOf } from './exchange.ts'

export const responses: Dialect = {
  api: 'openai',
  serves: path => path.endsWith('/responses'),

  read(body) {
    const messages = listOf(field(body, 'input')) as Json[]
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
      tools: listOf(field(body, 'tools')).map(tool => ({
        name: textOf(field(tool, 'name')),
        description: textOf(field(tool, 'description')),
        parameters: (field(tool, 'parameters') ?? {}) as Record<string, Json>,
      })),
      schema: (field(field(field(body, 'text'), 'format'), 'schema') ?? null) as Json,
      isStream: field(body, 'stream') === true,
    }
  },

  document: (said, asked) => endOf(said, asked.model),

  events(said, asked) {
    let number = 0
    const event = (type: string, rest: object) =>
      `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: number++, ...rest })}\n\n`
    const start = { ...frame(said, asked.model), status: 'in_progress', output: [] }
    const events = [event('response.created', { response: start }), event('response.in_progress', { response: start })]
    for (const [output_index, item] of itemsOf(said).entries()) {
      events.push(event('response.output_item.added', { output_index, item: { ...item, ...emptied(item) } }))
      const at = { item_id: item.id, output_index }
      if (item.type === 'function_call') {
        for (const delta of piecesOf(item.arguments))
          events.push(event('response.function_call_arguments.delta', { ...at, delta }))
        events.push(event('response.function_call_arguments.done', { ...at, arguments: item.arguments }))
      }
      if (item.type === 'message') {
        const [part] = item.content
        const isText = part!.type === 'output_text'
        const kind = isText ? 'output_text' : 'refusal'
        events.push(event('response.content_part.added', { ...at, content_index: 0, part: { ...part, [kind]: '' } }))
        for (const delta of piecesOf(isText ? part!.text! : part!.refusal!))
          events.push(event(`response.${kind}.delta`, { ...at, content_index: 0, delta, logprobs: [] }))
        events.push(event('response.content_part.done', { ...at, content_index: 0, part }))
      }
      events.push(event('response.output_item.done', { output_index, item }))
    }
    const response = endOf(said, asked.model)
    const how = field(response, 'status') === 'completed' ? 'response.completed' : 'response.incomplete'
    return [...events, event(how, { response })]
  },

  error: (status, message) => ({
    error: { message, type: status < 500 ? 'invalid_request_error' : 'server_error', param: null, code: null },
  }),
}

type Item =
  | { type: 'reasoning'; id: string; summary: never[]; encrypted_content: string }
  | { type: 'message'; id: string; role: 'assistant'; status: string; content: Part[] }
  | { type: 'function_call'; id: string; call_id: string; name: string; arguments: string; status: string }

interface Part {
  type: string
  text?: string
  refusal?: string
  annotations?: never[]
}

function itemsOf({ number, text, thought, refusal, toolCalls }: Said): Item[] {
  const message = (content: Part): Item => ({
    ...{ type: 'message', id: `msg_${number}`, role: 'assistant', status: 'completed' },
    content: [content],
  })
  return [
    ...(thought === null
      ? []
      : [
          {
            ...{ type: 'reasoning' as const, id: `rs_${number}`, summary: [] },
            encrypted_content: `encrypted-${number}`,
          },
        ]),
    ...(text === '' ? [] : [message({ type: 'output_text', text, annotations: [] })]),
    ...(refusal === null ? [] : [message({ type: 'refusal', refusal })]),
    ...toolCalls.map(
      ({ id, name, input }, k): Item => ({
        ...{ type: 'function_call', id: `fc_${number}_${k}`, call_id: id, name },
        arguments: typeof input === 'string' ? input : JSON.stringify(input),
        status: 'completed',
      }),
    ),
  ]
}

/** As an item is when it is begun. */
function emptied(item: Item): object {
  if (item.type === 'reasoning') return { encrypted_content: '' }
  return { status: 'in_progress', ...(item.type === 'message' ? { content: [] } : { arguments: '' }) }
}

function endOf(said: Said, model: string): Json {
  const reason = { length: 'max_output_tokens', refused: 'content_filter' }[said.finish as string]
  const isWhole = reason === undefined || said.refusal !== null
  return {
    ...frame(said, model),
    status: isWhole ? 'completed' : 'incomplete',
    incomplete_details: isWhole ? null : { reason },
    output: itemsOf(said) as unknown as Json,
    usage: {
      input_tokens: said.usage.input,
      input_tokens_details: { cached_tokens: said.usage.cacheRead },
      output_tokens: said.usage.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: said.usage.input + said.usage.output,
    },
  } as Json
}

function frame(said: Said, model: string) {
  return { id: `resp_${said.number}`, object: 'response', created_at: 1_700_000_000, model }
}
