// Arguments made from a tool's JSON schema: some that fit, some that are bent in one place, some that are anything.
import fc from 'fast-check'

export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
}

/** Strings that mean something here, by the name of the property; under `''` those that any property may get. */
export type Words = Readonly<Record<string, readonly string[]>>

export function hostileArguments(schema: JsonSchema, words: Words): fc.Arbitrary<unknown> {
  const fit = fitting(schema, words, '') as fc.Arbitrary<Record<string, unknown>>
  return fc.oneof(
    { weight: 5, arbitrary: fit },
    { weight: 4, arbitrary: bent(fit, Object.keys(schema.properties ?? {})) },
    { weight: 1, arbitrary: anything },
  )
}

const HUGE = 'x'.repeat(200_000)

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', ' ', '\0', '\u202e', '\ud800', 'a\nb', '\u001b[31m', '__proto__', '%s%n', '-1', 'null', HUGE),
)

const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  oddText,
  fc.constantFrom(null, [], {}, 1e308, -0, Number.MAX_SAFE_INTEGER + 1, true),
  fc.integer({ min: 100, max: 3000 }).map(nested),
)

function fitting(schema: JsonSchema, words: Words, name: string): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const either = schema.anyOf ?? schema.oneOf
  if (either) return fc.oneof(...either.map(one => fitting(one, words, name)))
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return objects(schema, words)
    case 'array':
      return fc.array(fitting(schema.items ?? {}, words, name), { minLength: 1, maxLength: 2 })
    case 'string':
      return strings(words, name)
    case 'integer':
    case 'number':
      return name === 'wait_seconds' ? fc.constant(0) : integers(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

/** All that is required and up to three more: calls with everything at once are refused at the door. */
function objects({ properties = {}, required = [] }: JsonSchema, words: Words): fc.Arbitrary<unknown> {
  const optional = Object.keys(properties).filter(name => !required.includes(name))
  return fc.subarray(optional, { maxLength: Math.min(3, optional.length) }).chain(chosen => {
    const names = [...required, ...chosen]
    return fc.record(Object.fromEntries(names.map(name => [name, fitting(properties[name] ?? {}, words, name)])))
  })
}

function strings(words: Words, name: string): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 14, arbitrary: fc.constantFrom(...(words[name] ?? ['a few words'])) },
    { weight: 1, arbitrary: fc.constantFrom(...words['']!) },
    { weight: 1, arbitrary: oddText },
  )
}

function integers({ minimum, exclusiveMinimum, maximum }: JsonSchema): fc.Arbitrary<number> {
  const min = Math.max(minimum ?? exclusiveMinimum ?? -1000, -1e6)
  return fc.integer({ min: Math.ceil(min), max: Math.min(maximum ?? 1000, 1e6) })
}

/** One field is missing, of another kind, or one too many. */
function bent(fit: fc.Arbitrary<Record<string, unknown>>, names: readonly string[]): fc.Arbitrary<unknown> {
  const name = fc.oneof(fc.constantFrom('', ...names), fc.constantFrom('extra', '__proto__', 'constructor', 'Path'))
  return fc.tuple(fit, name, fc.option(anything, { nil: undefined })).map(([object, key, value]) => {
    const others = Object.entries(object).filter(([one]) => one !== key)
    return Object.fromEntries(value === undefined ? others : [...others, [key, value]])
  })
}

function nested(depth: number): unknown {
  let value: unknown = 'deep'
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}
