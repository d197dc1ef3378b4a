import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { eventually } from '../../../../tests/patience.ts'
import { settingsFrom } from '../../src/config/resolve.ts'
import { ServerState } from '../../src/mcp/context.ts'
import { type HttpAddress, serveOverHttp } from '../../src/mcp/http.ts'
import { serverFactory } from '../../src/mcp/server.ts'
import { defineTool } from '../../src/mcp/tool.ts'
import { eras, scratch, textOf } from './connect.ts'

const MOST_SESSIONS = 3
const IDLE_MS = 2000

let begun = 0
let ended = 0
const probe = defineTool({
  name: 'probe',
  title: 'Probe',
  description: 'For tests.',
  changes: 'nothing',
  input: z.object({ waits: z.boolean().default(false).describe('Until it is cancelled.') }),
  output: z.object({ roots: z.array(z.string()).describe('The roots.') }),
  run: async ({ waits }, { jail, signal, progress }) => {
    progress(1, 2, 'half')
    if (waits) {
      begun++
      await new Promise(resolve => signal.addEventListener('abort', resolve))
      ended++
    }
    return { data: { roots: [...jail.roots] } }
  },
})

/** Waits until one more call is under way than before. */
async function underWay(before: number): Promise<void> {
  await eventually(() => expect(begun).toBeGreaterThan(before))
}

