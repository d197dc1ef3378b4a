// A server of the live view whose runs are made up: what it answers, and when it answers nobody, is up to the test.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LiveRun, LiveTask } from '@shoal/base/model/live'
import { builtFile } from '../../shoal/src/run/report-page/bundle.ts'
import { pageHtml } from '../../shoal/src/web/page-files.ts'
import { assertBuilt } from '../../shoal/tests/cli/built-bin.ts'

/** What is answered at an address below `/api/`. */
export type Answers = Readonly<Record<string, (query: URLSearchParams) => unknown>>

export interface MadeLiveServer {
  at(hash: string): string
  /** Of what it answers; a Refused is one. Streams tell what is read at the address without `/events`, once, and stay open. */
  answers: Answers
  /** Breaks all connections off, and takes no more until it is back. */
  isDown: boolean
  /** Streams are opened and broken off. */
  isMute: boolean
  /** Breaks off what is open. */
  cut(): void
  close(): Promise<void>
}

export class Refused {
  constructor(
    readonly status: number,
    readonly message: string,
  ) {}
}

export async function startMadeLive(answers: Answers): Promise<MadeLiveServer> {
  assertBuilt()
  const made = { answers, isDown: false, isMute: false }
  const server = createServer(async ({ url, socket }, response) => {
    if (made.isDown) return void socket.destroy()
    const { pathname, searchParams } = new URL(url!, 'http://here')
    if (pathname === '/') return send(response, 'text/html', pageHtml('made-up'))
    if (pathname === '/live.js') return send(response, 'text/javascript', await builtFile('live.js'))
    if (pathname === '/live.css') return send(response, 'text/css', await builtFile('live.css'))
    const path = decodeURIComponent(pathname.slice('/api/'.length))
    if (!path.endsWith('events')) return answer(response, made.answers[path]?.(searchParams))
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    if (made.isMute) return void response.write('\n', () => socket.destroy())
    const value = made.answers[path.replace(/\/?events$/, '') || 'runs']?.(searchParams)
    response.write(`data: ${JSON.stringify(value)}\n\n`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}/?token=made-up`
  return Object.assign(made, {
    at: (hash: string) => root + hash,
    cut: () => server.closeAllConnections(),
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  })
}

function answer(response: ServerResponse, value: unknown): void {
  const refused = value instanceof Refused ? value : value === undefined ? new Refused(404, 'nothing is there') : null
  response.statusCode = refused?.status ?? 200
  const error = refused && { code: 'made-up', message: refused.message, advice: 'try again' }
  send(response, 'application/json', JSON.stringify(error ? { error } : value))
}

function send(response: ServerResponse, type: string, body: string | Buffer): void {
  response.setHeader('content-type', `${type}; charset=utf-8`)
  response.end(body)
}

/** A run that is over. */
export function madeRun(run: string, part: Partial<LiveRun> = {}): LiveRun {
  const tasks = part.taskList ?? []
  return {
    run,
    pattern: 'analyze',
    status: 'completed',
    reason: null,
    query: null,
    paths: ['data'],
    engine: 'anthropic:claude-haiku-4-5',
    tasks: {
      total: tasks.length,
      ready: 0,
      blocked: 0,
      awaitingApproval: 0,
      inProgress: 0,
      completed: tasks.length,
      failed: 0,
      skipped: 0,
    },
    startedAt: 1_700_000_000_000,
    endedAt: 1_700_000_060_000,
    tookMs: 60_000,
    tookIsLeast: false,
    waitedMs: 0,
    hasReport: false,
    cursor: 1,
    now: 1_700_000_100_000,
    stages: [{ title: 'Read', tasks: tasks.length, done: tasks.length, failed: 0, working: 0 }],
    taskList: tasks,
    members: [],
    findings: [],
    findingCount: 0,
    messages: [],
    budgets: [],
    progress: null,
    calls: null,
    canStop: false,
    canResume: false,
    ...part,
  }
}

/** A task that is done. */
export function madeTask(id: string): LiveTask {
  return {
    id,
    stage: 0,
    subject: `Read ${id}`,
    activeForm: null,
    status: 'completed',
    isReady: false,
    owner: 'reader',
    blockedBy: [],
    approval: null,
    contentType: 'log',
    path: null,
    startLine: null,
    endLine: null,
    bytes: null,
    tokens: null,
    attempts: 1,
    summary: 'done',
    reason: null,
    claimedAt: 1_700_000_000_000,
    endedAt: 1_700_000_010_000,
  }
}
