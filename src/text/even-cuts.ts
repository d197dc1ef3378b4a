// Cuts a run of equal units (lines, rows, entries) into pieces of one size.
import type { BlockIndex, Place } from './scan/block-index.ts'

/** A piece of `count` units, the first being number `first` (from 0). */
export interface Cut extends Place {
  readonly first: number
  readonly count: number
}

/**
 * `units` events behind the first `skip` in `pieces` pieces of one size, the last smaller. The first piece starts at
 * offset 0 and owns what is skipped.
 */
export function evenCuts(index: BlockIndex, skip: number, units: number, pieces: number): Cut[] {
  const size = Math.max(1, Math.ceil(units / Math.max(1, pieces)))
  const firsts: number[] = []
  for (let first = size; first < units; first += size) firsts.push(first)
  const places = index.behindEvents(firsts.map(first => skip + first))
  return [{ offset: 0, line: 1 }, ...places].map((place, k) => ({
    ...place,
    first: k * size,
    count: Math.min(size, units - k * size),
  }))
}

/** Lines of a walked source: one more than line ends when the last line has none. */
export function lineTotal(
  index: BlockIndex,
  source: { size: number; eol: number; bytes(a: number, b: number): Uint8Array },
): number {
  return index.lines + (endsOpen(source) ? 1 : 0)
}

/** The source does not end with a line end. */
export function endsOpen(source: { size: number; eol: number; bytes(a: number, b: number): Uint8Array }): boolean {
  return source.size > 0 && source.bytes(source.size - 1, source.size)[0] !== source.eol
}
