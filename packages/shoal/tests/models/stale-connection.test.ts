// Connections that a server closes while they lie idle: a request that nobody has read is sent again, and no other is.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { openModel } from '../../src/models/open-model.ts'
import { callContext } from './call-context.ts'
import { failureOf, request } from './outcomes.ts'

const chunk = {
  id: 'x',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta: { content: 'yes' }, finish_reason: 'stop' }],
}
const ANSWER = `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`

type Serve = (use: { readonly nth: number; readonly socket: Socket; readonly response: ServerResponse }) => void

const endings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0)) await end()
})

/** `serve` is told how often the connection was used; `seen` has that of every request, in order. */
async function served(serve: Serve) {
  const uses = new Map<Socket, number>()
  const seen: number[] = []
  const server = createServer((incoming, response) => {
    const { socket } = incoming
    incoming.resume().once('end', () => {
      const nth = (uses.get(socket) ?? 0) + 1
      uses.set(socket, nth)
      seen.push(nth)
      serve({ nth, socket, response })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  endings.push(async () => {
    server.close()
    server.closeAllConnections()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const model = await openModel('openai-compatible:m', { env: {}, baseUrl, timeoutMs: 10_000 })
  return { seen, ask: () => model.call(request(), callContext()) }
}

const answer = (response: ServerResponse) => response.setHeader('content-type', 'text/event-stream').end(ANSWER)

describe('a connection that is closed as it is used again', () => {
  it('costs no attempt: the request goes out on another', async () => {
    const { seen, ask } = await served(({ nth, socket, response }) => (nth === 1 ? answer(response) : socket.destroy()))
    expect(await ask()).toMatchObject({ ok: true })
    expect(await ask()).toMatchObject({ ok: true, reply: { text: 'yes' } })
    expect(seen).toEqual([1, 2, 1])
  })

  it('may be one of many such', async () => {
    let isOld = false
    const { seen, ask } = await served(({ nth, socket, response }) => {
      if (isOld && nth > 1) socket.destroy()
      else answer(response)
    })
    await Promise.all(Array.from({ length: 5 }, ask))
    const before = seen.length
    isOld = true
    expect(await ask()).toMatchObject({ ok: true, reply: { text: 'yes' } })
    expect(seen.slice(before).filter(nth => nth === 1)).toHaveLength(1)
    expect(seen.length - before).toBeLessThanOrEqual(6)
  })
})

describe('nothing is sent again by itself', () => {
  it('on a new connection that is cut', async () => {
    const { seen, ask } = await served(({ socket }) => socket.destroy())
    expect(failureOf(await ask())).toMatchObject({ kind: 'connection', usage: { isGuess: true } })
    expect(seen).toEqual([1])
  })

  it('once an answer has begun', async () => {
    const { seen, ask } = await served(({ nth, socket, response }) => {
      if (nth === 1) return answer(response)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(ANSWER.slice(0, 20), () => socket.destroy())
    })
    expect(await ask()).toMatchObject({ ok: true })
    expect(failureOf(await ask())).toMatchObject({ kind: 'connection', usage: { isGuess: true } })
    expect(seen).toEqual([1, 2])
  })
})
