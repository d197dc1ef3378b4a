// Draws how numbers are spread.
import { axisX, plot, pointerX, rect, ruleX, text, tip } from '@observablehq/plot'
import type { Histogram } from '../../../model/chart.ts'
import { placeOf, type Step, stepsOf, stepText, ticksOf } from '../layout/histogram-steps.ts'
import { labelWidth, safeLabel } from '../layout/label-text.ts'
import { numberText } from '../layout/number-text.ts'
import { countAxis, countTicks, FRAME, TIP } from './frame.ts'

const LEFT = 48
const RIGHT = 20
const ROW = 15

export function drawHistogram(chart: Histogram, width: number): Element {
  const steps = stepsOf(chart)
  const room = width - LEFT - RIGHT
  const ticks = ticksOf(chart, Math.max(2, Math.floor(room / 56)))
  const marks = markRows(chart, room)
  const rows = marks.reduce((most, { row }) => Math.max(most, row + 1), 0)
  const most = Math.max(
    1,
    steps.reduce((largest, { count }) => Math.max(largest, count), 0),
  )
  return plot({
    ...FRAME,
    width,
    height: 170 + rows * ROW,
    marginLeft: LEFT,
    marginRight: RIGHT,
    marginTop: 24 + rows * ROW,
    marginBottom: 24,
    x: { domain: [0, Math.max(1, steps.length)], label: null },
    y: { domain: [0, most] },
    marks: [
      ...countAxis(chart.counted, countTicks(most)),
      rect(steps, {
        x1: 'index',
        x2: ({ index }: Step) => index + 1,
        y1: () => 0,
        y2: 'count',
        fill: ({ isFar }: Step) => (isFar ? 'var(--kind-8)' : 'var(--kind-1)'),
        insetLeft: 0.5,
        insetRight: 0.5,
      }),
      axisX(
        ticks.map(({ at }) => at),
        { text: (_: number, index: number) => ticks[index]!.label, tickSize: 4, fill: 'var(--muted)', label: null },
      ),
      ...marks.flatMap(({ at, label, row, anchor }) => [
        ruleX([at], { stroke: 'var(--ink)', strokeDasharray: '3,2', insetTop: -(rows - row - 1) * ROW - 4 }),
        text([label], {
          x: () => at,
          frameAnchor: 'top',
          textAnchor: anchor,
          dx: anchor === 'start' ? 4 : -4,
          dy: -(rows - row - 1) * ROW - 8,
        }),
      ]),
      tip(
        steps,
        pointerX({
          ...TIP,
          x: ({ index }: Step) => index + 0.5,
          y: 'count',
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
function markRows({ edges, marks = [] }: Histogram, room: number): PlacedMark[] {
  const scale = room / Math.max(1, edges.length - 1)
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
