// The providers of language models, one definition each, and those of the config file beside them.

import { ShoalError } from '@shoal/base/model/errors'
import type { Provider } from '@shoal/base/model/provider'
import { nearest } from '@shoal/base/text/nearest'
import { anthropic } from './anthropic.ts'
import { claudeCli } from './claude-cli.ts'
import { google } from './google.ts'
import { ollama } from './ollama.ts'
import { openai } from './openai.ts'
import { openaiCompatible } from './openai-compatible.ts'

export const builtInProviders: readonly Provider[] = [anthropic, openai, google, ollama, openaiCompatible, claudeCli]

/** Settings; those that an older version stored know of none. */
interface ProvidersOf {
  readonly providers?: readonly unknown[]
}

/** Those that can be named. Throws `config-invalid` for one that `defineProvider` did not make, or whose name is taken. */
export function allProviders({ providers: own = [] }: ProvidersOf): readonly Provider[] {
  const all = [...builtInProviders]
  for (const [k, one] of own.entries()) {
    const where = `"providers" entry ${k + 1}`
    if (!isProvider(one))
      throw new ShoalError('config-invalid', `${where} is not a provider`, {
        detail: where,
        advice: 'make it with `defineProvider`',
      })
    if (!/^[a-z][a-z0-9-]*$/.test(one.name))
      throw new ShoalError(
        'config-invalid',
        `${where}: "${one.name}" is not a name of small letters, digits and hyphens`,
        { detail: one.name },
      )
    if (all.some(({ name }) => name === one.name))
      throw new ShoalError('config-invalid', `${where}: there is a provider "${one.name}" already`, {
        detail: one.name,
        advice: 'give it another name',
      })
    all.push(one)
  }
  return all
}

export function providerNamed(name: string, providers = builtInProviders): Provider {
  const provider = providers.find(one => one.name === name)
  if (provider !== undefined) return provider
  throw unknownProvider(name, providers, 'unknown-provider')
}

/** `where` the name stands, if it was not given as an option. */
export function unknownProvider(
  name: string,
  providers: readonly Provider[],
  code: 'unknown-provider' | 'config-invalid',
  where = '',
): ShoalError {
  const names = providers.map(one => one.name)
  const meant = nearest(name, names)
  return new ShoalError(code, `${where}there is no provider "${name}"`, {
    detail: name,
    advice: meant === null ? `the providers are ${names.join(', ')}` : `did you mean "${meant}"?`,
  })
}

function isProvider(value: unknown): value is Provider {
  const { name, open, apiUrl } = (value ?? {}) as Partial<Provider>
  return typeof name === 'string' && typeof open === 'function' && typeof apiUrl === 'function'
}
