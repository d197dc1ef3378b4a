// The values of one column in the order of the rows: moments for the chunk, order, signs, and the farthest values.
// src/text/table/layout.ts knows where each field stands.
import { give, take } from './memory'

/** How many of the largest and the smallest values keep their rows. */
const KEPT: u32 = 32
const WINDOW: u32 = 128
const DESCENTS: u32 = 8
/** Bytes that are written to disk at once: whole records and whole values. */
export const BLOCK: u32 = 32760

@external('env', 'flush') declare function flush(kind: u32, column: u32, part: u32, ptr: usize, bytes: u32): void

@unmanaged export class Series {
  pivot: f64
  /** Of the chunk so far; the reader folds them and sets them back. */
  n: f64
  sum: f64
  squares: f64
  least: f64
  most: f64
  /** Of the whole stretch. */
  total: f64
  ascents: f64
  descents: f64
  equals: f64
  first: f64
  last: f64
  negative: f64
  zero: f64
  high: u32
  highFrom: u32
  highTo: u32
  low: u32
  lowFrom: u32
  lowTo: u32
  buffer: u32
  fill: u32
  /** Rows of the first descents. */
  rows: u32
  kind: u32
  firstRow: u32
}

export function newSeries(kind: u32, pivot: f64): Series {
  const series = changetype<Series>(take(offsetof<Series>()))
  series.pivot = pivot
  series.kind = kind
  series.first = NaN
  series.last = NaN
  series.least = Infinity
  series.most = -Infinity
  series.high = u32(take(WINDOW * 16))
  series.low = u32(take(WINDOW * 16))
  series.rows = u32(take(DESCENTS * 4))
  return series
}

@inline export function addValue(series: Series, x: f64, row: u32): void {
  const d = x - series.pivot
  series.n += 1
  series.sum += d
  series.squares += d * d
  if (x < series.least) series.least = x
  if (x > series.most) series.most = x
  series.total += 1
  const last = series.last
  if (x > last) series.ascents += 1
  else if (x < last) descend(series, row)
  else if (x == last) series.equals += 1
  else {
    series.first = x
    series.firstRow = row
  }
  series.last = x
  if (x <= 0) {
    if (x < 0) series.negative += 1
    else series.zero += 1
  }
  if (series.highTo - series.highFrom < KEPT || x > load<f64>(series.high + (series.highFrom << 4))) keepHigh(series, x, row)
  if (series.lowTo - series.lowFrom < KEPT || -x > load<f64>(series.low + (series.lowFrom << 4))) keepLow(series, x, row)
}

function descend(series: Series, row: u32): void {
  if (series.descents < f64(DESCENTS)) store<u32>(series.rows + (u32(series.descents) << 2), row)
  series.descents += 1
}

function keepHigh(series: Series, x: f64, row: u32): void {
  if (series.highTo == WINDOW) {
    memory.copy(series.high, series.high + (series.highFrom << 4), (series.highTo - series.highFrom) << 4)
    series.highTo -= series.highFrom
    series.highFrom = 0
  }
  insert(series.high, series.highFrom, series.highTo++, x, row)
  if (series.highTo - series.highFrom > KEPT) series.highFrom++
}

function keepLow(series: Series, x: f64, row: u32): void {
  if (series.lowTo == WINDOW) {
    memory.copy(series.low, series.low + (series.lowFrom << 4), (series.lowTo - series.lowFrom) << 4)
    series.lowTo -= series.lowFrom
    series.lowFrom = 0
  }
  insert(series.low, series.lowFrom, series.lowTo++, -x, row)
  if (series.lowTo - series.lowFrom > KEPT) series.lowFrom++
}

/** Ascending by value; of equal values the later row comes first, so that it is the first to go. */
function insert(list: usize, from: u32, to: u32, x: f64, row: u32): void {
  let at = to
  while (at > from && load<f64>(list + ((at - 1) << 4)) >= x) {
    store<f64>(list + (at << 4), load<f64>(list + ((at - 1) << 4)))
    store<f64>(list + (at << 4), load<f64>(list + ((at - 1) << 4), 8), 8)
    at--
  }
  store<f64>(list + (at << 4), x)
  store<f64>(list + (at << 4), f64(row), 8)
}

/** Writes a value to the stream of this series on disk. */
export function spillValue(series: Series, column: u32, x: f64): void {
  if (series.buffer == 0) series.buffer = u32(take(BLOCK))
  store<f64>(series.buffer + series.fill, x)
  series.fill += 8
  if (series.fill == BLOCK) flushSeries(series, column)
}

export function flushSeries(series: Series, column: u32): void {
  if (series.fill > 0) flush(series.kind, column, 0, series.buffer, series.fill)
  series.fill = 0
}

export function endSeries(series: Series, column: u32): void {
  if (series.buffer == 0) return
  flushSeries(series, column)
  give(series.buffer, BLOCK)
  series.buffer = 0
}
