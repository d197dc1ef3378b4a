// The series over time that a table holds: a column of times in equal steps, columns of numbers, and a key where one table
// holds several.
import type { CellColumn, CellTable } from '../../../text/cells/cell-table.ts'
import { isOfTimes } from '../../../text/cells/cell-table.ts'
import { judgeSeries, type SeriesEvent, type SeriesJudgement } from '../../../text/series/series.ts'
import { CellClass, isNumber, isTime } from '../../../text/table/classes.ts'
import type { ColumnProfile, TableProfile } from './profile.ts'
import { isMeasure } from './relations.ts'

export interface TableEvent extends Omit<SeriesEvent, 'from' | 'to'> {
  readonly column: ColumnProfile
  readonly time: ColumnProfile
  /** The value of the key column, where there are several series. */
  readonly key: { readonly column: ColumnProfile; readonly value: string } | null
  /** Rows of the table, and their times. */
  readonly fromRow: number
  readonly toRow: number
  readonly fromTime: number
  readonly toTime: number
  readonly season: SeriesJudgement['season']
}

export interface TableSeries {
  readonly time: ColumnProfile
  readonly key: ColumnProfile | null
  readonly series: number
  /** Series beyond the bound. */
  readonly left: number
  readonly events: readonly TableEvent[]
}

const LEAST_POINTS = 40
const MOST_KEYS = 200
const MOST_SERIES = 100
/** Points that are judged in one table; a series of more than `LONGEST` is judged by means of several points. */
const MOST_POINTS = 200_000
const LONGEST = 20_000
const UNIQUE = 0.98
const CHANCE = 0.12
/** Steps that are about the usual one. */
const REGULAR = 0.6

/** Null where the table holds none. */
export function tableSeries({ columns }: TableProfile, table: CellTable): TableSeries | null {
  const measures = columns.filter(column => isMeasure(column) && table.columns[column.index])
  if (measures.length === 0 || table.rows < LEAST_POINTS) return null
  for (const time of table.columns) {
    const times = timesOf(time)
    if (!times) continue
    const groups = groupsOf(table, time, times)
    if (!groups || isOfRecords(table, time, groups, measures.length)) continue
    return judged(columns, table, time, times, groups, measures)
  }
  return null
}

interface Groups {
  readonly key: CellColumn | null
  /** Rows in order of time, by the value of the key. */
  readonly rows: readonly { readonly value: string; readonly rows: Int32Array }[]
}

/** Seconds by row, NaN where there is no time; null where it is no column of times. */
function timesOf(column: CellColumn): Float64Array | null {
  const clock = column.values.reduce((sum, { kind, count }) => (kind === CellClass.time ? sum + count : sum), 0)
  if (!isOfTimes(column) || clock > column.present * 0.1 || column.present < column.codes.length * 0.9) return null
  return Float64Array.from(column.codes, code => {
    const value = column.values[code]
    return value && isTime(value.kind) && value.kind !== CellClass.time ? value.value : Number.NaN
  })
}

function groupsOf(table: CellTable, time: CellColumn, times: Float64Array): Groups | null {
  const all = Int32Array.from({ length: table.rows }, (_, row) => row).filter(row => !Number.isNaN(times[row]!))
  const single = ordered(all, times)
  if (isSeries(single, times)) return { key: null, rows: [{ value: '', rows: single }] }
  for (const key of table.columns) {
    if (key === time || key.values.length > MOST_KEYS || key.values.length < 2) continue
    const lists = key.values.map((): number[] => [])
    for (const row of all) if (key.codes[row]! >= 0) lists[key.codes[row]!]!.push(row)
    const rows = lists
      .map((list, code) => ({ value: key.values[code]!.text, rows: ordered(Int32Array.from(list), times) }))
      .filter(({ rows: own }) => own.length >= LEAST_POINTS)
    const covered = rows.reduce((sum, group) => sum + group.rows.length, 0)
    if (rows.length > 0 && covered >= all.length * 0.8 && rows.every(group => isSeries(group.rows, times)))
      return { key, rows }
  }
  return null
}

