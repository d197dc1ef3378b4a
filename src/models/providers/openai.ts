// OpenAI's chat completions.
import { fetchFor } from './http.ts'
import { type Provider, withPath } from './provider.ts'
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
    // What a model thinks counts as output: much of it would leave no room for the reply.
    const effort = THINKS.test(name) ? { reasoningEffort: 'low' } : {}
    return sdkModel(create.chat(name), {
      connection,
      provider: openai,
      adapt({ schema }) {
        const strict = schema === null ? null : strictSchema(schema)
        return { schema: strict ?? schema, options: { openai: { ...effort, strictJsonSchema: strict !== null } } }
      },
    })
  },
}

/** The `pro` ones cannot be told. */
const THINKS = /^(?:o\d|gpt-[5-9])(?!.*(?:chat|pro))/
