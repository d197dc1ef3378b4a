// Follows the events of a team as they come.
import { ShoalError } from '@shoal/base/model/errors'
import type { LedgerEvent } from '@shoal/base/model/event'
import type { Ledger } from '@shoal/base/model/ledger'

const PAGE = 1000
/** How long news may take where a store does not announce them. */
const LOOK_MS = 1000

export interface FollowOptions {
  readonly team: string
  /** The event to start behind. */
  readonly after: number
  /** Ends the following, once what has happened until then is told. */
  readonly signal: AbortSignal
}

/** Ends by itself when the team is gone. */
export async function* followEvents(
  ledger: Ledger,
  { team, after, signal }: FollowOptions,
): AsyncGenerator<LedgerEvent> {
  let seen = after
  for (;;) {
    const isLast = signal.aborted
    const last = await ledger.lastEvent()
    for (;;) {
      const page = await pageOf(ledger, team, seen)
      if (page === null) return
      yield* page
      if (page.length > 0) seen = page.at(-1)!.number
      if (page.length < PAGE) break
    }
    if (isLast) return
    await ledger.changed(last, LOOK_MS, signal)
  }
}

async function pageOf(ledger: Ledger, team: string, after: number): Promise<readonly LedgerEvent[] | null> {
  try {
    return await ledger.events({ team, after, limit: PAGE })
  } catch (error) {
    if (error instanceof ShoalError && error.code === 'unknown-team') return null
    throw error
  }
}
