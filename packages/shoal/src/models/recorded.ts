// A model whose calls are written down, and that is never asked twice what it answered once in the same run.
import type { CallLog } from '@shoal/base/model/call-log'
import type { CallContext, LanguageModel, ModelOutcome, ModelReply, TokenUsage } from '@shoal/base/model/language-model'
import { callDigest } from './call-line.ts'
import { unsent } from './failure.ts'
import { SingleFlight } from './single-flight.ts'

/**
 * A reply from the record has 0 attempts. What was never sent, because a limit or an interruption held it back, is no call
 * and not written down. `costOf`: millionths of a dollar; null when the price is not known.
 */
export function recorded(
  model: LanguageModel,
  log: CallLog,
  costOf: (usage: TokenUsage) => number | null,
  now: () => number = Date.now,
): LanguageModel {
  const { id, hasTools } = model
  const inFlight = new SingleFlight<ModelReply>()
  return {
    id,
    hasTools,
    async call(request, context) {
      const digest = callDigest(id, request)
      if (digest === null) return unsent('refused', 'the request cannot be written as JSON')
      let failed: ModelOutcome | null = null
      let attempts = 0
      const ask = async () => {
        // Another machine may have paid for it and died. Whether it did is not known while the store is away.
        await log.refresh?.().catch(() => {})
        const known = log.replyTo(digest)
        if (known) return known
        const at = now()
        const outcome = await model.call(request, context)
        attempts = outcome.attempts ?? 1
        if (attempts > 0) await write({ at, tookMs: now() - at, attempts, digest, request, outcome }, context)
        if (outcome.ok) return outcome.reply
        failed = outcome
        return null
      }
      const { value: reply } = await inFlight.once(digest, ask, context.signal)
      if (reply) return { ok: true, reply, attempts }
      return failed ?? unsent('aborted', 'stopped while another asked the same')
    },
  }

  async function write(
    call: Omit<Parameters<CallLog['add']>[0], 'task' | 'purpose' | 'model' | 'microUsd'>,
    { task, purpose }: CallContext,
  ): Promise<void> {
    const { outcome } = call
    const usage = outcome.ok ? outcome.reply.usage : outcome.failure.usage
    const microUsd = usage === null ? 0 : costOf(usage)
    // The reply is paid for: a disk that does not take the record is no reason to lose it.
    await log.add({ ...call, task, purpose, model: id, microUsd }).catch(() => {})
  }
}
