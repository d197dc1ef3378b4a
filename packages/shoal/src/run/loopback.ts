// Servers for this machine only. A page in a browser can reach their port, under any name that it has pointed here: so the
// names that a request comes with are checked, and a token.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ShoalError, toShoalError } from '@shoal/base/model/errors'

export const LOOPBACK = '127.0.0.1'

export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

type Named = Pick<IncomingMessage, 'headersDistinct'> & {
  readonly socket: Pick<IncomingMessage['socket'], 'localPort'>
}

/**
 * What is wrong with the names in the request; null when nothing is. The only Host is the address that the server is bound to;
 * the only Origin is a page of that very address, for other servers of this machine have pages too. Programs send none.
 */
export function wrongName({ headersDistinct, socket }: Named): 'Host' | 'Origin' | null {
  // Of two, others may have gone by the other one.
  const [host, ...hosts] = headersDistinct.host ?? []
  if (host === undefined || hosts.length > 0 || !hostsOf(socket.localPort).includes(host.toLowerCase())) return 'Host'
  const origins = headersDistinct.origin ?? []
  return origins.every(origin => origin === `http://${host.toLowerCase()}`) && origins.length < 2 ? null : 'Origin'
}

/** The port of a browser's http is left out. */
function hostsOf(port: number | undefined): string[] {
  return [LOOPBACK, 'localhost'].flatMap(name => [`${name}:${port}`, ...(port === 80 ? [name] : [])])
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
