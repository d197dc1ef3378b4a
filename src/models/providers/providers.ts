// The providers of language models, one definition each.
import { nearest } from '../../config/nearest.ts'
import { ShoalError } from '../../model/errors.ts'
import { anthropic } from './anthropic.ts'
import { claudeCli } from './claude-cli.ts'
import { google } from './google.ts'
import { ollama } from './ollama.ts'
import { openai } from './openai.ts'
import { openaiCompatible } from './openai-compatible.ts'
import type { Provider } from './provider.ts'

export const providers: readonly Provider[] = [anthropic, openai, google, ollama, openaiCompatible, claudeCli]

export function providerNamed(name: string): Provider {
  const provider = providers.find(one => one.name === name)
  if (provider !== undefined) return provider
  throw unknownProvider(name, 'unknown-provider')
}

/** `where` the name stands, if it was not given as an option. */
export function unknownProvider(name: string, code: 'unknown-provider' | 'config-invalid', where = ''): ShoalError {
  const names = providers.map(one => one.name)
  const meant = nearest(name, names)
  return new ShoalError(code, `${where}there is no provider "${name}"`, {
    detail: name,
    advice: meant === null ? `the providers are ${names.join(', ')}` : `did you mean "${meant}"?`,
  })
}
