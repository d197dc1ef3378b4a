// Lets a long loop give the event loop its turns, so that Ctrl-C is heard and timers run.
import { setImmediate as nextTurn } from 'node:timers/promises'

const EVERY_MS = 10

/** `await turn()` between two steps of a loop: nearly free, and every few milliseconds a real pause. */
export function yieldToEventLoop(): () => Promise<void> | undefined {
  let last = performance.now()
  return () => {
    if (performance.now() - last < EVERY_MS) return undefined
    return nextTurn().then(() => {
      last = performance.now()
    })
  }
}
