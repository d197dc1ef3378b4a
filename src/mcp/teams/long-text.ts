// Long values in short answers: as much as fits, and a cursor to the rest.
import { ShoalError } from '../../model/errors.ts'
import type { Json } from '../../model/json.ts'

/** Characters of JSON that one value may take in an answer that carries others too. */
export const VALUE_BUDGET = 5000
/** The same for an answer that carries nothing else. */
const PAGE_BUDGET = 40_000

export interface TextPage {
  readonly text: string
  readonly next_cursor: string | null
}

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

export function textPage(text: string, { part, from }: Place, budget = PAGE_BUDGET): TextPage {
  const end = endWithin(text, from, budget)
  return { text: text.slice(from, end), next_cursor: end < text.length ? `${part}:${end}` : null }
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

/** As many of the items as fit, and at least one. */
export function fitting<T>(items: readonly T[], budget = PAGE_BUDGET): readonly T[] {
  let used = 0
  const end = items.findIndex((item, at) => {
    used += JSON.stringify(item).length
    return used > budget && at > 0
  })
  return end === -1 ? items : items.slice(0, end)
}

/** Where the JSON of `text` from `from` on reaches the budget; never inside a character. */
function endWithin(text: string, from: number, budget: number): number {
  let at = from
  for (let left = budget; at < text.length; at++) {
    left -= costOf(text.charCodeAt(at))
    if (left < 0) break
  }
  const isInside = at < text.length && at - 1 > from && isHighHalf(text.charCodeAt(at - 1))
  return isInside ? at - 1 : at
}

function costOf(unit: number): number {
  if (unit === 0x22 || unit === 0x5c) return 2
  return unit < 0x20 || (unit >= 0xd800 && unit <= 0xdfff) ? 6 : 1
}

function isHighHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}
