// Text without a mark of any format: a list (one word, name, address, path or token a line), or lines of bare words. It has no
// syntax that could tell a format, so what the statistics of its words say may be chance.

/** Enough of it to see that no line is anything else. */
const SEEN = 400
/** Remarks that may stand among the items: one for so many. */
const ITEMS_PER_REMARK = 4

const ITEM = /^(?:[a-z][a-z\d+.-]{1,20}:\/\/[^\s"<>]{1,2000}|[\p{L}\p{M}\p{N}_.@+/'’~-]{1,200}(?::\d{1,5})?)$/iu
const REMARK = /^#(?:\s|$)/
/** A number or a day: a column of such is a table. */
const VALUE = /^[+-]?(?:\d+(?:[.,]\d+)?(?:e[+-]?\d{1,4})?|\d{4}-\d\d-\d\d)$/i

export interface ListShape {
  readonly items: number
  /** Every item is a number or a day. */
  readonly values: boolean
}

/** Null when a line holds more than an item. */
export function listShape(lines: readonly string[]): ListShape | null {
  let items = 0
  let remarks = 0
  let values = 0
  for (const line of lines.slice(0, SEEN)) {
    const text = line.trim()
    if (text === '') continue
    if (REMARK.test(text)) remarks++
    else if (!ITEM.test(text)) return null
    else {
      items++
      if (VALUE.test(text)) values++
    }
  }
  return items > 0 && items >= remarks * ITEMS_PER_REMARK ? { items, values: values === items } : null
}

const BARE_LINE = /^[\p{L}\p{M}\p{N}_.@+/'’~\s-]*$/u
const WORD = /[^\s]+/g
/** From so many words on, text that repeats hardly any of them was drawn at random. */
const ENOUGH = 12
const DISTINCT = 0.9

/** How its words are: `bare` without any mark of syntax, `random` when hardly one comes twice besides. */
export function wording(lines: readonly string[]): 'marked' | 'bare' | 'random' {
  const distinct = new Set<string>()
  let words = 0
  for (const line of lines.slice(0, SEEN)) {
    if (!BARE_LINE.test(line)) return 'marked'
    for (const [word] of line.matchAll(WORD)) {
      words++
      distinct.add(word)
    }
  }
  return words >= ENOUGH && distinct.size > words * DISTINCT ? 'random' : 'bare'
}
