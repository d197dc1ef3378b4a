// The server of the live view: the page and its API over HTTP, on this machine only, for whoever knows the token.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { closeServer, LOOPBACK, listenHere, newToken, untilAborted } from '../run/loopback.ts'
import { ChildRuns } from './actions/child-runs.ts'
import type { ApiContext } from './api-context.ts'
import { sendEvents } from './event-stream.ts'
import { Guard } from './guard.ts'
import { PAGE_POLICY } from './page-files.ts'
import { errorAnswer, Refusal } from './refusal.ts'
import { readBody } from './request-body.ts'
import type { Answer } from './route.ts'
import { findRoute } from './router.ts'
import { routes } from './routes.ts'

export interface ServeOptions extends ApiContext {
  /** 0 for a free one. */
  readonly port: number
  /** Made up when there is none. */
  readonly token: string | undefined
  /** Options of the command line that runs started from here are given as well: `--no-config`. */
  readonly flags: readonly string[]
  note(line: string): void
  /** Hears where it listens. */
  onListening?(address: ServedAddress): void
}

export interface ServedAddress {
  /** With the token. */
  readonly url: string
  /** The same for once only, to be told where others can see it. */
  readonly onceUrl: string
}

/** What runs get to end in, once nobody waits for them any more. */
const GRACE_MS = 10_000

/** On everything: the token is in the address, so nobody else may learn that, keep it or frame it. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': PAGE_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** Resolves when `signal` is aborted, the last connection is closed and the runs started from here have stopped. */
export async function serveLive(options: ServeOptions): Promise<void> {
  const guard = new Guard(options.token || newToken())
  const runs = new ChildRuns(options)
  const serving: Serving = { options, guard, runs, open: new Set() }
  const server = createServer((request, response) => {
    // Who leaves in the middle of an answer has done nothing wrong.
    response.on('error', () => {})
    answer(serving, request, response).catch(error => answerError(serving, request, response, error))
  })
  const root = `http://${LOOPBACK}:${await listenHere(server, options.port)}/`
  const url = `${root}?token=${encodeURIComponent(guard.token)}`
  options.onListening?.({ url, onceUrl: `${root}?ticket=${guard.issueTicket()}` })
  await untilAborted(options.signal)
  for (const request of serving.open) request.abort()
  await Promise.all([closeServer(server), runs.close(GRACE_MS)])
}

interface Serving {
  readonly options: ServeOptions
  readonly guard: Guard
  readonly runs: ChildRuns
  /** Requests under way. */
  readonly open: Set<AbortController>
}

async function answer(serving: Serving, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { options, guard, runs, open } = serving
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
  const url = addressOf(request)
  guard.checkNames(request)
  const ticket = url.pathname === '/' ? url.searchParams.get('ticket') : null
  if (ticket !== null && guard.redeem(ticket)) {
    const location = `/?token=${encodeURIComponent(guard.token)}`
    return await send(response, { status: 303, headers: { location }, text: '' })
  }
  guard.checkToken(request, url)
  const { route, parts } = findRoute(routes, request.method ?? 'GET', url.pathname)
  const body = route.method === 'POST' ? await readBody(request) : null
  const gone = new AbortController()
  open.add(gone)
  response.once('close', () => {
    open.delete(gone)
    gone.abort()
  })
  const { signal } = gone
  const lastEventId = request.headersDistinct['last-event-id']?.[0] ?? null
  try {
    const context = { ...options, signal, runs, token: guard.token }
    const answered = await route.answer(context, { parts, query: url.searchParams, body, lastEventId })
    if ('events' in answered) await sendEvents(response, answered.events, { signal, idOf: answered.idOf })
    else await send(response, answered)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

function answerError({ options }: Serving, request: IncomingMessage, response: ServerResponse, error: unknown): void {
  const { status, headers, body } = errorAnswer(error, request.method ?? 'GET')
  if (status === 500) options.note(error instanceof Error ? (error.stack ?? error.message) : String(error))
  if (response.headersSent || response.destroyed) return void response.destroy()
  // What it still sends is not waited for.
  const close = request.complete ? {} : { connection: 'close' }
  void send(response, { status, headers: { ...headers, ...close }, json: body })
}

function addressOf({ url = '/' }: IncomingMessage): URL {
  const given = `http://${LOOPBACK}${url}`
  if (url.startsWith('/') && URL.canParse(given)) return new URL(given)
  throw new Refusal(400, 'bad-address', 'the address is not written as addresses are', 'ask for a path')
}

async function send(response: ServerResponse, answered: Exclude<Answer, { readonly events: unknown }>): Promise<void> {
  const { status = 200, headers = {} } = answered
  if ('pieces' in answered) {
    response.writeHead(status, headers)
    return await pipeline(Readable.from(answered.pieces), response)
  }
  const isJson = 'json' in answered
  const bytes = Buffer.from(isJson ? JSON.stringify(answered.json) : answered.text)
  response.writeHead(status, {
    'content-type': isJson ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
    'content-length': bytes.length,
    ...headers,
  })
  response.end(bytes)
}
