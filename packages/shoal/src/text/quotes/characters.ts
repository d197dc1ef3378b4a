// Where quotes stand on lines that are too long to be searched by eye, counted as editors count: in UTF-16 code units.
import type { SourceText } from '@shoal/base/model/source'
import type { Spot } from './search.ts'

const BLOCK = 1 << 20

/** 1-based; undefined for spots on lines of a usual length. Each long line is read once, up to its last spot. */
export function charactersOf(spots: readonly (Spot | null)[], source: SourceText): (number | undefined)[] {
  const found: (number | undefined)[] = spots.map(() => undefined)
  const order = [...spots.keys()].filter(k => spots[k] !== null && spots[k]!.lineStart != null)
  order.sort((a, b) => spots[a]!.offset - spots[b]!.offset)
  let line = -1
  let offset = 0
  let count = 0
  for (const k of order) {
    const spot = spots[k]!
    if (spot.lineStart !== line) [line, offset, count] = [spot.lineStart!, spot.lineStart!, 0]
    count += charactersIn(source, offset, spot.offset)
    offset = spot.offset
    found[k] = count + 1
  }
  return found
}

function charactersIn(source: SourceText, start: number, end: number): number {
  if (source.encoding.name !== 'utf-8') return end - start
  let count = 0
  for (let at = start; at < end; at += BLOCK) {
    const bytes = source.bytes(at, Math.min(end, at + BLOCK))
    for (let k = 0; k < bytes.length; k++) {
      const byte = bytes[k]!
      // Bytes that go on with a character count for nothing; one of four bytes is two units.
      if ((byte & 0xc0) !== 0x80) count += byte >= 0xf0 ? 2 : 1
    }
  }
  return count
}
