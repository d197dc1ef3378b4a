// One server on the loopback that is the model of all three agents: it follows a script, counts what is asked of it by task, and can be
// told to keep a request waiting.
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import * as dialects from './dialects.mjs'

/** `turns(prompt)`: what the model does, one turn after the other; null for requests beside a task. */
export async function startModelServer(turns) {
  const state = { asked: [], results: [], holds: null, held: 0, error: null }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request.setEncoding('utf8')) text += part
    const path = new URL(request.url, 'http://stub').pathname
    const found = Object.entries(dialects).find(([, { serves }]) => serves(path))
    if (found === undefined) return void response.writeHead(404).end('{}')
    const [agent, dialect] = found
    const body = JSON.parse(text)
    const { prompt, results } = dialect.read(body)
    let turn
    try {
      turn = turns(prompt)?.[results.length] ?? { text: 'Nothing to say.' }
    } catch (error) {
      state.error ??= error
      turn = { text: `The script broke: ${error.message}` }
    }
    const task = /^# Task ([^:\n]+):/m.exec(prompt)?.[1] ?? null
    state.asked.push({ agent, task, prompt, step: results.length })
    if (results.length > 0) state.results.push({ agent, task, text: results.at(-1) })
    if (task !== null && task === state.holds) {
      state.held++
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(dialect.say(turn, state.asked.length, body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    state,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A home in which all three ask this model, and nobody else. */
export function homeOf(home, url) {
  mkdirSync(join(home, '.gemini'), { recursive: true })
  const settings = {
    security: { auth: { selectedType: 'gemini-api-key' } },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    general: { enableAutoUpdate: false },
    model: { name: 'gemini-2.5-flash' },
  }
  writeFileSync(join(home, '.gemini', 'settings.json'), JSON.stringify(settings))
  writeFileSync(
    join(home, 'config.toml'),
    `model = "scripted"\nmodel_provider = "loopback"\n[analytics]\nenabled = false\n[model_providers.loopback]\nname = "loopback"\nbase_url = "${url}/v1"\nwire_api = "responses"\n`,
  )
  return {
    HOME: home,
    TERM: 'dumb',
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'none',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CODEX_HOME: home,
    GEMINI_CLI_HOME: home,
    GEMINI_API_KEY: 'none',
    GOOGLE_GEMINI_BASE_URL: url,
  }
}
