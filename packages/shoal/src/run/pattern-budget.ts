// What the agents and models of a run may use together, and what is done with tasks that were not begun for want of it.
import type { Ledger } from '@shoal/base/model/ledger'
import type { PatternFile } from '@shoal/team/pattern-file/parse'
import { reachedLimit } from '../models/reached-limit.ts'

/**
 * Sets the limits of the file once; `maxCost` takes the place of the one that is set. Tasks that failed because a budget was used up
 * are tried again once there is something left: what is done stays done.
 */
export async function limitSpending(
  ledger: Ledger,
  run: string,
  { spec }: PatternFile,
  maxCost: number | null,
): Promise<void> {
  const known = await ledger.budgets(run)
  const limits = { micro_usd: maxCost ?? spec.max_cost, turns: spec.max_turns }
  for (const [unit, limit] of Object.entries(limits)) {
    if (
      limit === undefined ||
      (known.some(budget => budget.unit === unit) && !(unit === 'micro_usd' && maxCost !== null))
    )
      continue
    await ledger.setBudget(run, unit, unit === 'micro_usd' ? Math.ceil(limit * 1_000_000) : limit)
  }
  const isLeft = (await ledger.budgets(run)).every(({ limit, used, reserved }) => used + reserved < limit)
  if (!isLeft || known.length === 0) return
  for (const { id, reason } of await ledger.tasks(run, { status: 'failed' }))
    if (isOfBudget(reason)) await ledger.retry(run, id)
}

/** Whether a task was not begun, or was ended, for want of budget, by what is said of it. */
export function isOfBudget(reason: string | null): boolean {
  return (
    reachedLimit(reason) !== null ||
    /^the budget of .+, so (?:no agent was started|the agent was ended)$/s.test(reason ?? '')
  )
}
