// What one task of an agent takes from the budgets of its run: something is set aside before it starts, and more while it is seen to
// use more. Once there is no more, it is ended.
import { toShoalError } from '@shoal/base/model/errors'
import type { CallBudget, Held } from '@shoal/base/model/language-model'

const MICRO = 1_000_000

export interface AgentUse {
  readonly costUsd: number
  readonly turns: number
}

export class AgentBudget {
  private readonly held: Held[]
  private set: AgentUse
  private last: Promise<void> = Promise.resolve()

  private constructor(
    private readonly budget: CallBudget,
    first: Held,
    set: AgentUse,
    private readonly onEmpty: (reason: string) => void,
  ) {
    this.held = [first]
    this.set = set
  }

  /** Throws `budget-reached`. `onEmpty` hears what is used up. */
  static async open(budget: CallBudget, set: AgentUse, onEmpty: (reason: string) => void): Promise<AgentBudget> {
    // Of a call whose cost is not known before, at least something must be left.
    const first = await budget.reserve({ ...amountsOf(set), micro_usd: Math.max(1, microUsd(set.costUsd)) })
    return new AgentBudget(budget, first, set, onEmpty)
  }

  /** All that it has used so far, as far as that shows. */
  use(so: AgentUse): void {
    const [costUsd, turns] = [Math.max(so.costUsd, this.set.costUsd), Math.max(so.turns, this.set.turns)]
    const more = amountsOf({ costUsd: costUsd - this.set.costUsd, turns: turns - this.set.turns })
    if (more.micro_usd === 0 && more.turns === 0) return
    this.set = { costUsd, turns }
    this.last = this.last.then(() => this.setAside(more))
  }

  /** What it took in the end, in place of what was set aside. */
  async settle(used: Readonly<Record<string, number>>): Promise<void> {
    await this.last
    const [first, ...others] = this.held
    await first!.settle(used)
    for (const held of others) await held.settle({})
  }

  private async setAside(more: Readonly<Record<string, number>>): Promise<void> {
    try {
      this.held.push(await this.budget.reserve(more))
    } catch (thrown) {
      const { code, message } = toShoalError(thrown)
      if (code === 'budget-reached') this.onEmpty(message)
    }
  }
}

function amountsOf({ costUsd, turns }: AgentUse) {
  return { micro_usd: microUsd(costUsd), turns }
}

export function microUsd(dollars: number): number {
  return Math.ceil(dollars * MICRO)
}
