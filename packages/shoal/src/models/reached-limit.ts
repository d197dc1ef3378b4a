// Why a run stops at its limit, as a sentence. The ledger keeps the sentence alone, so who goes on with the run reads out of it
// which limit was reached, and what the next call must be allowed.
import { formatCount } from '@shoal/base/text/printable'

export interface ReachedLimit {
  /** Of the budget in the ledger. */
  readonly unit: 'micro_usd' | 'tokens'
  /** What the next call may take at most. */
  readonly next: number
}

export function reachedLimitWords({ unit, next }: ReachedLimit): string {
  return unit === 'micro_usd'
    ? `what is left of the cost limit is less than the $${(Math.ceil(next / 100) / 1e4).toFixed(4)} that the next call may cost`
    : `what is left of the token limit is less than the ${formatCount(next)} tokens that the next call may use`
}

const COST = /^what is left of the cost limit is less than the \$(\d+\.\d{4}) that the next call may cost$/
const TOKENS = /^what is left of the token limit is less than the ([\d,]+) tokens that the next call may use$/

/** Null for any other reason. A cost is told to a hundredth of a cent, rounded up. */
export function reachedLimit(reason: string | null): ReachedLimit | null {
  const cost = COST.exec(reason ?? '')
  if (cost) return { unit: 'micro_usd', next: Math.round(Number(cost[1]) * 1e6) }
  const tokens = TOKENS.exec(reason ?? '')
  return tokens && { unit: 'tokens', next: Number(tokens[1]!.replaceAll(',', '')) }
}
