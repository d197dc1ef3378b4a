// What a quote hides, read from the line that it stands on.

import { MASK, maskValue } from '@shoal/base/secrets/mask-value'
import { quoteInLines } from '@shoal/base/text/quote-in-lines'

/** The most that is shown of a secret. */
const MOST_SHOWN = 4
/** Where a secret ends that the quote ends with. */
const BEHIND = /^[^\s'"`,;)\]}]*/

/** So many are looked for behind one quote. */
const MOST = 32

/** The secrets that a quoted line hides and that the line, as it is shown by itself, does not. Null if that cannot be told. */
export function secretsBehind(quoted: string, line: string): string[] | null {
  const found: string[] = []
  for (let rest = line; !quoteInLines([rest], 0, quoted); ) {
    const value = found.length < MOST ? nextBehind(quoted, rest) : null
    if (value === null) return null
    found.push(value)
    const hidden = hideValue(rest, value)
    if (hidden === rest) return null
    rest = hidden
  }
  return found
}

/** As a word where it is one, so that no other word is cut; else wherever it stands. */
export function hideValue(line: string, value: string): string {
  const parts = line.split(value)
  const isWord = (k: number) => !ENDS_IN_WORD.test(parts[k - 1]!) && !STARTS_AS_WORD.test(parts[k]!)
  const hasWord = parts.some((_, k) => k > 0 && isWord(k))
  const shown = (k: number) => (hasWord && !isWord(k) ? value : maskValue(value))
  return parts.map((part, k) => (k === 0 ? part : shown(k) + part)).join('')
}

const ENDS_IN_WORD = /[\p{L}\p{N}_]$/u
const STARTS_AS_WORD = /^[\p{L}\p{N}_]/u

/** Null when the quote does not stand on that line. */
function nextBehind(quoted: string, line: string): string | null {
  const at = differsAt(quoted, line)
  const head = quoted.slice(0, at)
  const start = at < 0 ? -1 : line.indexOf(head)
  if (start < 0) return null
  const tail = quoted.slice(at + MASK.length).split(MASK, 1)[0]!
  const from = start + head.length
  const to = tail === '' ? from + BEHIND.exec(line.slice(from))![0].length : line.indexOf(tail, from)
  if (to < 0) return null
  for (let shown = Math.min(MOST_SHOWN, head.length); shown >= 0; shown--) {
    const value = line.slice(from - shown, to)
    if (value !== '' && maskValue(value) === head.slice(head.length - shown) + MASK) return value
  }
  return null
}

/** The first mask of the quote that is none in the line yet: a part of the quote is in the line if a longer one is. */
function differsAt(quoted: string, line: string): number {
  const masks: number[] = []
  for (let at = quoted.indexOf(MASK); at >= 0; at = quoted.indexOf(MASK, at + MASK.length)) masks.push(at)
  let first = 0
  for (let last = masks.length; first < last; ) {
    const middle = (first + last) >> 1
    if (line.includes(quoted.slice(0, masks[middle]! + MASK.length))) first = middle + 1
    else last = middle
  }
  return masks[first] ?? -1
}
