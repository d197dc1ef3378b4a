// Ollama, through its OpenAI-compatible API.
import type { LanguageModel } from '@shoal/base/model/language-model'
import type { Provider } from '@shoal/base/model/provider'
import { formatCount } from '@shoal/base/text/printable'
import { requestTokens } from '../request-tokens.ts'
import { openCompatible } from './openai-compatible.ts'
import { withPath } from './provider.ts'

const PORT = '11434'

export const ollama: Provider = {
  name: 'ollama',
  title: 'Ollama',
  keyVariables: ['OLLAMA_API_KEY'],
  needsKey: false,
  urlVariables: ['OLLAMA_HOST'],
  defaultUrl: `http://127.0.0.1:${PORT}`,
  needsUrl: true,
  classes: null,
  hasTools: false,
  isLocal: true,
  // OLLAMA_HOST is first of all what the server listens on: often without a port, or all addresses at once.
  apiUrl(url) {
    const local = new URL(url)
    if (local.port === '' && local.protocol === 'http:') local.port = PORT
    if (local.hostname === '0.0.0.0') local.hostname = '127.0.0.1'
    return withPath(local, '/v1')
  },
  open: async (name, connection) => noticing(await openCompatible(ollama, name, connection)),
}

/** Estimates of tokens are not off by half. */
const READ_SHARE = 0.5
/** Below, what the server puts around a prompt counts too much. */
const LEAST_TOKENS = 2_000

/** Of a prompt that is longer than its context Ollama drops the beginning and says nothing: what it says it has read tells. */
function noticing(model: LanguageModel): LanguageModel {
  return {
    ...model,
    async call(request, context) {
      const outcome = await model.call(request, context)
      if (!outcome.ok || outcome.reply.usage.isGuess) return outcome
      const { usage } = outcome.reply
      const sent = requestTokens(request)
      if (sent < LEAST_TOKENS || usage.input >= sent * READ_SHARE) return outcome
      const read = `${formatCount(usage.input)} of about ${formatCount(sent)} tokens`
      const advice = 'give it a larger context with OLLAMA_CONTEXT_LENGTH, or try smaller chunks with --chunk-tokens'
      const message = `ollama read only ${read}: ${advice}`
      return { ok: false, failure: { kind: 'too-long', message, retryAfterMs: null, usage } }
    },
  }
}
