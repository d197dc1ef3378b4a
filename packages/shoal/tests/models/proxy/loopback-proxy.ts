// A proxy on the loopback: tunnels by CONNECT, and forwards requests with whole URLs. Wherever they were to go, they come to `port`; what
// comes through a tunnel is taken for TLS, with a certificate for the names of the providers.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { createServer as createSecureServer } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

export const CERTIFICATE = fileURLToPath(new URL('cert.pem', import.meta.url))

export interface LoopbackProxy {
  readonly port: number
  /** `CONNECT host:port` or the URL, in the order of arrival. */
  readonly asked: readonly string[]
  readonly credentials: readonly (string | undefined)[]
}

/** `answers`: a status in place of what was asked for. */
export async function startProxy(port: number, answers: number | null = null): Promise<LoopbackProxy> {
  const asked: string[] = []
  const credentials: (string | undefined)[] = []
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
  }
  const secure = createSecureServer({
    key: readFileSync(new URL('key.pem', import.meta.url)),
    cert: readFileSync(CERTIFICATE),
  })
  secure.on('secureConnection', socket => {
    keep(socket)
    const inner = connect(port, '127.0.0.1')
    keep(inner)
    socket.pipe(inner).pipe(socket)
  })
  const server = createServer((incoming, response) => {
    asked.push(incoming.url!)
    credentials.push(incoming.headers['proxy-authorization'])
    if (answers !== null) return void response.writeHead(answers).end('<html>no</html>')
    const { pathname, search } = new URL(incoming.url!)
    const { 'proxy-authorization': _, ...headers } = incoming.headers
    const onward = request({ port, host: '127.0.0.1', method: incoming.method, path: pathname + search, headers })
    onward.once('response', answer => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    incoming.pipe(onward)
  })
  server.on('connect', (incoming, socket: Socket) => {
    asked.push(`CONNECT ${incoming.url}`)
    credentials.push(incoming.headers['proxy-authorization'])
    if (answers !== null) return void socket.end(`HTTP/1.1 ${answers} No\r\ncontent-length: 2\r\n\r\nno`)
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    secure.emit('connection', socket)
  })
  server.on('connection', keep)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return { port: (server.address() as AddressInfo).port, asked, credentials }
}
