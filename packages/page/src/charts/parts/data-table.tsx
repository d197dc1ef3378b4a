// Numbers as a real table, with ways to where they stand.
import { formatCount } from '@shoal/base/text/printable'
import { isPath } from '../../parts/path-parts.ts'
import { PathText } from '../../parts/path-text.tsx'
import { shown } from '../../parts/shown.ts'
import type { ChartRow, ChartTable } from '../layout/as-table.ts'
import { columnKinds, PATH_LENGTH } from '../layout/column-kinds.ts'
import { ScrollBox } from './scroll-box.tsx'

/** Opens a place; the path is null for the file that the chart is of. Null where nothing can be opened. */
export type OpenPlace = (place: NonNullable<ChartRow['place']>) => (() => void) | null

/** More than these are in a box that scrolls. */
const MOST_IN_SIGHT = 20

export interface DataTableProps {
  readonly table: ChartTable
  readonly title: string
  readonly open?: OpenPlace | undefined
}

export function DataTable({ table: { columns, rows, of }, title, open }: DataTableProps) {
  const kinds = columnKinds({ columns, rows })
  const hasPlaces = open !== undefined && rows.some(({ place }) => place !== null && open(place) !== null)
  return (
    <>
      <ScrollBox
        class={`chart-table ${rows.length > MOST_IN_SIGHT ? 'is-long' : ''}`}
        label={`Numbers of ${shown(title, 100)}`}
      >
        <table class={`table ${kinds.includes('code') ? 'has-code' : ''}`}>
          <thead>
            <tr>
              {columns.map(({ label, isNumber }, index) =>
                // A column may have no name, and then nothing heads it.
                label.trim() === '' ? (
                  <td key={index} />
                ) : (
                  <th key={index} scope="col" class={isNumber ? 'number' : ''}>
                    <bdi>{shown(label, 120)}</bdi>
                  </th>
                ),
              )}
              {hasPlaces && <th scope="col">Line</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ cells, place }, index) => {
              const go = place && open ? open(place) : null
              return (
                <tr key={index}>
                  {cells.map((cell, k) => (
                    <td key={k} class={kinds[k] === 'number' ? 'number' : `chart-${kinds[k]}`}>
                      <Cell text={cell} isCode={kinds[k] === 'code'} />
                    </td>
                  ))}
                  {hasPlaces && (
                    <td class="chart-short">
                      {go && place && (
                        <button type="button" class="chart-link" onClick={go}>
                          {formatCount(place.line)}
                        </button>
                      )}
                    </td>
                  )}
                </tr>
              )
            })}
          </tbody>
        </table>
      </ScrollBox>
      {of > rows.length && (
        <p class="chart-note">
          {formatCount(rows.length)} of {formatCount(of)} rows
        </p>
      )}
    </>
  )
}

function Cell({ text, isCode }: { readonly text: string; readonly isCode: boolean }) {
  if (isCode) return <code>{shown(text, Number.POSITIVE_INFINITY)}</code>
  return isPath(text) ? <PathText path={text} most={PATH_LENGTH} /> : <bdi>{shown(text, 400)}</bdi>
}
