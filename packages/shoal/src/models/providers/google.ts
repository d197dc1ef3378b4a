// Google's Gemini API.

import type { Provider } from '@shoal/base/model/provider'
import { fetchFor } from './http.ts'
import { THINKING_TOKENS, withPath } from './provider.ts'
import { sdkModel } from './sdk-model.ts'

export const google: Provider = {
  name: 'google',
  title: 'Google',
  keyVariables: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
  needsKey: true,
  urlVariables: [],
  defaultUrl: 'https://generativelanguage.googleapis.com/v1beta',
  needsUrl: true,
  classes: { haiku: 'gemini-2.5-flash', sonnet: 'gemini-2.5-pro', opus: 'gemini-2.5-pro' },
  hasTools: true,
  isLocal: false,
  apiUrl: url => withPath(url, '/v1beta'),
  async open(name, connection) {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
    const { key, url } = connection
    const create = createGoogleGenerativeAI({ apiKey: key!, baseURL: url!, fetch: fetchFor(connection) })
    const { tokens: thinkingTokens, config } = thinkingOf(name)
    return sdkModel(create(name), {
      connection,
      provider: google,
      thinkingTokens,
      // Gemini takes either tools or a schema.
      adapt: ({ schema, tools }) => ({
        schema: tools.length > 0 ? null : schema,
        options: config === null ? {} : { google: { thinkingConfig: config } },
      }),
    })
  },
}

/** What a model thinks counts as output: much of it would leave no room for the reply. Pro cannot do without, nor can those from 3 on. */
function thinkingOf(name: string): {
  readonly tokens: number
  readonly config: Record<string, string | number> | null
} {
  if (/^gemini-(?:[3-9]|[1-9]\d)(?!\d)/.test(name)) return { tokens: THINKING_TOKENS, config: { thinkingLevel: 'low' } }
  if (!name.startsWith('gemini-2.5-')) return { tokens: 0, config: null }
  return name.includes('pro')
    ? { tokens: 512, config: { thinkingBudget: 512 } }
    : { tokens: 0, config: { thinkingBudget: 0 } }
}
