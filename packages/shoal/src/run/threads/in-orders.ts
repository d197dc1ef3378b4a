// Work on many files with some of them in each order. A file that cannot be worked on does not cost the others.
import { setMaxListeners } from 'node:events'
import { receivedError, type ThrownError } from './thrown-error.ts'
import { GaveUp } from './work-on.ts'

/** What came of one file. */
export type Outcome<T, R> = { readonly of: T; readonly result: R } | { readonly of: T; readonly error: unknown }

/** Has one order carried out: a result for each file. */
type Send<T, R> = (
  files: readonly T[],
  signal: AbortSignal,
) => Promise<readonly (R | { readonly error: ThrownError })[]>

/** Files of one order: few enough that a stop is heard soon. */
const FILES = 64

/** In the order given. At most `orders` are under way at a time. */
export async function* inOrders<T, R extends object>(
  files: readonly T[],
  orders: number,
  signal: AbortSignal,
  send: Send<T, R>,
): AsyncGenerator<Outcome<T, R>> {
  const quit = new AbortController()
  const either = AbortSignal.any([signal, quit.signal])
  setMaxListeners(0, either)
  const underWay: Promise<Outcome<T, R>[]>[] = []
  try {
    for (let at = 0; at < files.length || underWay.length > 0; ) {
      while (at < files.length && underWay.length < orders) {
        // The first answers come early.
        const size = at === 0 ? 1 : FILES
        const outcomes = oneOrder(files.slice(at, at + size), either, send)
        outcomes.catch(() => {})
        underWay.push(outcomes)
        at += size
      }
      yield* await underWay.shift()!
    }
  } finally {
    quit.abort()
  }
}

/** One that is given up is left out, and the others are worked on again. */
async function oneOrder<T, R extends object>(
  files: readonly T[],
  signal: AbortSignal,
  send: Send<T, R>,
): Promise<Outcome<T, R>[]> {
  try {
    const results = await send(files, signal)
    return results.map((result, k) =>
      'error' in result ? { of: files[k]!, error: receivedError(result.error) } : { of: files[k]!, result },
    )
  } catch (error) {
    if (!(error instanceof GaveUp)) throw error
    const at = Math.min(error.file, files.length - 1)
    const rest = files.toSpliced(at, 1)
    const others = rest.length === 0 ? [] : await oneOrder(rest, signal, send)
    return others.toSpliced(at, 0, { of: files[at]!, error })
  }
}
