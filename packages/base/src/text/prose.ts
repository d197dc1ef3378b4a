// A result or a plan that is prose: programs and agents that say no JSON give `{"text": …}`.

/** The words themselves; null for any other value. */
export function proseOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 1) return null
  const { text } = value as { readonly text?: unknown }
  return typeof text === 'string' ? text : null
}

/** To be read by people: prose as it stands, any other value as JSON over several lines. */
export function readable(value: unknown): string {
  return proseOf(value) ?? JSON.stringify(value, null, 2)
}
