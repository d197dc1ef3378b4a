// What models cost, by the list prices their makers publish. A model that is not here has no known price; users add
// theirs in the config file.
import type { TokenUsage } from './language-model.ts'
import { lookup } from './lookup.ts'

/** The month in which the table below was last compared with what the makers publish. */
export const PRICES_AS_OF = '2026-10'

/** US dollars per million tokens. */
export interface Rates {
  readonly input: number
  readonly output: number
  /** What is read from the provider's prompt cache; like `input` if left out. */
  readonly cacheRead?: number
  /** What is written to it; like `input` if left out. */
  readonly cacheWrite?: number
}

export interface Price extends Rates {
  /** How many tokens the model can be given at once. */
  readonly context?: number
  /** The rates for the whole of a request with more input than `tokens`. */
  readonly above?: Rates & { readonly tokens: number }
}

/** By `provider:name`; a name with a date or `-latest` at its end has the price of the name without, unless listed. */
export type PriceTable = Readonly<Record<string, Price>>

/** Temporary discounts are left out: an estimate may be too high, a budget must not be too low. */
export const PRICES: PriceTable = {
  'anthropic:claude-fable-5-1': { input: 10, output: 50, cacheRead: 0.25, cacheWrite: 12.5, context: 1_000_000 },
  'anthropic:claude-fable-5': { input: 10, output: 50, cacheRead: 1, cacheWrite: 12.5 },
  'anthropic:claude-opus-5-5': { input: 4, output: 20, cacheRead: 0.2, cacheWrite: 5, context: 1_000_000 },
  'anthropic:claude-opus-5': { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25, context: 1_000_000 },
  'anthropic:claude-opus-4-8': { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 },
  'anthropic:claude-opus-4-7': { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 },
  'anthropic:claude-opus-4-6': { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 },
  'anthropic:claude-opus-4-5': { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25, context: 200_000 },
  'anthropic:claude-opus-4-1': { input: 15, output: 75, cacheRead: 1.5, cacheWrite: 18.75, context: 200_000 },
  'anthropic:claude-opus-4': { input: 15, output: 75, cacheRead: 1.5, cacheWrite: 18.75, context: 200_000 },
  'anthropic:claude-sonnet-5-5': { input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5, context: 1_000_000 },
  'anthropic:claude-sonnet-5': { input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5, context: 1_000_000 },
  'anthropic:claude-sonnet-4-6': { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
  'anthropic:claude-sonnet-4-5': { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75, context: 200_000 },
  'anthropic:claude-sonnet-4': { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75, context: 200_000 },
  'anthropic:claude-3-7-sonnet': { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75, context: 200_000 },
  'anthropic:claude-haiku-5-5': {
    input: 0.1,
    output: 0.5,
    cacheRead: 0.01,
    cacheWrite: 0.125,
    context: 1_000_000,
    above: { tokens: 100_000, input: 0.5, output: 2.5, cacheRead: 0.05, cacheWrite: 0.625 },
  },
  'anthropic:claude-haiku-4-5': { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25, context: 200_000 },
  'anthropic:claude-3-5-haiku': { input: 0.8, output: 4, cacheRead: 0.08, cacheWrite: 1, context: 200_000 },
  'anthropic:claude-3-haiku': { input: 0.25, output: 1.25, cacheRead: 0.03, cacheWrite: 0.3, context: 200_000 },
  'openai:gpt-6-astra': {
    input: 10,
    output: 50,
    cacheRead: 1,
    cacheWrite: 12.5,
    context: 1_050_000,
    above: { tokens: 272_000, input: 20, output: 75, cacheRead: 2, cacheWrite: 25 },
  },
  'openai:gpt-6-sol': {
    input: 2,
    output: 10,
    cacheRead: 0.2,
    cacheWrite: 2.5,
    context: 1_050_000,
    above: { tokens: 272_000, input: 4, output: 15, cacheRead: 0.4, cacheWrite: 5 },
  },
  'openai:gpt-6-luna': {
    input: 0.1,
    output: 0.5,
    cacheRead: 0.01,
    cacheWrite: 0.125,
    context: 1_050_000,
    above: { tokens: 272_000, input: 0.2, output: 0.75, cacheRead: 0.02, cacheWrite: 0.25 },
  },
  'openai:gpt-5.6-terra': {
    input: 2,
    output: 12,
    cacheRead: 0.2,
    cacheWrite: 2.5,
    context: 1_050_000,
    above: { tokens: 272_000, input: 4, output: 18, cacheRead: 0.4, cacheWrite: 5 },
  },
  'openai:gpt-5.6-luna': {
    input: 0.2,
    output: 1.2,
    cacheRead: 0.02,
    cacheWrite: 0.25,
    context: 1_050_000,
    above: { tokens: 272_000, input: 0.4, output: 1.8, cacheRead: 0.04, cacheWrite: 0.5 },
  },
  'openai:gpt-5.5': {
    input: 5,
    output: 30,
    cacheRead: 0.5,
    above: { tokens: 272_000, input: 10, output: 45, cacheRead: 1 },
  },
  'openai:gpt-5.4': {
    input: 2.5,
    output: 15,
    cacheRead: 0.25,
    above: { tokens: 272_000, input: 5, output: 22.5, cacheRead: 0.5 },
  },
  'openai:gpt-5.4-mini': { input: 0.75, output: 4.5, cacheRead: 0.075 },
  'openai:gpt-5.4-nano': { input: 0.2, output: 1.25, cacheRead: 0.02 },
  'openai:gpt-5': { input: 1.25, output: 10, cacheRead: 0.125, context: 400_000 },
  'openai:gpt-5-mini': { input: 0.25, output: 2, cacheRead: 0.025, context: 400_000 },
  'openai:gpt-5-nano': { input: 0.05, output: 0.4, cacheRead: 0.005, context: 400_000 },
  'openai:gpt-4.1': { input: 2, output: 8, cacheRead: 0.5, context: 1_047_576 },
  'openai:gpt-4.1-mini': { input: 0.4, output: 1.6, cacheRead: 0.1, context: 1_047_576 },
  'openai:gpt-4.1-nano': { input: 0.1, output: 0.4, cacheRead: 0.025, context: 1_047_576 },
  'openai:gpt-4o': { input: 2.5, output: 10, cacheRead: 1.25, context: 128_000 },
  'openai:gpt-4o-2024-05-13': { input: 5, output: 15, context: 128_000 },
  'openai:gpt-4o-mini': { input: 0.15, output: 0.6, cacheRead: 0.075, context: 128_000 },
  'openai:o3': { input: 2, output: 8, cacheRead: 0.5, context: 200_000 },
  'openai:o4-mini': { input: 1.1, output: 4.4, cacheRead: 0.275, context: 200_000 },
  'google:gemini-3.8-flash': { input: 1.5, output: 7.5, cacheRead: 0.15, context: 1_048_576 },
  'google:gemini-3.5-flash': { input: 1.5, output: 9, cacheRead: 0.15, context: 1_048_576 },
  'google:gemini-3.5-flash-lite': { input: 0.3, output: 2.5 },
  'google:gemini-3.1-pro-preview': {
    input: 2,
    output: 12,
    cacheRead: 0.2,
    context: 1_048_576,
    above: { tokens: 200_000, input: 4, output: 18, cacheRead: 0.4 },
  },
  'google:gemini-2.5-pro': {
    input: 1.25,
    output: 10,
    cacheRead: 0.125,
    context: 1_048_576,
    above: { tokens: 200_000, input: 2.5, output: 15, cacheRead: 0.25 },
  },
  'google:gemini-2.5-flash': { input: 0.3, output: 2.5, cacheRead: 0.03, context: 1_048_576 },
  'google:gemini-2.5-flash-lite': { input: 0.1, output: 0.4, cacheRead: 0.01, context: 1_048_576 },
}

const DATED = /[-@](?:\d{8}|\d{4}-\d{2}-\d{2}|\d{3}|latest)$/

/** The price of `provider:name`, from the user's table first; null if neither knows it. */
export function priceOf(model: string, own: PriceTable = {}): Price | null {
  for (const name of [model, model.replace(DATED, '')]) {
    for (const table of [own, PRICES]) {
      if (Object.hasOwn(table, name)) return lookup(table, name)!
    }
  }
  return null
}

/** What holds for a request with so many tokens of input. */
export function ratesFor({ above, ...rates }: Price, inputTokens: number): Rates {
  return above !== undefined && inputTokens > above.tokens ? above : rates
}

/** Millionths of a dollar, rounded up. Dollars per million tokens are millionths of a dollar per token. */
export function microUsd(usage: TokenUsage, price: Price): number
export function microUsd(usage: TokenUsage, price: Price | null): number | null
export function microUsd(usage: TokenUsage, price: Price | null): number | null {
  if (price === null) return null
  const { input, output, cacheRead, cacheWrite } = usage
  const rates = ratesFor(price, input)
  const exact =
    Math.max(0, input - cacheRead - cacheWrite) * rates.input +
    cacheRead * (rates.cacheRead ?? rates.input) +
    cacheWrite * (rates.cacheWrite ?? rates.input) +
    output * rates.output
  // Sums of binary fractions stand a hair above what they mean: no reason to charge one more.
  return Math.max(0, Math.ceil(exact - 1e-6))
}
