// OpenAI's responses, and chat completions for models that do not think.
import type { SharedV3ProviderOptions } from '@ai-sdk/provider'
import type { JsonSchema, LanguageModel } from '@shoal/base/model/language-model'
import type { Provider } from '@shoal/base/model/provider'
import { fetchFor } from './http.ts'
import { isPublic, THINKING_TOKENS, withPath } from './provider.ts'
import { sdkModel } from './sdk-model.ts'
import { strictSchema } from './strict-schema.ts'

export const openai: Provider = {
  name: 'openai',
  title: 'OpenAI',
  keyVariables: ['OPENAI_API_KEY'],
  needsKey: true,
  urlVariables: ['OPENAI_BASE_URL'],
  defaultUrl: 'https://api.openai.com/v1',
  needsUrl: true,
  classes: { haiku: 'gpt-5-mini', sonnet: 'gpt-5', opus: 'gpt-5' },
  hasTools: true,
  isLocal: false,
  apiUrl: url => withPath(url, '/v1'),
  async open(name, connection) {
    const { createOpenAI } = await import('@ai-sdk/openai')
    const { key, url } = connection
    const create = createOpenAI({ apiKey: key!, baseURL: url!, fetch: fetchFor(connection) })
    const strictly = (schema: JsonSchema | null, options: SharedV3ProviderOptions[string] = {}) => {
      const strict = schema === null ? null : strictSchema(schema)
      return { schema: strict ?? schema, options: { openai: { ...options, strictJsonSchema: strict !== null } } }
    }
    const chat = (options: SharedV3ProviderOptions[string], thinkingTokens: number) =>
      sdkModel(create.chat(name), {
        connection,
        provider: openai,
        thinkingTokens,
        adapt: ({ schema }) => strictly(schema, options),
      })
    if (!THINKS.test(name)) return chat({}, 0)
    // What a model thinks counts as output: much of it would leave no room for the reply. The `pro` ones cannot be told.
    const effort = /-pro(?![a-z])/.test(name) ? {} : { reasoningEffort: 'low' }
    const responses = sdkModel(create.responses(name), {
      connection,
      provider: openai,
      thinkingTokens: THINKING_TOKENS,
      areToolsStrict: false,
      // Nothing is kept there: what was thought comes encrypted, and goes back with the next turn.
      adapt: ({ schema }) => strictly(schema, { ...effort, store: false, forceReasoning: true }),
    })
    return isPublic(openai, url!) ? responses : either(responses, chat(effort, THINKING_TOKENS))
  },
}

/** Models that think want the Responses API for tools; most gateways have it, some only chat completions. */
const THINKS = /^(?:o\d|gpt-(?:[5-9]|[1-9]\d))(?!.*chat)/

/** The second where the first has no such place. */
function either(first: LanguageModel, second: LanguageModel): LanguageModel {
  let isThere: boolean | null = null
  return {
    ...first,
    async call(request, context) {
      if (isThere === false) return await second.call(request, context)
      const outcome = await first.call(request, context)
      if (outcome.ok) isThere = true
      if (outcome.ok || isThere || !isNoSuchPlace(outcome.failure.message)) return outcome
      isThere = false
      return await second.call(request, context)
    },
  }
}

/** Not that there is no such model. */
function isNoSuchPlace(message: string): boolean {
  const isMissing = / answered 40[45]$/.test(message) || /not found|not allowed|no route|invalid url/i.test(message)
  return isMissing && / answered 40[45]/.test(message) && !/model/i.test(message)
}
