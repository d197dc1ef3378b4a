// What many watch and one looks at. As long as somebody watches it is looked at again and again; each who watches gets the
// newest when it asks, so nobody waits for the slowest.
import { setTimeout as pause } from 'node:timers/promises'
import type { Ledger } from '@shoal/base/model/ledger'

export interface LookOptions<Value> {
  readonly ledger: Pick<Ledger, 'lastEvent' | 'changed'>
  /** Null when there is nothing to be seen any more: then all streams end. What it throws, all of them throw. */
  look(signal: AbortSignal): Promise<Value | null>
  /** How long after a look it is looked at again though the ledger announces nothing. */
  lookMs(value: Value): number
  /** At most one look in such a time, but for those who have just come. */
  readonly paceMs: number
}

type Outcome<Value> = { readonly value: Value | null } | { readonly error: unknown }

export class SharedLook<Value> {
  private watchers = 0
  private looks = 0
  private latest: { readonly look: number; readonly outcome: Outcome<Value> } | null = null
  private readonly waiting = new Set<() => void>()
  private stop: AbortController | null = null
  private nap = new AbortController()

  constructor(
    private readonly options: LookOptions<Value>,
    /** Hears when nobody watches any more. */
    private readonly onIdle: () => void = () => {},
  ) {}

  /** First a look that is begun after it was asked for, then the newest, none twice. Ends with the signal. */
  async *values(signal: AbortSignal): AsyncGenerator<Value> {
    let wanted = this.looks + 1
    this.join()
    const wake = () => this.wakeAll()
    signal.addEventListener('abort', wake)
    try {
      while (!signal.aborted) {
        const { latest } = this
        if (latest === null || latest.look < wanted) {
          await new Promise<void>(resolve => this.waiting.add(resolve))
          continue
        }
        if ('error' in latest.outcome) throw latest.outcome.error
        if (latest.outcome.value === null) return
        wanted = latest.look + 1
        yield latest.outcome.value
      }
    } finally {
      signal.removeEventListener('abort', wake)
      this.leave()
    }
  }

  private join(): void {
    this.watchers++
    this.nap.abort()
    if (this.stop !== null) return
    this.stop = new AbortController()
    void this.lookOn(this.stop.signal)
  }

  private leave(): void {
    if (--this.watchers > 0) return
    this.stop?.abort()
    this.nap.abort()
    this.stop = null
    this.latest = null
    this.onIdle()
  }

  private async lookOn(signal: AbortSignal): Promise<void> {
    const { ledger, look, lookMs, paceMs } = this.options
    while (!signal.aborted) {
      this.nap = new AbortController()
      let ms = 0
      let seen = 0
      let outcome: Outcome<Value>
      let number = this.looks + 1
      try {
        seen = await ledger.lastEvent()
        number = ++this.looks
        const value = await look(signal)
        if (value !== null) ms = lookMs(value)
        outcome = { value }
      } catch (error) {
        outcome = { error }
      }
      if (signal.aborted) return
      this.latest = { look: number, outcome }
      this.wakeAll()
      const isOver = 'error' in outcome || outcome.value === null
      const nap = this.nap.signal
      if (isOver) await asleep(nap)
      else await Promise.all([ledger.changed(seen, ms, nap), rest(paceMs, nap)])
    }
  }

  private wakeAll(): void {
    const woken = [...this.waiting]
    this.waiting.clear()
    for (const wake of woken) wake()
  }
}

/** Until the time is over, or nobody waits any more. */
export async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => {})
}

async function asleep(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await new Promise(resolve => signal.addEventListener('abort', resolve, { once: true }))
}
