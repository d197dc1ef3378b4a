// The text of a source in blocks of whole lines, one in memory at a time. A line that is longer than a block comes in
// parts, each with the end of the one before, so that what stands across their border is seen.
import type { SourceText } from '../../model/source.ts'
import { turnTaker } from '../../text/turns.ts'

export interface Block {
  readonly text: string
  /** Offset of the text in the source, and where the next block goes on. */
  readonly start: number
  readonly end: number
}

const UNITS = 1 << 20
/** What a part of a line repeats of the part before. */
const OVERLAP = 4096

export async function* blocksOf(source: SourceText, from: number, signal: AbortSignal): AsyncGenerator<Block> {
  const turn = turnTaker()
  let isInside = false
  for (let at = from; at < source.size; ) {
    signal.throwIfAborted()
    await turn()
    const start = isInside ? characterStart(source, Math.max(from, at - OVERLAP)) : at
    const to = Math.min(source.size, at + UNITS)
    const line = to === source.size ? -1 : Buffer.from(source.bytes(at, to)).lastIndexOf(source.eol)
    const end = to === source.size ? to : line >= 0 ? at + line + 1 : characterStart(source, to)
    yield { text: source.text(start, end), start, end }
    isInside = line < 0 && to < source.size
    at = end
  }
}

/** The offset, or the next one that is not inside of a character. */
function characterStart(source: SourceText, offset: number): number {
  if (source.encoding.name !== 'utf-8') return offset
  const rest = source.bytes(offset, Math.min(source.size, offset + 3))
  const first = rest.findIndex(byte => (byte & 0xc0) !== 0x80)
  return offset + (first < 0 ? rest.length : first)
}
