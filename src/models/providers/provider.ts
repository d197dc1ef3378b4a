// What a provider of language models is: where it is reached, which variables hold its key, and how a model is opened.
import type { ModelClass } from '../../model/agent.ts'
import { ShoalError } from '../../model/errors.ts'
import type { LanguageModel, RateHeaders } from '../../model/language-model.ts'

export interface Provider {
  /** What stands before the colon: `anthropic`. */
  readonly name: string
  /** For people: `Anthropic`. */
  readonly title: string
  /** Environment variables that may hold its key; the first that is set counts. */
  readonly keyVariables: readonly string[]
  readonly needsKey: boolean
  /** Environment variables that may say where it is; the first that is set counts. */
  readonly urlVariables: readonly string[]
  /** Null if there is no such place: it must be said, or nothing is reached over a URL at all. */
  readonly defaultUrl: string | null
  readonly needsUrl: boolean
  /** Its model of each class; null where only the user knows which models there are. */
  readonly classes: Readonly<Record<ModelClass, string>> | null
  /** Whether tools are offered to its models. */
  readonly hasTools: boolean
  /** Runs on the user's own machines, where one model usually does all. */
  readonly isLocal: boolean
  /** A URL as people write it, as the API wants it. */
  apiUrl(url: URL): string
  /** Loads what is needed only now. Throws a ShoalError when the model cannot be asked at all. */
  open(name: string, connection: Connection): Promise<LanguageModel>
}

export interface Connection {
  /** `provider:name`, as the model is called everywhere. */
  readonly id: string
  readonly key: string | null
  /** Null for a provider that has none. */
  readonly url: string | null
  readonly env: Environment
  /** How long nothing may be heard. */
  readonly timeoutMs: number
  /** Told of the limits that the provider announces. */
  readonly onRates: (news: RateHeaders) => void
}

/** Room to think for models that think little: it counts as output, and without it nothing might be left for the reply. */
export const THINKING_TOKENS = 4_000

export type Environment = Readonly<Record<string, string | undefined>>

/** The variable that holds the provider's key, and the key; null if none is set. */
export function keyIn(provider: Provider, env: Environment): { variable: string; key: string } | null {
  for (const variable of provider.keyVariables) {
    const key = env[variable]?.trim()
    if (key) return { variable, key }
  }
  return null
}

/** Where the provider is reached: as given, else as the environment says, else its own place; null if none is known. */
export function urlOf(provider: Provider, env: Environment, given: string | null): string | null {
  const variable = provider.urlVariables.find(name => env[name]?.trim())
  const url = given ?? (variable === undefined ? provider.defaultUrl : env[variable]!.trim())
  if (url === null) return null
  const whole = /^[a-z]+:\/\//i.test(url) ? url : `http://${url}`
  if (/^https?:/i.test(whole) && URL.canParse(whole)) return provider.apiUrl(new URL(whole))
  // It is not shown: it may hold a password.
  const source = given === null && variable !== undefined ? variable : '--base-url'
  throw new ShoalError('bad-value', `${source} is not a URL that starts with http:// or https://`, { detail: source })
}

/** Whether it is the place on the internet that everybody uses, and not one that somebody has set up. */
export function isPublic({ defaultUrl, isLocal }: Pick<Provider, 'defaultUrl' | 'isLocal'>, url: string): boolean {
  return !isLocal && defaultUrl !== null && new URL(url).host === new URL(defaultUrl).host
}

/** For people: without a password, or what else may be secret in it. */
export function shownUrl(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname.replace(/(?<!\/)\/+$/, '')}`
}

/** The URL without a slash at its end, with `path` where it names nothing but a host. */
export function withPath(url: URL, path: string): string {
  return url.pathname === '/' ? `${url.origin}${path}` : url.href.replace(/(?<!\/)\/+$/, '')
}
