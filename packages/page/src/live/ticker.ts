// One clock for all that is told by the time. Pure but for what it is given.

const SECOND = 1000
const MINUTE = 60 * SECOND

/** How often to say how old something is: no more often than the words for it change. */
export function paceFor(ageMs: number): number {
  if (ageMs < MINUTE) return SECOND
  return ageMs < 60 * MINUTE ? 10 * SECOND : MINUTE
}

export interface TickerParts {
  readonly now: () => number
  /** Returns what ends it. */
  readonly every: (work: () => void, ms: number) => () => void
}

interface Follower {
  readonly paceMs: number
  readonly work: () => void
  last: number
}

/** Ticks only while somebody follows. */
export class Ticker {
  private readonly followers = new Set<Follower>()
  private end: (() => void) | null = null

  constructor(private readonly parts: TickerParts) {}

  /** Returns what ends it. */
  follow(paceMs: number, work: () => void): () => void {
    const follower = { paceMs, work, last: this.parts.now() }
    this.followers.add(follower)
    this.end ??= this.parts.every(() => this.tick(), SECOND)
    return () => {
      this.followers.delete(follower)
      if (this.followers.size > 0) return
      this.end?.()
      this.end = null
    }
  }

  private tick(): void {
    const now = this.parts.now()
    for (const follower of this.followers) {
      // Timers come a little early or late.
      if (now - follower.last < follower.paceMs - SECOND / 2) continue
      follower.last = now
      follower.work()
    }
  }
}
