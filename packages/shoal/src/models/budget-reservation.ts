// Where calls reserve what they may use at most, before they are sent. Most use far less in the end, so a call that
// finds the budget too empty waits for the others of this process to settle before it gives up.
import { ShoalError, toShoalError } from '@shoal/base/model/errors'
import type { CallBudget, Held } from '@shoal/base/model/language-model'

export type Amounts = Readonly<Record<string, number>>

export type Reservation =
  /** Settle it exactly once, whatever happens. */
  | { readonly status: 'held'; settle(used: Amounts): Promise<void> }
  | { readonly status: 'aborted' }
  /** `unit`: of the budget that is reached; null when the budget itself failed. */
  | { readonly status: 'refused'; readonly unit: string | null; readonly reason: string }

interface Waiter {
  readonly callBudget: CallBudget
  readonly amounts: Amounts
  /** False when it has gone away meanwhile. */
  answer(reservation: Reservation): boolean
}

/** One for each process. All models wait in one line, so that a large call is not passed by small ones for ever. */
export class BudgetReservations {
  private readonly line: Waiter[] = []
  private isServing = false
  private open = 0
  private settlements = 0

  reserve(callBudget: CallBudget, amounts: Amounts, signal: AbortSignal): Promise<Reservation> {
    if (signal.aborted) return Promise.resolve({ status: 'aborted' })
    return new Promise(resolve => {
      const waiter: Waiter = {
        callBudget,
        amounts,
        answer: reservation => {
          const at = this.line.indexOf(waiter)
          if (at < 0) return false
          this.line.splice(at, 1)
          signal.removeEventListener('abort', goAway)
          resolve(reservation)
          return true
        },
      }
      const goAway = () => {
        waiter.answer({ status: 'aborted' })
        void this.serve()
      }
      signal.addEventListener('abort', goAway, { once: true })
      this.line.push(waiter)
      void this.serve()
    })
  }

  private async serve(): Promise<void> {
    if (this.isServing) return
    this.isServing = true
    for (let next = this.line[0]; next !== undefined; next = this.line[0]) {
      const before = this.settlements
      const got = await take(next)
      if (got instanceof ShoalError) {
        const isShort = got.code === 'budget-reached'
        if (isShort && this.settlements !== before) continue
        // Whoever settles serves the line.
        if (isShort && this.open > 0) break
        next.answer({ status: 'refused', unit: isShort ? got.detail : null, reason: got.message })
      } else if (!next.answer(this.held(got))) await this.settle(got, {})
    }
    this.isServing = false
  }

  private held(got: Held): Reservation {
    this.open++
    return { status: 'held', settle: used => this.settle(got, used) }
  }

  private async settle(got: Held, used: Amounts): Promise<void> {
    // The call is over and may be paid for. What cannot be settled stays reserved, which errs on the safe side.
    await got.settle(used).catch(() => {})
    this.open--
    this.settlements++
    void this.serve()
  }
}

async function take({ callBudget, amounts }: Waiter): Promise<Held | ShoalError> {
  try {
    return await callBudget.reserve(amounts)
  } catch (thrown) {
    return toShoalError(thrown)
  }
}
