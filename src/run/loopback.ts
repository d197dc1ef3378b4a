// Servers for this machine only. A page in a browser can reach their port, under any name that it has pointed here: so the
// names that a request comes with are checked, and a token.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ShoalError, toShoalError } from '../model/errors.ts'

export const LOOPBACK = '127.0.0.1'

export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is wrong with the names in the request; null when nothing is. */
export function wrongName({ headers, headersDistinct }: IncomingMessage): 'Host' | 'Origin' | null {
  // Of two, others may have gone by the other one.
  if (headersDistinct.host?.length !== 1 || !isLocal(`http://${headers.host}`)) return 'Host'
  return headers.origin === undefined || isLocal(headers.origin) ? null : 'Origin'
}

function isLocal(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname, username, password, pathname, search, hash } = new URL(origin)
  return (
    protocol === 'http:' &&
    username + password + search + hash === '' &&
    pathname === '/' &&
    [LOOPBACK, 'localhost'].includes(hostname)
  )
}

/** The token in the header; null when there is none. */
export function bearerToken({ headers }: IncomingMessage): string | null {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null
}

/** Digests have one length, so the time it takes tells nothing. */
export function isSameToken(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}

/** The port it listens at: `port`, or a free one for 0. */
export async function listenHere(server: Server, port: number): Promise<number> {
  checkPort(port)
  server.listen(port, LOOPBACK)
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', error => reject(cannotListen(port, error)))
  })
  return (server.address() as AddressInfo).port
}

export function checkPort(port: number): void {
  if (port > 65_535)
    throw new ShoalError('bad-value', `--port must be at most 65535; it is ${port}`, { detail: '--port' })
}

function cannotListen(port: number, error: NodeJS.ErrnoException): ShoalError {
  if (error.code !== 'EADDRINUSE') return toShoalError(error)
  return new ShoalError('bad-value', `port ${port} is taken`, {
    detail: '--port',
    advice: 'choose another, or none for a free one',
  })
}

export async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
}

/** Whoever is still connected is sent away. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>(resolve => server.close(() => resolve()))
  server.closeAllConnections()
  await closed
}
