// Time, as the parts that wait for a provider see it; tests bring their own.

/** Nobody waits longer for a provider at one time; a call that would have to fails instead. */
export const LONGEST_WAIT_MS = 10 * 60_000

export interface Clock {
  /** Milliseconds that only ever grow. */
  now(): number
  /** Calls `wake` once, after so many milliseconds; the function given back calls it off. */
  after(ms: number, wake: () => void): () => void
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, wake) {
    const timer = setTimeout(wake, Math.ceil(ms))
    return () => clearTimeout(timer)
  },
}

/** Waits; false when `signal` was aborted before it was over. */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false)
  return new Promise(resolve => {
    const stop = () => {
      callOff()
      resolve(false)
    }
    const callOff = clock.after(ms, () => {
      signal.removeEventListener('abort', stop)
      resolve(true)
    })
    signal.addEventListener('abort', stop, { once: true })
  })
}
