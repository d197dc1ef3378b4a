// Plans are made in the server's own process: one at a time, for those who still wait for it. A page that wants another plan
// takes its request back, which is how the older one ends.
import { Refusal } from '../refusal.ts'

/** Beyond so many that wait, more are sent away. */
const MOST_WAITING = 10

export class PlanTurns {
  private last: Promise<unknown> = Promise.resolve()
  private waiting = 0

  /** What `work` gives, once it is its turn. It is not begun when the signal is aborted before. */
  async take<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.waiting >= MOST_WAITING)
      throw new Refusal(503, 'busy', 'too many plans are being made', 'try again in a moment', { 'retry-after': '2' })
    this.waiting++
    const turn = this.last
      .then(() => {
        signal.throwIfAborted()
        return work()
      })
      .finally(() => {
        this.waiting--
      })
    this.last = turn.catch(() => {})
    return await turn
  }
}
