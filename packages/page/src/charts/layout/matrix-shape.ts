// Which way a grid lies.
import type { Matrix } from '@shoal/base/model/chart'

/**
 * Whether its rows follow each other in the file and are many more than its columns: then the file runs from left to right,
 * for a picture should be wide rather than high.
 */
export function runsAlong({ rows, columns }: Pick<Matrix, 'rows' | 'columns'>): boolean {
  const isInOrder = rows.every(({ line }, k) => line !== undefined && (k === 0 || line > rows[k - 1]!.line!))
  return isInOrder && rows.length > 2 * columns.length
}
