// OpenAI's Codex CLI: how it is found, configured and run without a terminal, and the Responses API that it speaks.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const codex = {
  name: 'codex',
  variable: 'SHOAL_CODEX',
  package: '@openai/codex',

  /** Writes its configuration under `home`; the way to start it follows. */
  prepare({ home, server, modelUrl }) {
    mkdirSync(home, { recursive: true })
    writeFileSync(join(home, 'config.toml'), configOf(server, modelUrl))
    return {
      args: prompt => ['exec', '--json', '--skip-git-repo-check', '--sandbox', 'read-only', prompt],
      env: { CODEX_HOME: home, HOME: home },
    }
  },

  /** What the client says in the end, from its output. */
  answerIn(output) {
    const events = output
      .split('\n')
      .filter(line => line.startsWith('{'))
      .map(line => JSON.parse(line))
    return events.filter(({ item }) => item?.type === 'agent_message').at(-1)?.item.text ?? null
  },

  dialect: {
    serves: path => path === '/v1/responses',

    // The tools of a server stand together in a namespace `mcp__SERVER`.
    read(body) {
      const own = body.tools.find(({ type, name }) => type === 'namespace' && name === 'mcp__shoal')
      const result = body.input.filter(({ type }) => type === 'function_call_output').at(-1)?.output ?? null
      return {
        offered: Object.fromEntries((own?.tools ?? []).map(({ name }) => [name, name])),
        result: typeof result === 'string' ? result : (result?.map(({ text }) => text ?? '').join('\n') ?? null),
      }
    },

    say(turn, number) {
      const id = `resp_${number}`
      const item =
        turn.call === undefined
          ? {
              type: 'message',
              id: `msg_${number}`,
              role: 'assistant',
              content: [{ type: 'output_text', text: turn.text }],
            }
          : {
              type: 'function_call',
              id: `fc_${number}`,
              call_id: `call_${number}`,
              namespace: 'mcp__shoal',
              name: turn.call.name,
              arguments: JSON.stringify(turn.call.input),
            }
      const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 }
      return [
        event({ type: 'response.created', response: { id } }),
        event({ type: 'response.output_item.done', output_index: 0, item }),
        event({ type: 'response.completed', response: { id, usage } }),
      ]
    },
  },
}

function configOf({ command, args, env }, modelUrl) {
  const variables = Object.entries(env).map(([key, value]) => `${key} = ${JSON.stringify(value)}`)
  return `model = "scripted"
model_provider = "loopback"
approval_policy = "never"
tool_output_token_limit = 25000

[analytics]
enabled = false

[model_providers.loopback]
name = "loopback"
base_url = "${modelUrl}/v1"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0

[mcp_servers.shoal]
required = true
command = ${JSON.stringify(command)}
args = ${JSON.stringify(args)}
env = { ${variables.join(', ')} }
default_tools_approval_mode = "approve"
`
}

function event(value) {
  return `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`
}
