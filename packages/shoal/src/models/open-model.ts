// Opens a model by its name: finds its provider, the key and the place, and says what is missing before anything is sent.
import { ShoalError } from '@shoal/base/model/errors'
import type { LanguageModel, RateHeaders } from '@shoal/base/model/language-model'
import type { Environment, Provider } from '@shoal/base/model/provider'
import { splitName } from './model-name.ts'
import { keyIn, urlOf } from './providers/provider.ts'

export interface OpenOptions {
  /** Those that can be named; the built-in ones if left out. */
  readonly providers?: readonly Provider[]
  /** Where keys and places are looked up. */
  readonly env: Environment
  /** Instead of the provider's own place and of what the environment says. */
  readonly baseUrl: string | null
  /** How long nothing may be heard from it before a call is given up. */
  readonly timeoutMs: number
  /** Told of the limits that the provider announces with its answers. */
  readonly onRates?: (news: RateHeaders) => void
}

/** `id` is `provider:name`, as `resolveModels` gives it. Throws `no-credentials`, `bad-value` or `unknown-provider`. */
export async function openModel(id: string, options: OpenOptions): Promise<LanguageModel> {
  const { providers, env, baseUrl, timeoutMs, onRates = () => {} } = options
  const { provider, name } = splitName(id, providers)
  if (name === null) throw new ShoalError('bad-value', `"${id}" names no model`, { detail: id })
  const found = keyIn(provider, env)
  if (found === null && provider.needsKey) throw noKey(provider)
  if (found !== null && !SENDABLE.test(found.key)) throw strangeKey(found.variable)
  const url = urlOf(provider, env, baseUrl)
  if (url === null && provider.needsUrl) throw noUrl(provider)
  return provider.open(name, { id, key: found?.key ?? null, url, env, timeoutMs, onRates })
}

function noKey(provider: Provider): ShoalError {
  const variables = provider.keyVariables.join(' or ')
  return new ShoalError('no-credentials', `${provider.title} needs a key, and ${variables} is not set`, {
    detail: provider.name,
    advice: `set ${variables} in the environment; \`shoal analyze\` without \`--model\` needs no key`,
  })
}

/** What a header can carry. */
const SENDABLE = /^[\x21-\x7e]+$/

/** Pasted with a line break or a typographic quote, most likely. */
function strangeKey(variable: string): ShoalError {
  return new ShoalError('no-credentials', `${variable} holds characters that no key has`, {
    detail: variable,
    advice: `set ${variable} to the key alone`,
  })
}

function noUrl(provider: Provider): ShoalError {
  return new ShoalError('bad-value', `${provider.name} needs the URL of its server`, {
    detail: '--base-url',
    advice: 'say where it is: `--base-url http://127.0.0.1:8080/v1`',
  })
}
