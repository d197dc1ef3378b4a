// The server of the live view: who is let in, what may be asked, and what every answer says of itself.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../../../tests/patience.ts'
import { ask, type Received, served } from './served.ts'

const server = served()
const json = { 'content-type': 'application/json' }
const FREE = ['/', '/live.js', '/live.css', '/api/runs', '/api/events', '/api/runs/x', '/nothing']

/** A page of words that says how to get in, and can do nothing. */
function expectWayIn({ text, headers }: Received): void {
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  expect(text).toMatch(/^<!doctype html>/)
  expect(text).toContain('<code>shoal serve --open</code>')
  expect(text).not.toMatch(/`|<script|<style|<link|<form|\shref|\ssrc|\son\w+=|style=/)
}

/** A machine that is busy may take its time to notice that streams are closed; only a failure takes this long. */

describe('who is let in', () => {
  it('listens on this machine, with a token that nobody guesses', () => {
    expect(server.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}$/)
  })

  it.each([
    ['no token', () => ({}), 401, 'no-token'],
    ['a wrong token', () => ({ authorization: `Bearer ${'x'.repeat(43)}` }), 401, 'no-token'],
    ['an empty token', () => ({ authorization: 'Bearer ' }), 401, 'no-token'],
    ['a token with something behind it', () => ({ authorization: `Bearer ${server.token()}x` }), 401, 'no-token'],
    ['a token in another scheme', () => ({ authorization: `Basic ${server.token()}` }), 401, 'no-token'],
    ['a token in a cookie', () => ({ cookie: `token=${server.token()}` }), 401, 'no-token'],
    ['another Host', () => ({ ...server.bearer(), host: 'evil.example' }), 403, 'wrong-host'],
    ['a Host that begins like ours', () => ({ ...server.bearer(), host: '127.0.0.1.evil.example' }), 403, 'wrong-host'],
    [
      'a Host that ends like ours',
      () => ({ ...server.bearer(), host: 'evil.localhost.example:80' }),
      403,
      'wrong-host',
    ],
    ['a Host with another port', () => ({ ...server.bearer(), host: 'localhost:9999' }), 403, 'wrong-host'],
    ['a Host with a user', () => ({ ...server.bearer(), host: 'x@127.0.0.1' }), 403, 'wrong-host'],
    ['a Host with a path', () => ({ ...server.bearer(), host: '127.0.0.1/x' }), 403, 'wrong-host'],
    ['a Host with a query', () => ({ ...server.bearer(), host: '127.0.0.1?x' }), 403, 'wrong-host'],
    ['another Origin', () => ({ ...server.bearer(), origin: 'https://evil.example' }), 403, 'wrong-origin'],
    ['the Origin null', () => ({ ...server.bearer(), origin: 'null' }), 403, 'wrong-origin'],
    ['an Origin of a file', () => ({ ...server.bearer(), origin: 'file://' }), 403, 'wrong-origin'],
    ['an Origin of another port', () => ({ ...server.bearer(), origin: 'http://127.0.0.1:1' }), 403, 'wrong-origin'],
    [
      'our own name at another port',
      () => ({ ...server.bearer(), origin: 'http://localhost:3000' }),
      403,
      'wrong-origin',
    ],
  ])('refuses %s, at every address', async (_, headers, status, code) => {
    for (const path of FREE) {
      const refused = await ask(server.url(), path, { headers: headers() as Record<string, string> })
      expect({ path, status: refused.status }).toEqual({ path, status })
      if (path.startsWith('/api/'))
        expect(JSON.parse(refused.text)).toEqual({
          error: { code, message: expect.any(String), advice: expect.any(String) },
        })
      else expectWayIn(refused)
      expect(refused.text + JSON.stringify(refused.headers)).not.toContain(server.token())
    }
  })

  it.each(['/api/runs', '/api/runs/x/report.html?token=old'])(
    'tells somebody who opens %s in a browser the same, and a program in JSON',
    async path => {
      const opened = await ask(server.url(), path, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
      expect(opened.status).toBe(401)
      expectWayIn(opened)
      const asked = await ask(server.url(), path, { headers: { accept: '*/*' } })
      expect(asked.headers['content-type']).toBe('application/json; charset=utf-8')
    },
  )

  it('takes the token in the header or in the address, a header that is wrong before an address that is right', async () => {
    expect((await server.get('/api/runs')).status).toBe(200)
    expect((await ask(server.url(), `/api/runs?token=${server.token()}`)).status).toBe(200)
    const wrong = { authorization: 'Bearer wrong' }
    expect((await ask(server.url(), `/api/runs?token=${server.token()}`, { headers: wrong })).status).toBe(401)
  })

  it('takes requests of its own page, under both of its names', async () => {
    const { port } = new URL(server.url())
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
      const headers = { ...server.bearer(), host, origin: `http://${host}` }
      expect((await ask(server.url(), '/api/runs', { headers })).status).toBe(200)
    }
  })

  it('a ticket leads to the page once', async () => {
    const ticket = server.onceUrl()
    const { pathname, search } = new URL(ticket)
    expect(ticket).not.toContain(server.token())
    expect((await ask(server.url(), pathname + search, { method: 'HEAD' })).status).toBe(401)
    const first = await ask(server.url(), pathname + search)
    expect({ status: first.status, location: first.headers.location }).toEqual({
      status: 303,
      location: `/?token=${server.token()}`,
    })
    expect((await ask(server.url(), pathname + search)).status).toBe(401)
    const elsewhere = await ask(server.url(), pathname + search, { headers: { host: 'evil.example' } })
    expect(elsewhere.status).toBe(403)
  })
})

