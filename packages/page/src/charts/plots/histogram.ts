// Draws how numbers are spread.
import { axisX, link, plot, pointerX, rect, ruleX, text, tip } from '@observablehq/plot'
import type { Histogram } from '@shoal/base/model/chart'
import { cutStep, layHistogram, placeOf, type Step, stepText, type Tick, ticksOf } from '../layout/histogram-steps.ts'
import { labelWidth, safeLabel } from '../layout/label-text.ts'
import { numberText } from '../layout/number-text.ts'
import { countAxis, countTicks, FRAME, painted, TIP } from './frame.ts'

const LEFT = 48
const RIGHT = 20
const TOP = 24
const BOTTOM = 24
const BARS = 122
const ROW = 15

export function drawHistogram(chart: Histogram, width: number): Element {
  const { steps, size, gaps } = layHistogram(chart)
  const room = width - LEFT - RIGHT
  const { marked, far } = ticksOf(chart, room, { left: LEFT - 4, right: RIGHT - 2 })
  const marks = markRows(chart, room / size, room)
  const rows = marks.reduce((most, { row }) => Math.max(most, row + 1), 0)
  const cut = cutStep(chart)
  const most = Math.max(1, cut?.top ?? steps.reduce((largest, { count }) => Math.max(largest, count), 0))
  // Two short strokes across the axis, in pixels: nothing is to scale beyond them.
  const [across, up] = [size / room, most / BARS]
  const strokes = gaps.flatMap(({ from, to }) => [-2.5, 2.5].map(shift => (from + to) / 2 + shift * across))
  return plot({
    ...FRAME,
    width,
    height: TOP + BARS + BOTTOM + rows * ROW,
    marginLeft: LEFT,
    marginRight: RIGHT,
    marginTop: TOP + rows * ROW,
    marginBottom: BOTTOM,
    x: { domain: [0, size], label: null },
    y: { domain: [0, most] },
    marks: [
      ...countAxis(chart.counted, countTicks(most)),
      rect(gaps, {
        x1: 'from',
        x2: 'to',
        fill: 'var(--surface)',
        insetTop: -2,
        insetBottom: -2,
        insetLeft: 2,
        insetRight: 2,
      }),
      link(strokes, {
        x1: (at: number) => at - 2.5 * across,
        x2: (at: number) => at + 2.5 * across,
        y1: () => -5 * up,
        y2: () => 5 * up,
        stroke: 'var(--muted)',
      }),
      rect(steps, {
        x1: 'from',
        x2: 'to',
        y1: () => 0,
        y2: ({ count }: Step) => Math.min(count, most),
        fill: painted(({ isFar }: Step) => (isFar ? 'var(--kind-8)' : 'var(--kind-1)')),
        insetLeft: 0.5,
        insetRight: 0.5,
      }),
      // Across the one that is cut, in the colour of the ground.
      link(cut ? [0.8, 0.86] : [], {
        x1: () => steps[cut!.index]!.from - 3 * across,
        x2: () => steps[cut!.index]!.to + 3 * across,
        y1: (at: number) => at * most,
        y2: (at: number) => (at + 0.04) * most,
        stroke: 'var(--surface)',
        strokeWidth: 2,
      }),
      axisX(
        marked.map(({ at }) => at),
        { text: (_: number, index: number) => marked[index]!.label, tickSize: 4, fill: 'var(--muted)', label: null },
      ),
      text(far, {
        x: ({ at }: Tick) => at,
        text: ({ label }: Tick) => label,
        frameAnchor: 'bottom',
        lineAnchor: 'top',
        dy: 8.5,
        fill: 'var(--muted)',
      }),
      ...marks.flatMap(({ at, label, row, anchor }) => [
        ruleX([at], { stroke: 'var(--ink)', strokeDasharray: '3,2', insetTop: -(rows - row - 1) * ROW - 4 }),
        text([label], {
          x: () => at,
          frameAnchor: 'top',
          textAnchor: anchor,
          lineAnchor: 'bottom',
          dx: anchor === 'start' ? 4 : -4,
          dy: -(rows - row - 1) * ROW - 3,
        }),
      ]),
      tip(
        steps,
        pointerX({
          ...TIP,
          x: ({ from, to }: Step) => (from + to) / 2,
          y: ({ count }: Step) => Math.min(count, most),
          maxRadius: 400,
          title: (step: Step) => `${stepText(step)}\n${numberText(step.count)} ${chart.counted}`,
        }),
      ),
    ],
  })
}

interface PlacedMark {
  readonly at: number
  readonly label: string
  readonly row: number
  readonly anchor: 'start' | 'end'
}

/** Names of marks above the bars, each in the first row where it lies over no other. */
function markRows({ edges, marks = [] }: Histogram, scale: number, room: number): PlacedMark[] {
  const ends: number[] = []
  return marks
    .slice(0, 6)
    .map(({ label, value }) => ({
      at: placeOf(edges, value),
      label: safeLabel(`${label} ${numberText(value)}`),
    }))
    .sort((a, b) => a.at - b.at)
    .map(({ at, label }) => {
      const width = labelWidth(label) + 8
      const anchor = at * scale + width > room + RIGHT ? 'end' : 'start'
      const left = anchor === 'start' ? at * scale : at * scale - width
      let row = ends.findIndex(end => end <= left)
      if (row < 0) row = ends.length
      ends[row] = left + width
      return { at, label, row, anchor }
    })
}
