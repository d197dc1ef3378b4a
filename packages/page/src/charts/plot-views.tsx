// Charts that are one picture: histogram, line and points.

import type { Histogram, Points } from '@shoal/base/model/chart'
import type { Panel } from '@shoal/base/model/finding'
import { useCallback, useMemo } from 'preact/hooks'
import { inWords } from './layout/in-words.ts'
import type { OpenPlace } from './parts/data-table.tsx'
import { Legend } from './parts/legend.tsx'
import { PlotPicture } from './parts/plot-picture.tsx'
import { drawHistogram } from './plots/histogram.ts'
import { drawPoints } from './plots/points.ts'
import { drawSeries, linesOf } from './plots/series.ts'

export function HistogramView({ chart }: { readonly chart: Histogram }) {
  const draw = useCallback((width: number) => drawHistogram(chart, width), [chart])
  return <PlotPicture label={inWords(chart)} height={190} draw={draw} />
}

export function SeriesView({ chart }: { readonly chart: Extract<Panel, { kind: 'series' }> }) {
  const draw = useCallback((width: number) => drawSeries(chart, width), [chart])
  const lines = useMemo(() => linesOf(chart), [chart])
  return (
    <>
      {lines.length > 1 && <Legend items={lines} />}
      <PlotPicture label={inWords(chart)} height={150} draw={draw} />
    </>
  )
}

export function PointsView({ chart, open }: { readonly chart: Points; readonly open: OpenPlace }) {
  const canOpen = chart.points.some(({ path, line }) => line !== undefined && open({ path: path ?? null, line }))
  const draw = useCallback((width: number) => drawPoints(chart, width), [chart])
  const pick = useCallback(
    ({ path, line }: Points['points'][number]) => {
      if (line !== undefined) open({ path: path ?? null, line })?.()
    },
    [open],
  )
  return <PlotPicture label={inWords(chart)} height={280} draw={draw} onPick={canOpen ? pick : undefined} />
}
