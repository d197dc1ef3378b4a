// Requests and tokens a minute over all machines that do a run: each call waits for its turn in the store. The gate of the process comes
// first; it knows what the provider announces.
import { setTimeout as pause } from 'node:timers/promises'
import type { SharedRecord } from './call-log.ts'
import type { RateLimits } from './rate-gate.ts'

const MINUTE_MS = 60_000

/** Resolves when a call of so many tokens may be sent, or when `signal` is aborted. */
export type Pace = (tokens: number, signal: AbortSignal) => Promise<void>

/** Null where nothing is limited, or nobody else asks. */
export function sharedPace(
  provider: string,
  { requestsPerMinute, tokensPerMinute }: Pick<RateLimits, 'requestsPerMinute' | 'tokensPerMinute'>,
  shared: Pick<SharedRecord, 'turn'> | null,
): Pace | null {
  if (shared === null || (requestsPerMinute === null && tokensPerMinute === null)) return null
  // While the store is away the gate of the process alone holds the limit.
  const waitFor = async (what: string, forMs: number) => await shared.turn(`${provider} ${what}`, forMs).catch(() => 0)
  return async (tokens, signal) => {
    const byRequests = requestsPerMinute === null ? 0 : await waitFor('requests', MINUTE_MS / requestsPerMinute)
    const byTokens = tokensPerMinute === null ? 0 : await waitFor('tokens', (MINUTE_MS * tokens) / tokensPerMinute)
    const waitMs = Math.max(byRequests, byTokens)
    if (waitMs > 0) await pause(waitMs, undefined, { signal }).catch(() => {})
  }
}
