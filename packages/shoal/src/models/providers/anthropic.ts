// Anthropic's Messages API.

import type { Provider } from '@shoal/base/model/provider'
import { fetchFor } from './http.ts'
import { THINKING_TOKENS, withPath } from './provider.ts'
import { sdkModel } from './sdk-model.ts'

export const anthropic: Provider = {
  name: 'anthropic',
  title: 'Anthropic',
  keyVariables: ['ANTHROPIC_API_KEY'],
  needsKey: true,
  urlVariables: ['ANTHROPIC_BASE_URL'],
  defaultUrl: 'https://api.anthropic.com',
  needsUrl: true,
  classes: { haiku: 'claude-haiku-4-5', sonnet: 'claude-sonnet-4-5', opus: 'claude-opus-4-5' },
  hasTools: true,
  isLocal: false,
  // Claude Code wants this URL without the version, the provider package with it: both are taken.
  apiUrl: url => withPath(url, '').replace(/\/v1$/, '').concat('/v1'),
  async open(name, connection) {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    const { key, url } = connection
    const create = createAnthropic({ apiKey: key!, baseURL: url!, fetch: fetchFor(connection) })
    const thinks = THINKS.test(name)
    return sdkModel(create(name), {
      connection,
      provider: anthropic,
      sharedMark: { anthropic: { cacheControl: { type: 'ephemeral' } } },
      thinkingTokens: thinks ? THINKING_TOKENS : 0,
      // Those that always think refuse a tool that must be called, which is how older ones are held to a schema.
      adapt: ({ schema }) => ({
        schema,
        options: thinks ? { anthropic: { effort: 'low', structuredOutputMode: 'outputFormat' } } : {},
      }),
    })
  },
}

/** From Claude 5 on they think without being told to. */
const THINKS = /^claude-[a-z]+-(?:[5-9]|[1-9]\d)(?!\d)/
