// A callBudget with limits, as the ledger of a run keeps it, that shows what was reserved and used.
import { setImmediate as turn } from 'node:timers/promises'
import { ShoalError } from '@shoal/base/model/errors'
import type { CallBudget, Held } from '@shoal/base/model/language-model'

export class LimitedPurse implements CallBudget {
  readonly used: Record<string, number> = {}
  readonly reserved: Record<string, number> = {}
  /** The most that was used and reserved at a time. */
  readonly peak: Record<string, number> = {}
  reservations = 0

  constructor(private readonly limits: Readonly<Record<string, number>>) {}

  async reserve(amounts: Readonly<Record<string, number>>): Promise<Held> {
    // A store takes its time before it looks, and after it has written.
    await turn()
    for (const [unit, amount] of Object.entries(amounts)) {
      const limit = this.limits[unit] ?? Number.POSITIVE_INFINITY
      if (this.taken(unit) + amount > limit)
        throw new ShoalError('budget-reached', `the budget of ${limit} ${unit} is reached`, { detail: unit })
    }
    this.reservations++
    this.add(this.reserved, amounts, 1)
    await turn()
    let isOpen = true
    return {
      settle: async used => {
        if (!isOpen) throw new Error('settled twice')
        isOpen = false
        await turn()
        this.add(this.reserved, amounts, -1)
        this.add(this.used, used, 1)
      },
    }
  }

  private taken(unit: string): number {
    return (this.used[unit] ?? 0) + (this.reserved[unit] ?? 0)
  }

  private add(to: Record<string, number>, amounts: Readonly<Record<string, number>>, sign: 1 | -1): void {
    for (const [unit, amount] of Object.entries(amounts)) {
      to[unit] = (to[unit] ?? 0) + sign * amount
      this.peak[unit] = Math.max(this.peak[unit] ?? 0, this.taken(unit))
    }
  }
}
