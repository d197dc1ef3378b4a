// The whole path with a real language model: llama.cpp with a tiny model of random weights, its replies held to the schema
// by a grammar, and `shoal analyze` before it as before any OpenAI-compatible server. It proves plumbing, not quality: the
// replies are noise of the right form, so all of them must be read, and none of what they quote may be believed.
// node bench/local-model/run.mjs [--cache DIRECTORY]
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { copyBuild } from '../models/build-copy.mjs'
import { checksOf } from './checks.mjs'
import { installLibrary } from './library.mjs'

const DATA = fileURLToPath(new URL('../../examples/data', import.meta.url))
const SERVER = fileURLToPath(new URL('./server.mjs', import.meta.url))
const MOST_LINES = 40
const LONGEST_MS = 240_000
const { values } = parseArgs({
  options: { cache: { type: 'string', default: join(tmpdir(), 'shoal-local-model') } },
})

installLibrary(values.cache)
const directory = mkdtempSync(join(tmpdir(), 'shoal-bench-'))
const server = fork(SERVER, [values.cache])
try {
  const url = await serverUrl()
  const bin = copyBuild(directory)
  writeInput()
  const began = performance.now()
  const model = ['--model', 'openai-compatible:tiny', '--base-url', url, '--concurrency', '4']
  const analysis = await shoal(bin, ['analyze', 'data', 'What looks wrong?', ...model, '--chunk-tokens', '1500'])
  const wall = (performance.now() - began) / 1000
  const report = analysis.value
  const calls = (await shoal(bin, ['calls', report.run])).value
  const served = await servedSoFar()
  console.log(
    `${served.requests} requests in ${wall.toFixed(1)} s, of which the model took ${(served.ms / 1000).toFixed(1)} s: ` +
      `${served.inputTokens} tokens read, ${served.outputTokens} written`,
  )
  const checks = checksOf({ status: analysis.status, report, calls, served })
  for (const [what, isRight, seen] of checks) console.log(`${isRight ? 'ok   ' : 'WRONG'} ${what}: ${seen}`)
  if (checks.some(([, isRight]) => !isRight)) process.exitCode = 1
} finally {
  if (server.connected) server.disconnect()
  if (server.exitCode === null) await once(server, 'exit')
  rmSync(directory, { recursive: true, force: true })
}

async function serverUrl() {
  const ended = once(server, 'exit').then(([status]) => {
    throw new Error(`the model server ended with status ${status}`)
  })
  ended.catch(() => {})
  const [{ url }] = await Promise.race([once(server, 'message'), ended])
  return url
}

async function servedSoFar() {
  server.send('served')
  const [served] = await once(server, 'message')
  return served
}

/** Runs the command and reads what it prints. */
async function shoal(bin, args) {
  const env = { ...process.env, SHOAL_HOME: join(directory, 'home') }
  const child = spawn(process.execPath, [bin, ...args, '--json', '--no-config', '--quiet'], {
    cwd: directory,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: LONGEST_MS,
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', part => {
    text += part
  })
  const [status, signal] = await once(child, 'close')
  if (signal) throw new Error(`shoal ${args[0]} was ended by ${signal}`)
  return { status, value: JSON.parse(text) }
}

/** The example data, of the long files the beginning: a model that reads single characters is slow. */
function writeInput() {
  const folder = join(directory, 'data')
  mkdirSync(folder)
  for (const name of readdirSync(DATA)) {
    const lines = readFileSync(join(DATA, name), 'utf8').split('\n')
    writeFileSync(join(folder, name), `${lines.slice(0, MOST_LINES).join('\n').trimEnd()}\n`)
  }
}
