// The lines around a spot of a source: where they stand, read with one look to each side. Of lines that are very long,
// only what is near the spot.
import type { SourceText } from '@shoal/base/model/source'

/** Code units that are looked at on each side. */
const REACH = 8 << 10

/** By offsets of the source; it starts at the start of a line and ends at the end of one, unless it is cut there. */
export interface Region {
  readonly start: number
  readonly end: number
  /** The line that it starts on. */
  readonly line: number
  readonly isCutBefore: boolean
  readonly isCutBehind: boolean
}

export interface Around {
  /** Where the lines in the middle start to be quoted, and how many of them are. */
  readonly offset: number
  readonly line: number
  readonly lines: number
  /** Units that are quoted, or more. */
  readonly units: number
  /** Lines to show before and behind. */
  readonly context: number
}

export function regionAround(source: SourceText, { offset, line, lines, units, context }: Around): Region {
  const before = startBefore(source, offset, context)
  const behind = endBehind(source, offset, { lines: lines + context, units: units + REACH })
  return {
    start: before.start,
    end: behind.end,
    line: line - before.lines,
    isCutBefore: before.isCut,
    isCutBehind: behind.isCut,
  }
}

/** Lines before that are longer than a look are left out. */
function startBefore(source: SourceText, offset: number, context: number) {
  const from = Math.max(0, offset - REACH)
  const bytes = source.bytes(from, offset)
  let start = -1
  let lines = -1
  for (let at = bytes.length; lines < context; lines++) {
    const found = at === 0 ? -1 : bytes.lastIndexOf(source.eol, at - 1)
    if (found < 0) {
      if (from > 0) break
      return { start: 0, lines: lines + 1, isCut: false }
    }
    start = found + 1
    at = found
  }
  return start < 0 ? { start: from, lines: 0, isCut: true } : { start: from + start, lines, isCut: false }
}

/** Without the last line end. */
function endBehind(source: SourceText, offset: number, { lines, units }: { lines: number; units: number }) {
  const bytes = source.bytes(offset, Math.min(source.size, offset + units))
  let at = 0
  for (let k = 0; k < lines; k++) {
    const found = bytes.indexOf(source.eol, at)
    if (found < 0) return { end: offset + bytes.length, isCut: offset + bytes.length < source.size }
    at = found + 1
  }
  return { end: offset + at - 1, isCut: false }
}
