// The widths of time buckets: a ladder on which each step divides the next, so that coarsening loses nothing but detail
// and gives the same counts whatever way it went.

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Milliseconds, ascending. */
export const WIDTHS: readonly number[] = [
  1,
  10,
  100,
  SECOND,
  5 * SECOND,
  15 * SECOND,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  6 * HOUR,
  DAY,
  7 * DAY,
  28 * DAY,
  364 * DAY,
  3640 * DAY,
  29_120 * DAY,
]

/** The next coarser width; the widest stays as it is. */
export function coarser(width: number): number {
  return WIDTHS.find(w => w > width) ?? width
}

/** The finest width, not under `least`, with which a span of time has at most `most` buckets. */
export function widthFor(from: number, to: number, most: number, least = WIDTHS[0]!): number {
  let width = least
  while (Math.floor(to / width) - Math.floor(from / width) + 1 > most && coarser(width) > width) width = coarser(width)
  return width
}