describe('over HTTP', () => {
  const root = scratch()
  const stop = new AbortController()
  const notes: string[] = []
  const note = (line: string) => void notes.push(line)
  const tellToken = (token: string) => note(`token: ${token}`)
  const state = new ServerState({ settings: settingsFrom(), env: { SHOAL_HOME: scratch() }, cwd: root, note })
  let at: HttpAddress
  let served: Promise<void>

  beforeAll(async () => {
    at = await new Promise(resolve => {
      const factory = serverFactory({ state, roots: [root], tools: [probe] })
      const { signal } = stop
      const sessions = { most: MOST_SESSIONS, idleMs: IDLE_MS }
      served = serveOverHttp(factory, {
        port: 0,
        token: undefined,
        signal,
        note,
        tellToken,
        sessions,
        onListening: resolve,
      })
    })
  })
  afterAll(async () => {
    stop.abort()
    await served
    await state.close(1000)
  })

  const authorized = () => ({ requestInit: { headers: { authorization: `Bearer ${at.token}` } } })

  it.each(eras)('serves the %s era', async era => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era } })
    await client.connect(new StreamableHTTPClientTransport(new URL(at.url), authorized()))
    const seen: number[] = []
    const call = { name: 'probe', arguments: {} }
    const result = await client.callTool(call, { onprogress: ({ progress }) => void seen.push(progress) })
    expect(result.structuredContent).toEqual({ roots: [root] })
    expect(seen).toEqual([1])
    await client.close()
  })

  it('serves a client of the older package', async () => {
    const client = new OldClient({ name: 'old', version: '1' })
    await client.connect(new OldTransport(new URL(at.url), authorized()))
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['probe'])
    expect(JSON.parse(textOf(await client.callTool({ name: 'probe', arguments: {} })))).toEqual({ roots: [root] })
    await client.close()
  })

  it.each(eras)('a call that a client of the %s era takes back ends', async era => {
    ended = 0
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era } })
    await client.connect(new StreamableHTTPClientTransport(new URL(at.url), authorized()))
    const leave = new AbortController()
    const before = begun
    const call = client
      .callTool({ name: 'probe', arguments: { waits: true } }, { signal: leave.signal })
      .catch(() => null)
    await underWay(before)
    leave.abort()
    await eventually(() => expect(ended).toBeGreaterThan(0))
    await call
    await client.close()
  })

  it('says where it listens and with which token, on this machine only', () => {
    expect(at.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/)
    expect(Buffer.from(at.token, 'base64url')).toHaveLength(32)
    expect(notes.join('\n')).toContain(at.url)
    expect(notes.join('\n')).toContain(at.token)
  })

  interface Asked {
    readonly body?: string
    readonly path?: string
    readonly method?: string
    /** Leaves once the answer has begun. */
    readonly leaves?: boolean
  }
  const ask = (
    headers: Record<string, string>,
    { body = '{}', path = '/mcp', method = 'POST', leaves = false }: Asked = {},
  ) =>
    new Promise<{ status: number; body: string; session: string }>((resolve, reject) => {
      const sent = request(new URL(path, at.url), {
        method,
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      })
      sent.on('response', response => {
        let text = ''
        const status = response.statusCode!
        const session = String(response.headers['mcp-session-id'] ?? '')
        if (leaves) {
          sent.destroy()
          resolve({ status, body: text, session })
        }
        response.on('data', chunk => {
          text += chunk
        })
        response.on('end', () => resolve({ status, body: text, session }))
      })
      sent.on('error', reject)
      sent.end(method === 'POST' ? body : undefined)
    })
  const token = () => ({ authorization: `Bearer ${at.token}` })

  it.each([
    ['no token', () => ({}), 401],
    ['a wrong token', () => ({ authorization: `Bearer ${'x'.repeat(43)}` }), 401],
    ['a token with something behind it', () => ({ authorization: `Bearer ${at.token}x` }), 401],
    ['a token in another scheme', () => ({ authorization: `Basic ${at.token}` }), 401],
    ['another Host', () => ({ ...token(), host: 'evil.example' }), 403],
    ['a Host that ends like ours', () => ({ ...token(), host: 'evil.localhost.example:80' }), 403],
    ['a Host with a user', () => ({ ...token(), host: 'x@127.0.0.1' }), 403],
    ['another Origin', () => ({ ...token(), origin: 'https://evil.example' }), 403],
    ['the Origin null', () => ({ ...token(), origin: 'null' }), 403],
    ['an Origin of a file', () => ({ ...token(), origin: 'file://' }), 403],
    ['an Origin of another port', () => ({ ...token(), origin: 'http://127.0.0.1:1' }), 403],
    ['an Origin of another server of this machine', () => ({ ...token(), origin: 'http://localhost:3000' }), 403],
  ])('refuses %s', async (_, headers, status) => {
    const refused = await ask(headers())
    expect(refused.status).toBe(status)
    expect(refused.body).not.toContain(at.token)
  })

  it('takes its own Origin, and only its own path', async () => {
    const { host, origin } = new URL(at.url)
    expect((await ask({ ...token(), origin })).status).not.toBe(403)
    const named = host.replace('127.0.0.1', 'localhost')
    expect((await ask({ ...token(), host: named, origin: `http://${named}` })).status).not.toBe(403)
    expect((await ask(token(), { path: '/other' })).status).toBe(404)
  })

  it('refuses a body that is too large, and one that is no JSON', async () => {
    const large = await ask(token(), { body: `"${'x'.repeat(5_000_000)}"` }).catch(() => ({ status: 413 }))
    expect(large.status).toBe(413)
    expect((await ask(token(), { body: 'nonsense' })).status).toBe(400)
  })

  describe('sessions of older clients', () => {
    const message = (method: string, params: object, id = 1) => JSON.stringify({ jsonrpc: '2.0', id, method, params })
    const clientInfo = { name: 'raw', version: '1' }
    const hello = message('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
    const begin = async () => {
      const begun = await ask(token(), { body: hello })
      expect(begun.status).toBe(200)
      return { ...token(), 'mcp-session-id': begun.session }
    }
    const probed = message('tools/call', { name: 'probe', arguments: {} }, 2)
    const waiting = message('tools/call', { name: 'probe', arguments: { waits: true } }, 3)

    it('hold until DELETE', async () => {
      const headers = await begin()
      expect((await ask(headers, { body: probed })).body).toContain(root)
      expect((await ask(headers, { method: 'DELETE' })).status).toBe(200)
      expect((await ask(headers, { body: probed })).status).toBe(404)
    })

    it('end the calls under way with them', async () => {
      ended = 0
      const headers = await begin()
      const before = begun
      const call = ask(headers, { body: waiting })
      await underWay(before)
      await ask(headers, { method: 'DELETE' })
      await call
      await eventually(() => expect(ended).toBeGreaterThan(0))
    })

    it('a call ends when its client goes, and closes its stream when it is taken back', async () => {
      const headers = await begin()
      ended = 0
      await ask(headers, { body: waiting, leaves: true })
      await eventually(() => expect(ended).toBeGreaterThan(0))
      const before = begun
      const call = ask(headers, { body: waiting.replace('"id":3', '"id":4') })
      await underWay(before)
      const notice = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 4 } }
      expect((await ask(headers, { body: JSON.stringify(notice) })).status).toBe(202)
      expect((await call).body).not.toContain(root)
    })

    it('are needed, and cannot be made up', async () => {
      expect((await ask(token(), { body: probed })).status).toBe(400)
      expect((await ask(token(), { method: 'GET' })).status).toBe(400)
      expect((await ask({ ...token(), 'mcp-session-id': 'x' }, { body: probed })).status).toBe(404)
      const { 'mcp-session-id': session } = await begin()
      expect((await ask({ 'mcp-session-id': session }, { body: probed })).status).toBe(401)
    })

    it('make room for others only when they are idle', async () => {
      const busy = await begin()
      let before = begun
      const calls = [ask(busy, { body: waiting })]
      await underWay(before)
      const idle = await begin()
      for (let k = 0; k < MOST_SESSIONS; k++) await begin()
      expect((await ask(idle, { body: probed })).status).toBe(404)
      const all = [busy]
      while (all.length < MOST_SESSIONS) {
        const headers = await begin()
        before = begun
        calls.push(ask(headers, { body: waiting }))
        await underWay(before)
        all.push(headers)
      }
      expect((await ask(token(), { body: hello })).status).toBe(503)
      for (const headers of all) expect((await ask(headers, { method: 'DELETE' })).status).toBe(200)
      await Promise.all(calls)
      await begin()
    })

    it('end when they are idle for long', async () => {
      const headers = await begin()
      await sleep(IDLE_MS * 1.25)
      expect((await ask(headers, { body: probed })).status).toBe(404)
    })
  })

  it('asks an older client for its roots, where those count', async () => {
    const own = scratch()
    const quit = new AbortController()
    const other = serverFactory({ state, roots: null, tools: [probe] })
    let done = Promise.resolve()
    const there = await new Promise<HttpAddress>(resolve => {
      done = serveOverHttp(other, {
        port: 0,
        token: 'other',
        signal: quit.signal,
        note,
        tellToken,
        onListening: resolve,
      })
    })
    const client = new OldClient({ name: 'old', version: '1' }, { capabilities: { roots: {} } })
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: pathToFileURL(own).href }] }))
    const requestInit = { headers: { authorization: 'Bearer other' } }
    await client.connect(new OldTransport(new URL(there.url), { requestInit }))
    expect(JSON.parse(textOf(await client.callTool({ name: 'probe', arguments: {} })))).toEqual({ roots: [own] })
    await client.close()
    quit.abort()
    await done
  })

  it('a port that is taken is said in one line', async () => {
    const port = Number(new URL(at.url).port)
    const factory = serverFactory({ state, roots: [root], tools: [] })
    const taken = serveOverHttp(factory, { port, token: 'x', signal: new AbortController().signal, note, tellToken })
    await expect(taken).rejects.toThrow(`port ${port} is taken`)
  })
})
