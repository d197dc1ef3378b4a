// Work that several ask for at a time and one does.

export interface Landed<T> {
  readonly value: T | null
  /** The caller's own `make` made it. */
  readonly isOwn: boolean
}

export class SingleFlight<T> {
  private readonly flying = new Map<string, Promise<T | null>>()

  /**
   * What `make` gives, or what another's `make` of the same key gives that is under way. Whoever waited in vain, because
   * the other made nothing or threw, makes it alone. A caller whose signal is aborted stops waiting with null.
   */
  async once(key: string, make: () => Promise<T | null>, signal?: AbortSignal): Promise<Landed<T>> {
    for (let other = this.flying.get(key); other; other = this.flying.get(key)) {
      const value = await unlessAborted(
        other.catch(() => null),
        signal,
      )
      if (value !== null || signal?.aborted) return { value, isOwn: false }
    }
    const making = make()
    this.flying.set(key, making)
    try {
      return { value: await making, isOwn: true }
    } finally {
      this.flying.delete(key)
    }
  }
}

async function unlessAborted<T>(waited: Promise<T | null>, signal?: AbortSignal): Promise<T | null> {
  if (!signal) return await waited
  if (signal.aborted) return null
  const over = new AbortController()
  const aborted = new Promise<null>(resolve => {
    signal.addEventListener('abort', () => resolve(null), { signal: over.signal })
  })
  return await Promise.race([waited, aborted]).finally(() => over.abort())
}
