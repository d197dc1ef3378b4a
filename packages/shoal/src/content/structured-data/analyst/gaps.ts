// How values lie beside each other: the widest empty stretch between neighbours, found in one go through any number of them.
import type { EachBlock } from '../../../text/table/quantiles.ts'

const BUCKETS = 4096

interface GapRange {
  /** Only values from here to there count, on their own scale. */
  readonly from: number
  readonly to: number
  /** Their place on the scale on which distances are taken; must ascend. */
  place(value: number): number
}

/** The largest step between neighbouring values; one that is smaller than a 4096th of the range may pass unseen. */
export function widestGap(each: EachBlock, { from, to, place }: GapRange): number {
  const start = place(from)
  const width = (place(to) - start) / BUCKETS
  if (!(width > 0) || !Number.isFinite(width)) return 0
  const least = new Float64Array(BUCKETS + 1).fill(Number.POSITIVE_INFINITY)
  const most = new Float64Array(BUCKETS + 1).fill(Number.NEGATIVE_INFINITY)
  each(values => {
    for (const value of values) {
      if (!(value >= from && value <= to)) continue
      const at = place(value)
      const bucket = Math.max(0, Math.min(BUCKETS, Math.floor((at - start) / width)))
      if (at < least[bucket]!) least[bucket] = at
      if (at > most[bucket]!) most[bucket] = at
    }
  })
  let widest = 0
  let before = Number.NaN
  for (let bucket = 0; bucket <= BUCKETS; bucket++) {
    if (most[bucket] === Number.NEGATIVE_INFINITY) continue
    if (least[bucket]! - before > widest) widest = least[bucket]! - before
    before = most[bucket]!
  }
  return widest
}
