// An MCP server just large enough for a doctor. $FAKE_SERVER is a JSON object that makes it worse.
import { createInterface } from 'node:readline'

const {
  dies = null,
  silent = null,
  chatty = false,
  blind = false,
  modernOnly = false,
  toolless = false,
} = JSON.parse(process.env.FAKE_SERVER ?? '{}')
if (process.argv[2] !== 'mcp') throw new Error(`started with ${process.argv.slice(2)}`)
if (dies) {
  process.stderr.write(`starting\n${dies}\n`)
  process.exit(3)
}
if (chatty) process.stdout.write('Hello!\n')

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion: modernOnly ? '2025-11-25' : protocolVersion,
    capabilities: {},
  }),
  'server/discover': () => ({ supportedVersions: ['2026-07-28'] }),
  'tools/list': () => ({ tools: toolless ? [] : [{ name: 'overview' }, { name: 'plan' }] }),
  'tools/call': () =>
    blind ? { isError: true, content: [] } : { content: [{ type: 'text', text: 'probe (1 rows, probe.csv)' }] },
}
createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined || method === undefined || method === silent) return
  // A server may ask for something in between.
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: `s${id}`, method: 'roots/list' })}\n`)
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: answers[method](params) })}\n`)
})
