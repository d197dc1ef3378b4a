// A stream of events to a browser: each value as one message, in the pace at which the client takes them.
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { shownValue } from '../text/gate/shown-value.ts'

export interface StreamOptions {
  /** Aborted when the client has left, or the server ends. */
  readonly signal: AbortSignal
  /** What the client names when it comes back; null for streams that begin anew. */
  readonly idOf?: ((value: unknown) => number | null) | undefined
  /** Tests have no time. */
  readonly beatMs?: number
}

export const EVENTS = { 'content-type': 'text/event-stream; charset=utf-8' }

const BEAT_MS = 15_000
const RETRY_MS = 1000

/** Ends with an event `gone` when the values end by themselves. What they throw, it throws. */
export async function sendEvents(
  response: ServerResponse,
  values: AsyncIterable<unknown>,
  { signal, idOf, beatMs = BEAT_MS }: StreamOptions,
): Promise<void> {
  response.writeHead(200, EVENTS)
  response.write(`retry: ${RETRY_MS}\n\n`)
  const beat = setInterval(() => {
    // A client that takes nothing is not helped by more.
    if (!response.writableNeedDrain) response.write(':\n\n')
  }, beatMs)
  try {
    for await (const value of values) {
      if (signal.aborted) return
      const id = idOf?.(value) ?? null
      const isTaken = response.write(
        `${id === null ? '' : `id: ${id}\n`}data: ${JSON.stringify(shownValue(value))}\n\n`,
      )
      if (!isTaken) await once(response, 'drain', { signal })
    }
    if (!signal.aborted) response.write('event: gone\ndata: null\n\n')
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    clearInterval(beat)
    response.end()
  }
}
