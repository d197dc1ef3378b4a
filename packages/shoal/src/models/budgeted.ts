// A model that is only asked when the budget holds what the call may cost at most.
// The slack: a budget is passed by no more than what calls under way use beyond `worstUsage`, which is nothing unless
// their tokens were estimated by more than a third too low or the provider writes more than it was allowed to.
import type { LanguageModel, ModelOutcome, ModelRequest, TokenUsage } from '@shoal/base/model/language-model'
import type { Price } from '@shoal/base/model/prices'
import type { Amounts, BudgetReservations } from './budget-reservation.ts'
import { amountsOf, worstUsage } from './cost.ts'
import { unsent } from './failure.ts'
import { reachedLimitWords } from './reached-limit.ts'
import { requestTokens, textTokens } from './request-tokens.ts'

const NOTHING: TokenUsage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }

export function budgeted(
  model: LanguageModel,
  { price, reservations }: { readonly price: Price | null; readonly reservations: BudgetReservations },
): LanguageModel {
  return {
    id: model.id,
    hasTools: model.hasTools,
    async call(request, context) {
      const most = amountsOf(worstUsage(request, model.thinkingTokens), price)
      const reservation = await reservations.reserve(context.callBudget, most, context.signal)
      if (reservation.status === 'aborted') return unsent('aborted', 'stopped before it was sent')
      if (reservation.status === 'refused') return unsent('budget', refusal(reservation, most))
      let used = NOTHING
      try {
        const outcome = counted(await model.call(request, context), request)
        used = (outcome.ok ? outcome.reply.usage : outcome.failure.usage) ?? NOTHING
        return outcome
      } finally {
        await reservation.settle(amountsOf(used, price))
      }
    },
  }
}

/** Some servers do not count. A budget has to: what they leave out is estimated. */
function counted(outcome: ModelOutcome, request: ModelRequest): ModelOutcome {
  if (!outcome.ok || outcome.reply.usage.input + outcome.reply.usage.output > 0) return outcome
  const { text, toolCalls } = outcome.reply
  const output = textTokens(toolCalls.length > 0 ? text + JSON.stringify(toolCalls) : text)
  const usage: TokenUsage = { ...NOTHING, input: requestTokens(request), output, isGuess: true }
  return { ...outcome, reply: { ...outcome.reply, usage } }
}

function refusal({ unit, reason }: { readonly unit: string | null; readonly reason: string }, most: Amounts): string {
  return unit === 'micro_usd' || unit === 'tokens' ? reachedLimitWords({ unit, next: most[unit]! }) : reason
}
