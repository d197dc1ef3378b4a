// Where members without work wait. News wake one of each kind, and whoever finds work wakes the next of its kind, so
// that a crowd of idle members does not rush to the ledger at every event.

export class WaitingRoom {
  private readonly waiting = new Map<string, Set<() => void>>()
  private wakes = 0

  /** Taken before looking for work, and shown when waiting: news in between are not missed. */
  ticket(): number {
    return this.wakes
  }

  /** Resolves when it is this one's turn, or when `signal` is aborted. */
  async wait(kind: string, ticket: number, signal: AbortSignal): Promise<void> {
    if (ticket !== this.wakes || signal.aborted) return
    const crowd = this.waiting.get(kind) ?? new Set()
    this.waiting.set(kind, crowd)
    await new Promise<void>(resolve => {
      const done = () => {
        crowd.delete(done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      crowd.add(done)
      signal.addEventListener('abort', done, { once: true })
    })
  }

  has(kind: string): boolean {
    return (this.waiting.get(kind)?.size ?? 0) > 0
  }

  isEmpty(): boolean {
    return [...this.waiting.values()].every(crowd => crowd.size === 0)
  }

  wakeOne(kind: string): void {
    const [first] = this.waiting.get(kind) ?? []
    first?.()
  }

  wakeOneOfEach(): void {
    this.wakes++
    for (const kind of this.waiting.keys()) this.wakeOne(kind)
  }

  wakeAll(): void {
    this.wakes++
    for (const crowd of this.waiting.values()) for (const done of [...crowd]) done()
  }
}