describe('what every answer says', () => {
  it.each([
    ['the page', '/'],
    ['its script', '/live.js'],
    ['its style', '/live.css'],
    ['a list', '/api/runs'],
    ['an error', '/api/nothing'],
  ])('%s is kept by nobody, framed by nobody and tells no other site its address', async (_, path) => {
    const { headers } = await server.get(path)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers['access-control-allow-origin']).toBeUndefined()
    const policy = headers['content-security-policy']
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
    expect(policy).toMatch(/; require-trusted-types-for 'script'; trusted-types 'none'$/)
    expect(policy).not.toMatch(/unsafe|\*|http/)
  })

  it('the page has no script and no style of its own, and links those it has with the token', async () => {
    const { text, headers } = await server.get('/')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    const linked = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!)
    expect(linked).toEqual(['data:,', `/live.css?token=${server.token()}`, `/live.js?token=${server.token()}`])
    expect(text.match(/<script/g)).toHaveLength(1)
    expect(text).not.toMatch(/<style|\son\w+=|style=/)
    for (const address of linked.slice(1)) expect((await ask(server.url(), address)).status).toBe(200)
  })

  it('a preflight of another site is not answered', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
    const { status, headers: said } = await ask(server.url(), '/api/runs', { method: 'OPTIONS', headers })
    expect(status).toBe(403)
    expect(Object.keys(said).filter(name => name.startsWith('access-control'))).toEqual([])
  })
})

