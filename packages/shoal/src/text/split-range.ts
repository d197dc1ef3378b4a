// The last resort for a piece that is too large: parts of one size, each cut moved to the best boundary near by.
import type { SourceText } from '@shoal/base/model/source'
import { indexBlocks, type Place } from './scan/block-index.ts'

const LOOK_BACK = 16 * 1024

export interface Split extends Place {
  /** It does not start at a unit. */
  readonly inside: boolean
}

/** The starts of about `parts` parts of [start, end), the first at `start`. */
export async function splitRange(
  source: SourceText,
  start: Place,
  end: number,
  parts: number,
  unitNear: ((offset: number) => Place | null) | undefined,
  signal: AbortSignal,
): Promise<Split[]> {
  const splits: { offset: number; line: number | null }[] = [start]
  for (let k = 1; k < parts; k++) {
    const last = splits.at(-1)!.offset
    const even = Math.floor(start.offset + ((end - start.offset) * k) / parts)
    const unit = unitNear?.(even)
    if (unit && unit.offset > last && unit.offset < end) splits.push(unit)
    else {
      const offset = bestBoundary(source, even, last)
      if (offset > last && offset < end) splits.push({ offset, line: null })
    }
  }
  const lines = await lineNumbers(source, start, end, splits, signal)
  return splits.map(({ offset, line }, k) => ({ offset, line: lines[k]!, inside: line === null }))
}

async function lineNumbers(
  source: SourceText,
  start: Place,
  end: number,
  splits: readonly { offset: number; line: number | null }[],
  signal: AbortSignal,
): Promise<number[]> {
  if (splits.every(({ line }) => line !== null)) return splits.map(({ line }) => line!)
  const index = await indexBlocks(source, { kind: 'lines', eol: source.eol }, { from: start, to: end, signal })
  return index.linesOf(splits.map(({ offset }) => offset))
}

/** Behind the last line end before an offset, else behind a comma, semicolon or blank, else between two characters. */
function bestBoundary(source: SourceText, offset: number, above: number): number {
  const from = Math.max(above + 1, offset - LOOK_BACK)
  const bytes = source.bytes(from, Math.max(from, offset))
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
