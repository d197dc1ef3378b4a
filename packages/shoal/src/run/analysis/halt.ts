// Ends a run when a call of a model fails in a way that no other call would escape.
import type { CallLog } from '@shoal/base/model/call-log'
import type { ModelFailure } from '@shoal/base/model/language-model'
import { endsRun } from './model-failure.ts'

const QUIET_MS = 300

/**
 * Most such failures end the run at once. A budget that is reached for one call may suffice for smaller ones, and calls
 * that are under way are paid for: then the run ends when all who are left at work have come to the same end.
 */
export class Halt {
  private readonly controller = new AbortController()
  private atWork = 0
  private waiting = 0
  private timer: NodeJS.Timeout | undefined
  /** Why it ends; null while it goes on. */
  failure: ModelFailure | null = null

  constructor(private readonly log: Pick<CallLog, 'totals'>) {}

  /** Aborted when the run is over. */
  get signal(): AbortSignal {
    return this.controller.signal
  }

  isEndedBy(failure: ModelFailure): boolean {
    const { calls, failed } = this.log.totals()
    if (!endsRun(failure, calls === failed)) return false
    this.failure ??= failure
    if (this.failure.kind !== 'budget') this.controller.abort()
    return true
  }

  /** Counts work that may have calls under way. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.atWork++
    try {
      return await work()
    } finally {
      this.atWork--
      this.endWhenQuiet()
    }
  }

  /** For work that the end has caught up with: resolves when the run is over. */
  async wait(signal: AbortSignal): Promise<void> {
    this.waiting++
    try {
      this.endWhenQuiet()
      const over = AbortSignal.any([signal, this.signal])
      if (!over.aborted) await new Promise(resolve => over.addEventListener('abort', resolve, { once: true }))
    } finally {
      this.waiting--
    }
  }

  /** Whoever has just ended a task takes the next one in no time. */
  private endWhenQuiet(): void {
    if (this.failure === null || this.atWork !== this.waiting || this.signal.aborted) return
    clearTimeout(this.timer)
    this.timer = setTimeout(() => {
      if (this.atWork === this.waiting) this.controller.abort()
    }, QUIET_MS)
  }
}
