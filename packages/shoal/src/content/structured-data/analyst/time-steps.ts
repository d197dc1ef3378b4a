// How the rows of a table are spread over time, for the eye.
import { rangeOf } from '../../../text/histogram.ts'
import type { MergedSeries } from '../../../text/table/merged-series.ts'
import type { EachBlock } from '../../../text/table/quantiles.ts'

/** Equal steps of time, in seconds since 1970. */
export interface TimeSteps {
  readonly from: number
  readonly step: number
  readonly counts: readonly number[]
  /** Times that stand alone, far before or behind nearly all others. */
  readonly outside: number
}

const DAY = 86_400
const MOST_TIMES = 60
const TIME_STEPS = [1, 5, 15, 60, 300, 900, 3600, 10_800, 21_600, 43_200]
const DAY_STEPS = [1, 2, 7, 14, 28, 91, 182, 364, 1820, 3640, 36_400, 364_000].map(days => days * DAY)

/** Null where there is hardly any time between the first and the last. */
export function timeStepsOf(
  each: EachBlock,
  series: MergedSeries,
  quantiles: readonly number[],
  dates: boolean,
): TimeSteps | null {
  const [low, high] = rangeOf(series, quantiles)
  const step = [...(dates ? [] : TIME_STEPS), ...DAY_STEPS].find(each => high - low < each * (MOST_TIMES - 1))
  if (!(high > low) || step === undefined) return null
  const align = Math.min(step, DAY)
  const from = Math.floor(low / align) * align
  const counts = new Array<number>(Math.floor((high - from) / step) + 1).fill(0)
  let outside = 0
  each((values, weights) => {
    for (let k = 0; k < values.length; k++) {
      const at = Math.floor((values[k]! - from) / step)
      const count = weights ? weights[k]! : 1
      if (at >= 0 && at < counts.length) counts[at]! += count
      else outside += count
    }
  })
  return counts.length < 2 ? null : { from, step, counts, outside }
}
