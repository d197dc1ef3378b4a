// Single fields of a JSON value, named as shapes name them: `text`, `user.name`, `tags[]`, `["first name"]`.
import { lookup } from '@shoal/base/model/lookup'
import { isRecord } from '@shoal/base/model/option-values'

const STEP = /\.?([^.[\]"]+)|\[\]|\["((?:[^"\\]|\\.)*)"\]/gy

/** `text: late again | user.name: Ada` of the fields that are there; null when none is, or when it is no JSON. */
export function pickJsonFields(json: string, fields: readonly string[]): string | null {
  const value = parsed(json) ?? parsed(`{${json}}`)
  if (value === undefined) return null
  const picked = fields.flatMap(field => {
    const found = valuesAt(value, field)
    if (found.length === 0) return []
    return [`${field}: ${found.map(one => (typeof one === 'string' ? one : JSON.stringify(one))).join(', ')}`]
  })
  return picked.length > 0 ? picked.join(' | ') : null
}

/** `[]` leads to every element. */
function valuesAt(value: unknown, field: string): unknown[] {
  if (isRecord(value) && Object.hasOwn(value, field)) return [lookup(value, field)]
  let found: unknown[] = [value]
  for (const [step, name, quoted] of field.matchAll(STEP)) {
    if (step === '[]') found = found.flatMap(one => (Array.isArray(one) ? one : []))
    else {
      const key = name ?? String(parsed(`"${quoted}"`))
      found = found.flatMap(one => (isRecord(one) && Object.hasOwn(one, key) ? [lookup(one, key)] : []))
    }
  }
  return found
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
