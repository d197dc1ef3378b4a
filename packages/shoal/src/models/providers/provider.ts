// Where a provider is reached, and which variable holds its key.
import { ShoalError } from '@shoal/base/model/errors'
import type { Environment, Provider } from '@shoal/base/model/provider'

/** Room to think for models that think little: it counts as output, and without it nothing might be left for the reply. */
export const THINKING_TOKENS = 4_000

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
