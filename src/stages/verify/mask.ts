// Masks secrets in everything that leaves the gate.
import { findSecrets, maskSecrets, maskValue } from '../../text/secrets.ts'

/** A secret this short is only hidden where it stands alone or where its context gives it away. */
const SHORT = 6

/**
 * The same value with the secrets in all its strings masked. What gives a secret away in one string (`password: x`), the
 * name of a field or the `name` beside a `value` hides it in all the others.
 */
export function maskDeep<T>(value: T): T {
  const secrets = new Set<string>()
  collect(value, '', secrets)
  return secrets.size === 0 ? value : (masked(value, [...secrets]) as T)
}

function collect(value: unknown, context: string, secrets: Set<string>): void {
  if (typeof value === 'string') {
    for (const { start, end } of findSecrets(value)) secrets.add(value.slice(start, end))
    if (context === '') return
    const lead = `${context}: `
    for (const { start, end } of findSecrets(lead + value))
      if (start >= lead.length) secrets.add(value.slice(start - lead.length, end - lead.length))
  } else if (Array.isArray(value)) {
    const label = value.length === 2 && typeof value[0] === 'string' ? value[0] : ''
    for (const part of value) collect(part, label, secrets)
  } else if (value !== null && typeof value === 'object') {
    const { name } = value as { name?: unknown }
    for (const [key, part] of Object.entries(value)) {
      collect(key, '', secrets)
      collect(part, key === 'value' && typeof name === 'string' ? name : key, secrets)
    }
  }
}

function masked(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return maskedText(value, secrets)
  if (Array.isArray(value)) return value.map(part => masked(part, secrets))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [maskedText(key, secrets), masked(part, secrets)]),
  )
}

function maskedText(text: string, secrets: readonly string[]): string {
  let out = maskSecrets(text)
  for (const secret of secrets)
    if (out === secret) out = maskValue(secret)
    else if (secret.length >= SHORT && out.includes(secret)) out = out.replaceAll(secret, maskValue(secret))
  return out
}
