// Long values in short answers: as much as fits, and a cursor to the rest.
import { ShoalError } from '@shoal/base/model/errors'
import type { Json } from '@shoal/base/model/json'
import { stretchOf } from '../page.ts'

/** Characters of JSON that one value may take in an answer that carries others too. */
export const VALUE_BUDGET = 5000

/** A cursor names a part of something and a place in it: `result:4000`. */
export interface Place {
  readonly part: string
  readonly from: number
}

export function readCursor(cursor: string, parts: readonly string[]): Place {
  const [, part = '', from = ''] = /^([a-z]+):(\d{1,15})$/.exec(cursor) ?? []
  if (parts.includes(part)) return { part, from: Number(from) }
  throw new ShoalError('bad-value', `${JSON.stringify(cursor.slice(0, 80))} is no cursor of this tool`, {
    detail: 'cursor',
    advice: 'pass a cursor as an answer gave it',
  })
}

/** A page of one part. */
export function partPage(value: string, { part, from }: Place): { text: string; next_cursor: string | null } {
  const { text, end } = stretchOf(value, from)
  return { text, next_cursor: end === null ? null : `${part}:${end}` }
}

/** A field of an answer as it is, or null and the cursor that reads it. */
export function bounded(field: string, value: Json, budget: number): Readonly<Record<string, Json>> {
  if (value === null || JSON.stringify(value).length <= budget) return { [field]: value }
  return { [field]: null, [`${field}_cursor`]: `${field}:0` }
}

/** What its pages are cut from: a text as it is, anything else as JSON. */
export function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Its beginning, where it is longer. */
export function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
