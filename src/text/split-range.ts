// The last resort for a piece that is too large and has no structure left: parts of one size, each cut moved to the
// best boundary near by.
import type { SourceText } from '../model/source.ts'
import { indexBlocks, type Place } from './scan/block-index.ts'

const LOOK_BACK = 16 * 1024

/** The starts of `parts` parts of [start, end), the first at `start`. */
export async function splitRange(
  source: SourceText,
  start: Place,
  end: number,
  parts: number,
  signal: AbortSignal,
): Promise<Place[]> {
  const offsets = [start.offset]
  for (let k = 1; k < parts; k++) {
    const even = Math.floor(start.offset + ((end - start.offset) * k) / parts)
    const cut = bestBoundary(source, even, offsets.at(-1)!)
    if (cut > offsets.at(-1)! && cut < end) offsets.push(cut)
  }
  const index = await indexBlocks(source, { kind: 'lines', eol: source.eol }, { from: start, to: end, signal })
  const lines = index.linesOf(offsets)
  return offsets.map((offset, k) => ({ offset, line: lines[k]! }))
}

/** Behind the last line end before an offset, else behind a comma, semicolon or blank, else between two characters. */
function bestBoundary(source: SourceText, offset: number, above: number): number {
  const from = Math.max(above + 1, offset - LOOK_BACK)
  const bytes = source.bytes(from, offset)
  const line = bytes.lastIndexOf(source.eol)
  if (line >= 0) return from + line + 1
  for (let at = bytes.length - 1; at >= 0; at--) {
    const byte = bytes[at]!
    if (byte === 32 || byte === 9 || byte === 44 || byte === 59) return from + at + 1
  }
  return characterStart(source, offset)
}

/** Not between the bytes of a UTF-8 character, nor the halves of a UTF-16 pair. */
function characterStart(source: SourceText, offset: number): number {
  if (source.encoding.name === 'utf-8') {
    const bytes = source.bytes(Math.max(0, offset - 3), Math.min(source.size, offset + 1))
    let back = 0
    while (back < 3 && (bytes[bytes.length - 1 - back]! & 0xc0) === 0x80) back++
    return offset - back
  }
  if (source.encoding.unit === 2) {
    // The halves of a pair do not decode alone; together they are one character.
    const around = source.text(offset - 1, offset + 1)
    return [...around].length === 1 && around.length === 2 ? offset - 1 : offset
  }
  return offset
}
