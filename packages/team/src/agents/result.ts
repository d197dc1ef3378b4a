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

/** The last fence whose text is JSON: on lines of its own, behind words, or within a line. */
function fencedValue(text: string): ReadResult | null {
  const marks = fenceMarks(text)
  let best: ReadResult | null = null
  for (let k = 0; k < marks.length; k++) {
    const opening = marks[k]!
    const start = opening.end + /^[ \t]{0,9}(?:json)?/i.exec(text.slice(opening.end, opening.end + 13))![0].length
    const closings = [...new Set([opening.nextOnLine, opening.next])].filter(at => at !== null)
    const found = closings.flatMap(at => valueWithin(text, start, opening.isOnLine, marks[at]!) ?? [])[0]
    if (found) {
      const around = text.slice(0, opening.at).trim() + text.slice(found.closing.end).trim()
      best = { value: found.value, ...(around !== '' && { hasWordsAround: true }) }
    }
    // What stands between two fences is in none.
    k = found ? marks.indexOf(found.closing, k) : ((opening.isOnLine ? closings[0] : opening.next) ?? k)
  }
  return best
}

/** Within a line only a list or a mapping: `5` may be anything. */
function valueWithin(text: string, start: number, isOnLine: boolean, closing: FenceMark) {
  const inner = text.slice(start, closing.at)
  if (!isOnLine && !/^\s{0,99}[[{]/.test(inner)) return null
  const found = exactly(inner)
  return found && { ...found, closing }
}

interface FenceMark {
  readonly at: number
  readonly end: number
  /** Nothing else stands before it in its line. */
  readonly isOnLine: boolean
  /** The next that could close it; and the next that stands alone in its line, as Markdown wants it. */
  readonly next: number | null
  readonly nextOnLine: number | null
}

function fenceMarks(text: string): readonly FenceMark[] {
  const next = new Map<string, number>()
  const nextOnLine = new Map<string, number>()
  const found = [...text.matchAll(/`{3,}|~{3,}/g)]
  const marks: FenceMark[] = new Array(found.length)
  for (let k = found.length - 1; k >= 0; k--) {
    const { 0: fence, index: at } = found[k]!
    const end = at + fence.length
    const isOnLine = /(?:^|\n)[ \t]{0,9}$/.test(text.slice(Math.max(0, at - 10), at))
    marks[k] = { at, end, isOnLine, next: next.get(fence) ?? null, nextOnLine: nextOnLine.get(fence) ?? null }
    next.set(fence, k)
    if (isOnLine && /^[ \t\r]{0,9}(?:\n|$)/.test(text.slice(end, end + 10))) nextOnLine.set(fence, k)
  }
  return marks
}
