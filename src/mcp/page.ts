// Pages: lists and texts in answers that a client takes whole.
import { ShoalError } from '../model/errors.ts'

/** Characters of JSON for the list or the text of one answer; the rest of the answer is small. */
export const ROOM = 40_000

export interface PageRequest {
  readonly limit: number
  readonly cursor: string | undefined
}

export interface Page<T> {
  readonly items: readonly T[]
  readonly next_cursor: string | null
}

/** From where `cursor` points, as many as `limit` and the room of an answer allow: always at least one. */
export function pageOf<T>(all: readonly T[], { limit, cursor }: PageRequest): Page<T> {
  const from = positionIn(cursor)
  let end = from
  let room = ROOM
  while (end < all.length && end - from < limit) {
    room -= JSON.stringify(all[end]).length + 1
    if (room < 0 && end > from) break
    end++
  }
  return { items: all.slice(from, end), next_cursor: end < all.length ? String(end) : null }
}

/** A stretch of a text, to the last line end that fits; a line that fits nowhere is cut. */
export function textPage(text: string, cursor: string | undefined): { text: string; next_cursor: string | null } {
  const from = positionIn(cursor)
  const most = fitting(text, from)
  if (most >= text.length) return { text: text.slice(from), next_cursor: null }
  const line = text.lastIndexOf('\n', most - 1) + 1
  const end = line > from ? line : most
  return { text: text.slice(from, end), next_cursor: String(end) }
}

/** Where the room ends, as JSON counts: quotes and line ends take two characters, control characters six. */
function fitting(text: string, from: number): number {
  let room = ROOM
  let at = from
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    room -=
      code < 0x20 ? (code === 0x0a || code === 0x09 || code === 0x0d ? 2 : 6) : code === 0x22 || code === 0x5c ? 2 : 1
    if (room < 0) break
  }
  // Not between the halves of a character.
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at
}

function positionIn(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  if (/^\d{1,12}$/.test(cursor)) return Number(cursor)
  throw new ShoalError('bad-value', 'this cursor is not one of this tool', {
    detail: 'cursor',
    advice: 'pass the `next_cursor` of the answer before, or none to start',
  })
}
