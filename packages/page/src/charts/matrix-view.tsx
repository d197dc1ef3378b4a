// A grid of values, with what its colours mean.

import type { Matrix } from '@shoal/base/model/chart'
import { useCallback } from 'preact/hooks'
import { shown } from '../parts/shown.ts'
import { inWords } from './layout/in-words.ts'
import { runsAlong } from './layout/matrix-shape.ts'
import { numberText } from './layout/number-text.ts'
import type { OpenPlace } from './parts/data-table.tsx'
import { ScaleLegend } from './parts/legend.tsx'
import { PlotPicture } from './parts/plot-picture.tsx'
import { ScrollBox } from './parts/scroll-box.tsx'
import { drawMatrix, largestOf, type MatrixCell } from './plots/matrix.ts'

export function MatrixView({ chart, open }: { readonly chart: Matrix; readonly open: OpenPlace }) {
  const draw = useCallback((width: number) => drawMatrix(chart, width), [chart])
  const canOpen = chart.rows.some(({ line }) => line !== undefined && open({ path: null, line }))
  const pick = useCallback(
    ({ row }: MatrixCell) => {
      const line = chart.rows[row]?.line
      if (line !== undefined) open({ path: null, line })?.()
    },
    [chart, open],
  )
  const [from, to] = endsOf(chart)
  return (
    <>
      <ScaleLegend
        kind={chart.measure === 'correlation' ? 'diverge' : 'heat'}
        label={chart.value}
        from={from}
        to={to}
      />
      <ScrollBox label={shown(chart.title, 100)}>
        <PlotPicture
          label={inWords(chart)}
          height={60 + (runsAlong(chart) ? chart.columns : chart.rows).length * 16}
          draw={draw}
          onPick={canOpen ? pick : undefined}
        />
      </ScrollBox>
    </>
  )
}

function endsOf(chart: Matrix): [string, string] {
  switch (chart.measure) {
    case 'share':
      return ['0 %', '100 %']
    case 'strength':
      return ['0', '1']
    case 'correlation':
      return ['-1', '1']
    case 'count':
      return ['0', numberText(largestOf(chart))]
  }
}
