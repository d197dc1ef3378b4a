// A model that is asked once more, with more room, when it came to the limit of its reply before it said anything that can be used: models
// that think may think all of it away. Both calls are calls like any other: paid, recorded and replayed.

import type { LanguageModel, ModelReply } from '@shoal/base/model/language-model'
import { isRecord } from '@shoal/base/model/option-values'
import { addUsage } from './cost.ts'

/** Times as much as was asked for. */
const MORE = 4

export function withMoreRoom(model: LanguageModel): LanguageModel {
  return {
    ...model,
    async call(request, context) {
      const first = await model.call(request, context)
      if (!first.ok || !isLost(first.reply)) return first
      const second = await model.call({ ...request, maxOutputTokens: request.maxOutputTokens * MORE }, context)
      const attempts = (first.attempts ?? 1) + (second.attempts ?? 1)
      // More than the model can write, or than may be spent: that the first was cut off is what there is to say.
      if (!second.ok) return second.failure.kind === 'aborted' ? { ...second, attempts } : { ...first, attempts }
      return { ...second, reply: { ...second.reply, usage: addUsage(second.reply.usage, first.reply.usage) }, attempts }
    },
  }
}

/** A call whose input was cut off is none. */
function isLost({ finish, text, toolCalls }: ModelReply): boolean {
  return finish === 'length' && text.trim() === '' && !toolCalls.some(({ input }) => isRecord(input))
}
