// The beginning of a stretch of a source, for quotes.
import type { SourceText } from '@shoal/base/model/source'

/** At most so many code units, and no part of a character at its end. */
export function clippedText(source: SourceText, { start, end }: { start: number; end: number }, most: number): string {
  if (end - start <= most) return source.text(start, end)
  return source.text(start, start + most).replace(/[\ufffd\ud800-\udbff]{1,3}$/, '')
}
