// The proxy that the environment names for a provider, as curl and Go read these variables, and the way through it: a tunnel for
// https, whole URLs for http. Node 20 has none of its own. User name and password of a proxy are sent to it and never shown.
import { type ClientRequestArgs, Agent as PlainAgent, request as requestPlainly } from 'node:http'
import { type RequestOptions, request as requestSecurely, Agent as SecureAgent } from 'node:https'
import { BlockList, isIP, type Socket } from 'node:net'
import { connect as secure } from 'node:tls'
import { ShoalError } from '@shoal/base/model/errors'
import type { Environment } from '@shoal/base/model/provider'
import { decodedUri } from '@shoal/base/text/paths'

export interface HttpProxy {
  readonly url: URL
  /** The variable that names it. */
  readonly variable: string
}

/** What went wrong on the way to the proxy or at it: the provider has seen nothing. */
export class ProxyFault extends Error {
  override readonly name = 'ProxyFault'
  readonly proxy: HttpProxy
  /** What it answered; null if it did not. */
  readonly status: number | null

  constructor(proxy: HttpProxy, status: number | null, why: string) {
    super(why)
    this.proxy = proxy
    this.status = status
  }
}

/** Null when the place is reached directly, as everything on this machine is. Throws `bad-value`. */
export function proxyFor(target: URL, env: Environment): HttpProxy | null {
  if (isLoopback(target) || isSpared(target, env.no_proxy ?? env.NO_PROXY ?? '')) return null
  const scheme = target.protocol === 'https:' ? 'https' : 'http'
  const names = [`${scheme}_proxy`, `${scheme.toUpperCase()}_PROXY`, 'all_proxy', 'ALL_PROXY']
  const variable = names.find(name => env[name]?.trim())
  if (variable === undefined) return null
  const text = env[variable]!.trim()
  const whole = /^[a-z][\w+.-]*:\/\//i.test(text) ? text : `http://${text}`
  if (/^https?:/i.test(whole) && URL.canParse(whole)) return { url: new URL(whole), variable }
  // It is not shown: it may hold a password.
  throw new ShoalError('bad-value', `${variable} is not the URL of a proxy that starts with http:// or https://`, {
    detail: variable,
  })
}

/** For people: without user name and password. */
export function shownProxy({ url, variable }: HttpProxy): string {
  return `${url.origin} (${variable})`
}

/** What a request to `target` is made with: nothing special, a tunnel, or another host that is told the whole URL. */
export function routeTo(
  target: URL,
  proxy: HttpProxy | null,
  timeoutMs: number,
): { readonly agents: Agents; readonly throughProxy: ClientRequestArgs | null } {
  const plain = new PlainAgent({ keepAlive: true })
  if (proxy !== null && target.protocol === 'https:')
    return { agents: { plain, secure: new TunnelAgent(proxy, timeoutMs) }, throughProxy: null }
  const agents = { plain, secure: new SecureAgent({ keepAlive: true }) }
  return { agents, throughProxy: proxy === null ? null : placeOf(proxy.url) }
}

export interface Agents {
  readonly plain: PlainAgent
  readonly secure: SecureAgent
}

/** The `Proxy-Authorization` that the URL of a proxy holds. */
export function proxyHeaders({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {}
  const pair = `${decodedUri(username)}:${decodedUri(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` }
}

/** Connections to servers behind the proxy, kept alive like any other. */
class TunnelAgent extends SecureAgent {
  constructor(
    private readonly proxy: HttpProxy,
    private readonly timeoutMs: number,
  ) {
    super({ keepAlive: true })
  }

  override createConnection(asked: RequestOptions, callback?: unknown): undefined {
    const options = asked as TunnelOptions
    const done = callback as (error: Error | null, socket?: Socket) => void
    const { proxy, timeoutMs } = this
    const target = `${options.host.includes(':') ? `[${options.host}]` : options.host}:${options.port}`
    const send = proxy.url.protocol === 'https:' ? requestSecurely : requestPlainly
    const headers = { host: target, ...proxyHeaders(proxy.url) }
    const request = send({ ...placeOf(proxy.url), method: 'CONNECT', path: target, headers, agent: false })
    const fail = (status: number | null, why: string) => done(new ProxyFault(proxy, status, why))
    request.setTimeout(timeoutMs, () => request.destroy(new Error('nothing was heard of it')))
    request.once('error', (error: NodeJS.ErrnoException) => fail(null, error.message || String(error.code)))
    // Whatever it answers: that there is a tunnel, or that there is none.
    request.once('connect', ({ statusCode = 0, statusMessage = '' }, socket) => {
      socket.setTimeout(0)
      if (statusCode >= 200 && statusCode < 300) return done(null, secure({ ...options, socket }))
      socket.destroy()
      fail(statusCode, statusMessage)
    })
    request.end()
  }
}

interface TunnelOptions {
  readonly host: string
  readonly port: number
}

function placeOf({ protocol, hostname, port }: URL): { protocol: string; host: string; port: number } {
  return {
    protocol,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
  }
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127\./.test(hostname)
}

/** `NO_PROXY`: names with all that is below them, addresses, networks, each perhaps with a port; `*` for all. */
function isSpared({ hostname, port, protocol }: URL, list: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  const at = port || (protocol === 'https:' ? '443' : '80')
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some(entry => {
      if (entry === '*') return true
      if (entry.includes('/')) return isInside(host, entry)
      const [, name = entry, only] = /^(\[[^\]]*\]|[^:]*):(\d+)$/.exec(entry) ?? []
      if (only !== undefined && only !== at) return false
      const bare = name.replace(/^\*?\.|^\[|\]$/g, '')
      return bare !== '' && (host === bare || (isIP(host) === 0 && host.endsWith(`.${bare}`)))
    })
}

function isInside(host: string, network: string): boolean {
  const [address = '', bits = ''] = network.split('/')
  const family = isIP(address)
  if (family === 0 || isIP(host) !== family || !/^\d{1,3}$/.test(bits)) return false
  const kind = family === 4 ? 'ipv4' : 'ipv6'
  if (Number(bits) > (family === 4 ? 32 : 128)) return false
  const list = new BlockList()
  list.addSubnet(address, Number(bits), kind)
  return list.check(host, kind)
}
