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
  const start = text.indexOf(quote)
  return start < 0 || start > latest ? null : { start, end: start + quote.length }
}

function maskedAlike(text: string, latest: number, quote: string): Span | null {
  const pieces = quote.split(MASK)
  for (let start = 0; pieces.length > 1 && start <= latest; start++) {
    const end = endOf(text, start, pieces)
    if (end !== null) return { start, end }
  }
  return null
}

/** A line of which all is hidden, or nothing is there, with the line end before it. */
const HIDDEN = /\n[^\S\n]*(?:[\w-]{0,4}…\[masked\][^\S\n]*)?(?=\n|$)/y

function endOf(text: string, start: number, pieces: readonly string[]): number | null {
  let at = start
  for (const [k, piece] of pieces.entries()) {
    const isLast = k === pieces.length - 1
    const endAt = (from: number) =>
      isLast ? (text.startsWith(piece, from) ? from + piece.length : null) : maskEnd(text, from, piece)
    let end = endAt(at)
    while (end === null) {
      HIDDEN.lastIndex = at
      if (k === 0 || !HIDDEN.test(text)) return null
      at = HIDDEN.lastIndex
      end = endAt(at)
    }
    at = end
  }
  return at
}

/** What may be shown of a secret. */
const MORE = /[\w-]{1,4}…\[masked\]/y

/** Behind the mask that follows a piece. Of the secret less is shown, or more, but nothing else. */
function maskEnd(text: string, at: number, piece: string): number | null {
  const shown = /[\w-]{0,4}$/.exec(piece)![0].length
  for (let less = 0; less <= shown; less++) {
    const kept = piece.slice(0, piece.length - less) + MASK
    if (text.startsWith(kept, at)) return at + kept.length
  }
  MORE.lastIndex = at + piece.length
  return text.startsWith(piece, at) && MORE.test(text) ? MORE.lastIndex : null
}
