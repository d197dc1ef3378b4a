// Decoded lines of a stretch of a source, one block in memory at a time. A line of any length is seen whole, in parts.
import type { SourceText } from '@shoal/base/model/source'
import { yieldToEventLoop } from '@shoal/base/text/turns'

export interface TextLine {
  /** Without its end. */
  readonly text: string
  /** 1-based, of the source. */
  readonly number: number
  /** What ends it: empty at the end of the source, and between parts of a line. */
  readonly end: string
  /** More of the line that was shown before: it is longer than a block. */
  readonly more: boolean
}

export interface TextRange {
  /** Offsets of the source, the end exclusive. */
  readonly start: number
  readonly end: number
  /** The line that `start` stands on. */
  readonly line: number
}

export interface TextWalk {
  readonly signal: AbortSignal
  onRead(bytes: number): void
}

/** Code units read at once. */
const BLOCK = 1 << 20

/** Calls `visit` for each line in order; a last line that is empty and has no end is none. */
export async function walkText(
  source: SourceText,
  range: TextRange,
  walk: TextWalk,
  visit: (line: TextLine) => void,
): Promise<void> {
  for await (const block of textBlocks(source, range, walk)) block(visit)
}

/** The same block by block, for those who hand on what they make of one before they read the next. */
export async function* textBlocks(
  source: SourceText,
  range: TextRange,
  { signal, onRead }: TextWalk,
): AsyncGenerator<(visit: (line: TextLine) => void) => void> {
  const turn = yieldToEventLoop()
  const eol = String.fromCharCode(source.eol)
  let at = range.start
  let number = range.line
  let more = false
  while (at < range.end) {
    signal.throwIfAborted()
    await turn()
    const end = blockEnd(source, at, range.end)
    const text = source.text(at, end)
    onRead(source.byteAt(end) - source.byteAt(at))
    yield visit => {
      let from = 0
      for (let stop = text.indexOf(eol); stop >= 0; stop = text.indexOf(eol, from)) {
        // The CR of a CRLF belongs to the line end.
        const to = source.eol === 10 && stop > from && text.charCodeAt(stop - 1) === 13 ? stop - 1 : stop
        visit({ text: text.slice(from, to), end: to < stop ? '\r\n' : eol, number, more })
        number++
        more = false
        from = stop + 1
      }
      if (from < text.length) {
        visit({ text: text.slice(from), end: '', number, more })
        more = true
      }
    }
    at = end
  }
}

/**
 * Behind the last line end of the block; in a longer line, behind a whole character. Blocks end at multiples of their
 * size, so that a long line falls into the same parts wherever reading began.
 */
function blockEnd(source: SourceText, at: number, end: number): number {
  const to = (Math.floor(at / BLOCK) + 1) * BLOCK
  if (to >= end) return end
  const line = Buffer.from(source.bytes(at, to)).lastIndexOf(source.eol)
  if (line >= 0) return at + line + 1
  if (source.encoding.name !== 'utf-8') return to
  const rest = source.bytes(to, Math.min(end, to + 3))
  const inside = rest.findIndex(byte => (byte & 0xc0) !== 0x80)
  return to + (inside < 0 ? rest.length : inside)
}
