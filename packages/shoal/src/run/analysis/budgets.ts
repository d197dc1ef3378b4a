// What a run's models may use: kept in the ledger, so that it holds over all workers, stops and resumptions.

import { ShoalError } from '@shoal/base/model/errors'
import type { Ledger } from '@shoal/base/model/ledger'
import { priceOf } from '@shoal/base/model/prices'
import { exactDollars } from '@shoal/base/text/dollars'
import { formatCount, plural } from '@shoal/base/text/printable'
import type { Settings } from '../../config/resolve.ts'

/** Sets what the settings say and leaves what they do not; true when the run is limited at all. */
export async function setBudgets(
  ledger: Ledger,
  run: string,
  { maxCost, maxTokens }: Pick<Settings, 'maxCost' | 'maxTokens'>,
): Promise<boolean> {
  if (maxCost !== null) await ledger.setBudget(run, 'micro_usd', Math.round(maxCost * 1e6))
  if (maxTokens !== null) await ledger.setBudget(run, 'tokens', maxTokens)
  return (await ledger.budgets(run)).length > 0
}

/** Limits of a run that is resumed hold for all of it. Throws `bad-value` for one that is used up before it begins. */
export async function checkLimits(
  ledger: Ledger,
  run: string,
  { maxCost, maxTokens }: Pick<Settings, 'maxCost' | 'maxTokens'>,
): Promise<void> {
  for (const { unit, used } of await ledger.budgets(run)) {
    if (unit === 'micro_usd' && maxCost !== null && Math.round(maxCost * 1e6) <= used)
      throw usedUp('--max-cost', exactDollars(maxCost), `${exactDollars(used / 1e6)} that the run has cost`)
    if (unit === 'tokens' && maxTokens !== null && maxTokens <= used)
      throw usedUp('--max-tokens', plural(maxTokens, 'token'), `${formatCount(used)} that the run has used`)
  }
}

function usedUp(flag: string, limit: string, used: string): ShoalError {
  return new ShoalError('bad-value', `a limit of ${limit} is not above the ${used} so far`, {
    detail: flag,
    advice: 'give a higher one: it is for the run as a whole',
  })
}

/** A limit in dollars cannot be kept where a price is not known. */
export function checkPrices(
  models: readonly string[],
  { maxCost, prices }: Pick<Settings, 'maxCost' | 'prices'>,
): void {
  const unknown = maxCost === null ? undefined : models.find(model => priceOf(model, prices) === null)
  if (unknown !== undefined)
    throw new ShoalError('unknown-price', `the price of ${unknown} is not known, so --max-cost cannot be kept`, {
      detail: unknown,
    })
}
