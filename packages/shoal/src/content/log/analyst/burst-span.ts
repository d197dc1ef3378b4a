// When a burst really began and ended. It is found in the wide steps of the axis; the grids know the same counts in far
// finer ones, and there the steps before and behind it are taken off, or added where it reaches over a border.
import { burstEdges } from '../../../text/timeline/burst-edges.ts'
import type { Burst } from '../../../text/timeline/bursts.ts'
import { sum } from '../../../text/timeline/row-sum.ts'
import { widthFor } from '../../../text/timeline/widths.ts'
import type { FineCell } from './fine-rows.ts'
import type { Picture } from './picture.ts'
import type { Axis, RowCell, RowKind } from './time-rows.ts'

/** A row of counts by its name. */
export interface RowName {
  readonly kind: RowKind
  readonly row: number
}

export interface BurstSpan {
  /** Milliseconds; `to` exclusive. */
  readonly from: number
  readonly to: number
  /** On the axis as it was found; count and ratio are those of the span. */
  readonly burst: Burst
  /** The first entry of the span. */
  readonly first: RowCell | null
}

/** As fine as is told apart in one burst. */
const MOST_STEPS = 4000

/** `rows` are what the burst consists of, `all` the bursts that were found with it. */
export function spanOf(
  picture: Picture,
  axis: Axis,
  rows: readonly RowName[],
  burst: Burst,
  all: readonly Burst[],
): BurstSpan {
  const at = (bucket: number) => axis.from + bucket * axis.width
  // A step more on either side, unless it is another burst's.
  const low = all.reduce((most, { to }) => (to <= burst.from ? Math.max(most, to) : most), Math.max(0, burst.from - 1))
  const high = all.reduce(
    (least, { from }) => (from >= burst.to ? Math.min(least, from) : least),
    Math.min(axis.size, burst.to + 1),
  )
  const [start, end] = [at(low), at(high)]
  const cells = rows.flatMap(({ kind, row }) => picture.cellsIn(kind, row, start, end))
  const finest = cells.reduce((widest, { width }) => Math.max(widest, width), 0)
  const width = Math.min(axis.width, widthFor(start, end - 1, MOST_STEPS, finest))
  const counts = new Float64Array((end - start) / width)
  for (const { time, count } of cells) counts[Math.floor((time - start) / width)]! += count
  const step = (bucket: number) => (at(bucket) - start) / width
  const rate = Math.max(burst.usual, 1 / axis.size) / axis.width
  const [a, b] = burstEdges(counts, [step(burst.from), step(burst.to)], rate * width)
  const [from, to] = [start + a * width, start + b * width]
  const count = sum(counts, a, b)
  return {
    from,
    to,
    burst: { ...burst, count, ratio: count / (rate * (to - from)) },
    first: firstOf(cells.filter(({ time }) => time >= from && time < to)),
  }
}

function firstOf(cells: readonly FineCell[]): RowCell | null {
  return cells.reduce<FineCell | null>((first, cell) => (first && first.line <= cell.line ? first : cell), null)
}
