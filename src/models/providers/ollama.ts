// Ollama, through its OpenAI-compatible API.
import { openCompatible } from './openai-compatible.ts'
import { type Provider, withPath } from './provider.ts'

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
  open: (name, connection) => openCompatible(ollama, name, connection),
}
