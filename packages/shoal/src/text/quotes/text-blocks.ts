// Decoded text of a source in bounded blocks that never part a character, nor a letter from its accents.
import type { SourceText } from '@shoal/base/model/source'
import { safeEnd } from './normalise.ts'

/** What is read at once, in code units. */
export const BLOCK = 1 << 18

export interface TextBlock {
  readonly text: string
  /** Of its first character, in code units of the source. */
  readonly offset: number
  readonly last: boolean
}

/** Blocks end behind a line end where they can. */
export function* textBlocks(source: SourceText, start: number, end: number, size = BLOCK): Generator<TextBlock> {
  const mark = source.encoding.bom / source.encoding.unit
  let offset = Math.max(start, Math.min(mark, end))
  while (offset < end) {
    const stop = Math.min(end, offset + size)
    const whole = stop === end
    const text = source.text(offset, whole ? stop : charBoundary(source, offset, stop))
    if (text === '') return
    const cut = whole ? text.length : blockEnd(text, String.fromCharCode(source.eol))
    const block = cut === text.length ? text : text.slice(0, cut)
    yield { text: block, offset, last: whole }
    offset = whole ? stop : offset + unitsOf(block, source)
  }
}

/**
 * How many code units of the source a decoded text stands for. Exact for well-formed text; a replacement character
 * counts as one byte, which is what a stray byte is.
 */
export function unitsOf(text: string, { encoding }: SourceText): number {
  if (encoding.unit === 4) return text.length - pairs(text)
  if (encoding.name !== 'utf-8') return text.length
  const bytes = Buffer.byteLength(text)
  return text.includes('\ufffd') ? bytes - 2 * (text.split('\ufffd').length - 1) : bytes
}

function blockEnd(text: string, eol: string): number {
  const line = text.lastIndexOf(eol)
  return line > text.length / 2 ? line + 1 : safeEnd(text)
}

/** The last offset up to `stop` that is not inside a character. */
function charBoundary(source: SourceText, start: number, stop: number): number {
  const { name } = source.encoding
  if (name === 'utf-16le' || name === 'utf-16be') {
    // Half a pair reads as a replacement character; a real one there may wait for the next block as well.
    return stop - 1 > start && source.text(stop - 1, stop) === '\ufffd' ? stop - 1 : stop
  }
  if (name !== 'utf-8') return stop
  const tail = source.bytes(Math.max(start, stop - 3), stop)
  for (let back = 1; back <= tail.length; back++) {
    const byte = tail[tail.length - back]!
    if (byte < 0x80) return stop
    if (byte >= 0xc0) {
      const long = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return long > back && stop - back > start ? stop - back : stop
    }
  }
  return stop
}

function pairs(text: string): number {
  return text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0
}
