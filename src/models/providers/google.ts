// Google's Gemini API.
import { fetchFor } from './http.ts'
import { type Provider, withPath } from './provider.ts'
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
    const thinking = thinkingOf(name)
    return sdkModel(create(name), {
      connection,
      provider: google,
      // Gemini takes either tools or a schema.
      adapt: ({ schema, tools }) => ({
        schema: tools.length > 0 ? null : schema,
        options: thinking === null ? {} : { google: { thinkingConfig: { thinkingBudget: thinking } } },
      }),
    })
  },
}

/** What a model thinks counts as output: much of it would leave no room for the reply. Pro cannot do without. */
function thinkingOf(name: string): number | null {
  if (!name.startsWith('gemini-2.5-')) return null
  return name.includes('pro') ? 512 : 0
}
