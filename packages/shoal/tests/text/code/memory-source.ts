// A source that lives in memory, for tests: the same contract as a file, without one.
import type { SourceText } from '@shoal/base/model/source'
import { decodeText, detectEncoding, narrowUnits } from '../../../src/text/source-file.ts'

export function memorySource(content: string | Uint8Array, path = 'memory'): SourceText {
  const raw = typeof content === 'string' ? Buffer.from(content) : content
  const encoding = detectEncoding(raw, true)
  const narrow = narrowUnits(raw, encoding)
  const byteAt = (offset: number) => Math.min(raw.length, Math.max(0, offset) * encoding.unit)
  return {
    path,
    file: path,
    size: Math.ceil(raw.length / encoding.unit),
    sizeBytes: raw.length,
    encoding,
    eol: narrow.includes(10) || !narrow.includes(13) ? 10 : 13,
    bytes: (start, end) => narrow.slice(start, end),
    text: (start, end) => decodeText(raw.subarray(byteAt(start), byteAt(end)), encoding, start === 0),
    byteAt,
    close: () => {},
  }
}
