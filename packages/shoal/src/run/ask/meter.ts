// What the calls of a question have used so far, told by the replies themselves: the same when a run is resumed from its record.
import type { Json } from '@shoal/base/model/json'
import type { LanguageModel, TokenUsage } from '@shoal/base/model/language-model'
import { microUsd, type Price } from '@shoal/base/model/prices'
import { CHARACTERS_A_TOKEN } from '../../stages/model-room.ts'
import { ToolMistake } from '../../stages/tools/tool-mistake.ts'
import type { NewStep, Steps } from './steps.ts'

export interface Limits {
  /** In dollars; null for none. */
  readonly maxCost: number | null
  readonly maxTokens: number | null
}

/** One batch of passages may take so much of what is left. */
const BATCH_SHARE = 0.2
/** What must be left for a question within the question. */
const NESTED_LEFT = 0.25
/** Labels are what was asked for, where they are asked for. */
const LABEL_SHARE = 0.5
type Used = { readonly used?: { readonly tokens: number; readonly microUsd: number } }

export class Meter {
  private tokens = 0
  private microUsd = 0

  constructor(private readonly limits: Limits) {}

  metered(model: LanguageModel, price: Price | null): LanguageModel {
    return {
      ...model,
      call: async (request, context) => {
        const outcome = await model.call(request, context)
        if (outcome.ok) {
          const { usage } = outcome.reply
          this.add(usage.input + usage.output, microUsd(usage, price) ?? 0)
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
    if (!this.has(usageOf(characters, 0), price, BATCH_SHARE))
      throw new ToolMistake(
        'to have so much read would take more than a fifth of what may still be spent: choose fewer or shorter passages',
      )
  }

  /**
   * For a question within the question: how much of what it may take is used, from 0 to 1, as it goes on. Throws a `ToolMistake` when
   * too little is left for one.
   */
  nested(): () => number {
    const before = this.spent()
    if (before > 1 - NESTED_LEFT)
      throw new ToolMistake(
        'less than a quarter of what may be spent is left: name passages instead of paths, or look yourself',
      )
    const most = (1 - before) * BATCH_SHARE
    return () => (this.spent() - before) / most
  }

  /**
   * The same for labels, which count as spent at once, whoever has labelled some of the records before: so that they count the same
   * when a run is resumed from its record.
   */
  spend(characters: number, outputTokens: number, price: Price | null): void {
    const usage = usageOf(characters, outputTokens)
    if (!this.has(usage, price, LABEL_SHARE))
      throw new ToolMistake(
        'to have so many records labelled would take more than half of what may still be spent: choose fewer rows by a query, or fewer columns so that more rows are equal',
      )
    this.add(usage.input + usage.output, microUsd(usage, price) ?? 0)
  }

  /** The same steps; one that is known counts with what was used when it was made. */
  keeping(steps: Pick<Steps, 'once'>): Pick<Steps, 'once'> {
    return {
      once: async <T extends Json>(step: NewStep, make: () => Promise<T>) => {
        const { tokens, microUsd: spent } = this
        const { value: kept, isNew } = await steps.once<T & Used>(step, async () => {
          const value = (await make()) as object
          const used = { tokens: this.tokens - tokens, microUsd: this.microUsd - spent }
          return { ...value, used } as unknown as T & Used
        })
        if (!isNew && kept.used) this.add(kept.used.tokens, kept.used.microUsd)
        return { value: kept, isNew }
      },
    }
  }

  private add(tokens: number, spent: number): void {
    this.tokens += tokens
    this.microUsd += spent
  }

  private has(usage: TokenUsage, price: Price | null, share: number): boolean {
    const { maxCost, maxTokens } = this.limits
    const dollars = (microUsd(usage, price) ?? 0) / 1e6
    const isDear = maxCost !== null && dollars > (maxCost - this.microUsd / 1e6) * share
    return !isDear && (maxTokens === null || usage.input + usage.output <= (maxTokens - this.tokens) * share)
  }
}

function usageOf(characters: number, output: number): TokenUsage {
  return { input: Math.ceil(characters / CHARACTERS_A_TOKEN), output, cacheRead: 0, cacheWrite: 0 }
}
