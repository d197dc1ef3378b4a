// One chart or panel, drawn.

import type { Chart } from '@shoal/base/model/chart'
import { useCallback, useMemo } from 'preact/hooks'
import { Bars } from './bars.tsx'
import { Facts } from './facts.tsx'
import { tableOf } from './layout/as-table.ts'
import { cutNote, farNote } from './layout/histogram-steps.ts'
import { MatrixView } from './matrix-view.tsx'
import { ChartFrame } from './parts/chart-frame.tsx'
import { DataTable, type OpenPlace } from './parts/data-table.tsx'
import { HistogramView, PointsView, SeriesView } from './plot-views.tsx'
import { TimelineView } from './timeline-view.tsx'
import { TreeView } from './tree-view.tsx'

export interface ChartProps {
  readonly chart: Chart
  /** The file it is of; points that name another are of that one. */
  readonly path?: string
  /** Opens a line of a file; left out where there is nothing to open. */
  readonly onPlace?: (path: string, line: number) => void
}

export function ChartView({ chart, path, onPlace }: ChartProps) {
  const open = useCallback<OpenPlace>(
    ({ path: own, line }) => {
      const target = own ?? path
      return target === undefined || !onPlace ? null : () => onPlace(target, line)
    },
    [path, onPlace],
  )
  const table = useMemo(() => () => tableOf(chart), [chart])
  // These are numbers in a table already.
  const isTable = chart.kind === 'facts' || chart.kind === 'table' || chart.kind === 'bars'
  return (
    <ChartFrame title={chart.title} note={noteOf(chart)} table={isTable ? undefined : table} open={open}>
      <Picture chart={chart} open={open} />
    </ChartFrame>
  )
}

function noteOf(chart: Chart): string | undefined {
  const own = 'note' in chart ? chart.note : undefined
  const drawn = chart.kind === 'histogram' ? [farNote(chart), cutNote(chart)] : []
  return [...drawn, own].filter(Boolean).join(' ') || undefined
}

function Picture({ chart, open }: { readonly chart: Chart; readonly open: OpenPlace }) {
  switch (chart.kind) {
    case 'facts':
      return <Facts chart={chart} />
    case 'bars':
      return <Bars chart={chart} />
    case 'table':
      return <DataTable table={tableOf(chart)} title={chart.title} />
    case 'series':
      return <SeriesView chart={chart} />
    case 'histogram':
      return <HistogramView chart={chart} />
    case 'matrix':
      return <MatrixView chart={chart} open={open} />
    case 'timeline':
      return <TimelineView chart={chart} open={open} />
    case 'tree':
      return <TreeView chart={chart} open={open} />
    case 'points':
      return <PointsView chart={chart} open={open} />
  }
}
