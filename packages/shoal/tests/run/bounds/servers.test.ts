// The servers end on a signal, and with their input, though a thread of theirs loops; and what was under way resumes.
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeAll, expect, it } from 'vitest'
import { assertBuilt } from '../../cli/built-bin.ts'
import { shoal } from '../../cli/fake-io.ts'
import { tempDir } from '../../cli/temp-dir.ts'
import { stuckProcess, toolCall } from './stuck-process.ts'

const dir = tempDir()
const cwd = dir.path
/** Longer than any test: nothing may end because the file is given up. */
const NEVER = ['--give-up-after', '3600']

beforeAll(() => {
  assertBuilt()
  dir.write('data/stuck.csv', `a,b\n${'1,2\n'.repeat(300)}`)
  dir.write('data/notes.md', '# Notes\n\nAll is well.\n')
})

it.each(['SIGTERM', 'closed'] as const)('the MCP server over stdin and stdout: %s', async how => {
  const home = join(cwd, `home-${how}`)
  const server = stuckProcess(['mcp', ...NEVER], { cwd, home, where: 'reportOnWhole' })
  server.child.stdin.write(toolCall('analyze', { paths: ['data'] }))
  await server.stuck()
  if (how === 'closed') server.child.stdin.end()
  else server.child.kill(how)
  expect(await server.ended).not.toBeNull()
  await resumes(home)
})

it('the MCP server over HTTP', async () => {
  const home = join(cwd, 'home-http')
  const server = stuckProcess(['mcp', '--http', '--port', '0', ...NEVER], { cwd, home, where: 'reportOnWhole' })
  const [, url] = await server.saying(/(http:\/\/127\.0\.0\.1:\d+\/mcp)/)
  const [, token] = await server.saying(/token: ([\w-]+)/)
  const client = new Client({ name: 'test', version: '1' })
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(url!), { requestInit: { headers } }))
  client.callTool({ name: 'analyze', arguments: { paths: ['data'] } }).catch(() => {})
  await server.stuck()
  server.child.kill('SIGTERM')
  expect(await server.ended).not.toBeNull()
  await client.close()
  await resumes(home)
})

it('`shoal serve`, while it reads the lines around quotes', async () => {
  const home = join(cwd, 'home-serve')
  dir.write('quoted/stuck.csv', `id,password\n${'1,hunter2-hunter2\n'.repeat(40)}x\n`)
  const { status } = await shoal(['analyze', 'quoted', '--name', 'nightly'], { cwd, env: { SHOAL_HOME: home } })
  expect(status).toBe(0)
  const server = stuckProcess(['serve', '--port', '0', ...NEVER], { cwd, home, where: 'fileExcerpts' })
  const [printed] = await server.saying(/http:\/\/127\.0\.0\.1:\d+\/\S*/)
  const url = new URL(printed)
  fetch(new URL(`/api/runs/nightly/report${url.search}`, url)).catch(() => {})
  await server.stuck()
  server.child.kill('SIGTERM')
  expect(await server.ended).not.toBeNull()
})

async function resumes(home: string): Promise<void> {
  const around = { cwd, env: { SHOAL_HOME: home } }
  const [run] = JSON.parse((await shoal(['runs', '--json'], around)).stdout)
  expect(run).toMatchObject({ status: 'interrupted' })
  const { status, stdout } = await shoal(['resume', run.run, '--json'], around)
  expect({ status, files: JSON.parse(stdout).coverage.files_read }).toEqual({ status: 0, files: 2 })
}
