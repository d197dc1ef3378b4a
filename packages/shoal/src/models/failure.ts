// Failures that the wrappers around a provider make themselves: of calls that were never sent, and so cost nothing.
import type { FailureKind, ModelOutcome } from '@shoal/base/model/language-model'

export function unsent(kind: FailureKind, message: string, retryAfterMs: number | null = null): ModelOutcome {
  return { ok: false, failure: { kind, message, retryAfterMs, usage: null }, attempts: 0 }
}
