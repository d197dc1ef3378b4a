// What models cost, by the list prices their makers publish. A model that is not here has no known price; users add
// theirs in the config file.

/** The month in which the table below was last compared with the makers' pages. */
export const PRICES_AS_OF = '2025-11'

/** US dollars per million tokens, and how many tokens the model can be given at once. */
export interface Price {
  readonly input: number
  readonly output: number
  readonly context?: number
}

/** By `provider:name`; a name with a date or `-latest` at its end has the price of the name without, unless listed. */
export type PriceTable = Readonly<Record<string, Price>>

export const PRICES: PriceTable = {
  'anthropic:claude-opus-4-5': { input: 5, output: 25, context: 200_000 },
  'anthropic:claude-opus-4-1': { input: 15, output: 75, context: 200_000 },
  'anthropic:claude-opus-4': { input: 15, output: 75, context: 200_000 },
  'anthropic:claude-sonnet-4-5': { input: 3, output: 15, context: 200_000 },
  'anthropic:claude-sonnet-4': { input: 3, output: 15, context: 200_000 },
  'anthropic:claude-3-7-sonnet': { input: 3, output: 15, context: 200_000 },
  'anthropic:claude-haiku-4-5': { input: 1, output: 5, context: 200_000 },
  'anthropic:claude-3-5-haiku': { input: 0.8, output: 4, context: 200_000 },
  'anthropic:claude-3-haiku': { input: 0.25, output: 1.25, context: 200_000 },
  'openai:gpt-5': { input: 1.25, output: 10, context: 400_000 },
  'openai:gpt-5-mini': { input: 0.25, output: 2, context: 400_000 },
  'openai:gpt-5-nano': { input: 0.05, output: 0.4, context: 400_000 },
  'openai:gpt-4.1': { input: 2, output: 8, context: 1_047_576 },
  'openai:gpt-4.1-mini': { input: 0.4, output: 1.6, context: 1_047_576 },
  'openai:gpt-4.1-nano': { input: 0.1, output: 0.4, context: 1_047_576 },
  'openai:gpt-4o': { input: 2.5, output: 10, context: 128_000 },
  'openai:gpt-4o-2024-05-13': { input: 5, output: 15, context: 128_000 },
  'openai:gpt-4o-mini': { input: 0.15, output: 0.6, context: 128_000 },
  'openai:o3': { input: 2, output: 8, context: 200_000 },
  'openai:o4-mini': { input: 1.1, output: 4.4, context: 200_000 },
  'google:gemini-2.5-pro': { input: 1.25, output: 10, context: 1_048_576 },
  'google:gemini-2.5-flash': { input: 0.3, output: 2.5, context: 1_048_576 },
  'google:gemini-2.5-flash-lite': { input: 0.1, output: 0.4, context: 1_048_576 },
}

const DATED = /[-@](?:\d{8}|\d{4}-\d{2}-\d{2}|\d{3}|latest)$/

/** The price of `provider:name`, from the user's table first; null if neither knows it. */
export function priceOf(model: string, own: PriceTable = {}): Price | null {
  for (const name of [model, model.replace(DATED, '')]) {
    for (const table of [own, PRICES]) {
      if (Object.hasOwn(table, name)) return table[name]!
    }
  }
  return null
}