/** More columns of words than of numbers: each row tells of a thing of its own, not of a moment. */
function isOfRecords(table: CellTable, time: CellColumn, { key, rows }: Groups, measures: number): boolean {
  const own = rows[0]!.rows
  const words = table.columns.filter(column => {
    if (column === time || column === key || column.numbers >= column.present * 0.8) return false
    const first = column.codes[own[0]!]
    return own.some(row => column.codes[row] !== first)
  })
  return words.length > measures
}

function ordered(rows: Int32Array, times: Float64Array): Int32Array {
  return rows.sort((a, b) => times[a]! - times[b]! || a - b)
}

/** Hardly a time twice, and steps that are mostly the same: what happens at any moment is no series. */
function isSeries(rows: Int32Array, times: Float64Array): boolean {
  if (rows.length < LEAST_POINTS) return false
  const steps = Float64Array.from({ length: rows.length - 1 }, (_, k) => times[rows[k + 1]!]! - times[rows[k]!]!)
  const moved = steps.filter(step => step > 0)
  if (moved.length < steps.length * UNIQUE) return false
  const usual = Float64Array.from(moved).sort()[moved.length >> 1]!
  return moved.filter(step => step > usual * 0.75 && step < usual * 1.25).length >= moved.length * REGULAR
}

function judged(
  columns: readonly ColumnProfile[],
  table: CellTable,
  time: CellColumn,
  times: Float64Array,
  { key, rows }: Groups,
  measures: readonly ColumnProfile[],
): TableSeries {
  const events: TableEvent[] = []
  let [points, series, left] = [0, 0, 0]
  for (const { value, rows: own } of rows)
    for (const column of measures) {
      if (column.index === key?.index) continue
      if (series >= MOST_SERIES || points > MOST_POINTS) {
        left++
        continue
      }
      const line = lineOf(table.columns[column.index]!, column, own, times)
      const judgement = judgeSeries(line.times, line.values)
      points += line.values.length
      if (!judgement) continue
      series++
      for (const { from, to, ...event } of judgement.events) {
        // Points that are missing are missing in all columns.
        if (event.kind === 'gap' && column !== measures[0]) continue
        events.push({
          ...event,
          column,
          time: columns[time.index]!,
          key: key && { column: columns[key.index]!, value },
          fromRow: line.rows[from]!,
          toRow: line.rows[Math.min(line.rows.length - 1, to)]!,
          fromTime: line.times[from]!,
          toTime: line.times[Math.min(line.times.length - 1, to)]!,
          season: judgement.season,
        })
      }
    }
  // Of many series some look odd by chance: the more there are, the farther out an event must lie.
  const least = 1 + CHANCE * Math.log2(Math.max(1, series))
  const told = events.filter(({ score }) => series === 1 || score >= least)
  return { time: columns[time.index]!, key: key && columns[key.index]!, series, left, events: told }
}

/** The numbers of a column in order of time, without those that stand for "missing"; of very many the means of several. */
function lineOf(cells: CellColumn, { numbers }: ColumnProfile, rows: Int32Array, times: Float64Array) {
  const standIns = new Set(numbers?.sentinels.map(({ value }) => value))
  const present = rows.filter(row => {
    const value = cells.values[cells.codes[row]!]
    return value !== undefined && isNumber(value.kind) && !standIns.has(value.value)
  })
  const valueAt = (row: number) => cells.values[cells.codes[row]!]!.value
  const kept = present.subarray(notBegun(present, valueAt))
  const every = Math.ceil(kept.length / LONGEST)
  const count = Math.floor(kept.length / every)
  const meanAt = (k: number) => {
    let sum = 0
    for (let i = 0; i < every; i++) sum += valueAt(kept[k * every + i]!)
    return sum / every
  }
  const first = Int32Array.from({ length: count }, (_, k) => kept[k * every]!)
  return {
    rows: first,
    times: Float64Array.from(first, row => times[row]!),
    values: Float64Array.from({ length: count }, (_, k) => meanAt(k)),
  }
}

/** Zeros at the start of what is never zero later: an average over days that are not there yet, a counter not yet read. */
function notBegun(rows: Int32Array, valueAt: (row: number) => number): number {
  const first = rows.findIndex(row => valueAt(row) !== 0)
  const isLater = first >= 3 && rows.subarray(first).some(row => valueAt(row) === 0)
  return first >= 3 && !isLater ? first : 0
}
