import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { describe, expect, it } from 'vitest'
import { listedTools } from '../../src/mcp/tools.ts'
import { eras, scratch, textOf } from './connect.ts'

const bin = fileURLToPath(new URL('../../../../dist/bin.js', import.meta.url))

/** Enough rows to take a while. */
function table(rows: number): string {
  const lines = ['id,region,amount']
  for (let k = 0; k < rows; k++) lines.push(`${k},r${k % 7},${(k * 37) % 1000}`)
  return `${lines.join('\n')}\n`
}

function setUp(rows = 200) {
  const root = scratch()
  writeFileSync(join(root, 'orders.csv'), table(rows))
  const env = { PATH: process.env.PATH!, HOME: scratch(), SHOAL_HOME: scratch() }
  return { root, env, command: process.execPath, args: [bin, 'mcp'], cwd: root, stderr: 'pipe' as const }
}

describe('over stdin and stdout, as a process', () => {
  it.each(eras)('does the whole job in the %s era', async era => {
    const { root: _, ...started } = setUp()
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era } })
    await client.connect(new StdioClientTransport(started))
    const asked = { name: 'analyze', arguments: { paths: ['.'], query: 'How many rows are there by region?' } }
    const analyzed = await client.callTool(asked)
    expect(analyzed.structuredContent).toMatchObject({
      run: expect.stringContaining('analyze-'),
      finding_count: expect.any(Number),
    })
    const { run } = analyzed.structuredContent as { run: string }
    const links = (analyzed.content as { type: string; uri: string }[]).filter(({ type }) => type === 'resource_link')
    expect(links.map(({ uri }) => uri)).toEqual([`shoal://runs/${run}/report.md`, `shoal://runs/${run}/report.json`])
    const { contents } = await client.readResource({ uri: links[0]!.uri })
    const report = await client.callTool({ name: 'report', arguments: { run } })
    expect((contents[0] as { text: string }).text).toBe((report.structuredContent as { text: string }).text)
    await client.close()
  })

  it('serves a client of the older package', async () => {
    const { root, ...started } = setUp()
    const client = new OldClient({ name: 'old', version: '1' }, { capabilities: {} })
    await client.connect(new OldTransport(started))
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(listedTools([]).map(({ name }) => name))
    const found = await client.callTool({ name: 'detect', arguments: { paths: [root] } })
    expect(found.structuredContent).toMatchObject({ total: 1, by_type: { structured_data: 1 } })
    const outside = await client.callTool({ name: 'detect', arguments: { paths: ['/etc'] } })
    expect(textOf(outside)).toContain('lies outside')
    await client.close()
  })

  const hello = [
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
    },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
  ]
  const lines = (messages: readonly object[]) => messages.map(one => `${JSON.stringify(one)}\n`).join('')
  const call = (id: number, name: string, args: object) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: args },
  })

  function raw(setup: ReturnType<typeof setUp>) {
    const child = spawn(setup.command, setup.args, { cwd: setup.root, env: setup.env })
    let out = ''
    child.stdout.on('data', chunk => {
      out += chunk
    })
    return { child, out: () => out, exit: once(child, 'close') as Promise<[number | null, string | null]> }
  }

  it('ends with the input, with exit status 0, also with calls under way', async () => {
    const { child, out, exit } = raw(setUp(200_000))
    child.stdin.write(lines([...hello, call(2, 'analyze', { paths: ['.'] })]))
    while (!out().includes('"id":1')) await sleep(20)
    await sleep(300)
    child.stdin.end()
    expect(await exit).toEqual([0, null])
    expect(out()).not.toContain('"id":2')
  })

  it('ends on a signal in order, and writes nothing but the protocol', async () => {
    const { child, out, exit } = raw(setUp())
    child.stdin.write(lines([...hello, call(2, 'detect', { paths: ['.'] }), call(3, 'nothing', {})]))
    child.stdin.write('this is no JSON\n')
    while (!out().includes('"id":3')) await sleep(20)
    child.kill('SIGTERM')
    expect(await exit).toEqual([0, null])
    for (const line of out().trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
  })

  it('a client that is slow to read many answers makes no noise', async () => {
    const { root, env } = setUp()
    for (let n = 0; n < 100; n++) writeFileSync(join(root, `${n}.csv`), 'a,b\n1,2\n')
    const server = spawn(process.execPath, [bin, 'mcp', '--root', root], { env, cwd: root })
    let errors = ''
    server.stderr.on('data', data => {
      errors += data
    })
    const send = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    const clientInfo = { name: 'slow', version: '1' }
    send({ id: 0, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } })
    send({ method: 'notifications/initialized' })
    for (let id = 1; id <= 40; id++)
      send({ id, method: 'tools/call', params: { name: 'detect', arguments: { paths: ['.'], limit: 300 } } })
    // Long enough for answers to pile up; on a slow machine fewer do.
    await sleep(1500)
    let lines = 0
    for await (const data of server.stdout) {
      lines += String(data).split('\n').length - 1
      if (lines === 41) server.stdin.end()
    }
    expect(lines).toBe(41)
    expect(errors).toBe('')
  })

  it('a cancelled analysis stops, and can be resumed', async () => {
    const setup = setUp(200_000)
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    await client.connect(new StdioClientTransport(setup))
    const stop = new AbortController()
    const begun = new Promise<void>(resolve => {
      const options = { signal: stop.signal, onprogress: () => resolve() }
      client.callTool({ name: 'analyze', arguments: { paths: ['.'] } }, options).catch(() => {})
    })
    await begun
    stop.abort()
    const state = async () => {
      const { contents } = await client.readResource({ uri: 'shoal://runs' })
      return JSON.parse((contents[0] as { text: string }).text).runs as { run: string; status: string }[]
    }
    let runs = await state()
    while (runs[0]!.status === 'running') {
      await sleep(50)
      runs = await state()
    }
    expect(['stopped', 'interrupted']).toContain(runs[0]!.status)
    const resumed = await client.callTool({ name: 'analyze', arguments: { run: runs[0]!.run } })
    expect(resumed.structuredContent).toMatchObject({ run: runs[0]!.run })
    await client.close()
  })

  it.each([
    [['extra'], 'shoal mcp takes no arguments'],
    [['--port', '7'], '--port needs --http'],
    [['--root', 'nowhere'], '--root nowhere: no such directory'],
  ])('refuses %s', async (more, says) => {
    const setup = setUp()
    const child = spawn(setup.command, [...setup.args, ...more], { cwd: setup.root, env: setup.env })
    let err = ''
    child.stderr.on('data', chunk => {
      err += chunk
    })
    expect(await once(child, 'close')).toEqual([2, null])
    expect(err).toContain(says)
  })
})
