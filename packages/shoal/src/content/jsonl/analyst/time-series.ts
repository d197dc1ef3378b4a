// Counts over time that need no width beforehand: they start by the second and grow coarser as the time gets longer.

/** Every width divides the next, so that coarser buckets are unions of finer ones. */
const WIDTHS = [1, 5, 10, 30, 60, 300, 600, 1800, 3600, 21_600, 86_400, 604_800, 2_419_200, 29_030_400, 290_304_000]
const MOST_BUCKETS = 2000

/** A record with its time, in milliseconds. */
export interface Moment {
  readonly time: number
  readonly at: number
  readonly line: number
}

export interface TimeBucket {
  all: number
  errors: number
  warnings: number
  /** The first error in it, in order of the file. */
  firstError: Moment | null
  earliest: Moment
  latest: Moment
}

export interface TimeSeries {
  /** Index of the width. */
  level: number
  buckets: Map<number, TimeBucket>
}

export function createSeries(): TimeSeries {
  return { level: 0, buckets: new Map() }
}

export function widthOf({ level }: TimeSeries): number {
  return WIDTHS[level]!
}

/** Counts a record; `grave` is 1 for a warning, more for an error. */
export function addMoment(series: TimeSeries, moment: Moment, grave: number): void {
  const key = Math.floor(moment.time / 1000 / widthOf(series))
  let bucket = series.buckets.get(key)
  if (!bucket) {
    if (series.buckets.size >= MOST_BUCKETS && series.level + 1 < WIDTHS.length) {
      coarsen(series)
      addMoment(series, moment, grave)
      return
    }
    bucket = { all: 0, errors: 0, warnings: 0, firstError: null, earliest: moment, latest: moment }
    series.buckets.set(key, bucket)
  }
  bucket.all++
  if (moment.time < bucket.earliest.time) bucket.earliest = moment
  if (moment.time > bucket.latest.time) bucket.latest = moment
  if (grave === 1) bucket.warnings++
  if (grave > 1) {
    bucket.errors++
    bucket.firstError ??= moment
  }
}

export function mergeSeries(into: TimeSeries, from: TimeSeries): void {
  while (into.level < from.level) coarsen(into)
  while (from.level < into.level) coarsen(from)
  for (const [key, bucket] of from.buckets) addBucket(into.buckets, key, bucket)
  while (into.buckets.size > MOST_BUCKETS && into.level + 1 < WIDTHS.length) coarsen(into)
}

function coarsen(series: TimeSeries): void {
  const factor = WIDTHS[series.level + 1]! / WIDTHS[series.level]!
  const buckets = new Map<number, TimeBucket>()
  for (const [key, bucket] of series.buckets) addBucket(buckets, Math.floor(key / factor), bucket)
  series.buckets = buckets
  series.level++
}

function addBucket(buckets: Map<number, TimeBucket>, key: number, bucket: TimeBucket): void {
  const own = buckets.get(key)
  if (!own) {
    buckets.set(key, { ...bucket })
    return
  }
  own.all += bucket.all
  own.errors += bucket.errors
  own.warnings += bucket.warnings
  const error = bucket.firstError
  if (error && (!own.firstError || error.at < own.firstError.at)) own.firstError = error
  own.earliest = before(bucket.earliest, own.earliest) ? bucket.earliest : own.earliest
  own.latest = before(own.latest, bucket.latest) ? bucket.latest : own.latest
}

/** By time; of equal times the one that stands first counts as the earlier and as the later. */
function before(a: Moment, b: Moment): boolean {
  return a.time < b.time
}

/** A time that stands alone, far from all others, is a fault and not part of the span. */
const STRAY_SHARE = 0.005
const STRAY_DISTANCE = 10

/** The buckets in order of time, without strays at both ends. */
export function spanOf({ buckets }: TimeSeries): { readonly span: [number, TimeBucket][]; readonly strays: number } {
  const span = [...buckets].sort((a, b) => a[0] - b[0])
  const most = span.reduce((sum, [, { all }]) => sum + all, 0) * STRAY_SHARE
  let strays = 0
  for (let go = true; go && span.length > 2; ) {
    go = false
    for (const [end, next, rest] of [
      [span[0]!, span[1]!, span.at(-1)!],
      [span.at(-1)!, span.at(-2)!, span[0]!],
    ] as const) {
      const length = Math.max(1, Math.abs(rest[0] - next[0]))
      if (strays + end[1].all > most || Math.abs(next[0] - end[0]) < length * STRAY_DISTANCE) continue
      strays += end[1].all
      span.splice(span.indexOf(end), 1)
      go = true
      break
    }
  }
  return { span, strays }
}

export interface Gap {
  readonly from: Moment
  readonly to: Moment
}

/** The longest time without a record. */
export function gapOf(series: TimeSeries): Gap | null {
  const { span } = spanOf(series)
  let gap: Gap | null = null
  for (let k = 1; k < span.length; k++) {
    const here = { from: span[k - 1]![1].latest, to: span[k]![1].earliest }
    if (!gap || here.to.time - here.from.time > gap.to.time - gap.from.time) gap = here
  }
  return gap
}

export interface Column {
  readonly all: number
  readonly errors: number
  readonly warnings: number
  readonly firstError: Moment | null
  /** Milliseconds. */
  readonly from: number
  readonly to: number
}

/** At most `most` columns of equal width from the first to the last time, empty ones included. */
export function columnsOf(series: TimeSeries, most: number): Column[] {
  const { span } = spanOf(series)
  if (span.length === 0) return []
  const coarse: TimeSeries = { level: series.level, buckets: new Map(span) }
  for (;;) {
    const keys = [...coarse.buckets.keys()].sort((a, b) => a - b)
    const [first, last] = [keys[0]!, keys.at(-1)!]
    if (last - first >= most && coarse.level + 1 < WIDTHS.length) {
      coarsen(coarse)
      continue
    }
    const width = widthOf(coarse) * 1000
    return Array.from({ length: Math.min(most, last - first + 1) }, (_, k) => {
      const { all = 0, errors = 0, warnings = 0, firstError = null } = coarse.buckets.get(first + k) ?? {}
      return { all, errors, warnings, firstError, from: (first + k) * width, to: (first + k + 1) * width }
    })
  }
}
