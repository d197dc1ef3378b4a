// How long a run was at work, from its events: the stretches in which somebody led it. What lies between them is not work.
import type { EventKind, LedgerEvent } from '@shoal/base/model/event'
import { LEAD, type Team } from '@shoal/base/model/team'

/** Stands still between events: `since` says from when on time is to be added. */
export interface WorkTime {
  /** Of the stretches that are over. */
  readonly ms: number
  /** When the stretch that goes on has begun; null when nobody leads it. */
  readonly since: number | null
  /** A lead was killed, and the last sign of it taken for its end: it was at work at least so long. */
  readonly isLeast: boolean
}

/** Of the time at work, that in which nobody had a task in hand and a plan was to be decided on. */
export interface WaitTime {
  readonly ms: number
  readonly since: number | null
}

/** Who does tasks says so; what people decide or say from elsewhere is no sign that the run is led. */
const SIGNS: ReadonlySet<EventKind> = new Set<EventKind>([
  'member-joined',
  'member-idle',
  'task-claimed',
  'task-completed',
  'task-failed',
  'task-released',
  'plan-submitted',
])
const GIVEN_UP: ReadonlySet<EventKind> = new Set<EventKind>([
  'task-completed',
  'task-failed',
  'task-released',
  'task-lost',
  'plan-submitted',
])
const DECIDED: ReadonlySet<EventKind> = new Set<EventKind>(['plan-approved', 'plan-rejected', 'task-skipped'])

export class WorkClock {
  private ms = 0
  private since: number | null = null
  private isLed = false
  private isLeast = false
  private lastSign = 0
  /** When the lead left in order: its process still says how the run has ended. */
  private leftAt: number | null = null
  private waitedMs = 0
  private waitingSince: number | null = null
  private readonly inHand = new Set<string>()
  private readonly toDecide = new Set<string>()

  /** All events of the run, in order. */
  take({ kind, at, member, task }: Pick<LedgerEvent, 'kind' | 'at' | 'member' | 'task'>): void {
    if (member === LEAD) this.takeLead(kind, at)
    if (kind === 'run-ended' && this.leftAt !== null) {
      this.ms += Math.max(0, at - this.leftAt)
      this.leftAt = null
    }
    if (SIGNS.has(kind)) this.lastSign = at
    if (task !== null) this.takeTask(kind, task)
    const isWaiting = this.since !== null && this.inHand.size === 0 && this.toDecide.size > 0
    if (isWaiting) this.waitingSince ??= at
    else this.endWait(at)
  }

  /** Null when nobody has ever led it. `leadAlive` may know more than the events: a death is told of when it is noticed. */
  time({ endedAt, leadAlive }: Pick<Team, 'endedAt'> & { readonly leadAlive: boolean }): WorkTime | null {
    const { ms, since, isLeast } = this
    if (!this.isLed) return null
    if (since === null || (leadAlive && endedAt === null)) return { ms, since, isLeast }
    const end = endedAt ?? this.lastSign
    return { ms: ms + Math.max(0, end - since), since: null, isLeast: isLeast || endedAt === null }
  }

  waited({ endedAt, leadAlive }: Pick<Team, 'endedAt'> & { readonly leadAlive: boolean }): WaitTime {
    const isOn = leadAlive && endedAt === null
    return { ms: this.waitedMs, since: isOn ? this.waitingSince : null }
  }

  private takeLead(kind: EventKind, at: number): void {
    if (kind === 'member-joined') {
      this.isLed = true
      this.since ??= at
      this.leftAt = null
    }
    if (kind === 'member-left') {
      this.endStretch(at)
      this.leftAt = at
    }
    // It is buried when somebody looks, which may be days later.
    if (kind === 'member-died' && this.since !== null) {
      this.endStretch(Math.min(at, this.lastSign))
      this.isLeast = true
    }
  }

  private takeTask(kind: EventKind, task: string): void {
    if (kind === 'task-claimed') this.inHand.add(task)
    if (GIVEN_UP.has(kind)) this.inHand.delete(task)
    if (kind === 'plan-submitted') this.toDecide.add(task)
    if (DECIDED.has(kind)) this.toDecide.delete(task)
  }

  private endStretch(at: number): void {
    if (this.since !== null) this.ms += Math.max(0, at - this.since)
    this.since = null
    this.endWait(at)
  }

  private endWait(at: number): void {
    if (this.waitingSince !== null) this.waitedMs += Math.max(0, at - this.waitingSince)
    this.waitingSince = null
  }
}
