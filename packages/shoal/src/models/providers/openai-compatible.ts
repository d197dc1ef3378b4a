// Any server that speaks OpenAI's chat completions: llama.cpp, vLLM, LM Studio, a gateway.
import type { LanguageModel } from '@shoal/base/model/language-model'
import type { Connection, Provider } from '@shoal/base/model/provider'
import { fetchFor } from './http.ts'
import { withPath } from './provider.ts'
import { sdkModel } from './sdk-model.ts'

export const openaiCompatible: Provider = {
  name: 'openai-compatible',
  title: 'OpenAI-compatible server',
  keyVariables: ['OPENAI_COMPATIBLE_API_KEY'],
  needsKey: false,
  urlVariables: ['OPENAI_COMPATIBLE_BASE_URL'],
  defaultUrl: null,
  needsUrl: true,
  classes: null,
  hasTools: false,
  isLocal: true,
  apiUrl: url => withPath(url, '/v1'),
  open: (name, connection) => openCompatible(openaiCompatible, name, connection),
}

/** A model behind a server of this kind, whoever made the server. */
export async function openCompatible(provider: Provider, name: string, connection: Connection): Promise<LanguageModel> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const create = createOpenAICompatible({
    name: provider.name,
    baseURL: connection.url!,
    ...(connection.key === null ? {} : { apiKey: connection.key }),
    fetch: fetchFor(connection),
    includeUsage: true,
    supportsStructuredOutputs: true,
  })
  return sdkModel(create.chatModel(name), { connection, provider })
}
