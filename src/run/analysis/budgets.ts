// What a run's models may use: kept in the ledger, so that it holds over all workers, stops and resumptions.
import type { Settings } from '../../config/resolve.ts'
import { ShoalError } from '../../model/errors.ts'
import type { Ledger } from '../../model/ledger.ts'
import { priceOf } from '../../model/prices.ts'

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
