// Google's Gemini CLI: how it is found, configured and run without a terminal, and the API that it speaks.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const gemini = {
  name: 'gemini',
  variable: 'SHOAL_GEMINI',
  package: '@google/gemini-cli',

  prepare({ home, server, modelUrl }) {
    mkdirSync(join(home, '.gemini'), { recursive: true })
    const settings = {
      security: { auth: { selectedType: 'gemini-api-key' } },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      general: { enableAutoUpdate: false },
      mcpServers: { shoal: { ...server, trust: true } },
    }
    writeFileSync(join(home, '.gemini', 'settings.json'), JSON.stringify(settings))
    return {
      args: prompt => [
        '--prompt',
        prompt,
        '--skip-trust',
        '--yolo',
        '--model',
        'gemini-2.5-flash',
        '-o',
        'stream-json',
      ],
      env: {
        HOME: home,
        GEMINI_CLI_HOME: home,
        GEMINI_API_KEY: 'none',
        GOOGLE_GEMINI_BASE_URL: modelUrl,
      },
    }
  },

  answerIn(output) {
    const events = output
      .split('\n')
      .filter(line => line.startsWith('{'))
      .map(line => JSON.parse(line))
    const spoken = events.filter(({ type, role }) => type === 'message' && role === 'assistant')
    return spoken.length === 0 ? null : spoken.map(({ content }) => content).join('')
  },

  dialect: {
    serves: path => path.endsWith(':streamGenerateContent'),

    // Tools are named `mcp_SERVER_TOOL`.
    read(body) {
      const declared = (body.tools ?? []).flatMap(tool => tool.functionDeclarations ?? [])
      const own = declared.map(({ name }) => name).filter(name => name.startsWith('mcp_shoal_'))
      const parts = body.contents.flatMap(content => content.parts)
      const response = parts.filter(part => part.functionResponse !== undefined).at(-1)?.functionResponse.response
      return {
        offered: Object.fromEntries(own.map(name => [name.slice('mcp_shoal_'.length), name])),
        result: response === undefined ? null : (response.output ?? response.error ?? JSON.stringify(response)),
      }
    },

    say(turn) {
      const part =
        turn.call === undefined
          ? { text: turn.text }
          : { functionCall: { name: turn.call.name, args: turn.call.input } }
      const candidate = { content: { role: 'model', parts: [part] }, index: 0, finishReason: 'STOP' }
      const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 }
      return [`data: ${JSON.stringify({ candidates: [candidate], usageMetadata })}\n\n`]
    },
  },
}
