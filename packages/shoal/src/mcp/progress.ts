// Progress notifications of one call: only for a client that asked, few, and ever upwards.
import { shownText } from '../text/gate/shown.ts'

export interface ProgressNote {
  readonly progress: number
  readonly total?: number
  readonly message: string
}

const EVERY_MS = 250

export class CallProgress {
  private sent = Number.NEGATIVE_INFINITY
  private latest: ProgressNote | null = null
  private timer: NodeJS.Timeout | null = null

  constructor(private readonly send: ((note: ProgressNote) => void) | null) {}

  tell(done: number, total: number | null, message: string): void {
    if (this.send === null) return
    // A total that was too small is no total.
    this.latest = { progress: done, message: shownText(message), ...(total !== null && total >= done && { total }) }
    if (this.timer !== null) return
    this.flush()
    this.timer = setTimeout(() => {
      this.timer = null
      this.flush()
    }, EVERY_MS)
  }

  /** Nothing is told after the answer. */
  end(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.latest = null
    this.sent = Number.POSITIVE_INFINITY
  }

  private flush(): void {
    const { latest } = this
    this.latest = null
    if (latest === null || latest.progress <= this.sent) return
    this.sent = latest.progress
    this.send?.(latest)
  }
}
