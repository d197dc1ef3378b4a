// Proves that the real command lines of coding agents work as workers: each does one task of a pattern file, with a model on the
// loopback behind it that always gives the same answer. `node tests/clients/prove-agents.mjs`; what is not installed is skipped.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installed, run } from './installed.mjs'

const bin = fileURLToPath(new URL('../../dist/bin.js', import.meta.url))
const ANSWER = 'Counted.\n\n```json\n{"count": 3}\n```'

/** How each is pointed at the loopback, and what its API answers. */
const agents = {
  claude: {
    variable: 'SHOAL_CLAUDE',
    env: (home, url) => ({
      HOME: home,
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'none',
      DISABLE_TELEMETRY: '1',
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    }),
    serves: path => path.endsWith('/v1/messages'),
    events: () => {
      const usage = { input_tokens: 10, output_tokens: 1 }
      const message = { id: 'm', type: 'message', role: 'assistant', model: 'x', content: [], stop_reason: null, usage }
      return [
        { type: 'message_start', message },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: ANSWER } },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 5 } },
        { type: 'message_stop' },
      ].map(event => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    },
  },
  codex: {
    variable: 'SHOAL_CODEX',
    env: (home, url) => {
      writeFileSync(
        join(home, 'config.toml'),
        `model = "scripted"\nmodel_provider = "loopback"\n[analytics]\nenabled = false\n[model_providers.loopback]\nname = "loopback"\nbase_url = "${url}/v1"\nwire_api = "responses"\n`,
      )
      return { HOME: home, CODEX_HOME: home }
    },
    serves: path => path === '/v1/responses',
    events: () => {
      const content = [{ type: 'output_text', text: ANSWER }]
      const item = { type: 'message', id: 'msg', role: 'assistant', content }
      return [
        { type: 'response.created', response: { id: 'r' } },
        { type: 'response.output_item.done', output_index: 0, item },
        {
          type: 'response.completed',
          response: { id: 'r', usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 } },
        },
      ].map(event => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    },
  },
  gemini: {
    variable: 'SHOAL_GEMINI',
    model: 'gemini-2.5-flash',
    env: (home, url) => {
      mkdirSync(join(home, '.gemini'), { recursive: true })
      const settings = {
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        general: { enableAutoUpdate: false },
      }
      writeFileSync(join(home, '.gemini', 'settings.json'), JSON.stringify(settings))
      return { HOME: home, GEMINI_CLI_HOME: home, GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: url }
    },
    serves: path => path.endsWith(':streamGenerateContent'),
    events: () => {
      const content = { role: 'model', parts: [{ text: ANSWER }] }
      const usageMetadata = { promptTokenCount: 9, candidatesTokenCount: 4, totalTokenCount: 13 }
      return [
        `data: ${JSON.stringify({ candidates: [{ content, finishReason: 'STOP', index: 0 }], usageMetadata })}\n\n`,
      ]
    },
  },
}

for (const [name, agent] of Object.entries(agents)) {
  const command = installed(name, agent.variable)
  if (command === null) {
    console.log(`${name}: skipped, not installed (set ${agent.variable})`)
    continue
  }
  try {
    console.log(`${name} ${versionOf(command)}: ${await prove(name, agent, command)}`)
  } catch (error) {
    console.error(`${name}: FAILED: ${error.stack}`)
    process.exitCode = 1
  }
}

async function prove(name, agent, command) {
  const home = realpathSync(mkdtempSync(join(tmpdir(), `shoal-${name}-`)))
  const prompts = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    if (!agent.serves(new URL(request.url, 'http://stub').pathname)) return void response.writeHead(404).end('{}')
    prompts.push(body)
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(agent.events().join(''))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const env = agent.env(home, `http://127.0.0.1:${server.address().port}`)
    const model = agent.model ? `model: ${agent.model}, ` : ''
    const stage = access =>
      `{name: ${access}, agent: ${name}, ${model}access: ${access}, subject: Count the words of "a b c"}`
    writeFileSync(join(home, 'count.yaml'), `pattern: pipeline\nstages:\n- ${stage('read')}\n- ${stage('write')}\n`)
    const PATH = [dirname(command), process.env.PATH].join(delimiter)
    const shoal = (...args) =>
      run(process.execPath, [bin, ...args, '--json'], {
        cwd: home,
        env: { TERM: 'dumb', ...env, PATH, SHOAL_HOME: join(home, 'state') },
        seconds: 180,
      })
    const done = await shoal('run', 'count.yaml')
    assert.equal(done.status, 0, done.stderr.slice(-2000) || done.stdout.slice(-2000))
    const task = JSON.parse((await shoal('team', 'task', 'count', 'write')).stdout)
    assert.deepEqual(task.result, { count: 3 })
    assert.match(task.log, /Counted\./)
    assert.ok(prompts.some(body => body.includes('Count the words of')))
    assert.ok(prompts.some(body => body.includes('Results of the tasks before')))
    return `2 tasks done, ${prompts.length} requests, the result read out of prose, the result before told`
  } finally {
    server.closeAllConnections()
    server.close()
    rmSync(home, { recursive: true, force: true })
  }
}

function versionOf(command) {
  const env = { ...process.env, PATH: [dirname(command), process.env.PATH].join(delimiter) }
  const { stdout } = spawnSync(command, ['--version'], { env, encoding: 'utf8', timeout: 60_000 })
  return /\d+\.\d+\.\d+\S*/.exec(stdout ?? '')?.[0] ?? '?'
}
