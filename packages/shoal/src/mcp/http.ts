// The server over HTTP, for clients of this machine that know the token.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createMcpHandler, isLegacyRequest, type McpServerFactory } from '@modelcontextprotocol/server'
import {
  bearerToken,
  closeServer,
  isSameToken,
  LOOPBACK,
  listenHere,
  newToken,
  untilAborted,
  wrongName,
} from '../run/loopback.ts'
import { HttpSessions } from './http-sessions.ts'

export interface HttpOptions {
  /** 0 for a free one. */
  readonly port: number
  /** Made up when there is none. */
  readonly token: string | undefined
  readonly signal: AbortSignal
  note(line: string): void
  /** One that was made because none was given. */
  tellToken(token: string): void
  /** Sessions of older clients at a time, and how long one may be idle. Tests bring their own. */
  readonly sessions?: { readonly most: number; readonly idleMs: number }
  /** Hears where it listens. */
  onListening?(address: HttpAddress): void
}

export interface HttpAddress {
  readonly url: string
  readonly token: string
}

const PATH = '/mcp'
const MOST_BYTES = 4 * 1024 * 1024
const SESSIONS = { most: 100, idleMs: 60 * 60 * 1000 }

/** Resolves when `signal` is aborted and the last connection is closed. */
export async function serveOverHttp(factory: McpServerFactory, options: HttpOptions): Promise<void> {
  const { port, signal, note } = options
  const token = options.token || newToken()
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
  const url = `http://${LOOPBACK}:${await listenHere(server, port)}${PATH}`
  note(`listening at ${url} (process ${process.pid})`)
  if (!options.token) options.tellToken(token)
  options.onListening?.({ url, token })
  await untilAborted(signal)
  await handler.close()
  await closeServer(server)
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

function refusal(request: IncomingMessage, token: string): Refusal | null {
  const wrong = wrongName(request)
  if (wrong) return { status: 403, says: `wrong ${wrong}` }
  const given = bearerToken(request)
  if (given === null || !isSameToken(given, token)) return { status: 401, says: 'a bearer token is needed' }
  return request.url?.split('?')[0] === PATH ? null : { status: 404, says: `there is only ${PATH}` }
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
  const asked = new Request(new URL(request.url ?? PATH, `http://${LOOPBACK}`), {
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
