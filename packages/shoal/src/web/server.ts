// The server of the live view: the page and its API over HTTP, on this machine only, for whoever knows the token.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReportPage } from '@shoal/base/model/report-page'
import { gathered } from '@shoal/base/text/json-pieces'
import { closeServer, LOOPBACK, listenHere, newToken, untilAborted } from '../run/loopback.ts'
import { shownText } from '../text/gate/shown.ts'
import { shownValue } from '../text/gate/shown-value.ts'
import { ChildRuns } from './actions/child-runs.ts'
import { PlanTurns } from './actions/plan-turns.ts'
import type { ApiContext } from './api-context.ts'
import { errorPage } from './error-page.ts'
import { EVENTS, sendEvents } from './event-stream.ts'
import { Guard } from './guard.ts'
import { PAGE_POLICY } from './page-files.ts'
import { errorAnswer, Refusal } from './refusal.ts'
import { readBody } from './request-body.ts'
import type { Answer, RouteContext } from './route.ts'
import { findRoute } from './router.ts'
import { routes } from './routes.ts'
import { SharedWork } from './shared-work.ts'

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
  /** The same for once only, and a minute, to be told where others may come to see it. */
  onceUrl(): string
}

/** A browser keeps four, however many of its tabs look; others listen now and then for a moment. */
const MOST_STREAMS = 100
/** Files that are quoted may change: what was read of them is not kept for long. */
const KEPT_REPORTS = { most: 2, ms: 60_000 }
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
  const plans = new PlanTurns()
  const reports = new SharedWork<ReportPage>({ ...KEPT_REPORTS, now: options.now })
  const serving: Serving = { options, guard, runs, plans, reports, open: new Set(), streams: 0 }
  const server = createServer((request, response) => {
    // Who leaves in the middle of an answer has done nothing wrong.
    response.on('error', () => {})
    answer(serving, request, response).catch(error => answerError(serving, request, response, error))
  })
  const root = `http://${LOOPBACK}:${await listenHere(server, options.port)}/`
  const url = `${root}?token=${encodeURIComponent(guard.token)}`
  options.onListening?.({ url, onceUrl: () => `${root}?ticket=${guard.issueTicket()}` })
  await untilAborted(options.signal)
  for (const request of serving.open) request.abort()
  await Promise.all([closeServer(server), runs.close(GRACE_MS)])
}

interface Serving extends Pick<RouteContext, 'runs' | 'plans' | 'reports'> {
  readonly options: ServeOptions
  readonly guard: Guard
  /** Requests under way. */
  readonly open: Set<AbortController>
  /** How many of them are streams. */
  streams: number
}

async function answer(serving: Serving, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { options, guard, runs, plans, reports, open } = serving
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
  const url = addressOf(request)
  guard.checkNames(request)
  const ticket = url.pathname === '/' ? url.searchParams.get('ticket') : null
  if (ticket !== null && request.method === 'GET' && guard.redeem(ticket)) {
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
  // Who left before this was listened for is not heard of again.
  if (response.destroyed) gone.abort()
  const { signal } = gone
  const lastEventId = request.headersDistinct['last-event-id']?.[0] ?? null
  try {
    const context = { ...options, signal, runs, plans, reports, token: guard.token }
    const answered = await route.answer(context, { parts, query: url.searchParams, body, lastEventId })
    if (!('events' in answered)) await send(response, answered)
    else if (request.method === 'HEAD') response.writeHead(200, EVENTS).end()
    else await stream(serving, response, { ...answered, signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

async function stream(serving: Serving, response: ServerResponse, { events, ...how }: Streamed): Promise<void> {
  if (serving.streams >= MOST_STREAMS)
    throw new Refusal(
      503,
      'too-many-streams',
      `this server has ${MOST_STREAMS} streams open, which is the most it keeps`,
      'close pages of it that nobody looks at',
      { 'retry-after': '10' },
    )
  serving.streams++
  try {
    await sendEvents(response, events, how)
  } finally {
    serving.streams--
  }
}

type Streamed = Extract<Answer, { readonly events: unknown }> & { readonly signal: AbortSignal }

function answerError({ options }: Serving, request: IncomingMessage, response: ServerResponse, error: unknown): void {
  const { status, headers, body } = errorAnswer(error, request.method ?? 'GET')
  if (status === 500) options.note(shownText(said(error)))
  if (response.headersSent || response.destroyed) return void response.destroy()
  // What it still sends is not waited for.
  const close = request.complete ? {} : { connection: 'close' }
  const answered = wantsPage(request) ? errorPage(body.error) : { json: body, headers: {} }
  void send(response, { status, ...answered, headers: { ...answered.headers, ...headers, ...close } })
}

/** Somebody opened an address in a browser: from a bookmark, say, after a restart has changed the token. */
function wantsPage({ method, headers, url = '' }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return /^\/(?!api(?:[/?]|$))/.test(url) || (headers.accept ?? '').includes('text/html')
}

function said(error: unknown): string {
  if (error instanceof Refusal) return `${error.message} — ${error.advice}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
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
    if (response.req.method === 'HEAD') return void response.end()
    return await pipeline(Readable.from(gathered(answered.pieces)), response)
  }
  const isJson = 'json' in answered
  const bytes = Buffer.from(isJson ? JSON.stringify(shownValue(answered.json)) : answered.text)
  response.writeHead(status, {
    'content-type': isJson ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
    'content-length': bytes.length,
    ...headers,
  })
  response.end(bytes)
}
