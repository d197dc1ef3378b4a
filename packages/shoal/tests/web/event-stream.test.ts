// Streams of events over a real connection: what is written, in which pace, and how they end.
import { once } from 'node:events'
import { createServer, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { eventually } from '../../../../tests/patience.ts'
import { type StreamOptions, sendEvents } from '../../src/web/event-stream.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
})

interface Streamed {
  readonly response: import('node:http').IncomingMessage
  readonly text: () => string
  leave(): void
  readonly ended: Promise<unknown>
}

async function stream(
  values: (signal: AbortSignal, sending: ServerResponse) => AsyncIterable<unknown>,
  options: Omit<StreamOptions, 'signal'> = {},
  { reads = true, leave = new AbortController() } = {},
): Promise<Streamed> {
  let ended: Promise<unknown> = Promise.resolve()
  const server = createServer((_, response) => {
    response.once('close', () => leave.abort())
    ended = sendEvents(response, values(leave.signal, response), { signal: leave.signal, ...options }).catch(
      error => error,
    )
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sent = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
  sent.on('error', () => {})
  sent.end()
  const [response] = await once(sent, 'response')
  let text = ''
  if (reads)
    response.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
  return { response, text: () => text, leave: () => sent.destroy(), ended }
}

async function* of(...values: unknown[]) {
  yield* values
}

async function* waiting(signal: AbortSignal) {
  yield { first: true }
  await sleep(60_000, undefined, { signal })
}

describe('a stream of events', () => {
  it('begins at once, gives each value as one message, and says when there is no more', async () => {
    const { response, text, ended } = await stream(() => of({ cursor: 3, a: 'x\ny' }, { cursor: 5 }), {
      idOf: value => (value as { cursor: number }).cursor,
    })
    expect(response.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    await once(response, 'end')
    expect(await ended).toBeUndefined()
    expect(text()).toBe(
      'retry: 1000\n\nid: 3\ndata: {"cursor":3,"a":"x\\ny"}\n\nid: 5\ndata: {"cursor":5}\n\nevent: gone\ndata: null\n\n',
    )
  })

  it('beats while nothing happens', async () => {
    const { text, leave } = await stream(waiting, { beatMs: 20 })
    await eventually(() => expect(text().match(/^:$/gm)?.length).toBeGreaterThan(3))
    expect(text()).toMatch(/^retry: 1000\n\ndata: \{"first":true\}\n\n(:\n\n)+$/)
    leave()
  })

  it('ends when the client leaves, and takes nothing further', async () => {
    let isClosed = false
    async function* endless(signal: AbortSignal) {
      try {
        yield* waiting(signal)
      } finally {
        isClosed = true
      }
    }
    const { response, leave, ended } = await stream(endless)
    await once(response, 'data')
    leave()
    expect(await ended).toBeUndefined()
    expect(isClosed).toBe(true)
  })

  it('ends without a last word when the server does', async () => {
    const server = new AbortController()
    const { response, text } = await stream(waiting, {}, { leave: server })
    await eventually(() => expect(text()).toContain('first'))
    server.abort()
    await once(response, 'end')
    expect(text()).not.toContain('gone')
  })

  it('asks for no more than the client takes', async () => {
    const asked: boolean[] = []
    async function* plenty(_: AbortSignal, sending: ServerResponse) {
      while (asked.length < 100) {
        asked.push(sending.writableNeedDrain)
        // Larger than what is held back for a client: each has to be taken before the next is asked for.
        yield 'x'.repeat(100_000)
      }
    }
    const { response } = await stream(plenty, {}, { reads: false })
    response.resume()
    await once(response, 'end')
    expect(asked).toEqual(Array.from({ length: 100 }, () => false))
  })

  it('hands on what the values throw, and breaks off', async () => {
    async function* broken() {
      yield 1
      throw new Error('lost')
    }
    const { response, text, ended } = await stream(broken)
    await once(response, 'end')
    expect(await ended).toEqual(new Error('lost'))
    expect(text()).toBe('retry: 1000\n\ndata: 1\n\n')
  })
})
