// A stub of the model APIs for tests and benches: real HTTP on the loopback, scripted replies and scripted faults.
// It is asked as Anthropic, OpenAI or Google would be, streaming or not, and tells what it was asked. Under load it wants
// a process of its own (serve.mjs): Node accepts one connection per turn of the event loop, and a busy client turns slowly.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Json } from '@shoal/base/model/json'
import { anthropic } from './anthropic.ts'
import { type Dialect, type StubAction, type StubRequest, saidBy } from './exchange.ts'
import { google } from './google.ts'
import { openai } from './openai.ts'
import { responses } from './responses.ts'

const dialects: readonly Dialect[] = [anthropic, openai, responses, google]

export interface Stub {
  /** `http://127.0.0.1:PORT`; with `/v1` behind it the base URL of both Anthropic's and OpenAI's API. */
  readonly url: string
  /** In the order of arrival; empty if they are not kept. */
  readonly requests: readonly StubRequest[]
  /** How many came so far. */
  readonly count: number
  readonly inFlight: number
  /** The most that were ever in flight at a time. */
  readonly peak: number
  /** Ends all connections, the hanging ones too. */
  close(): Promise<void>
}

export interface StubOptions {
  /** Whether requests are kept in `requests`; benches leave it off. */
  readonly isKept?: boolean
  readonly port?: number
  /** Paths that it does not serve, as gateways do that know only part of an API. */
  readonly without?: RegExp
}

export type OnRequest = (request: StubRequest) => StubAction | Promise<StubAction>

export async function startStub(onRequest: OnRequest, options: StubOptions = {}): Promise<Stub> {
  const { isKept = true, port = 0, without } = options
  const requests: StubRequest[] = []
  const sockets = new Set<Socket>()
  let count = 0
  let inFlight = 0
  let peak = 0

  const server = createServer(async (incoming, response) => {
    inFlight++
    peak = Math.max(peak, inFlight)
    response.once('close', () => inFlight--)
    try {
      await serve(incoming, response)
    } catch (error) {
      if (!response.headersSent) response.writeHead(500)
      response.end(String(error))
    }
  })

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(incoming.url ?? '/', 'http://stub').pathname
    const dialect = without?.test(path) ? undefined : dialects.find(one => one.serves(path))
    if (incoming.method === 'GET' && path === '/requests')
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(requests))
    if (dialect === undefined) return void response.writeHead(404).end(`nothing is served at ${path}`)
    const body = JSON.parse(await textIn(incoming)) as Json
    const asked = dialect.read(body, path)
    const number = ++count
    const headers = incoming.headers as Record<string, string>
    const request: StubRequest = { ...asked, api: dialect.api, number, headers, body }
    if (isKept) requests.push(request)
    await act(response, request, await onRequest(request), dialect)
  }

  server.keepAliveTimeout = 60_000
  server.on('connection', socket => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(port, '127.0.0.1', 1024)
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    get count() {
      return count
    },
    get inFlight() {
      return inFlight
    },
    get peak() {
      return peak
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

async function act(response: ServerResponse, request: StubRequest, action: StubAction, dialect: Dialect) {
  if (action.delayMs !== undefined) await sleep(action.delayMs)
  const { status = 200 } = action
  const isStream = request.isStream && status < 300 && action.body === undefined
  const type = isStream ? 'text/event-stream' : 'application/json'
  const pieces = piecesFor(request, action, dialect, isStream)
  if (action.hang && action.cutAfter === undefined) return
  response.writeHead(status, { 'content-type': type, ...action.headers })
  const isPlain = action.dripMs === undefined && action.cutAfter === undefined && action.endAfter === undefined
  if (isPlain) return void response.end(pieces.join(''))
  await deliver(response, pieces, action)
}

function piecesFor(request: StubRequest, action: StubAction, dialect: Dialect, isStream: boolean): readonly string[] {
  const { status = 200, body } = action
  if (body !== undefined) return [typeof body === 'string' ? body : JSON.stringify(body)]
  if (status >= 300) return [JSON.stringify(dialect.error(status, action.text ?? `the stub says ${status}`))]
  const said = saidBy(action, request, request.number)
  return isStream
    ? dialect.events(said, request, request.body)
    : [JSON.stringify(dialect.document(said, request, request.body))]
}

async function deliver(response: ServerResponse, pieces: readonly string[], action: StubAction): Promise<void> {
  let left = action.cutAfter ?? action.endAfter ?? Number.POSITIVE_INFINITY
  response.flushHeaders()
  for (const piece of pieces) {
    const bytes = Buffer.from(piece)
    if (response.destroyed) return
    if (bytes.length >= left) {
      // The cut comes after the bytes before it have left.
      await new Promise<void>(sent => response.write(bytes.subarray(0, left), () => sent()))
      if (action.endAfter !== undefined) response.end()
      else if (!action.hang) response.destroy()
      return
    }
    left -= bytes.length
    response.write(bytes)
    if (action.dripMs !== undefined) await sleep(action.dripMs)
  }
  response.end()
}

async function textIn(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
