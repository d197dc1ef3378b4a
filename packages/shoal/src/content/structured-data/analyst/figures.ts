// The exact figures of a table, as JSON.

import type { Json } from '@shoal/base/model/json'
import { emptyRecord, lookup } from '@shoal/base/model/lookup'
import { type ColumnProfile, QUANTILE_METHOD, QUANTILES, type Spread, type TableProfile } from './profile.ts'
import { type Relations, strongestColumns } from './relations.ts'
import { finite, isBeyondDoubles, moment } from './words.ts'

const MOST_RELATIONS = 60
/** Columns of the strongest correlations, of which every pair is told: none is missing from the picture of them. */
export const MOST_CORRELATED = 16
/** As many as these columns have pairs. */
const MOST_CORRELATIONS = (MOST_CORRELATED * (MOST_CORRELATED - 1)) / 2
const MOST_PART_COLUMNS = 50

export function figuresOf(profile: TableProfile, relations: Relations): Json {
  const { table, frame, columns, finder } = profile
  return {
    rows: table.rows,
    column_count: frame.setup.expected,
    columns: columns.map(column => columnFigures(column, profile)),
    dialect: {
      delimiter: String.fromCharCode(frame.head.delimiter),
      quote: frame.setup.quote === frame.head.quote ? String.fromCharCode(frame.head.quote) : null,
      header: frame.head.header,
      line_end: frame.setup.eol === 13 ? 'CR' : 'LF',
    },
    duplicates: {
      rows: table.rows - table.whole.distinct,
      distinct_rows: table.whole.distinct,
      ...(table.whole.about ? { about: true } : {}),
      examples: table.whole.repeated.examples.map(({ first, second }) => ({
        line: finder.lineOf(second),
        same_as_line: finder.lineOf(first),
      })),
    },
    ragged: {
      rows: table.ragged.count,
      examples: table.ragged.examples.slice(0, 10).map(([row, cells]) => ({ line: finder.lineOf(row), cells })),
    },
    blank_lines: table.blank,
    correlations: [
      ...strongestNumbers(relations.numbers).map(({ a, b, r, rows }) => ({
        columns: [a.name, b.name],
        measure: 'pearson',
        value: r,
        rows,
      })),
      ...strongest(relations.categories).map(({ a, b, v, rows }) => ({
        columns: [a.name, b.name],
        measure: 'cramers_v',
        value: v,
        rows,
      })),
    ],
    compared: {
      numbers: { columns: relations.compared.numbers.columns, of: relations.compared.numbers.of },
      categories: { columns: relations.compared.categories.columns, of: relations.compared.categories.of },
    },
    dependencies: relations.dependencies.slice(0, MOST_RELATIONS).map(({ from, to, rows, violations, examples }) => ({
      from: from.name,
      to: to.name,
      rows,
      violations,
      examples: examples.map(({ row }) => ({ line: finder.lineOf(row) })),
    })),
    parts: table.bins.length < 2 ? [] : partFigures(profile),
  }
}

function columnFigures(column: ColumnProfile, profile: TableProfile): Json {
  const { merged, numbers, times, type } = column
  const spread = numbers && (!times || numbers.series.total >= times.series.total) ? numbers : times
  const timed = spread !== null && spread === times
  return {
    name: column.name,
    index: column.index,
    type,
    format: column.format,
    count: column.present,
    missing: column.missingCells,
    missing_spellings: missingSpellings(column, profile),
    distinct: column.distinct,
    ...(merged.about ? { about: true } : {}),
    unique: column.present > 0 && column.distinct === column.present,
    constant: column.distinct === 1 && column.missingCells === 0,
    top: column.top.map(({ value, count }) => ({ value, count })),
    ...(spread ? spreadFigures(spread, timed ? value => moment(value, type) : value => value, profile, column) : {}),
    length: merged.longest === 0 ? null : { min: merged.shortest, max: merged.longest, unit: 'bytes' },
    ...(merged.shapes && type === 'id' ? { shapes: merged.shapes.map(({ shape, count }) => ({ shape, count })) } : {}),
  }
}

