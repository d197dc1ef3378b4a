// How a worker is watched: /healthz and /metrics, on the loopback only.
import { createServer } from 'node:http'
import { closeServer, listenHere, wrongName } from '../loopback.ts'
import type { WorkerStats } from './stats.ts'

/** A ledger that is not heard of for so long makes it unwell. */
const SILENT_MS = 60_000

export interface Monitor {
  readonly port: number
  close(): Promise<void>
}

export async function openMonitor(stats: WorkerStats, port: number): Promise<Monitor> {
  const server = createServer((request, response) => {
    const answer = (status: number, text: string) =>
      void response.writeHead(status, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text)
    if (wrongName(request) !== null || request.method !== 'GET') return answer(403, 'no\n')
    if (request.url === '/metrics') return answer(200, stats.metrics())
    if (request.url !== '/healthz') return answer(404, 'there is /healthz and /metrics\n')
    const isWell = stats.silence() < SILENT_MS
    answer(isWell ? 200 : 503, isWell ? 'ok\n' : 'the ledger does not answer\n')
  })
  const own = await listenHere(server, port)
  return { port: own, close: () => closeServer(server) }
}
