// Pages: lists and texts in answers that a client takes whole.
import { ShoalError } from '@shoal/base/model/errors'

/** Characters of JSON for the list or the text of one answer; the rest of the answer is small. */
export const ROOM = 40_000

export interface PageRequest {
  readonly limit: number
  readonly cursor: string | undefined
  /** Characters of JSON for the list; all of an answer when left out. */
  readonly room?: number
}

export interface Page<T> {
  readonly items: readonly T[]
  readonly next_cursor: string | null
}

/** From where `cursor` points, as many as `limit` and the room of an answer allow: always at least one. */
export function pageOf<T>(all: readonly T[], { limit, cursor, room }: PageRequest): Page<T> {
  const from = positionIn(cursor)
  const items = fitting(all.slice(from, from + limit), room)
  const end = from + items.length
  return { items, next_cursor: end < all.length ? String(end) : null }
}

/** As many of the items as there is room for, and at least one. */
export function fitting<T>(items: readonly T[], room = ROOM): readonly T[] {
  let used = 0
  const end = items.findIndex((item, at) => {
    used += JSON.stringify(item).length + 1
    return used > room && at > 0
  })
  return end === -1 ? items : items.slice(0, end)
}

/** A stretch of a text, to the last line end that fits; a line that fits nowhere is cut. */
export function textPage(text: string, cursor: string | undefined): { text: string; next_cursor: string | null } {
  const { text: page, end } = stretchOf(text, positionIn(cursor))
  return { text: page, next_cursor: end === null ? null : String(end) }
}

/** The same with the place where the next one starts; null when there is none. */
export function stretchOf(text: string, from: number): { readonly text: string; readonly end: number | null } {
  const most = endOfRoom(text, from)
  if (most >= text.length) return { text: text.slice(from), end: null }
  const line = text.lastIndexOf('\n', most - 1) + 1
  const end = line > from ? line : most
  return { text: text.slice(from, end), end }
}

/** Where the room ends, as JSON counts; never between the halves of a character. */
function endOfRoom(text: string, from: number): number {
  let room = ROOM
  let at = from
  while (at < text.length) {
    const code = text.codePointAt(at)!
    room -= costOf(code)
    if (room < 0) break
    at += code > 0xffff ? 2 : 1
  }
  return at
}

/** Quotes, backslashes, line ends and tabs take two characters, other control characters and halves of characters six. */
function costOf(code: number): number {
  if (code === 0x22 || code === 0x5c) return 2
  if (code < 0x20) return (code >= 0x08 && code <= 0x0a) || code === 0x0c || code === 0x0d ? 2 : 6
  if (code > 0xffff) return 2
  return code >= 0xd800 && code <= 0xdfff ? 6 : 1
}

function positionIn(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  if (/^\d{1,12}$/.test(cursor)) return Number(cursor)
  throw new ShoalError('bad-value', 'this cursor is not one of this tool', {
    detail: 'cursor',
    advice: 'pass the `next_cursor` of the answer before, or none to start',
  })
}
