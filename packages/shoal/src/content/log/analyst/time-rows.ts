// Rows of counts over time on one axis: of every level, of server errors, of every template.
import { type Cell, CellGrid, type PackedGrid } from '../../../text/timeline/cell-grid.ts'
import { widthFor } from '../../../text/timeline/widths.ts'
import { KEY_CELLS, LEVEL_CELLS } from './empty-tally.ts'
import { type FineCell, FineRows } from './fine-rows.ts'
import { ALL_ROWS, type KeyRowKind, keyRow } from './key-rows.ts'
import { LEVELS, type LogTally } from './tally.ts'

/** A grid of time for rows of counts: bucket k is [from + k × width, …). */
export interface Axis {
  readonly from: number
  readonly width: number
  readonly size: number
}

/** Where a row's entries first fell into a bucket. */
export interface RowCell {
  readonly count: number
  readonly line: number
  readonly offset: number
}

/** Rows of levels are named by their place in LEVELS, and beyond; rows of templates, or of some of their entries, by
 * the template's number. */
export type RowKind = 'level' | 'template' | KeyRowKind

export interface TimeRows {
  /** Null when fewer than two entries have a time, or all the same. */
  readonly axis: Axis | null
  /** The counts of a row, bucket by bucket. */
  dense(kind: RowKind, row: number): Float64Array
  /** The first entry of a row within some buckets. */
  firstIn(kind: RowKind, row: number, from: number, to: number): RowCell | null
  /** What a row holds between two moments, in the finest steps that are known. */
  cellsIn(kind: RowKind, row: number, from: number, to: number): FineCell[]
}

/** Enough to see a burst, few enough to compare all templates. */
const MOST_BUCKETS = 360

type Grids = Pick<LogTally, 'levelGrid' | 'graveGrid' | 'keyGrid'>

/** `templateRowOf` says which row of a template a row of the grid of keys belongs to. */
export function timeRows({ levelGrid, graveGrid, keyGrid }: Grids, templateRowOf: (row: number) => number): TimeRows {
  const levels = regridded(levelGrid, LEVEL_CELLS, row => row)
  const keys = regridded(keyGrid, KEY_CELLS, templateRowOf)
  const graves = new FineRows(regridded(graveGrid, LEVEL_CELLS, row => row))
  const fineLevels = new FineRows(levels)
  const fineKeys = new FineRows(keys)
  const axis = axisOf(levels, keys)
  const ofLevels = rowsOf(levels, axis)
  const ofKeys = rowsOf(keys, axis)
  const rows = (kind: RowKind, row: number): SparseRow[] => {
    const found =
      kind === 'level'
        ? [ofLevels.get(row)]
        : (kind === 'template' ? ALL_ROWS : [kind]).map(each => ofKeys.get(keyRow(row, each)))
    return found.filter(each => each !== undefined)
  }
  return {
    axis,
    dense: (kind, row) => denseRow(rows(kind, row), axis),
    firstIn: (kind, row, from, to) => firstIn(rows(kind, row), from, to),
    cellsIn: (kind, row, from, to) => {
      if (kind === 'level') return (graves.has(row) ? graves : fineLevels).within(row, from, to)
      return (kind === 'template' ? ALL_ROWS : [kind]).flatMap(each => fineKeys.within(keyRow(row, each), from, to))
    },
  }
}

function regridded(grid: PackedGrid, budget: number, keyOf: (key: number) => number): { width: number; cells: Cell[] } {
  const united = new CellGrid(budget, grid.width, grid.ids.length)
  united.merge(grid, keyOf)
  return { width: united.width, cells: united.cells() }
}

type Cells = ReturnType<typeof regridded>

function axisOf(levels: Cells, keys: Cells): Axis | null {
  const rows = levels.cells.filter(({ key }) => key < LEVELS.length)
  if (rows.length === 0) return null
  const [from, to] = coreOf(rows).map(bucket => bucket * levels.width) as [number, number]
  const width = widthFor(from, to, MOST_BUCKETS, Math.max(levels.width, keys.width))
  const first = Math.floor(from / width)
  const size = Math.floor(to / width) - first + 1
  return size < 2 ? null : { from: first * width, width, size }
}

/** The share of entries at either end that may be astray: a clock that was not set yet, a time read from a message. */
const ASTRAY = 0.005

/** The first and the last bucket; without those that lie farther out than all the rest is long. */
function coreOf(rows: readonly Cell[]): [first: number, last: number] {
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  const at = (part: number) => {
    let seen = 0
    return rows.find(({ count }) => (seen += count) > part * total)!.bucket
  }
  const [low, high] = [at(ASTRAY), at(1 - ASTRAY - 1e-9)]
  const reach = high - low + 1
  const kept = rows.filter(({ bucket }) => bucket >= low - reach && bucket <= high + reach)
  return [kept[0]!.bucket, kept.at(-1)!.bucket]
}

/** A row on the axis: bucket to cell. */
type SparseRow = ReadonlyMap<number, RowCell>

function rowsOf({ width, cells }: Cells, axis: Axis | null): Map<number, SparseRow> {
  const rows = new Map<number, Map<number, RowCell>>()
  if (axis === null) return rows
  for (const { key, bucket, count, line, offset } of cells) {
    const k = Math.floor((bucket * width - axis.from) / axis.width)
    if (k < 0 || k >= axis.size) continue
    let row = rows.get(key)
    if (!row) rows.set(key, (row = new Map()))
    const seen = row.get(k)
    const first = seen && seen.line < line ? seen : { line, offset }
    row.set(k, { line: first.line, offset: first.offset, count: count + (seen?.count ?? 0) })
  }
  return rows
}

function denseRow(rows: readonly SparseRow[], axis: Axis | null): Float64Array {
  const dense = new Float64Array(axis?.size ?? 0)
  for (const row of rows) for (const [k, { count }] of row) dense[k]! += count
  return dense
}

function firstIn(rows: readonly SparseRow[], from: number, to: number): RowCell | null {
  let first: RowCell | null = null
  for (const row of rows)
    for (let k = from; k < to; k++) {
      const cell = row.get(k)
      if (cell && (first === null || cell.line < first.line)) first = cell
    }
  return first
}
