// What the calls of a question have used so far, told by the replies themselves: the same when a run is gone on with from its record.
import type { LanguageModel } from '../../model/language-model.ts'
import type { Price } from '../../model/prices.ts'
import { microUsd } from '../../models/cost.ts'
import { ToolMistake } from '../../stages/tools/tool-mistake.ts'

export interface Limits {
  /** In dollars; null for none. */
  readonly maxCost: number | null
  readonly maxTokens: number | null
}

/** One batch of passages may take so much of what is left. */
const BATCH_SHARE = 0.2
/** Text of any kind, rather too few. */
export const CHARACTERS_A_TOKEN = 3

export class Meter {
  private tokens = 0
  private microUsd = 0

  constructor(private readonly limits: Limits) {}

  metered(model: LanguageModel, price: Price | null): LanguageModel {
    return {
      id: model.id,
      hasTools: model.hasTools,
      call: async (request, context) => {
        const outcome = await model.call(request, context)
        if (outcome.ok) {
          const { usage } = outcome.reply
          this.tokens += usage.input + usage.output
          this.microUsd += microUsd(usage, price) ?? 0
        }
        return outcome
      },
    }
  }

  /** From 0 to 1; 0 where nothing is limited. */
  spent(): number {
    const { maxCost, maxTokens } = this.limits
    return Math.max(
      maxCost === null ? 0 : this.microUsd / 1e6 / maxCost,
      maxTokens === null ? 0 : this.tokens / maxTokens,
    )
  }

  /** Throws a `ToolMistake` when to have so many characters read would take too much of what is left. */
  allow(characters: number, price: Price | null): void {
    const { maxCost, maxTokens } = this.limits
    const tokens = characters / CHARACTERS_A_TOKEN
    const dollars = price === null ? 0 : (tokens * price.input) / 1e6
    const isDear = maxCost !== null && dollars > (maxCost - this.microUsd / 1e6) * BATCH_SHARE
    const isLong = maxTokens !== null && tokens > (maxTokens - this.tokens) * BATCH_SHARE
    if (isDear || isLong)
      throw new ToolMistake(
        'to have so much read would take more than a fifth of what may still be spent: choose fewer or shorter passages',
      )
  }
}
