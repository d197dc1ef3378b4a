// Explanations that still fit: the model names them beside a note or an answer, so that whoever looks on sees what is open.

import type { Json } from '@shoal/base/model/json'
import type { ToolSpec } from '@shoal/base/model/language-model'
import { isRecord } from '@shoal/base/model/option-values'

const MOST = 5
const LONGEST = 200

/** The same tool with a place for them. */
export function withRivals(spec: ToolSpec): ToolSpec {
  const { properties } = spec.parameters
  const rivals = {
    type: 'array',
    items: { type: 'string' },
    description: 'Explanations that still fit, in a few words each; none when one is left',
  }
  return {
    ...spec,
    parameters: { ...spec.parameters, properties: { ...(isRecord(properties) ? (properties as object) : {}), rivals } },
  }
}

/** Null where nothing is said of them. */
export function rivalsIn(input: Json): readonly string[] | null {
  const rivals = isRecord(input) ? input.rivals : null
  if (!Array.isArray(rivals)) return null
  return rivals
    .filter(one => typeof one === 'string' && one.trim() !== '')
    .slice(0, MOST)
    .map(one => String(one).trim().slice(0, LONGEST))
}
