// The numbers or times of a column over all stretches, in the order of the rows.
import type { Extreme, SeriesTally } from './column-tally.ts'

export interface MergedSeries extends Omit<SeriesTally, 'first' | 'firstRow' | 'last'> {
  readonly min: number
  readonly max: number
}

const KEPT = 32
const DESCENTS = 8

export function mergeSeries(
  stretches: readonly { readonly series: SeriesTally | null; readonly base: number }[],
): MergedSeries | null {
  let merged: SeriesTally | null = null
  for (const { series, base } of stretches) {
    if (!series) continue
    const own = shifted(series, base)
    merged = merged ? joined(merged, own) : own
  }
  if (!merged) return null
  const { first: _, firstRow: __, last: ___, ...rest } = merged
  return { ...rest, min: merged.lows[0]!.value, max: merged.highs[0]!.value }
}

function shifted(series: SeriesTally, base: number): SeriesTally {
  const move = ({ value, row }: Extreme) => ({ value, row: row + base })
  return {
    ...series,
    firstRow: series.firstRow + base,
    highs: series.highs.map(move),
    lows: series.lows.map(move),
    descentRows: series.descentRows.map(row => row + base),
  }
}

/** `b` follows `a`: between them lies one more step, up, down or level. */
function joined(a: SeriesTally, b: SeriesTally): SeriesTally {
  const { first } = b
  const down = first < a.last
  return {
    total: a.total + b.total,
    ascents: a.ascents + b.ascents + (first > a.last ? 1 : 0),
    descents: a.descents + b.descents + (down ? 1 : 0),
    equals: a.equals + b.equals + (first === a.last ? 1 : 0),
    first: a.first,
    firstRow: a.firstRow,
    last: b.last,
    negative: a.negative + b.negative,
    zero: a.zero + b.zero,
    highs: [...a.highs, ...b.highs].sort((x, y) => y.value - x.value || x.row - y.row).slice(0, KEPT),
    lows: [...a.lows, ...b.lows].sort((x, y) => x.value - y.value || x.row - y.row).slice(0, KEPT),
    descentRows: [...a.descentRows, ...(down ? [b.firstRow] : []), ...b.descentRows].slice(0, DESCENTS),
  }
}