function missingSpellings({ missing, merged, index }: ColumnProfile, { textOf }: TableProfile): Json {
  const spellings = emptyRecord<number>()
  for (const value of missing) {
    const text = textOf(value, index)
    spellings[text] = (lookup(spellings, text) ?? 0) + value.count
  }
  if (merged.absent > 0) spellings['(no cell)'] = merged.absent
  return spellings
}

function spreadFigures(
  spread: Spread,
  shown: (value: number) => string | number,
  { finder }: TableProfile,
  { times, type }: ColumnProfile,
): { [key: string]: Json } {
  const { series, outliers, sentinels } = spread
  const sums =
    spread === times
      ? {}
      : {
          mean: finite(spread.mean),
          stddev: spread.stddev,
          sum: finite(spread.sum),
          negative: series.negative,
          zero: series.zero,
        }
  return {
    min: shown(series.min),
    max: shown(series.max),
    ...(spread !== times && isBeyondDoubles(series) && { about: true }),
    ...sums,
    quantiles: Object.fromEntries(QUANTILES.map((share, k) => [`p${share * 100}`, shown(spread.quantiles[k]!)])),
    method: `${QUANTILE_METHOD}; stddev of a sample`,
    ...pictureOf(spread, shown, type),
    // Counted in all figures above.
    ...(sentinels.length > 0
      ? { sentinels: sentinels.map(({ value, count }) => ({ value: shown(value), count })) }
      : {}),
    order: { ascending: series.ascents, descending: series.descents, equal: series.equals },
    outliers: outliers && {
      rule: outliers.rule,
      count: outliers.count,
      low: Number.isFinite(outliers.low) ? shown(outliers.low) : null,
      high: Number.isFinite(outliers.high) ? shown(outliers.high) : null,
      examples: outliers.examples.map(({ row, value }) => ({ line: finder.lineOf(row), value: shown(value) })),
    },
  }
}

/** How the values are spread, in steps that can be drawn. */
function pictureOf(
  { histogram, steps }: Spread,
  shown: (value: number) => string | number,
  type: string,
): { [key: string]: Json } {
  if (steps)
    return {
      timeline: { from: shown(steps.from), step_seconds: steps.step, counts: steps.counts, outside: steps.outside },
    }
  return histogram && (type === 'integer' || type === 'number')
    ? { histogram: { edges: histogram.edges, counts: histogram.counts } }
    : {}
}

/** The strongest, and all between their columns; in the order they come in. */
function strongestNumbers(numbers: Relations['numbers']): Relations['numbers'] {
  const pairs = numbers.map(({ a, b, r }) => ({ columns: [a.index, b.index] as const, value: r }))
  const drawn = strongestColumns(pairs, MOST_CORRELATED)
  const kept = new Set(numbers.toSorted((x, y) => Math.abs(y.r) - Math.abs(x.r)).slice(0, MOST_CORRELATIONS))
  return numbers.filter(pair => kept.has(pair) || (drawn.has(pair.a.index) && drawn.has(pair.b.index)))
}

/** In the order they come in. */
function strongest(categories: Relations['categories']): Relations['categories'] {
  if (categories.length <= MOST_RELATIONS) return categories
  const kept = new Set(categories.toSorted((a, b) => b.v - a.v).slice(0, MOST_RELATIONS))
  return categories.filter(relation => kept.has(relation))
}

function partFigures({ table, columns }: TableProfile): Json {
  const lacking = columns.filter(({ missingCells }) => missingCells > 0)
  const kept = new Set(lacking.toSorted((a, b) => b.missingCells - a.missingCells).slice(0, MOST_PART_COLUMNS))
  const sparse = lacking.filter(column => kept.has(column))
  const measured = columns.filter(({ numbers, type }) => numbers !== null && type !== 'id').slice(0, MOST_PART_COLUMNS)
  return table.bins.map(bin => ({
    first_line: bin.first,
    last_line: bin.last,
    rows: bin.rows,
    missing: Object.fromEntries(
      sparse.map(({ name, index }) => [name, bin.empty[index]! + bin.hard[index]! + bin.soft[index]!]),
    ),
    mean: Object.fromEntries(
      measured.map(({ name, index }) => [name, bin.numbers[index]! > 0 ? finite(bin.means[index]!) : null]),
    ),
  }))
}
