// What models hand to tools: the schema they are shown, what they leave out in their own ways, and what is wrong in one line.

import type { Json } from '@shoal/base/model/json'
import type { JsonSchema, ToolSpec } from '@shoal/base/model/language-model'
import { isRecord } from '@shoal/base/model/option-values'
import { z } from 'zod'

export function specOf({
  name,
  description,
  input,
}: {
  readonly name: string
  readonly description: string
  readonly input: z.ZodType
}): ToolSpec {
  const { $schema: _, ...parameters } = z.toJSONSchema(input, { target: 'draft-7', io: 'input' })
  return { name, description, parameters: withoutIdleBounds(parameters as JsonSchema) }
}

/** That a number is no larger than numbers can be is not worth a token of every request. */
function withoutIdleBounds(schema: JsonSchema): JsonSchema {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === 'maximum' && value === Number.MAX_SAFE_INTEGER ? undefined : value,
    ),
  ) as JsonSchema
}

/** Models leave a field out by writing null or nothing in it, and some know `path` by another name. */
export function tidied(given: Json): unknown {
  if (!isRecord(given)) return given
  const { file_path, ...rest } = given
  const fields = file_path === undefined ? rest : { path: file_path, ...rest }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== ''))
}

export function complaint({ issues }: z.ZodError): string {
  return issues
    .slice(0, 3)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
    .join('; ')
}
