// A clock that only moves when everything else stands still: hours pass in milliseconds, and always the same way.
import type { Clock } from '../../src/models/clock.ts'

interface Timer {
  readonly at: number
  readonly wake: () => void
}

export class FakeClock implements Clock {
  private time = 0
  private timers: Timer[] = []

  now(): number {
    return this.time
  }

  after(ms: number, wake: () => void): () => void {
    const timer = { at: this.time + Math.max(0, ms), wake }
    this.timers.push(timer)
    return () => {
      this.timers = this.timers.filter(other => other !== timer)
    }
  }

  sleep(ms: number): Promise<void> {
    return new Promise(resolve => this.after(ms, resolve))
  }

  /** Lets time pass until `until`, or until nobody waits for it any more. */
  async run(until = Number.POSITIVE_INFINITY): Promise<void> {
    for (;;) {
      await calm()
      const next = this.timers.reduce<Timer | null>((best, one) => (best && best.at <= one.at ? best : one), null)
      if (next === null || next.at > until) break
      this.timers = this.timers.filter(other => other !== next)
      this.time = next.at
      next.wake()
    }
    if (until !== Number.POSITIVE_INFINITY) this.time = Math.max(this.time, until)
  }

  get isIdle(): boolean {
    return this.timers.length === 0
  }
}

/** All promises that can go on have gone on. */
export async function calm(): Promise<void> {
  await new Promise(resolve => setImmediate(resolve))
}
