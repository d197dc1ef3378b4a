// A model API on the loopback with one scripted conversation behind it. A dialect says how a client's requests are read
// and how a turn of the model is written; the script is a generator of tool calls (script.mjs).
import { once } from 'node:events'
import { createServer } from 'node:http'

/**
 * `dialect`: `{serves(path), read(body) → {offered: {name: tool}, result: string | null}, say(turn) → events}`, where a
 * turn is `{call: {name, input}}` or `{text}`. `offered` leads from our names to those that the client gave the tools.
 */
export async function startModelStub(dialect, script) {
  const state = { requests: 0, offered: null, answer: null, error: null, calls: [] }
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, 'http://stub').pathname
    const body = await textIn(request)
    if (request.method !== 'POST' || !dialect.serves(path)) return void response.writeHead(404).end('{}')
    state.requests++
    let turn
    try {
      turn = nextTurn(state, script, dialect.read(JSON.parse(body)))
    } catch (error) {
      state.error ??= error
      turn = { text: `The script broke: ${error.message}` }
    }
    const events = dialect.say(turn, state.requests)
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(events.join(''))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    state,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function nextTurn(state, script, { offered, result }) {
  state.offered ??= offered
  const last = state.calls.at(-1)
  const { value, done } = last === undefined ? script.next() : script.next(jsonIn(result, last.tool))
  if (done) {
    state.answer = value
    return { text: value }
  }
  const name = offered[value.tool]
  if (name === undefined) throw new Error(`${value.tool} is not among the tools offered`)
  state.calls.push(value)
  return { call: { name, input: value.input } }
}

/** Clients hand a tool's answer on with words of their own around it. */
function jsonIn(text, tool) {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  } catch {
    throw new Error(`${tool} answered no JSON: ${String(text).slice(0, 1000)}`)
  }
}

async function textIn(request) {
  const parts = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}
