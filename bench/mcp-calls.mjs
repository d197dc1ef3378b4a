// What a call costs beside its work: `detect` on one small file, over stdio and HTTP, in both eras. Needs a build.
import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const bin = fileURLToPath(new URL('../dist/bin.js', import.meta.url))
const root = mkdtempSync(join(tmpdir(), 'shoal-bench-'))
writeFileSync(join(root, 'a.csv'), 'a,b\n1,2\n')
const env = { ...process.env, SHOAL_HOME: join(root, 'home') }
const calls = Number(process.argv[2] ?? 200)

for (const mode of ['legacy', 'auto']) {
  const began = performance.now()
  const transport = new StdioClientTransport({ command: process.execPath, args: [bin, 'mcp', '--root', root], env })
  await measure(`stdio ${mode}`, mode, transport, began)
}

const token = 'bench'
const server = spawn(process.execPath, [bin, 'mcp', '--http', '--root', root], {
  env: { ...env, SHOAL_MCP_TOKEN: token },
  stdio: ['ignore', 'ignore', 'pipe'],
})
const url = await new Promise(resolve => {
  server.stderr.on('data', text => {
    const found = /http:\S+/.exec(String(text))
    if (found) resolve(new URL(found[0]))
  })
})
for (const mode of ['legacy', 'auto']) {
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await measure(`http ${mode}`, mode, new StreamableHTTPClientTransport(url, { requestInit }), performance.now())
}
server.kill()

async function measure(name, mode, transport, began) {
  const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(transport)
  const connected = performance.now() - began
  const times = []
  for (let k = 0; k < calls; k++) {
    const at = performance.now()
    await client.callTool({ name: 'detect', arguments: { paths: ['a.csv'] } })
    times.push(performance.now() - at)
  }
  times.sort((a, b) => a - b)
  const ms = share => `${times[Math.floor(times.length * share)].toFixed(2)} ms`
  console.log(`${name.padEnd(13)} connect ${connected.toFixed(0)} ms, call median ${ms(0.5)}, p95 ${ms(0.95)}`)
  await client.close()
}
