// The server over HTTP, for clients of this machine that know the token.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createMcpHandler, isLegacyRequest, type McpServerFactory } from '@modelcontextprotocol/server'
import { ShoalError, toShoalError } from '../model/errors.ts'
import { HttpSessions } from './http-sessions.ts'

export interface HttpOptions {
  /** 0 for a free one. */
  readonly port: number
  /** Made up when there is none. */
  readonly token: string | undefined
  readonly signal: AbortSignal
  note(line: string): void
  /** Sessions of older clients at a time, and how long one may be idle. Tests bring their own. */
  readonly sessions?: { readonly most: number; readonly idleMs: number }
  /** Hears where it listens. */
  onListening?(address: HttpAddress): void
}

export interface HttpAddress {
  readonly url: string
  readonly token: string
}

const HOST = '127.0.0.1'
const PATH = '/mcp'
const MOST_BYTES = 4 * 1024 * 1024
const SESSIONS = { most: 100, idleMs: 60 * 60 * 1000 }

/** Resolves when `signal` is aborted and the last connection is closed. */
export async function serveOverHttp(factory: McpServerFactory, options: HttpOptions): Promise<void> {
  const { port, signal, note } = options
  const token = options.token || randomBytes(32).toString('base64url')
  const handler = bothEras(factory, options)
  const server = createServer((request, response) => {
    const refused = refusal(request, token)
    if (refused) return void refuse(response, refused)
    answer(handler, request, response).catch(error => {
      if (!response.headersSent) refuse(response, { status: 500, says: 'internal error' })
      else response.destroy()
      note(error instanceof Error ? error.message : String(error))
    })
  })
  server.listen(port, HOST)
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', error => reject(cannotListen(port, error)))
  })
  const url = `http://${HOST}:${(server.address() as AddressInfo).port}${PATH}`
  note(`listening at ${url} (process ${process.pid})`)
  if (!options.token) note(`token: ${token}`)
  options.onListening?.({ url, token })
  await new Promise<void>(resolve => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
  await handler.close()
  const closed = new Promise<void>(resolve => server.close(() => resolve()))
  server.closeAllConnections()
  await closed
}

interface Handler {
  fetch(request: Request): Promise<Response>
  close(): Promise<void>
}

/** Since 2026-07-28 every request stands for itself; before, clients have sessions. */
function bothEras(factory: McpServerFactory, { note, sessions: limits = SESSIONS }: HttpOptions): Handler {
  const maxRequestBodySize = MOST_BYTES
  const modern = createMcpHandler(factory, {
    legacy: 'reject',
    onerror: error => note(error.message),
    maxRequestBodySize,
  })
  const sessions = new HttpSessions(factory, { ...limits, mostBytesOfRequest: MOST_BYTES, note })
  return {
    fetch: async request =>
      await ((await isLegacyRequest(request, undefined, { maxRequestBodySize })) ? sessions : modern).fetch(request),
    close: async () => void (await Promise.all([modern.close(), sessions.close()])),
  }
}

interface Refusal {
  readonly status: number
  readonly says: string
}

/** A page in a browser can reach this port, under any name that it has pointed here: so names are checked, and the token. */
function refusal({ headers, url }: IncomingMessage, token: string): Refusal | null {
  if (!isLocal(`http://${headers.host ?? ''}`)) return { status: 403, says: 'wrong Host' }
  if (headers.origin !== undefined && !isLocal(headers.origin)) return { status: 403, says: 'wrong Origin' }
  const given = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (given === undefined || !isSame(given, token)) return { status: 401, says: 'a bearer token is needed' }
  return url?.split('?')[0] === PATH ? null : { status: 404, says: `there is only ${PATH}` }
}

function isLocal(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname, username, password, pathname } = new URL(origin)
  return (
    protocol === 'http:' &&
    username + password === '' &&
    pathname === '/' &&
    ['127.0.0.1', 'localhost'].includes(hostname)
  )
}

/** Digests have one length, so the time it takes tells nothing. */
function isSame(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}

function refuse(response: ServerResponse, { status, says }: Refusal): void {
  const challenge = status === 401 ? { 'www-authenticate': 'Bearer' } : {}
  // What it still sends is not waited for.
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...challenge })
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32000, message: says } }))
}

/** From Node's request to the web's, and back. The signal is aborted at the end, also when that is the client's leaving. */
async function answer(handler: Handler, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const body =
    request.method === 'POST' ? { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' as const } : {}
  const headers = Object.entries(request.headersDistinct).flatMap(([name, values = []]) =>
    values.map(value => [name, value] as [string, string]),
  )
  const asked = new Request(new URL(request.url ?? PATH, `http://${HOST}`), {
    method: request.method ?? 'GET',
    headers,
    signal: gone.signal,
    ...body,
  })
  const answered = await handler.fetch(asked)
  response.writeHead(answered.status, Object.fromEntries(answered.headers))
  if (answered.body === null) return void response.end()
  // A client waits for them, though the stream may say nothing for long.
  response.flushHeaders()
  await pipeline(Readable.fromWeb(answered.body as Parameters<typeof Readable.fromWeb>[0]), response).catch(error => {
    if (!gone.signal.aborted) throw error
  })
}

function cannotListen(port: number, error: NodeJS.ErrnoException): ShoalError {
  if (error.code !== 'EADDRINUSE') return toShoalError(error)
  return new ShoalError('bad-value', `port ${port} is taken`, {
    detail: '--port',
    advice: 'choose another, or none for a free one',
  })
}
