// The rows of an answer: a table that is put in order by its heads, with pointer and keys alike.

import type { AskedTable } from '@shoal/base/report/asked-view'
import { formatCount } from '@shoal/base/text/printable'
import { useMemo, useState } from 'preact/hooks'
import { columnKinds } from '../charts/layout/column-kinds.ts'
import { ScrollBox } from '../charts/parts/scroll-box.tsx'
import { shown } from '../parts/shown.ts'
import { PlaceName } from './quote.tsx'
import { nextSorting, type Sorting, sortedRows } from './sorted-rows.ts'

/** More than these are in a box that scrolls. */
const MOST_IN_SIGHT = 20

export function AskedRows({ table, title }: { readonly table: AskedTable; readonly title: string }) {
  const { columns, rows, of } = table
  const [sorting, setSorting] = useState<Sorting | null>(null)
  const sorted = useMemo(() => sortedRows(rows, columns, sorting), [table, sorting])
  const kinds = useMemo(
    () => columnKinds({ columns: columns.map(({ name, isNumber }) => ({ label: name, isNumber })), rows }),
    [table],
  )
  const hasPlaces = rows.some(({ place }) => place !== null)
  const head = (label: string, column: number, isNumber: boolean) => (
    <SortHead
      key={column}
      label={label}
      isNumber={isNumber}
      sorting={sorting?.column === column ? sorting : null}
      onSort={() => setSorting(nextSorting(sorting, column))}
    />
  )
  return (
    <div class="chart asked-rows">
      <ScrollBox class={`chart-table ${rows.length > MOST_IN_SIGHT ? 'is-long' : ''}`} label={`Rows: ${title}`}>
        <table class="table">
          <caption class="sr-only">{title}</caption>
          <thead>
            <tr>
              {columns.map(({ name, isNumber }, k) => head(name, k, isNumber))}
              {hasPlaces ? head('place', columns.length, false) : null}
            </tr>
          </thead>
          <tbody>
            {sorted.map(({ cells, place }, at) => (
              <tr key={at}>
                {cells.map((cell, k) => (
                  <td key={k} class={kinds[k] === 'number' ? 'number' : `chart-${kinds[k]}`}>
                    <bdi>{shown(cell, 400)}</bdi>
                  </td>
                ))}
                {hasPlaces ? <td class="mono">{place ? <PlaceName {...place} /> : null}</td> : null}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {of > rows.length ? (
        <p class="chart-note">
          {formatCount(rows.length)} of {formatCount(of)} rows; {formatCount(of - rows.length)} more:{' '}
          <code class="mono">shoal sql</code> with the SQL below shows them.
        </p>
      ) : null}
    </div>
  )
}

interface SortHeadProps {
  readonly label: string
  readonly isNumber: boolean
  /** Null while the rows are not in its order. */
  readonly sorting: Sorting | null
  readonly onSort: () => void
}

function SortHead({ label, isNumber, sorting, onSort }: SortHeadProps) {
  const order = sorting === null ? 'none' : sorting.isDescending ? 'descending' : 'ascending'
  return (
    <th scope="col" class={isNumber ? 'number' : ''} aria-sort={order}>
      <button type="button" class={`asked-sort is-${order}`} onClick={onSort}>
        <bdi>{label.trim() === '' ? '(no name)' : shown(label, 120)}</bdi>
        <span class="asked-sort-mark no-print" aria-hidden="true" />
      </button>
    </th>
  )
}
