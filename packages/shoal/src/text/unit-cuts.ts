// Cuts a run of equal units (lines, rows, entries) into pieces.
import type { BlockIndex, Place } from './scan/block-index.ts'

/** A piece of `count` units, the first being number `first` (from 0). */
export interface Cut extends Place {
  readonly first: number
  readonly count: number
}

/** Pieces of `units` events behind the first `skip`. The first piece starts at offset 0 and owns what is skipped. */
export function cutsAt(index: BlockIndex, skip: number, units: number, starts: readonly number[]): Cut[] {
  const places = index.behindEvents(starts.slice(1).map(start => skip + start))
  return [{ offset: 0, line: 1 }, ...places].map((place, k) => ({
    ...place,
    first: starts[k]!,
    count: (starts[k + 1] ?? units) - starts[k]!,
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
