// Walks the lines of a stretch: reads in large blocks, finds line ends on bytes, and makes each line a string of its
// own, so that a string kept for an example does not keep its block.
import { isAscii } from 'node:buffer'
import type { ReadTask, Stretch } from '@shoal/base/model/analyst'
import type { SourceText } from '@shoal/base/model/source'

const BLOCK = 1024 * 1024
/** Of a longer line only its beginning is looked at. */
const LONGEST = 16 * 1024

export type OnLine = (text: string, line: number, offset: number) => void

export interface Lines {
  /** The lines there were. */
  readonly count: number
  /** Lines of which only the beginning was looked at. */
  readonly cut: number
}

export async function eachLine(
  source: SourceText,
  { start, end, line: firstLine }: Stretch,
  { signal, onRead }: Pick<ReadTask, 'signal' | 'onRead'>,
  onLine: OnLine,
): Promise<Lines> {
  let line = firstLine
  let cut = 0
  let at = start
  while (at < end) {
    signal.throwIfAborted()
    const bytes = source.bytes(at, Math.min(end, at + BLOCK))
    if (bytes.length === 0) break
    const isLast = at + bytes.length >= end
    const stop = isLast ? bytes.length : bytes.lastIndexOf(source.eol) + 1
    if (stop === 0) {
      onLine(source.text(at, at + LONGEST), line++, at)
      cut++
      const next = lineEndAfter(source, at + bytes.length, end, signal)
      onRead(source.byteAt(next) - source.byteAt(at))
      at = next
      continue
    }
    const textOf = reader(source, at, bytes.subarray(0, stop))
    for (let from = 0; from < stop; ) {
      const found = bytes.indexOf(source.eol, from)
      const to = found < 0 || found >= stop ? stop : found
      const carriage = source.eol === 10 && to > from && bytes[to - 1] === 13 ? 1 : 0
      if (to - from > LONGEST) cut++
      onLine(textOf(from, Math.min(to - carriage, from + LONGEST)), line++, at + from)
      from = to + 1
    }
    onRead(source.byteAt(at + stop) - source.byteAt(at))
    at += stop
    await Promise.resolve()
  }
  return { count: line - firstLine, cut }
}

/** Decodes pieces of a block: plain bytes at once, what else there is with the source's own decoder. */
function reader(source: SourceText, at: number, block: Uint8Array): (from: number, to: number) => string {
  if (source.encoding.unit === 1) {
    const skipped = at === 0 ? source.encoding.bom : 0
    const buffer = Buffer.from(block.buffer, block.byteOffset, block.length)
    if (isAscii(block)) return (from, to) => buffer.toString('latin1', from, to)
    if (source.encoding.name === 'utf-8') return (from, to) => buffer.toString('utf8', Math.max(from, skipped), to)
    const decoder = new TextDecoder(source.encoding.name)
    return (from, to) => decoder.decode(block.subarray(from, to))
  }
  return (from, to) => source.text(at + from, at + to)
}

/** Where the line that goes on at `from` ends: behind its end, or at `end`. */
function lineEndAfter(source: SourceText, from: number, end: number, signal: AbortSignal): number {
  for (let at = from; at < end; at += BLOCK) {
    signal.throwIfAborted()
    const bytes = source.bytes(at, Math.min(end, at + BLOCK))
    const found = bytes.indexOf(source.eol)
    if (found >= 0) return at + found + 1
    if (bytes.length === 0) break
  }
  return end
}
