// A result out of an agent's or a model's last words: tolerant of what stands around it, exact in what it holds.

import type { Json } from '@shoal/base/model/json'
import { readJson } from '@shoal/base/text/loose-json'
import { parseExactly } from '@shoal/base/text/numeral'
import * as z from 'zod'

export type ReadResult =
  /** `around`: words beside the value, which are no part of it. */
  | { readonly value: Json; readonly hasWordsAround?: true }
  /** What is wrong, as its author may be told. */
  | { readonly fault: string }

const MOST_FAULTS = 5

/** Holds results to a JSON Schema. Throws where it is none that can be checked. */
export type Check = (value: Json) => string | null

export function schemaCheck(schema: Json): Check {
  const checked = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])
  return value => {
    const issues = checked.safeParse(value).error?.issues ?? []
    if (issues.length === 0) return null
    const told = issues
      .slice(0, MOST_FAULTS)
      .map(({ path, message }) => `${path.length === 0 ? 'the value' : path.join('.')}: ${message}`)
    const more = issues.length - told.length
    return told.join('; ') + (more > 0 ? `; and ${more} more` : '')
  }
}

/** With a check, a value that passes it. Without one: the value if the text is JSON or has one in a fence, else the text. */
export function readResult(text: string, check: Check | null): ReadResult {
  const plain = exactly(text)
  if (check === null) return plain ?? fencedValue(text) ?? { value: { text } }
  const read = plain ?? fencedValue(text) ?? readJson(text)
  if ('fault' in read) return read
  if ('complaint' in read) return { fault: read.complaint }
  if ('isCut' in read && read.isCut) return { fault: 'the JSON is cut off' }
  const fault = check(read.value as Json)
  return fault === null ? (read as ReadResult) : { fault }
}

function exactly(text: string): { readonly value: Json } | null {
  try {
    return { value: parseExactly(text) as Json }
  } catch {
    return null
  }
}

/** The last fence whose text is JSON. */
function fencedValue(text: string): ReadResult | null {
  const lines = text.split('\n')
  let best: ReadResult | null = null
  for (let at = 0; at < lines.length; at++) {
    const fence = /^\s{0,3}(`{3,}|~{3,})\s{0,9}(?:json|JSON)?\s*$/.exec(lines[at]!)?.[1]
    if (fence === undefined) continue
    const end = lines.findIndex((line, k) => k > at && line.trim() === fence)
    if (end < 0) continue
    const found = exactly(lines.slice(at + 1, end).join('\n'))
    const isAlone = lines.every((line, k) => (k >= at && k <= end) || line.trim() === '')
    if (found) best = isAlone ? found : { ...found, hasWordsAround: true }
    at = end
  }
  return best
}
