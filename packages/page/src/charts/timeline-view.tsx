// Counts over time, with the stretches that stand out listed below: there they can be read, chosen and opened.

import type { Timeline } from '@shoal/base/model/chart'
import { formatCount } from '@shoal/base/text/printable'
import { useCallback, useMemo, useState } from 'preact/hooks'
import { shown } from '../parts/shown.ts'
import { inWords } from './layout/in-words.ts'
import type { OpenPlace } from './parts/data-table.tsx'
import { Legend } from './parts/legend.tsx'
import { PlotPicture } from './parts/plot-picture.tsx'
import { drawTimeline, HEIGHT, seriesColours } from './plots/timeline.ts'

const FIRST_SPANS = 6

export function TimelineView({ chart, open }: { readonly chart: Timeline; readonly open: OpenPlace }) {
  const draw = useCallback((width: number) => drawTimeline(chart, width), [chart])
  const legend = useMemo(() => {
    const colours = seriesColours(chart)
    return chart.series.map(({ label, values }, index) => ({
      label: shown(label, 60),
      colour: colours[index]!,
      note: formatCount(values.reduce((sum, value) => sum + value, 0)),
    }))
  }, [chart])
  return (
    <>
      <Legend items={legend} />
      <PlotPicture label={inWords(chart)} height={HEIGHT} draw={draw} />
      <Spans spans={chart.spans} open={open} />
    </>
  )
}

function Spans({ spans, open }: { readonly spans: Timeline['spans']; readonly open: OpenPlace }) {
  const [all, setAll] = useState(false)
  if (spans.length === 0) return null
  return (
    <>
      <ol class="chart-spans">
        {(all ? spans : spans.slice(0, FIRST_SPANS)).map(({ label, from, to, line }, index) => {
          const go = line === null ? null : open({ path: null, line })
          return (
            <li key={index}>
              <span class="chart-span-number">{index + 1}</span>
              <span>
                <bdi>{shown(label, 200)}</bdi>{' '}
                <span class="muted">
                  {shown(from, 40)} to {shown(to, 40)}
                  {line !== null && ', '}
                  {line !== null && !go && `line ${formatCount(line)}`}
                </span>
                {line !== null && go && (
                  <button type="button" class="chart-link" onClick={go}>
                    line {formatCount(line)}
                  </button>
                )}
              </span>
            </li>
          )
        })}
      </ol>
      {!all && spans.length > FIRST_SPANS && (
        <button type="button" class="chart-link no-print" onClick={() => setAll(true)}>
          {formatCount(spans.length - FIRST_SPANS)} more
        </button>
      )}
    </>
  )
}
