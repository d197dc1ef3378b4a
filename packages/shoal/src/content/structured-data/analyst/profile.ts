// Everything that is known of a table, column by column, in the words of the survey.

import type { SourceText } from '@shoal/base/model/source'
import { type Histogram, histogramOf } from '../../../text/histogram.ts'
import { isNumber } from '../../../text/table/classes.ts'
import type { MergedColumn } from '../../../text/table/merged-column.ts'
import type { MergedSeries } from '../../../text/table/merged-series.ts'
import type { MergedTable, Moments } from '../../../text/table/merged-table.ts'
import { quantilesOf } from '../../../text/table/quantiles.ts'
import type { RowValue, TableValue } from '../../../text/table/table-value.ts'
import { type ColumnShape, shapeOf } from './column-type.ts'
import type { TableFrame } from './frame.ts'
import { type Outliers, outliersOf } from './outliers.ts'
import { RowFinder } from './rows.ts'
import { type Sentinel, sentinelsOf, withoutValues } from './sentinels.ts'
import { type TimeSteps, timeStepsOf } from './time-steps.ts'

export const QUANTILES = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99] as const
export const QUANTILE_METHOD = 'linear interpolation (type 7)'

export interface Spread extends Moments {
  readonly series: MergedSeries
  readonly quantiles: readonly number[]
  /** Values that probably stand for "missing". All other figures count them, as they are written in the file. */
  readonly sentinels: readonly Sentinel[]
  /** The quantiles without them. */
  readonly usual: readonly number[]
  /** Without them. */
  readonly outliers: Outliers | null
  /** Of numbers. */
  readonly histogram: Histogram | null
  /** Of dates, with or without the time of day. */
  readonly steps: TimeSteps | null
}

export interface ValueCount {
  readonly value: string
  readonly count: number
  readonly row: number
}

export interface ColumnProfile extends ColumnShape {
  readonly index: number
  readonly name: string
  readonly merged: MergedColumn
  readonly distinct: number
  /** Spellings that count as missing. */
  readonly missing: readonly TableValue[]
  readonly missingCells: number
  readonly top: readonly ValueCount[]
  readonly numbers: Spread | null
  readonly times: Spread | null
}

export interface TableProfile {
  readonly frame: TableFrame
  readonly table: MergedTable
  readonly columns: readonly ColumnProfile[]
  readonly finder: RowFinder
  textOf(value: TableValue | RowValue, column: number): string
}

const LONGEST_VALUE = 120

export function profileOf(frame: TableFrame, table: MergedTable, source: SourceText): TableProfile {
  const finder = new RowFinder(source, frame.setup, row => table.startBefore(row))
  const textOf = (value: TableValue | RowValue, column: number) => {
    if ('start' in value && value.start.length === value.length) return frame.decode(value.start)
    const cell = finder.cell(value.first, column, LONGEST_VALUE)
    return cell ?? ('start' in value ? frame.decode(value.start) : '')
  }
  const columns = table.columns.map((merged, index): ColumnProfile => {
    const name = frame.names[index]!
    const shape = shapeOf(name, merged)
    return {
      ...shape,
      index,
      name,
      merged,
      distinct: merged.distinct,
      missing: merged.missing,
      missingCells: table.rows - shape.present,
      top: merged.top.map(value => ({ value: textOf(value, index), count: value.count, row: value.first })),
      numbers: spreadOf(table, index, 'numbers', shape),
      times: spreadOf(table, index, 'times', shape),
    }
  })
  return { frame, table, columns, finder, textOf }
}

function spreadOf(table: MergedTable, index: number, family: 'numbers' | 'times', shape: ColumnShape): Spread | null {
  const column = table.columns[index]!
  const series = column[family]
  const moments = table.moments(index, family)
  if (!series || !moments) return null
  // Strays in a column of another type: their spread says nothing.
  if (series.total * 2 < shape.present) return null
  const each = family === 'numbers' ? column.eachNumber : column.eachTime
  const quantiles = quantilesOf(each, series.total, QUANTILES)
  const measured = family === 'times' || (shape.type !== 'id' && hasNumbers(column))
  const sentinels = SENTINEL_TYPES.has(shape.type) ? sentinelsOf(column, family) : []
  const rest = restOf(series, sentinels)
  const others = withoutValues(each, new Set(sentinels.map(({ value }) => value)))
  const usual = sentinels.length === 0 ? quantiles : quantilesOf(others, rest.total, QUANTILES)
  const distinct = column.distinct - sentinels.length
  const outliers = measured ? outliersOf(others, rest, usual, distinct, family) : null
  const histogram =
    measured && family === 'numbers' ? histogramOf(each, series, quantiles, shape.type === 'integer') : null
  const dates = shape.type === 'date'
  const steps =
    family === 'times' && (dates || shape.type === 'datetime') ? timeStepsOf(each, series, quantiles, dates) : null
  return { ...moments, series, quantiles, sentinels, usual, outliers, histogram, steps }
}

const SENTINEL_TYPES: ReadonlySet<string> = new Set(['integer', 'number', 'date', 'datetime'])

/** The ends may be farther out than the values are, which does no harm to those who look for what is beyond. */
function restOf({ total, min, max, lows, highs }: MergedSeries, sentinels: readonly Sentinel[]) {
  const isOther = ({ value }: { readonly value: number }) => sentinels.every(sentinel => sentinel.value !== value)
  return {
    total: sentinels.reduce((rest, { count }) => rest - count, total),
    min,
    max,
    lows: lows.filter(isOther),
    highs: highs.filter(isOther),
  }
}

function hasNumbers({ kinds }: MergedColumn): boolean {
  return kinds.some((count, kind) => count > 0 && isNumber(kind))
}
