// The lines of a stretch of a source by offset, whatever its encoding. For stretches that fit in memory, such as chunks.
import type { Chunk, Span } from '@shoal/base/model/chunk'
import type { RecordSpan } from '@shoal/base/model/content-type'
import type { SourceText } from '@shoal/base/model/source'
import type { TextRange } from './text-lines.ts'

export interface LineSpan extends RecordSpan {
  readonly isBlank: boolean
}

/** Every line, without its end. A last line that is empty and has no end is none. */
export function* lineSpans(source: SourceText, { start, end, line }: TextRange): Generator<LineSpan> {
  const bytes = source.bytes(start, end)
  const bom = start === 0 ? source.encoding.bom / source.encoding.unit : 0
  let number = line
  for (let at = bom; at < bytes.length; number++) {
    const found = bytes.indexOf(source.eol, at)
    const stop = found < 0 ? bytes.length : found
    const isCrLf = source.eol === 10 && stop > at && bytes[stop - 1] === 13
    const to = isCrLf ? stop - 1 : stop
    yield { start: start + at, end: start + to, line: number, endLine: number, isBlank: isBlank(bytes, at, to) }
    at = stop + 1
  }
}

function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from
  while (at < to && (bytes[at] === 32 || (bytes[at]! >= 9 && bytes[at]! <= 13))) at++
  return at === to
}

/** A chunk's body by offset. */
export function bodyRange(
  source: SourceText,
  { startByte, endByte, startLine }: Pick<Span, 'startByte' | 'endByte' | 'startLine'>,
): TextRange {
  const { unit } = source.encoding
  return { start: startByte / unit, end: Math.min(source.size, Math.ceil(endByte / unit)), line: startLine }
}

/** Lines that are not blank; one that began in the chunk before belongs to that. */
export function* lineRecords(source: SourceText, { body }: Pick<Chunk, 'body'>): Generator<RecordSpan> {
  const range = bodyRange(source, body)
  let isOwn = range.start === 0 || source.bytes(range.start - 1, range.start)[0] === source.eol
  for (const line of lineSpans(source, range)) {
    if (isOwn && !line.isBlank) yield line
    isOwn = true
  }
}

/** From the start of one to the end of another. */
export function spanning({ start, line }: RecordSpan, { end, endLine }: RecordSpan): RecordSpan {
  return { start, end, line, endLine }
}
