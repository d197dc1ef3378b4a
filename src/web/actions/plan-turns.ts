// Plans are made in the server's own process: one at a time, for those who still wait for it.
import { Refusal } from '../refusal.ts'

/** Beyond so many that wait, more are sent away. */
const MOST_WAITING = 10

export class PlanTurns {
  private last: Promise<unknown> = Promise.resolve()
  private waiting = 0
  private readonly newest = new Map<string, AbortController>()

  /**
   * What `work` gives, once it is its turn. `page` names who asks, null for nobody in particular: a newer one of the same
   * page takes the older back, which then throws a Refusal.
   */
  async take<T>(
    { page, signal }: { readonly page: string | null; readonly signal: AbortSignal },
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const taken = new AbortController()
    if (page !== null) {
      this.newest.get(page)?.abort(takenBack())
      this.newest.set(page, taken)
    }
    if (this.waiting >= MOST_WAITING)
      throw new Refusal(503, 'busy', 'too many plans are being made', 'try again in a moment', { 'retry-after': '2' })
    const either = AbortSignal.any([signal, taken.signal])
    this.waiting++
    const turn = this.last
      .then(() => {
        either.throwIfAborted()
        return work(either)
      })
      .finally(() => {
        this.waiting--
        if (page !== null && this.newest.get(page) === taken) this.newest.delete(page)
      })
    this.last = turn.catch(() => {})
    return await turn.catch(error => {
      throw taken.signal.aborted ? taken.signal.reason : error
    })
  }
}

function takenBack(): Refusal {
  return new Refusal(409, 'taken-back', 'a newer plan was asked for', 'see the newer one')
}
