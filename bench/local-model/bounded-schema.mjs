// A JSON schema as node-llama-cpp's grammars take it, with bounds: a model of random weights never ends a text by itself.

/** Long enough that no random text stands in a file by chance. */
const SHORTEST = 10
const LONGEST = 24
const MOST_ITEMS = 2

/** Throws on what it does not know: a part of a schema that is not enforced would prove nothing. */
export function boundedSchema(schema) {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return { oneOf: choices.map(boundedSchema) }
  if (schema.const !== undefined) return { const: schema.const }
  if (schema.enum) return { enum: schema.enum }
  if (Array.isArray(schema.type)) return { oneOf: schema.type.map(type => boundedSchema({ ...schema, type })) }
  switch (schema.type) {
    case 'object':
      return { type: 'object', properties: mapValues(schema.properties ?? {}, boundedSchema) }
    case 'array':
      return {
        type: 'array',
        items: boundedSchema(schema.items),
        minItems: 1,
        maxItems: Math.min(schema.maxItems ?? MOST_ITEMS, MOST_ITEMS),
      }
    case 'string': {
      const maxLength = Math.min(schema.maxLength ?? LONGEST, LONGEST)
      return { type: 'string', minLength: Math.min(SHORTEST, maxLength), maxLength }
    }
    case 'integer':
    case 'number':
      // These grammars know no bounds of numbers.
      return { enum: [1, 2, 3, 5, 8, 13, 21, 34] }
    case 'boolean':
    case 'null':
      return { type: schema.type }
    default:
      throw new Error(`no grammar for ${JSON.stringify(schema)}`)
  }
}

function mapValues(record, change) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
}
