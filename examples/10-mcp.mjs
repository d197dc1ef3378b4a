// The MCP server as an agent's client uses it: starts `shoal mcp`, lists its tools, and has a file profiled.
//   node examples/10-mcp.mjs
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const shoal = fileURLToPath(new URL('../dist/bin.js', import.meta.url))
const client = new Client({ name: 'example', version: '1.0.0' })
// An installed package is started as `npx shoal mcp`. The server reads nothing outside of its roots.
const args = [shoal, 'mcp', '--root', 'examples/data']
await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'inherit' }))

const { tools } = await client.listTools()
console.log(tools.map(({ name }) => name).join(', '))

const { structuredContent } = await client.callTool({ name: 'profile', arguments: { path: 'orders.csv' } })
const { content_type, line_count, summary } = /** @type {Record<string, unknown>} */ (structuredContent)
console.log(`orders.csv: ${content_type}, ${line_count} lines; ${summary}`)

const outside = await client.callTool({ name: 'profile', arguments: { path: '../../package.json' } })
console.log(outside.isError ? 'a path outside of the roots is refused' : 'this should not happen')

await client.close()
