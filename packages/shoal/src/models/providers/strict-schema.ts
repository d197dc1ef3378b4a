// Schemas as OpenAI enforces them: closed objects whose properties are all required, and no lengths of strings.
import type { Json } from '@shoal/base/model/json'
import type { JsonSchema } from '@shoal/base/model/language-model'

const NOT_TAKEN = ['$schema', 'default', 'minLength', 'maxLength']

/** The schema as it can be enforced; null if it says things that cannot be. */
export function strictSchema(schema: JsonSchema): JsonSchema | null {
  return isStrict(schema) ? (stripped(schema) as JsonSchema) : null
}

function isStrict(schema: Json): boolean {
  if (Array.isArray(schema)) return schema.every(isStrict)
  if (typeof schema !== 'object' || schema === null) return true
  const { type, properties, required, additionalProperties } = schema as Record<string, Json>
  if (type === 'object') {
    const names = Object.keys((properties ?? {}) as object)
    const always = Array.isArray(required) ? required : []
    if (additionalProperties !== false || names.some(name => !always.includes(name))) return false
  }
  return Object.values(schema).every(isStrict)
}

/** Below `properties` and `$defs` keys are names, not keywords. */
function stripped(schema: Json, isNames = false): Json {
  if (Array.isArray(schema)) return schema.map(one => stripped(one))
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => isNames || !NOT_TAKEN.includes(key))
      .map(([key, value]) => [key, stripped(value, !isNames && (key === 'properties' || key === '$defs'))]),
  )
}
