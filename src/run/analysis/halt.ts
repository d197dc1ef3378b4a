// Ends a run when a call of a model fails in a way that no other call would escape.
import type { CallLog } from '../../model/call-log.ts'
import type { ModelFailure } from '../../model/language-model.ts'
import { endsRun } from './model-failure.ts'

/**
 * Most such failures end the run at once. A budget that is reached lets calls that are under way come back first: they
 * are paid for. Meanwhile whoever would begin something new waits.
 */
export class Halt {
  private readonly controller = new AbortController()
  private atWork = 0
  private waiting = 0
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

  private endWhenQuiet(): void {
    if (this.failure && this.atWork === this.waiting) this.controller.abort()
  }
}
