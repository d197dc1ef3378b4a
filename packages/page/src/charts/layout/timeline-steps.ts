// The steps of a timeline, stacked, and joined until each can be seen at the width there is.
import type { Timeline } from '@shoal/base/model/chart'
import { readTime, since, type WrittenTime } from './time-axis.ts'

export interface StackedStep {
  readonly series: number
  /** Milliseconds from the start. */
  readonly from: number
  readonly to: number
  readonly base: number
  readonly top: number
}

export interface TimelineLayout {
  /** Null when the start cannot be read: then only distances from it are known. */
  readonly start: WrittenTime | null
  readonly length: number
  /** Of one drawn step. */
  readonly stepSeconds: number
  /** Series in the order of stacking, the gravest at the bottom. */
  readonly order: readonly number[]
  readonly steps: readonly StackedStep[]
  /** Counts of all series in each drawn step, for tips. */
  readonly columns: readonly { readonly from: number; readonly to: number; readonly values: readonly number[] }[]
  /** Stretches that stand out; `index` is their place in the chart. */
  readonly spans: readonly { readonly index: number; readonly from: number; readonly to: number }[]
}

const TONES = ['bad', 'warn', 'plain'] as const

export function layTimeline(chart: Timeline, mostSteps: number): TimelineLayout {
  const start = readTime(chart.from)
  const size = chart.series.reduce((most, { values }) => Math.max(most, values.length), 0)
  const joined = Math.max(1, Math.ceil(size / Math.max(1, mostSteps)))
  const step = chart.stepSeconds * 1000
  const length = size * step
  const order = TONES.flatMap(tone => chart.series.flatMap((each, index) => (each.tone === tone ? [index] : [])))
  const columns = Array.from({ length: Math.ceil(size / joined) }, (_, k) => ({
    from: k * joined * step,
    to: Math.min(size, (k + 1) * joined) * step,
    values: chart.series.map(({ values }) => sum(values, k * joined, (k + 1) * joined)),
  }))
  return {
    start,
    length,
    stepSeconds: chart.stepSeconds * joined,
    order,
    columns,
    steps: columns.flatMap(column => stacked(column, order)),
    spans: chart.spans.flatMap(({ from, to }, index) => {
      const a = since(start, from)
      const b = since(start, to)
      if (a === null || b === null || a > length || b < 0) return []
      return [{ index, from: Math.max(0, a), to: Math.min(length, Math.max(b, a)) }]
    }),
  }
}

function stacked({ from, to, values }: TimelineLayout['columns'][number], order: readonly number[]): StackedStep[] {
  let base = 0
  return order.flatMap(series => {
    const value = values[series]!
    if (!(value > 0)) return []
    const step = { series, from, to, base, top: base + value }
    base += value
    return [step]
  })
}

function sum(values: readonly number[], from: number, to: number): number {
  let total = 0
  for (let i = from; i < Math.min(to, values.length); i++) total += values[i]!
  return total
}
