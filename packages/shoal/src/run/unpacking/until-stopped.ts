// A stream that others may leave open for ever, such as standard input, read until it ends or the reader is stopped.
import type { Readable } from 'node:stream'

/**
 * Rejects with the reason of the signal as soon as it is given, whether anything comes or not. Whoever opened the stream closes it:
 * standard input that is destroyed here would keep the program waiting for its end.
 */
export async function* untilStopped(stream: Readable, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
  const chunks = stream.iterator({ destroyOnReturn: false })
  let stop = () => {}
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
  })
  // Nobody may be waiting for it.
  stopped.catch(() => {})
  try {
    for (;;) {
      signal.throwIfAborted()
      const next = await Promise.race([chunks.next(), stopped])
      if (next.done) return
      yield next.value as Uint8Array
    }
  } finally {
    signal.removeEventListener('abort', stop)
    // Not waited for: it may be done only when something comes.
    chunks.return?.().catch(() => {})
  }
}
