// HTTP in the shape of `fetch` for the provider packages. Unlike Node's own it follows no redirect (the key would travel
// along), gives up after a silence of any length one likes, and opens as many connections as there are calls at a time.
import { setMaxListeners } from 'node:events'
import { type IncomingMessage, request as requestPlainly } from 'node:http'
import { request as requestSecurely } from 'node:https'
import type { Connection } from '@shoal/base/model/provider'
import { type Agents, type HttpProxy, ProxyFault, proxyFor, proxyHeaders, routeTo } from './proxy.ts'
import { rateHeaders } from './rate-limit-headers.ts'

/** Nothing was heard for so long that the call is given up. */
export class Silence extends Error {
  override readonly name = 'Silence'
}

/** The call was ended before a byte of it could leave: nobody has seen it, and it costs nothing. */
export class NeverSent extends Error {
  override readonly name = 'NeverSent'
}

/** A call that goes on and on, a few bytes at a time, may take so many times the silence that is allowed. */
const CEILING = 10

/** Node's timers overflow beyond, and fire at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1

/** No reply of a model is as long as this. */
const MOST_BYTES = 64 * 2 ** 20

/**
 * Takes what the provider packages pass: a URL below that of the provider, headers as an object, a body of text, a signal. Throws
 * `bad-value` when the environment names a proxy that is none.
 */
export function fetchFor({ url: place, env, timeoutMs, onRates }: Connection): typeof fetch {
  const proxy = proxyFor(new URL(place!), env)
  const means = { timeoutMs, proxy, ...routeTo(new URL(place!), proxy, timeoutMs) }
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const response = await exchange(url, init, means)
    if (response.status === 407 && proxy !== null) throw new ProxyFault(proxy, 407, response.statusText)
    answered.add(url.origin)
    const news = rateHeaders(response.headers)
    if (news !== null) onRates(news)
    return response
  }
}

/** Servers that have said anything at all in this process. */
const answered = new Set<string>()

/** A server that was there may be starting again; one that never was may have another address. */
export function hasAnswered(url: string): boolean {
  return answered.has(new URL(url).origin)
}

interface Means {
  readonly timeoutMs: number
  readonly proxy: HttpProxy | null
  readonly agents: Agents
  /** Who is told the whole URL, in place of the host in it. */
  readonly throughProxy: ReturnType<typeof routeTo>['throughProxy']
}

/**
 * A server may close a connection that has lain idle just as it is used again: then the request was not read, and is sent
 * once more on another connection. It was no attempt: nobody has seen it.
 */
async function exchange(url: URL, init: RequestInit, means: Means): Promise<Response> {
  try {
    return await send(url, init, means)
  } catch (error) {
    if (!(error instanceof StaleConnection)) throw error
    return await exchange(url, init, means)
  }
}

class StaleConnection extends Error {}

const CLOSED = ['ECONNRESET', 'EPIPE']

/** A request by the way that `routeTo` gives; it is not sent yet. */
export function requestFor(url: URL, init: RequestInit, { agents, proxy, throughProxy }: Means) {
  const headers = Object.fromEntries(new Headers(init.headers))
  const options = { method: init.method ?? 'GET', headers }
  if (proxy === null || throughProxy === null)
    return url.protocol === 'https:'
      ? requestSecurely(url, { ...options, agent: agents.secure })
      : requestPlainly(url, { ...options, agent: agents.plain })
  const path = `${url.origin}${url.pathname}${url.search}`
  const told = {
    ...throughProxy,
    ...options,
    path,
    headers: { ...headers, host: url.host, ...proxyHeaders(proxy.url) },
  }
  return throughProxy.protocol === 'https:'
    ? requestSecurely({ ...told, agent: agents.secure })
    : requestPlainly({ ...told, agent: agents.plain })
}

function send(url: URL, init: RequestInit, means: Means): Promise<Response> {
  const { timeoutMs, proxy, throughProxy } = means
  const { signal } = init
  if (signal?.aborted) throw new NeverSent()
  return new Promise((resolve, reject) => {
    const request = requestFor(url, init, means)
    let answer: IncomingMessage | null = null
    // A request that has its answer would swallow the error: then the answer is what must fail.
    const giveUp = (error: Error) => (answer ?? request).destroy(error)
    const isConnected = () => request.socket !== null && !request.socket.connecting
    const onAbort = () => giveUp(isConnected() ? asError(signal?.reason) : new NeverSent())
    const giveUpAfter = (ms: number, why: string) =>
      setTimeout(() => giveUp(new Silence(`${why} ${inSeconds(ms)}`)), Math.min(ms, LONGEST_TIMER_MS))
    const silence = giveUpAfter(timeoutMs, 'nothing was heard for')
    const ceiling = giveUpAfter(timeoutMs * CEILING, 'it was not done after')
    if (signal) {
      // Many calls may hang on one signal, and that is no leak.
      setMaxListeners(0, signal)
      signal.addEventListener('abort', onAbort, { once: true })
    }
    request.once('close', () => {
      clearTimeout(silence)
      clearTimeout(ceiling)
      signal?.removeEventListener('abort', onAbort)
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = request.reusedSocket && answer === null && CLOSED.includes(error.code ?? '')
      if (isStale) return reject(new StaleConnection())
      const isUnreached =
        proxy !== null && throughProxy !== null && /^(?:connect|getaddrinfo)$/.test(error.syscall ?? '')
      reject(isUnreached ? new ProxyFault(proxy, null, error.message || String(error.code)) : error)
    })
    request.once('response', incoming => {
      answer = incoming
      silence.refresh()
      try {
        resolve(asResponse(incoming, () => silence.refresh()))
      } catch (error) {
        // A status or a header that no honest server sends.
        reject(error)
        incoming.destroy()
      }
    })
    request.end(init.body as string | undefined)
  })
}

/** Statuses whose responses have no body. */
const EMPTY = [204, 205, 304]

function asResponse(incoming: IncomingMessage, onBytes: () => void): Response {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(incoming.headersDistinct)) {
    for (const value of values) headers.append(name, value)
  }
  const { statusCode: status = 0, statusMessage: statusText = '' } = incoming
  const body = bodyOf(incoming, onBytes)
  return new Response(EMPTY.includes(status) ? null : body, { status, statusText, headers })
}

function bodyOf(incoming: IncomingMessage, onBytes: () => void): ReadableStream<Uint8Array> {
  let bytes = 0
  return new ReadableStream({
    start(controller) {
      incoming.on('data', (chunk: Buffer) => {
        onBytes()
        bytes += chunk.length
        if (bytes > MOST_BYTES) incoming.destroy(new Error('it answers without end'))
        else controller.enqueue(chunk)
      })
      incoming.on('error', error => controller.error(error))
      incoming.once('end', () => controller.close())
    },
    cancel: () => void incoming.destroy(),
  })
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new DOMException('aborted', 'AbortError')
}

/** For people: `0.3 s`. */
export function inSeconds(ms: number): string {
  return `${(ms / 1000).toLocaleString('en-US')} s`
}
