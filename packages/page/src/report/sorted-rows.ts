// Rows in the order of a column: numbers by value, dates and names as people read them, what is missing last. Stable.
import type { TableColumn, TableRow } from '@shoal/base/report/asked-view'

export interface Sorting {
  readonly column: number
  readonly isDescending: boolean
}

/** Null is the order of the answer. */
export function sortedRows(
  rows: readonly TableRow[],
  columns: readonly TableColumn[],
  sorting: Sorting | null,
): readonly TableRow[] {
  if (sorting === null) return rows
  const { column, isDescending } = sorting
  const isPlace = column === columns.length
  const compare = isPlace ? byPlace : columns[column]?.isNumber ? byNumber(column) : byText(column)
  const isThere = (row: TableRow) => (isPlace ? row.place !== null : (row.values[column] ?? null) !== null)
  const there = rows.filter(isThere).toSorted((a, b) => (isDescending ? compare(b, a) : compare(a, b)))
  return [...there, ...rows.filter(row => !isThere(row))]
}

/** Up, down, as it was. */
export function nextSorting(current: Sorting | null, column: number): Sorting | null {
  if (current?.column !== column) return { column, isDescending: false }
  return current.isDescending ? null : { column, isDescending: true }
}

type Compare = (a: TableRow, b: TableRow) => number

/** ISO dates and times come in their order by this too. */
const names = new Intl.Collator('en', { numeric: true, sensitivity: 'variant' })

function byNumber(column: number): Compare {
  return (a, b) => Number(a.values[column]) - Number(b.values[column])
}

function byText(column: number): Compare {
  return (a, b) => names.compare(a.cells[column]!, b.cells[column]!)
}

function byPlace(a: TableRow, b: TableRow): number {
  return names.compare(a.place!.path, b.place!.path) || a.place!.line - b.place!.line
}
