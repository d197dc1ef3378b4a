// The server over stdin and stdout, as clients start it. stdout carries the protocol and nothing else.
import type { Readable, Writable } from 'node:stream'
import type { McpServerFactory } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'

export interface StdioOptions {
  readonly stdin: Readable
  readonly stdout: Writable
  readonly signal: AbortSignal
  note(line: string): void
}

/** Resolves when the client has gone, or `signal` is aborted. */
export async function serveOverStdio(factory: McpServerFactory, options: StdioOptions): Promise<void> {
  const { stdin, stdout, signal, note } = options
  // Every answer that waits for a slow client listens for room: that is no leak.
  stdout.setMaxListeners(0)
  const transport = new Wire(stdin, stdout)
  const serving = serveStdio(factory, { transport, onerror: error => note(error.message) })
  const stop = () => void serving.close()
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  await transport.ended
  signal.removeEventListener('abort', stop)
  await serving.close()
}

/** One that says when it is over, whoever ended it. */
class Wire extends StdioServerTransport {
  private end: () => void = () => {}
  readonly ended = new Promise<void>(resolve => {
    this.end = resolve
  })

  override async close(): Promise<void> {
    await super.close()
    this.end()
  }
}
