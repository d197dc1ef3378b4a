// The heartbeat of all members that live in this process: one renewal for all of them, and what it learns.
import type { Ledger } from '@shoal/base/model/ledger'
import type { Session } from '@shoal/base/model/team'

/** A stop must be heard soon, however long the lease is. */
const LONGEST_PAUSE_MS = 1000

/** One member's heart. */
export interface Beat {
  /** Aborted when its lease was lost. */
  readonly lost: AbortSignal
  /** Somebody asked it to leave after its current task. */
  readonly isAskedToLeave: boolean
}

interface Heart extends Beat {
  readonly session: Session
  isAskedToLeave: boolean
  readonly end: AbortController
}

export interface PulseEvents {
  /** The whole team is asked to stop at once. */
  onStop(reason: string): void
  /** Somebody is asked to leave. */
  onAsked(): void
  /** After every beat: time to look after others. */
  onBeat(): Promise<void>
  /** The ledger could not be reached for the length of a lease. */
  onBroken(error: unknown): void
}

export class Pulse {
  private readonly hearts = new Set<Heart>()
  private timer: NodeJS.Timeout | null = null
  private lastRenewal = performance.now()
  private isBeating = false

  constructor(
    private readonly ledger: Ledger,
    private readonly leaseMs: number,
    private readonly events: PulseEvents,
  ) {}

  start(): void {
    this.timer = setInterval(() => void this.beat(), Math.min(this.leaseMs / 3, LONGEST_PAUSE_MS))
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer)
    this.timer = null
  }

  add(session: Session): Beat {
    const end = new AbortController()
    const heart: Heart = { session, end, lost: end.signal, isAskedToLeave: false }
    this.hearts.add(heart)
    return heart
  }

  remove(beat: Beat): void {
    this.hearts.delete(beat as Heart)
  }

  private async beat(): Promise<void> {
    if (this.isBeating) return
    this.isBeating = true
    try {
      await this.renew()
      await this.events.onBeat()
    } catch (error) {
      if (performance.now() - this.lastRenewal > this.leaseMs) this.events.onBroken(error)
    } finally {
      this.isBeating = false
    }
  }

  private async renew(): Promise<void> {
    const hearts = [...this.hearts]
    const renewals = await this.ledger.renew(
      hearts.map(({ session }) => session),
      this.leaseMs,
    )
    this.lastRenewal = performance.now()
    for (const [at, { alive, shutdown, stop }] of renewals.entries()) {
      const heart = hearts[at]!
      const isNewlyAsked = shutdown !== null && !heart.isAskedToLeave
      heart.isAskedToLeave = shutdown !== null
      if (isNewlyAsked) this.events.onAsked()
      if (!alive && this.hearts.has(heart)) heart.end.abort()
      if (stop !== null) this.events.onStop(stop)
    }
  }
}
