// Requests and outcomes for tests of the wrappers around a model.
import type {
  FailureKind,
  ModelFailure,
  ModelOutcome,
  ModelRequest,
  TokenUsage,
} from '@shoal/base/model/language-model'

export function request(text = 'What went wrong?', rest: Partial<ModelRequest> = {}): ModelRequest {
  return {
    system: 'You read logs.',
    turns: [{ role: 'user', passages: [{ text }] }],
    tools: [],
    schema: null,
    maxOutputTokens: 100,
    ...rest,
  }
}

export function usage(input: number, output = 0, cacheRead = 0, cacheWrite = 0): TokenUsage {
  return { input, output, cacheRead, cacheWrite }
}

export function replied(used: TokenUsage = usage(100, 10)): ModelOutcome {
  return { ok: true, reply: { text: 'fine', toolCalls: [], finish: 'stop', usage: used } }
}

export function failed(kind: FailureKind, rest: Partial<ModelFailure> = {}): ModelOutcome {
  return { ok: false, failure: { kind, message: `stub failed: ${kind}`, retryAfterMs: null, usage: null, ...rest } }
}

export function failureOf(outcome: ModelOutcome): ModelFailure {
  if (outcome.ok) throw new Error('it did not fail')
  return outcome.failure
}
