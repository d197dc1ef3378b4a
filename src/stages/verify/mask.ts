// Masks secrets in everything that leaves the gate.
import { findSecrets, maskSecrets, maskValue } from '../../text/secrets.ts'

/** A secret that is no word: hidden wherever it is repeated. `password` or `letmein` is hidden where it is used as one. */
const UNLIKE_A_WORD = /^(?=.{6})(?:.*\d|.*\p{Ll}.*\p{Lu}|.*\p{Lu}.*\p{Ll}.*\p{Lu}|.{16})/su

/**
 * The same value with the secrets in all its strings masked. What gives a secret away in one string (`password: x`), the
 * name of a field, the `name` beside a `value` or the label of a row hides it in all the others.
 */
export function maskDeep<T>(value: T): T {
  const secrets = new Set<string>()
  visit(value, '', (text, context) => {
    for (const secret of secretsIn(text, context)) secrets.add(secret)
    return text
  })
  if (secrets.size === 0) return value
  const repeated = [...secrets].filter(secret => UNLIKE_A_WORD.test(secret))
  return visit(value, '', (text, context) => masked(text, context, repeated)) as T
}

/** Calls `change` for every string, names of fields included, with the name that it stands under. */
function visit(value: unknown, context: string, change: (text: string, context: string) => string): unknown {
  if (typeof value === 'string') return change(value, context)
  if (Array.isArray(value)) {
    const [label] = value
    const isRow = context === 'rows' && typeof label === 'string'
    return value.map((part, k) => visit(part, isRow ? (k === 0 ? '' : label) : context, change))
  }
  if (value === null || typeof value !== 'object') return value
  const { name } = value as { name?: unknown }
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      change(key, ''),
      visit(part, key === 'value' && typeof name === 'string' ? name : key, change),
    ]),
  )
}

function secretsIn(text: string, context: string): string[] {
  const own = findSecrets(text).map(({ start, end }) => text.slice(start, end))
  return [...own, ...givenAway(text, context).map(([start, end]) => text.slice(start, end))]
}

function masked(text: string, context: string, repeated: readonly string[]): string {
  let out = text
  for (const [start, end] of givenAway(text, context).reverse())
    out = out.slice(0, start) + maskValue(out.slice(start, end)) + out.slice(end)
  out = maskSecrets(out)
  for (const secret of repeated) if (out.includes(secret)) out = out.replaceAll(secret, maskValue(secret))
  return out
}

/** Secrets that only the name beside the text shows to be ones. */
function givenAway(text: string, context: string): (readonly [start: number, end: number])[] {
  if (context === '') return []
  const lead = `${context}: `
  return findSecrets(lead + text)
    .filter(({ start }) => start >= lead.length)
    .map(({ start, end }) => [start - lead.length, end - lead.length] as const)
}
