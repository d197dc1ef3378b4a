// Charts beside each other: the first of many at once, the others when they are asked for.

import type { Chart } from '@shoal/base/model/chart'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { ChartView } from '../charts/chart.tsx'
import { flowOf, LEAST_COLUMN } from '../charts/layout/chart-flow.ts'
import { Boundary } from '../parts/boundary.tsx'
import { shown } from '../parts/shown.ts'
import { OnPaper } from './on-paper.tsx'
import './chart-grid.css'

export interface ChartGridProps {
  readonly charts: readonly Chart[]
  /** Everything is drawn, for nothing can be asked for. */
  readonly isOnPaper?: boolean
  readonly path?: string
  readonly onPlace?: (path: string, line: number) => void
}

const AT_ONCE = 8

export function ChartGrid({ charts, isOnPaper = false, path, onPlace }: ChartGridProps) {
  const [isWhole, setWhole] = useState(isOnPaper || charts.length <= AT_ONCE + 1)
  if (charts.length === 0) return null
  const rest = charts.slice(AT_ONCE)
  const place = { ...(path === undefined ? {} : { path }), ...(onPlace ? { onPlace } : {}) }
  return (
    <>
      <Flow charts={isWhole ? charts : charts.slice(0, AT_ONCE)} {...place} />
      {isWhole ? null : (
        <>
          <OnPaper draw={() => <Flow charts={rest} {...place} />} />
          <button type="button" class="button small no-print" onClick={() => setWhole(true)}>
            Show {rest.length} more: {moreTitles(rest)}
          </button>
        </>
      )}
    </>
  )
}

function Flow({ charts, ...place }: Omit<ChartGridProps, 'isOnPaper'>) {
  const box = useRef<HTMLDivElement>(null)
  const [columns, setColumns] = useState(1)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => setColumns(Math.max(1, Math.floor((element.clientWidth + GAP) / (LEAST_COLUMN + GAP))))
    look()
    const sizes = new ResizeObserver(look)
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [])
  const draw = (index: number) => {
    const chart = charts[index]!
    return (
      <Boundary key={index} what={`“${shown(chart.title, 60)}”`}>
        <ChartView chart={chart} {...place} />
      </Boundary>
    )
  }
  return (
    <div class="chart-grid" ref={box}>
      {flowOf(charts, columns).map((block, k) => (
        <div key={k} class="chart-row">
          {'wide' in block ? (
            <div class="chart-column">{draw(block.wide)}</div>
          ) : (
            block.columns.map((column, at) => (
              <div key={at} class="chart-column">
                {column.map(draw)}
              </div>
            ))
          )}
        </div>
      ))}
    </div>
  )
}

/** The same as in chart-grid.css. */
const GAP = 24

function moreTitles(charts: readonly Chart[]): string {
  const titles = charts.slice(0, 3).map(({ title }) => shown(title, 40))
  return `${titles.join(', ')}${charts.length > 3 ? ' …' : ''}`
}