describe('what may be asked', () => {
  const code = ({ text }: { readonly text: string }) => JSON.parse(text).error.code

  it.each([
    ['/api/nothing', 404, 'no-such-address'],
    ['/api', 404, 'no-such-address'],
    ['/api?token=x', 404, 'no-such-address'],
    ['/api/runs/', 404, 'no-such-address'],
    ['/api/runs/none', 404, 'not-a-run'],
    ['/api/runs/none/events', 404, 'not-a-run'],
    ['/api/runs/none/report', 404, 'not-a-run'],
    ['/api/runs/%2e%2e%2f%2e%2e%2fetc/report.html', 404, 'not-a-run'],
    ['/api/runs/..%5c..%5cetc/calls', 404, 'not-a-run'],
    ['/api/runs/%00', 404, 'not-a-run'],
    ['/api/runs/%e0%a4%a', 400, 'bad-address'],
    ['/api/runs/%ff', 400, 'bad-address'],
    ['*', 400, 'bad-address'],
    ['http://evil.example/', 400, 'bad-address'],
  ])('%s is %i %s', async (path, status, expected) => {
    const answered = await server.get(path)
    expect({ status: answered.status, code: code(answered) }).toEqual({ status, code: expected })
  })

  it.each(['/nothing', '/live.js/', '/../package.json', '/apis', '/<b>`x`'])(
    'nothing is at %s, which a page of words says',
    async path => {
      const { status, headers, text } = await server.get(path)
      expect({ status, type: headers['content-type'] }).toEqual({ status: 404, type: 'text/html; charset=utf-8' })
      expect(text).toContain('<p>There is nothing at this address.</p>\n<p>See <code>/api/runs</code>.</p>')
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; base/)
    },
  )

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s is refused, with what is taken', async method => {
    const refused = await ask(server.url(), '/api/runs', { method, headers: server.bearer() })
    expect({ status: refused.status, allow: refused.headers.allow }).toEqual({
      status: 405,
      allow: 'GET, HEAD, POST',
    })
  })

  it.each([
    '/api/runs',
    '/api/plan',
    '/api/runs/none/stop',
    '/api/runs/none/resume',
    '/api/runs/none/tasks/1/decision',
  ])('POST %s takes JSON only, and little of it', async path => {
    const post = async (headers: Record<string, string>, body: string | Buffer) =>
      await ask(server.url(), path, { method: 'POST', headers: { ...server.bearer(), ...headers }, body })
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/jsonp',
    ]) {
      const refused = await post({ 'content-type': type }, '{}')
      expect({ type, status: refused.status, code: code(refused) }).toEqual({ type, status: 400, code: 'not-json' })
    }
    expect((await post({}, '{}')).status).toBe(400)
    expect(code(await post(json, '{'))).toBe('not-json')
    expect(code(await post(json, Buffer.from([0x22, 0xff, 0x22])))).toBe('not-json')
    const large = await post(json, `"${'x'.repeat(64 * 1024)}"`)
    expect({ status: large.status, code: code(large) }).toEqual({ status: 413, code: 'too-large' })
  })

  it('a body of some megabytes is refused in an answer that arrives, told its length or not', async () => {
    const body = Buffer.alloc(5_000_000, 0x20)
    for (const headers of [{ 'content-length': String(body.length) }, { 'transfer-encoding': 'chunked' }]) {
      const sent = { method: 'POST', headers: { ...server.bearer(), ...json, ...headers }, body }
      const refused = await ask(server.url(), '/api/plan', sent)
      expect({ status: refused.status, code: code(refused) }).toEqual({ status: 413, code: 'too-large' })
    }
  })

  it('who leaves in the middle of its body is no error of ours', async () => {
    const { port } = new URL(server.url())
    const head = [
      'POST /api/plan HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      `Authorization: Bearer ${server.token()}`,
      'Content-Type: application/json',
      'Content-Length: 1000',
    ]
    const begun = nextRequest()
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(`${head.join('\r\n')}\r\n\r\n{"paths"`)
    const request = await begun
    const closed = new Promise(resolve => request.once('close', resolve))
    socket.destroy()
    await closed
    // What is said of it is said in the same turn.
    await new Promise(setImmediate)
    expect(server.notes).toEqual([])
  })

  it('HEAD says what GET would, without it', async () => {
    for (const path of ['/', '/live.css', '/api/runs', '/nothing']) {
      const [get, head] = [
        await server.get(path),
        await ask(server.url(), path, { method: 'HEAD', headers: server.bearer() }),
      ]
      const about = ({ status, headers }: typeof get) => ({
        status,
        type: headers['content-type'],
        length: headers['content-length'],
      })
      expect({ ...about(head), text: head.text }).toEqual({ ...about(get), text: '' })
    }
    const stream = await ask(server.url(), '/api/events', { method: 'HEAD', headers: server.bearer() })
    expect({ status: stream.status, text: stream.text }).toEqual({ status: 200, text: '' })
  })

  it('two Host headers are refused, whichever is right', async () => {
    const { port } = new URL(server.url())
    for (const hosts of [
      [`127.0.0.1:${port}`, 'evil.example'],
      [`127.0.0.1:${port}`, `127.0.0.1:${port}`],
    ]) {
      const socket = connect(Number(port), '127.0.0.1')
      const named = hosts.map(host => `Host: ${host}\r\n`).join('')
      socket.write(`GET /api/runs?token=${server.token()} HTTP/1.1\r\n${named}Connection: close\r\n\r\n`)
      let text = ''
      for await (const part of socket.setEncoding('utf8')) text += part
      expect(text).toMatch(/^HTTP\/1\.1 40[03] /)
      expect(text).not.toContain('"runs"')
    }
  })

  it('a hundred streams are open at most, and there is room again when one ends', async () => {
    const leave = new AbortController()
    const open = async () =>
      await fetch(new URL(`/api/events?token=${server.token()}`, server.url()), { signal: leave.signal })
    const streams = await Promise.all(Array.from({ length: 100 }, open))
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
    const refused = await server.get('/api/events')
    expect({ status: refused.status, code: code(refused) }).toEqual({ status: 503, code: 'too-many-streams' })
    leave.abort()
    await eventually(async () => {
      const again = new AbortController()
      const answer = await fetch(new URL(`/api/events?token=${server.token()}`, server.url()), { signal: again.signal })
      again.abort()
      expect(answer.status).toBe(200)
    })
  })

  it('a body without end is cut off', async () => {
    const headers = { ...server.bearer(), ...json, 'content-length': '1000000000' }
    const cut = await ask(server.url(), '/api/plan', {
      method: 'POST',
      headers,
      body: Buffer.alloc(1 << 20, 0x20),
    }).catch(() => ({ status: 413 }))
    expect(cut.status).toBe(413)
  })

  it.each([
    ['nothing', null],
    ['a list', []],
    ['no paths', { query: 'x' }],
    ['an empty list of paths', { paths: [] }],
    ['an empty path', { paths: [''] }],
    ['a path that is a number', { paths: [1] }],
    ['a path with a NUL', { paths: ['a\0b'] }],
    ['a query that is a list', { paths: ['.'], query: [] }],
    ['no cost', { paths: ['.'], model: 'anthropic', maxCostUsd: 0 }],
    ['less of a cost than can be said', { paths: ['.'], model: 'anthropic', maxCostUsd: 0.0000004 }],
    ['a cost without a model', { paths: ['.'], maxCostUsd: 1 }],
    ['a cost of the built-in analysts', { paths: ['.'], model: 'built-in', maxCostUsd: 1 }],
    ['a model of no name', { paths: ['.'], model: 'Nobody!' }],
    ['a cost below nothing', { paths: ['.'], model: 'anthropic', maxCostUsd: -1 }],
    ['a key that is not known', { paths: ['.'], concurrency: 3 }],
  ])('neither plans nor starts with %s', async (_, body) => {
    for (const path of ['/api/plan', '/api/runs']) {
      const refused = await server.post(path, body)
      expect({ status: refused.status, code: code(refused) }).toEqual({ status: 400, code: 'bad-value' })
    }
    expect(JSON.parse((await server.get('/api/runs')).text).runs).toEqual([])
  })

  it('a cursor must be a number', async () => {
    await server.ledger().createTeam({ name: 'there', definition: { kind: 'pattern' } as never, tasks: [] })
    for (const after of ['x', '-1', '1e9', '9'.repeat(16)]) {
      const refused = await server.get(`/api/runs/there/calls?after=${after}`)
      expect({ after, status: refused.status }).toEqual({ after, status: 400 })
    }
    await server.ledger().deleteTeam('there')
  })

  it('has told nobody of an internal error', () => {
    expect(server.notes).toEqual([])
  })
})

/** The next one that the server begins to answer, from its own side. */
async function nextRequest(): Promise<IncomingMessage> {
  const BEGUN = 'http.server.request.start'
  return await new Promise(resolve => {
    const heard = (message: unknown) => {
      unsubscribe(BEGUN, heard)
      resolve((message as { readonly request: IncomingMessage }).request)
    }
    subscribe(BEGUN, heard)
  })
}
