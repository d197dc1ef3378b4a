// The event stream of the in-memory ledger, and waiting for what comes.
import type { LedgerEvent } from '@shoal/base/model/event'
import { findTeam, type Store } from './state.ts'

export function events(
  store: Store,
  { team: name, after, limit }: { readonly team?: string; readonly after: number; readonly limit: number },
): readonly LedgerEvent[] {
  const team = name === undefined ? null : findTeam(store, name)
  const seen = Math.max(after, team ? team.firstEvent - 1 : 0)
  const first = store.events.findLastIndex(({ number }) => number <= seen) + 1
  return store.events
    .slice(first)
    .filter(event => team === null || event.team === team.name)
    .slice(0, limit)
}

export async function changed(store: Store, seen: number, timeoutMs: number, signal?: AbortSignal): Promise<void> {
  if (store.lastEvent > seen || signal?.aborted) return
  await new Promise<void>(resolve => {
    const wake = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', wake)
      store.waiting.delete(wake)
      resolve()
    }
    const timer = setTimeout(wake, timeoutMs)
    signal?.addEventListener('abort', wake)
    store.waiting.add(wake)
  })
}

export function wakeAll(store: Store): void {
  for (const wake of [...store.waiting]) wake()
}
