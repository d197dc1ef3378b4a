// Waiting for news inside a call: within bounds, without being asked again and again, and called off with the call.
import { setTimeout as pause } from 'node:timers/promises'
import type { Ledger } from '@shoal/base/model/ledger'

/** A lease that runs out is no event, so somebody has to look. */
const LOOK_EVERY_MS = 2000
/** In a busy team every other call is news; looking at each would be a burden to all. */
const REST_MS = 50

/** What `look` found, or null when the time is over. `look` must only read: a write would be news to all who wait. */
export async function waitFor<T>(
  ledger: Ledger,
  look: () => Promise<T | null>,
  { seconds = 0, signal }: { readonly seconds?: number | undefined; readonly signal: AbortSignal },
): Promise<T | null> {
  const end = performance.now() + seconds * 1000
  for (;;) {
    signal.throwIfAborted()
    const seen = await ledger.lastEvent()
    const found = await look()
    const left = end - performance.now()
    if (found !== null || left <= 0) return found
    await ledger.changed(seen, Math.min(left, LOOK_EVERY_MS), signal)
    await pause(Math.min(left, REST_MS))
  }
}
