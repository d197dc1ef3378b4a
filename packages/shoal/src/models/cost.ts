// What calls cost: before they are sent, at most; afterwards, exactly.
import type { ModelRequest, TokenUsage } from '@shoal/base/model/language-model'
import { microUsd, type Price } from '@shoal/base/model/prices'
import type { Amounts } from './budget-reservation.ts'
import { requestTokens } from './request-tokens.ts'

/** Models cut the same text into up to a third more tokens than the estimate is made for. */
const CAUTION = 1.5
/** What providers put around the turns of a conversation, and around tools and schemas. */
const FRAMING_TOKENS = 64
const TOOL_FRAMING_TOKENS = 640

/** The most that a request can use, unless its tokens were estimated by more than a third too low. */
export function worstUsage(request: ModelRequest, thinkingTokens = 0): TokenUsage {
  const isFramed = request.tools.length > 0 || request.schema !== null
  const input = Math.ceil(requestTokens(request) * CAUTION) + FRAMING_TOKENS + (isFramed ? TOOL_FRAMING_TOKENS : 0)
  // All of it may have to be written to the provider's cache, which costs more than reading it.
  const mayBeKept = request.turns.some(turn => turn.role === 'user' && turn.passages.some(passage => passage.isShared))
  return { input, output: request.maxOutputTokens + thinkingTokens, cacheRead: 0, cacheWrite: mayBeKept ? input : 0 }
}

/** In the units of a budget, whole and never negative; a model without a known price is paid in tokens alone. */
export function amountsOf(usage: TokenUsage, price: Price | null): Amounts {
  const tokens = whole(usage.input + usage.output)
  return price === null ? { tokens } : { tokens, micro_usd: whole(microUsd(usage, price)) }
}

function whole(amount: number): number {
  return amount > 0 && Number.isFinite(amount) ? Math.ceil(amount) : 0
}

export function addUsage(a: TokenUsage, b: TokenUsage | null): TokenUsage
export function addUsage(a: TokenUsage | null, b: TokenUsage | null): TokenUsage | null
export function addUsage(a: TokenUsage | null, b: TokenUsage | null): TokenUsage | null {
  if (a === null || b === null) return a ?? b
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    ...(a.isGuess || b.isGuess ? { isGuess: true } : {}),
  }
}
