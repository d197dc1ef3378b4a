// A model whose calls pass the gate of its provider.
import type { LanguageModel, ModelOutcome } from '@shoal/base/model/language-model'
import { unsent } from './failure.ts'
import type { RateGate } from './rate-gate.ts'
import { requestTokens } from './request-tokens.ts'
import type { Pace } from './shared-pace.ts'

export function limited(model: LanguageModel, gate: RateGate, pace: Pace | null = null): LanguageModel {
  return {
    id: model.id,
    hasTools: model.hasTools,
    async call(request, context) {
      const tokens = requestTokens(request)
      const entrance = await gate.enter(tokens, context.signal)
      if (entrance.status === 'aborted') return unsent('aborted', 'stopped before it was sent')
      if (entrance.status === 'refused') return leftAlone(model.id, entrance.retryAfterMs)
      let outcome: ModelOutcome | null = null
      try {
        await pace?.(tokens, context.signal)
        if (context.signal.aborted) return unsent('aborted', 'stopped before it was sent')
        outcome = await model.call(request, context)
        return outcome
      } finally {
        entrance.leave(outcome)
      }
    },
  }
}

function leftAlone(id: string, ms: number): ModelOutcome {
  const provider = id.split(':', 1)[0]
  const minutes = Math.ceil(ms / 60_000)
  return unsent('rate-limited', `${provider} asks to be left alone for ${minutes} minutes`, ms)
}
