// Proves that our MCP server works with real clients: other agents with a scripted model behind them, and the reference
// inspector. `node tests/clients/prove.mjs [NAME …]`; a client that is not installed is skipped with one line.
import { delimiter, dirname } from 'node:path'
import { proveAgent } from './agent/prove-agent.mjs'
import { codex } from './codex/codex.mjs'
import { gemini } from './gemini/gemini.mjs'
import { inspector, proveInspector } from './inspector/inspector.mjs'
import { installed, run } from './installed.mjs'

const proofs = [
  { client: codex, prove: command => proveAgent(codex, command) },
  { client: gemini, prove: command => proveAgent(gemini, command) },
  { client: inspector, prove: proveInspector },
]

const names = process.argv.slice(2)
for (const { client, prove } of proofs) {
  if (names.length > 0 && !names.includes(client.name)) continue
  const command = installed(client.command ?? client.name, client.variable)
  if (command === null) {
    console.log(`${client.name}: skipped, not installed (npm i -g ${client.package}, or set ${client.variable})`)
    continue
  }
  const obstacle = await client.obstacle?.(command)
  if (obstacle) {
    console.log(`${client.name}: skipped, ${obstacle}`)
    continue
  }
  const began = Date.now()
  try {
    const line = await prove(command)
    console.log(`${client.name} ${await versionOf(command)}: ${line} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
  } catch (error) {
    console.error(`${client.name}: FAILED: ${error.stack}`)
    process.exitCode = 1
  }
}

async function versionOf(command) {
  const env = { ...process.env, PATH: [dirname(command), process.env.PATH].join(delimiter) }
  const { stdout } = await run(command, ['--version'], { env, seconds: 30 })
  return /\d+\.\d+\.\d+\S*/.exec(stdout)?.[0] ?? '?'
}
