// What a picture shows in one or two sentences: its text for those who cannot see it.
import type { Chart, Histogram, Matrix, Timeline, Tree } from '@shoal/base/model/chart'
import { formatCount, plural } from '@shoal/base/text/printable'
import { cellText } from './as-table.ts'
import { layHistogram, stepText } from './histogram-steps.ts'
import { safeLabel } from './label-text.ts'
import { numberText } from './number-text.ts'
import { stepText as secondsText } from './time-axis.ts'

export function inWords(chart: Chart): string {
  const title = safeLabel(chart.title)
  switch (chart.kind) {
    case 'histogram':
      return `Histogram: ${title}. ${histogramWords(chart)}`
    case 'matrix':
      return `Grid of ${plural(chart.rows.length, 'row')} by ${plural(chart.columns.length, 'column')}: ${title}. ${matrixWords(chart)}`
    case 'timeline':
      return `Timeline: ${title}. ${timelineWords(chart)}`
    case 'tree':
      return `Map of ${plural(chart.nodes.length, 'part')} by ${chart.size}: ${title}. ${treeWords(chart)}`
    case 'points': {
      const top = greatest(chart.points, ({ y }) => y)
      const highest = top && ` The highest is ${safeLabel(top.label)} with ${numberText(top.y)}.`
      return `${plural(chart.points.length, 'point')}, ${chart.x} across and ${chart.y} up: ${title}.${highest ?? ''}`
    }
    case 'series': {
      const most = greatest(chart.values, value => value)
      const peak = most === null ? '' : ` The highest value is ${numberText(most)}.`
      return `Line from ${safeLabel(chart.from)} to ${safeLabel(chart.to)}: ${title}.${peak}`
    }
    default:
      return title
  }
}

function histogramWords(chart: Histogram): string {
  const { steps } = layHistogram(chart)
  const most = greatest(steps, ({ count }) => count)
  if (!most) return 'It is empty.'
  const total = steps.reduce((sum, { count }) => sum + count, 0)
  const marks = (chart.marks ?? []).map(({ label, value }) => ` ${safeLabel(label)} ${numberText(value)}.`).join('')
  const range = stepText({ low: chart.edges[0]!, high: chart.edges.at(-1)! })
  return `${formatCount(total)} ${chart.counted} from ${range}; most, ${formatCount(most.count)}, from ${stepText(most)}.${marks}`
}

function matrixWords(chart: Matrix): string {
  const pairs = chart.measure === 'correlation' || chart.measure === 'strength'
  let best: { row: number; column: number; value: number } | null = null
  for (const [row, cells] of chart.cells.entries())
    for (const [column, value] of cells.entries()) {
      // Everything goes with itself: that says nothing.
      if (value === null || (pairs && chart.rows[row]?.label === chart.columns[column])) continue
      if (!best || Math.abs(value) > Math.abs(best.value)) best = { row, column, value }
    }
  if (!best) return 'No cell has a value.'
  const where = `${safeLabel(chart.rows[best.row]!.label)} and ${safeLabel(chart.columns[best.column]!)}`
  return `The strongest is ${cellText(chart, best.value)} ${chart.value}, at ${where}.`
}

function timelineWords(chart: Timeline): string {
  const sums = chart.series
    .map(({ label, values }) => `${formatCount(values.reduce((sum, value) => sum + value, 0))} ${safeLabel(label)}`)
    .join(', ')
  const spans =
    chart.spans.length === 0 ? '' : ` ${plural(chart.spans.length, 'stretch').replace(/hs$/, 'hes')} marked.`
  return `${chart.counted} in steps of ${secondsText(chart.stepSeconds)} from ${safeLabel(chart.from)}: ${sums}.${spans}`
}

function treeWords(chart: Tree): string {
  const largest = greatest(chart.nodes, ({ size }) => size)
  const hottest = chart.heat === null ? null : greatest(chart.nodes, ({ heat }) => heat ?? Number.NEGATIVE_INFINITY)
  return [
    largest ? `The largest is ${safeLabel(largest.label)} with ${numberText(largest.size)} ${chart.size}.` : '',
    hottest && hottest.heat !== null
      ? `The highest ${chart.heat} is ${numberText(hottest.heat)}, of ${safeLabel(hottest.label)}.`
      : '',
  ]
    .filter(Boolean)
    .join(' ')
}

function greatest<T>(items: readonly T[], measure: (item: T) => number): T | null {
  let best: T | null = null
  for (const item of items) if (best === null || measure(item) > measure(best)) best = item
  return best
}
