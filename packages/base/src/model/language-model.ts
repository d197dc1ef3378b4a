// Language models: what is said to one, what comes back, and how it can fail. Providers, limits, budgets, retries and
// the record of calls all stand behind the same interface, so that each is one wrapper around the next.
import type { Json } from './json.ts'

/** JSON Schema, draft 7, as providers take it. */
export type JsonSchema = { readonly [key: string]: Json }

/** A stretch of what is said. */
export interface Passage {
  readonly text: string
  /** All up to here is the same in many requests: providers may keep it (prompt caching). At most two a request. */
  readonly isShared?: boolean
}

export interface ToolSpec {
  readonly name: string
  readonly description: string
  readonly parameters: JsonSchema
}

export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly input: Json
}

export interface ToolResult {
  readonly id: string
  readonly name: string
  readonly text: string
  readonly isError: boolean
}

/**
 * A stretch of a reply as the provider gave it, with the mark it put on it: a signature, something encrypted, an id. Providers of models
 * that think refuse a conversation, or lose its thread, when what was thought is not sent back as it was. `call` is the id of the call.
 */
export type SaidPart =
  | { readonly kind: 'thought' | 'text'; readonly text: string; readonly mark?: Json }
  | { readonly kind: 'call'; readonly call: string; readonly mark?: Json }

export type Turn =
  | { readonly role: 'user'; readonly passages: readonly Passage[] }
  | {
      readonly role: 'assistant'
      readonly text: string
      readonly toolCalls: readonly ToolCall[]
      /** The parts of the reply, where it had any. */
      readonly parts?: readonly SaidPart[]
    }
  | { readonly role: 'tool'; readonly results: readonly ToolResult[] }

/** JSON throughout: its digest is what makes two requests the same. */
export interface ModelRequest {
  /** What the model is; the same for all calls of an agent. */
  readonly system: string
  readonly turns: readonly Turn[]
  readonly tools: readonly ToolSpec[]
  /** What the reply must be; null for plain text. Providers that cannot enforce it are told in words by the caller. */
  readonly schema: { readonly name: string; readonly schema: JsonSchema } | null
  readonly maxOutputTokens: number
}

/** `input` is all that was read, `cacheRead` and `cacheWrite` the parts of it that have a price of their own. */
export interface TokenUsage {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
  /** Nobody said it, or not of all of it: it is estimated from what was sent and heard. */
  readonly isGuess?: true
}

export interface ModelReply {
  readonly text: string
  readonly toolCalls: readonly ToolCall[]
  /** `length`: it was cut off at `maxOutputTokens`. `refused`: the model or the provider's filter withheld it. */
  readonly finish: 'stop' | 'length' | 'tools' | 'refused' | 'other'
  readonly usage: TokenUsage
  /** All of it in its order, for the next turn; left out where nothing in it has a mark. */
  readonly parts?: readonly SaidPart[]
  /** Who withheld it and why, in one line, where it was. */
  readonly withheld?: string
}

export const failureKinds = [
  /** 429. */
  'rate-limited',
  /** 529, 503. */
  'overloaded',
  /** Another 5xx, or a reply that is not what the API promises. */
  'server',
  /** No first byte, or none any more, in time. */
  'timeout',
  /** Refused, reset or cut in the middle. */
  'connection',
  /** 401, 403, or no key at all. */
  'credentials',
  /** 400, 404, 422: the request will never be taken. */
  'refused',
  /** More than the model's context holds. */
  'too-long',
  /** The money or the tokens that may be spent are spent. */
  'budget',
  /** The provider failed so often that it is not asked any more for now. */
  'down',
  'aborted',
] as const
export type FailureKind = (typeof failureKinds)[number]

export interface ModelFailure {
  readonly kind: FailureKind
  /** One line for people, without keys: `anthropic answered 429: rate limit exceeded`. */
  readonly message: string
  /** How long the provider asks to be left alone. */
  readonly retryAfterMs: number | null
  /** What it may have cost all the same; null for surely nothing. */
  readonly usage: TokenUsage | null
  /** Nothing has ever answered at the provider's address, or something that is not its API: to wait hardly helps. */
  readonly isMisaddressed?: true
}

/** `attempts`: how often it was sent; once if left out. */
export type ModelOutcome =
  | { readonly ok: true; readonly reply: ModelReply; readonly attempts?: number }
  | { readonly ok: false; readonly failure: ModelFailure; readonly attempts?: number }

/** What is being asked for, for the record. */
export type CallPurpose =
  | 'report'
  | 'repair'
  | 'correction'
  | 'label-set'
  | 'labels'
  | 'synthesis'
  | 'step'
  | 'passage'
  | 'sceptic'
  | 'task'

/** Where money and tokens come from. Units: `tokens` and `micro_usd`. */
export interface CallBudget {
  /** Throws `budget-reached` when it does not hold so much any more. */
  reserve(amounts: Readonly<Record<string, number>>): Promise<Held>
}

export interface Held {
  /** Replaces what was reserved by what was used. */
  settle(used: Readonly<Record<string, number>>): Promise<void>
}

/** Where nothing is limited. */
export const unlimitedCallBudget: CallBudget = { reserve: async () => ({ settle: async () => {} }) }

export interface CallContext {
  readonly signal: AbortSignal
  /** The id of the task it serves. */
  readonly task: string
  readonly purpose: CallPurpose
  readonly callBudget: CallBudget
}

/**
 * - total: never throws; every trouble is a failure, an abort too
 * - obedient: ends soon after the signal is aborted
 * - stateless: what is not in the request is not known
 */
export interface LanguageModel {
  /** `provider:name`. */
  readonly id: string
  /** Offers tools to the model; without it requests with tools are refused. */
  readonly hasTools: boolean
  /** How many tokens it can be given, its reply included; left out where that is not known. */
  readonly window?: number
  /** What it may think beside its reply, in tokens that count as output; none if left out. */
  readonly thinkingTokens?: number
  call(request: ModelRequest, context: CallContext): Promise<ModelOutcome>
}

/** What a wrapper around a provider is told of the limits that the provider announces with each answer. */
export interface RateHeaders {
  readonly requestsLeft: number | null
  readonly requestsResetMs: number | null
  readonly tokensLeft: number | null
  readonly tokensResetMs: number | null
}
