// Clients of the protocol before 2026-07-28 over HTTP: each has a session, so that its calls can be taken back and it can
// be asked for its roots.
import { randomUUID } from 'node:crypto'
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type McpServer,
  type McpServerFactory,
  type RequestId,
  type Server,
  WebStandardStreamableHTTPServerTransport as Transport,
} from '@modelcontextprotocol/server'

export interface SessionOptions {
  /** Sessions at a time. One that is idle makes room for a new one. */
  readonly most: number
  /** A session without a request or an open stream ends after so long. */
  readonly idleMs: number
  readonly mostBytesOfRequest: number
  note(line: string): void
}

interface Session {
  readonly server: McpServer | Server
  readonly transport: Transport
  /** Requests under way, and streams that the client listens to. Held here, for a signal dies with its request. */
  readonly open: Set<Request>
  usedAt: number
}

export class HttpSessions {
  private readonly sessions = new Map<string, Session>()
  private readonly sweeping: NodeJS.Timeout

  constructor(
    private readonly factory: McpServerFactory,
    private readonly options: SessionOptions,
  ) {
    this.sweeping = setInterval(() => this.endIdle(), options.idleMs / 4).unref()
  }

  /** The signal of the request must be aborted when its answer has been sent, or its client has gone before. */
  async fetch(request: Request): Promise<Response> {
    const id = request.headers.get('mcp-session-id')
    if (id === null) return await this.begin(request)
    const session = this.sessions.get(id)
    return session ? await during(session, request) : refusal(404, -32_001, 'there is no such session; initialize one')
  }

  async close(): Promise<void> {
    clearInterval(this.sweeping)
    await Promise.all([...this.sessions.values()].map(({ server }) => server.close()))
  }

  private async begin(request: Request): Promise<Response> {
    if (request.method !== 'POST') return refusal(400, -32_000, 'the header Mcp-Session-Id is needed')
    if (this.sessions.size >= this.options.most && !this.longestIdle())
      return refusal(503, -32_000, 'there are too many sessions; end one with DELETE')
    const { mostBytesOfRequest, note } = this.options
    const server = await this.factory({ era: 'legacy', requestInfo: request })
    const transport = new Transport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: mostBytesOfRequest,
      onsessioninitialized: id => {
        if (this.sessions.size >= this.options.most) void this.longestIdle()?.server.close()
        this.sessions.set(id, session)
      },
    })
    const session = { server, transport, open: new Set<Request>(), usedAt: performance.now() }
    transport.onclose = () => void this.sessions.delete(transport.sessionId ?? '')
    transport.onerror = error => note(error.message)
    endCallsInTime(transport)
    await server.connect(transport)
    const response = await during(session, request)
    // What is no `initialize` has been refused.
    if (transport.sessionId === undefined) await server.close()
    return response
  }

  private longestIdle(): Session | undefined {
    const idle = [...this.sessions.values()].filter(({ open }) => open.size === 0)
    return idle.sort((a, b) => a.usedAt - b.usedAt)[0]
  }

  private endIdle(): void {
    const before = performance.now() - this.options.idleMs
    for (const { server, open, usedAt } of this.sessions.values())
      if (open.size === 0 && usedAt < before) void server.close()
  }
}

async function during(session: Session, request: Request): Promise<Response> {
  session.open.add(request)
  const end = () => {
    session.open.delete(request)
    session.usedAt = performance.now()
  }
  request.signal.addEventListener('abort', end, { once: true })
  return await session.transport.handleRequest(request)
}

/**
 * The transport leaves the stream of a cancelled call open, and a call whose client has gone running: neither is of use, for
 * nothing is kept that a client could come back for.
 */
function endCallsInTime(transport: Transport): void {
  transport.onmessage = (message, extra) => {
    if (isJSONRPCRequest(message)) {
      const params = { requestId: message.id, reason: 'the client has gone' }
      const cancel = () => transport.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params })
      extra?.request?.signal.addEventListener('abort', cancel, { once: true })
    } else if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled')
      transport.closeSSEStream(message.params?.requestId as RequestId)
  }
}

function refusal(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status })
}
