// JSON schemas in words that every client understands: some map them onto dialects that know one `type` at a time.

type Schema = Readonly<Record<string, unknown>>

/** What says nothing about a value. */
const REMARKS = new Set(['description', 'title', 'default', 'examples'])

const ANY_VALUE: readonly Schema[] = [
  { type: 'string' },
  { type: 'number' },
  { type: 'boolean' },
  { type: 'null' },
  { type: 'object', additionalProperties: true },
  { type: 'array' },
]

/** What is checked when it is called, and tells nobody how to call it. */
const BOUNDS = new Set(['$schema', 'propertyNames', 'minLength', 'maxLength', 'minItems', 'maxItems'])

/** The same values, said with one type each. Dialect, names of keys, lengths and bounds that every number keeps are left out. */
export function portable(schema: Schema): Record<string, unknown> {
  const kept = Object.entries(schema).filter(([key, value]) => !isNoise(key, value))
  const inner = Object.fromEntries(kept.map(([key, value]) => [key, within(key, value)]))
  if (Array.isArray(inner.type)) return split(inner, inner.type)
  return isOpen(inner) ? { ...inner, anyOf: ANY_VALUE } : inner
}

function isNoise(key: string, value: unknown): boolean {
  if (key === 'minimum') return value === Number.MIN_SAFE_INTEGER
  if (key === 'maximum') return value === Number.MAX_SAFE_INTEGER
  return BOUNDS.has(key)
}

/** It takes any value. */
function isOpen(schema: Schema): boolean {
  return Object.keys(schema).every(key => REMARKS.has(key))
}

function within(key: string, value: unknown): unknown {
  if (key === 'properties') return mapValues(value as Record<string, Schema>, portable)
  if (key === 'anyOf' || key === 'oneOf' || key === 'allOf') return (value as Schema[]).map(portable)
  if (key === 'additionalProperties' && isOpen(value as Schema)) return value !== false
  const isSchema = (key === 'items' || key === 'additionalProperties') && typeof value === 'object' && value !== null
  return isSchema ? portable(value as Schema) : value
}

function split(schema: Record<string, unknown>, types: readonly unknown[]): Record<string, unknown> {
  const remarks = Object.fromEntries(Object.entries(schema).filter(([key]) => REMARKS.has(key)))
  const rules = Object.fromEntries(Object.entries(schema).filter(([key]) => !REMARKS.has(key) && key !== 'type'))
  return { ...remarks, anyOf: types.map(type => (type === 'null' ? { type } : { ...rules, type })) }
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}
