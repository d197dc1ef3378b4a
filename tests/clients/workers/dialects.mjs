// How the model APIs of the three coding agents are spoken, as far as workers need it: what was asked, how many tools were used since,
// and a turn that says something or uses a tool. A turn is `{text}`, `{read: PATH}` or `{write: {path, content}}`.

const events = all => all.map(event => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
const quoted = text => `'${text.replaceAll("'", `'\\''`)}'`

export const claude = {
  serves: path => path.endsWith('/v1/messages'),
  read({ messages }) {
    const blocks = messages.flatMap(({ content }) =>
      typeof content === 'string' ? [{ type: 'text', text: content }] : content,
    )
    const results = blocks.filter(({ type }) => type === 'tool_result')
    return {
      prompt: blocks
        .filter(({ type }) => type === 'text')
        .map(({ text }) => text)
        .join('\n'),
      results: results.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content))),
    }
  },
  say({ text, read, write }, number) {
    const usage = { input_tokens: 10, output_tokens: 1 }
    const message = {
      id: `msg_${number}`,
      type: 'message',
      role: 'assistant',
      model: 'claude-haiku-4-5',
      content: [],
      stop_reason: null,
      usage,
    }
    const input = read ? { file_path: read } : write && { file_path: write.path, content: write.content }
    const block =
      text === undefined
        ? { type: 'tool_use', id: `toolu_${number}`, name: read ? 'Read' : 'Write', input: {} }
        : { type: 'text', text: '' }
    const delta =
      text === undefined
        ? { type: 'input_json_delta', partial_json: JSON.stringify(input) }
        : { type: 'text_delta', text }
    return events([
      { type: 'message_start', message },
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: { stop_reason: text === undefined ? 'tool_use' : 'end_turn', stop_sequence: null },
        usage: { output_tokens: 5 },
      },
      { type: 'message_stop' },
    ])
  },
}

export const codex = {
  serves: path => path === '/v1/responses',
  read({ input }) {
    const said = input.filter(({ type, role }) => type === 'message' && role === 'user')
    const results = input.filter(({ type }) => type === 'function_call_output')
    return {
      prompt: said.flatMap(({ content }) => content.map(({ text }) => text ?? '')).join('\n'),
      results: results.map(({ output }) => (typeof output === 'string' ? output : JSON.stringify(output))),
    }
  },
  say({ text, read, write }, number, { tools = [] }) {
    const shell = tools.find(({ name }) => name === 'exec_command' || name === 'shell_command')?.name
    const cmd = read ? `cat ${quoted(read)}` : write && `printf %s ${quoted(write.content)} > ${quoted(write.path)}`
    const call = { [shell === 'exec_command' ? 'cmd' : 'command']: cmd }
    const item =
      text === undefined
        ? {
            type: 'function_call',
            id: `fc_${number}`,
            call_id: `call_${number}`,
            name: shell,
            arguments: JSON.stringify(call),
          }
        : { type: 'message', id: `msg_${number}`, role: 'assistant', content: [{ type: 'output_text', text }] }
    return events([
      { type: 'response.created', response: { id: `resp_${number}` } },
      { type: 'response.output_item.done', output_index: 0, item },
      {
        type: 'response.completed',
        response: { id: `resp_${number}`, usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 } },
      },
    ])
  },
}

export const gemini = {
  serves: path => path.endsWith(':streamGenerateContent'),
  read({ contents }) {
    const parts = contents.flatMap(({ role, parts }) => parts.map(part => ({ role, ...part })))
    return {
      prompt: parts.flatMap(({ role, text }) => (role === 'user' && text ? [text] : [])).join('\n'),
      results: parts.flatMap(({ functionResponse }) =>
        functionResponse ? [JSON.stringify(functionResponse.response)] : [],
      ),
    }
  },
  say({ text, read, write }) {
    const call = read
      ? { name: 'read_file', args: { file_path: read } }
      : write && { name: 'write_file', args: { file_path: write.path, content: write.content } }
    const part = text === undefined ? { functionCall: call } : { text }
    const usageMetadata = { promptTokenCount: 9, candidatesTokenCount: 4, totalTokenCount: 13 }
    return `data: ${JSON.stringify({ candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }], usageMetadata })}\n\n`
  },
}
