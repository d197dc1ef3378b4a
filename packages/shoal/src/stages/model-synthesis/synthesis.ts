// What the synthesis by a model is given and what comes of it. It stands on the exact synthesis, never instead of it.
import type { Agent } from '@shoal/base/model/agent'
import type { Json } from '@shoal/base/model/json'
import type { CallContext, LanguageModel, ModelFailure } from '@shoal/base/model/language-model'
import type { ResultCache } from '@shoal/base/model/model-work'
import type { Brief } from '@shoal/base/model/question'
import type { ModelSynthesis, SynthesisNotes } from '@shoal/base/model/report'

export interface SynthesisInput {
  readonly agent: Agent
  readonly model: LanguageModel
  readonly brief: Brief
  readonly context: Omit<CallContext, 'purpose'>
  readonly cache: ResultCache
  /** What one call may hold, all that is sent included. */
  readonly inputTokens: number
  readonly notes: SynthesisNotes
  /** Milliseconds of work after which a reply, or what it makes of the findings, is given up; a minute if left out. */
  readonly workMs?: number
  /** Who hears how the sentences of a reply fared; for the record of calls. */
  onVerdict?(verdict: Json): void
}

/** `value` is the exact synthesis with the model's on top of it; unchanged when its replies could not be used. */
export type SynthesisResult<T> =
  /** `cached`: how many results were paid for before. */
  | { readonly status: 'done'; readonly value: T; readonly cached: number }
  | { readonly status: 'unusable'; readonly value: T; readonly reason: string }
  /** The call itself failed. */
  | { readonly status: 'failed'; readonly failure: ModelFailure }

/** The synthesis of a model that was shown nothing it could cite. */
export function nothingSaid(by: string): ModelSynthesis {
  return { by, answer: [], summary: [], recommendations: [], missing: [], rejected: [] }
}
