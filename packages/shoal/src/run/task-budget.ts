// What the calls of one task may cost together, within what its run may.
import { ShoalError } from '@shoal/base/model/errors'
import type { CallBudget } from '@shoal/base/model/language-model'

/** Holds exactly: what a call may cost at most is set aside before it is sent. Its own refusals are final. */
export function withinCost(budget: CallBudget, maxCostUsd: number): CallBudget {
  const limit = Math.floor(maxCostUsd * 1e6)
  let taken = 0
  return {
    async reserve(amounts) {
      const asked = amounts.micro_usd
      if (asked === undefined) throw refused('the price of this model is not known', 'so max_cost cannot be kept to')
      if (taken + asked > limit)
        throw refused(
          `what is left of the ${dollars(limit)} that this task may cost (max_cost) is less`,
          `than the ${dollars(asked)} that the next call may cost`,
        )
      taken += asked
      try {
        const held = await budget.reserve(amounts)
        return {
          settle: async used => {
            taken += (used.micro_usd ?? 0) - asked
            await held.settle(used)
          },
        }
      } catch (thrown) {
        taken -= asked
        throw thrown
      }
    },
  }
}

function refused(...words: readonly string[]): ShoalError {
  return new ShoalError('bad-value', words.join(' '))
}

/** To a hundredth of a cent, rounded up. */
function dollars(microUsd: number): string {
  return `$${(Math.ceil(microUsd / 100) / 1e4).toFixed(4)}`
}
