// Around every chart: its title, the picture or its numbers, and what there is to say below it.
import '../charts.css'
import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { shown } from '../../parts/shown.ts'
import type { ChartTable } from '../layout/as-table.ts'
import { DataTable, type OpenPlace } from './data-table.tsx'

export interface ChartFrameProps {
  readonly title: string
  readonly note?: string | undefined
  /** The numbers, made when they are asked for; left out where the picture is a table itself. */
  readonly table?: (() => ChartTable) | undefined
  readonly open?: OpenPlace | undefined
  readonly children: ComponentChildren
}

export function ChartFrame({ title, note, table, open, children }: ChartFrameProps) {
  const [asTable, setAsTable] = useState(false)
  const id = useId()
  return (
    <figure class="chart" aria-labelledby={id}>
      <figcaption class="chart-head">
        <span class="chart-title" id={id}>
          <bdi>{shown(title, 300)}</bdi>
        </span>
        {table && (
          <button
            type="button"
            class="chart-toggle no-print"
            aria-pressed={asTable}
            aria-label={`Show as table: ${shown(title, 100)}`}
            onClick={() => setAsTable(!asTable)}
          >
            Table
          </button>
        )}
      </figcaption>
      {asTable && table ? <DataTable table={table()} title={title} open={open} /> : children}
      {note && <p class="chart-note">{shown(note, 600)}</p>}
    </figure>
  )
}
