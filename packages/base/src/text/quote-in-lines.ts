// Where a quote stands in lines as they are shown: from the line that it names, and from no other. Secrets are masked in both;
// how much of one is shown, and over how many lines it is hidden, may differ.
import { MASK } from '../secrets/mask-value.ts'

/** Offsets in the lines joined by line ends. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** `at` is the index of the line that it starts on. Null when it does not; the end of its last line is not part of it. */
export function quoteInLines(lines: readonly string[], at: number, quote: string): Span | null {
  const line = lines[at]
  if (line === undefined) return null
  const wanted = quote.replace(/(?<![\r\n])[\r\n]+$/, '').replaceAll('\r\n', '\n')
  if (wanted === '') return null
  const before = lines.slice(0, at).reduce((sum, { length }) => sum + length + 1, 0)
  const text = lines.slice(at).join('\n')
  // Alone, it ends a line in files that end lines so, and is a character in all others.
  for (const way of new Set([wanted, wanted.replaceAll('\r', '\n')])) {
    const found = exactly(text, line.length, way) ?? maskedAlike(text, line.length, way)
    if (found) return { start: before + found.start, end: before + found.end }
  }
  return null
}

function exactly(text: string, latest: number, quote: string): Span | null {
  const start = text.slice(0, latest + quote.length).indexOf(quote)
  return start < 0 ? null : { start, end: start + quote.length }
}

/** The most that is shown of a secret. */
const MOST_SHOWN = 4
/** Comparisons for every character of both, and some more: lines of nothing but masks would take one for each pair of them. */
const ROOM = 4
const LEAST_ROOM = 100_000

/** Before each mask of the text there are few places at which the first piece may start. */
function maskedAlike(text: string, latest: number, quote: string): Span | null {
  const pieces = quote.split(MASK)
  if (pieces.length === 1) return null
  const { length } = pieces[0]!
  const room = { left: LEAST_ROOM + ROOM * (text.length + quote.length) }
  let before = -1
  for (let mask = text.indexOf(MASK); mask >= 0; mask = text.indexOf(MASK, mask + MASK.length)) {
    const first = mask - length - MOST_SHOWN
    // A piece holds no mask.
    for (let start = Math.max(before + 1, first); start <= Math.min(mask, first + 2 * MOST_SHOWN); start++) {
      if (start > latest) return null
      const end = endOf(text, start, pieces, room)
      if (end !== null) return { start, end }
    }
    before = mask
  }
  return null
}

/** A line of which all is hidden, or nothing is there, with the line end before it. */
const HIDDEN = /\n[^\S\n]*(?:[\w-]{0,4}…\[masked\][^\S\n]*)?(?=\n|$)/y

function endOf(text: string, start: number, pieces: readonly string[], room: { left: number }): number | null {
  let at = start
  for (const [k, piece] of pieces.entries()) {
    const isLast = k === pieces.length - 1
    const endAt = (from: number) => {
      // What the first piece takes in all is bounded by the text.
      room.left -= k === 0 ? 1 : piece.length + 1
      if (room.left < 0) return null
      return isLast ? (text.startsWith(piece, from) ? from + piece.length : null) : maskEnd(text, from, piece)
    }
    let end = endAt(at)
    while (end === null) {
      HIDDEN.lastIndex = at
      if (k === 0 || room.left < 0 || !HIDDEN.test(text)) return null
      at = HIDDEN.lastIndex
      end = endAt(at)
    }
    at = end
  }
  return at
}

/** What may be shown of a secret. */
const MORE = /[\w-]{1,4}…\[masked\]/y
const SHOWN = /[\w-]{0,4}$/

/** Behind the mask that follows a piece. Of the secret less is shown, or more, but nothing else. */
function maskEnd(text: string, at: number, piece: string): number | null {
  const shown = SHOWN.exec(piece)![0].length
  const sure = piece.length - shown
  if (!text.startsWith(piece.slice(0, sure), at)) return null
  for (let less = 0; less <= shown; less++) {
    const end = at + piece.length - less
    if (text.startsWith(piece.slice(sure, piece.length - less), at + sure) && text.startsWith(MASK, end))
      return end + MASK.length
  }
  MORE.lastIndex = at + piece.length
  return text.startsWith(piece.slice(sure), at + sure) && MORE.test(text) ? MORE.lastIndex : null
}
