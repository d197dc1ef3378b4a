// What an agent has used so far: its turns, and where it tells them the tokens of each, with what those cost by list prices.
import type { TokenUsage } from '@shoal/base/model/language-model'
import { microUsd, priceOf } from '@shoal/base/model/prices'

/** What a turn used, and which model was asked: `anthropic:claude-haiku-4-5`. */
export interface UsedTokens extends TokenUsage {
  readonly model: string
}

export class TurnUsage {
  private readonly turns = new Map<string, UsedTokens | null>()

  get count(): number {
    return this.turns.size
  }

  /** A turn is told several times while it goes on: the last time counts. */
  take(turn: string, used: UsedTokens | null): void {
    this.turns.set(turn, used ?? this.turns.get(turn) ?? null)
  }

  tokens(): number {
    return this.told().reduce((sum, { input, output }) => sum + input + output, 0)
  }

  /** About, in dollars: what agents tell while they work is not all that they pay for. Null where nothing is known of it. */
  costUsd(): number | null {
    const costs = this.told().map(used => microUsd(used, priceOf(used.model)))
    const sum = costs.reduce<number | null>((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0)
    return costs.length === 0 || sum === null ? null : sum / 1e6
  }

  private told(): readonly UsedTokens[] {
    return [...this.turns.values()].flatMap(used => used ?? [])
  }
}
