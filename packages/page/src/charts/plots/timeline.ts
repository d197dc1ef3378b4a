// Draws counts over time, stacked, with numbered stretches behind them.
import { axisX, plot, pointerX, rect, text, tip } from '@observablehq/plot'
import type { Timeline } from '@shoal/base/model/chart'
import { largest } from '@shoal/base/model/lists'
import { kindColour, toneColour } from '../layout/heat.ts'
import { labelWidth, safeLabel } from '../layout/label-text.ts'
import { numberText } from '../layout/number-text.ts'
import { stepText, timeTicks, wallText } from '../layout/time-axis.ts'
import { layTimeline, type StackedStep, type TimelineLayout } from '../layout/timeline-steps.ts'
import { countAxis, countTicks, FRAME, painted, TIP } from './frame.ts'

const LEFT = 48
const RIGHT = 16
/** Pixels of a step, its gap included. */
const LEAST_STEP = 3
/** With the date below its first tick. */
export const HEIGHT = 224
/** Numbers above stretches are this far apart at least. */
const APART = 16

export function drawTimeline(chart: Timeline, width: number): Element {
  const room = width - LEFT - RIGHT
  const layout = layTimeline(chart, Math.floor(room / LEAST_STEP))
  const { start, length, columns, steps, spans } = layout
  const colours = seriesColours(chart)
  const most = Math.max(
    1,
    steps.reduce((largest, { top }) => Math.max(largest, top), 0),
  )
  const ticks = start ? timeTicks(start, length, Math.max(2, Math.floor(room / 90))) : distances(length, room)
  const gap = room / Math.max(1, columns.length) > 4 ? 0.5 : 0
  return plot({
    ...FRAME,
    width,
    height: HEIGHT,
    marginLeft: LEFT,
    marginRight: RIGHT,
    marginTop: spans.length > 0 ? 40 : 26,
    // Below the first tick stands its date.
    marginBottom: ticks.some(({ label }) => label.includes('\n')) ? 38 : 24,
    x: { domain: [0, Math.max(1, length)], label: null },
    y: { domain: [0, most] },
    marks: [
      // Behind everything, and never so narrow that it cannot be seen.
      rect(spans, {
        x1: ({ from, to }: Span) => middle(from, to) - Math.max(to - from, (length / room) * 3) / 2,
        x2: ({ from, to }: Span) => middle(from, to) + Math.max(to - from, (length / room) * 3) / 2,
        fill: 'var(--high-soft)',
        stroke: 'var(--high)',
        strokeOpacity: 0.35,
        insetTop: -4,
      }),
      ...countAxis(`${safeLabel(chart.counted)} per ${stepText(layout.stepSeconds)}`, countTicks(most)),
      rect(steps, {
        x1: 'from',
        x2: 'to',
        y1: 'base',
        y2: 'top',
        fill: painted(({ series }: StackedStep) => colours[series]!),
        insetLeft: gap,
        insetRight: gap,
      }),
      ...ticks.map(tick =>
        axisX([tick.at], {
          text: () => tick.label,
          tickSize: 4,
          dx: shiftOf(tick, length, width),
          fill: 'var(--muted)',
          label: null,
        }),
      ),
      text(apart(spans, (length / room) * APART), {
        x: ({ from, to }: Span) => middle(from, to),
        text: ({ index }: Span) => String(index + 1),
        frameAnchor: 'top',
        dy: -11,
        fill: 'var(--high)',
        fontWeight: 600,
      }),
      tip(
        columns,
        pointerX({
          ...TIP,
          x: ({ from, to }: Column) => (from + to) / 2,
          y: ({ values }: Column) => values.reduce((sum, value) => sum + value, 0),
          maxRadius: 400,
          title: (column: Column) => columnText(chart, layout, column),
        }),
      ),
    ],
  })
}

type Column = TimelineLayout['columns'][number]
type Span = TimelineLayout['spans'][number]

/** By tone, in shades where it comes again; plain ones get a colour of their own each, the first a quiet one. */
export function seriesColours({ series }: Timeline): string[] {
  const before = { bad: 0, warn: 0, plain: 0 }
  return series.map(({ tone }) => {
    const place = before[tone]++
    if (tone !== 'plain') return toneColour(tone, place)
    return place === 0 ? 'var(--kind-8)' : kindColour((place - 1) % 7)
  })
}

function columnText(chart: Timeline, { start, stepSeconds }: TimelineLayout, { from, values }: Column): string {
  const time = start
    ? wallText(start, from, { seconds: stepSeconds % 60 !== 0 })
    : `${chart.from} + ${stepText(from / 1000)}`
  const counts = values.map((value, index) => ({ value, label: safeLabel(chart.series[index]!.label) }))
  const some = counts.filter(({ value }) => value > 0)
  return [time, ...(some.length > 0 ? some : counts).map(({ value, label }) => `${label}: ${numberText(value)}`)].join(
    '\n',
  )
}

/** For times that cannot be read. */
function distances(length: number, room: number): { at: number; label: string }[] {
  const count = Math.max(2, Math.floor(room / 110))
  return Array.from({ length: count + 1 }, (_, k) => (length * k) / count).map(at => ({
    at,
    label: `+${stepText(at / 1000)}`,
  }))
}

/** How far the name of a time must move to end within the picture. */
function shiftOf({ at, label }: { at: number; label: string }, length: number, width: number): number {
  const half = largest(label.split('\n').map(labelWidth)) / 2
  const x = LEFT + (at / Math.max(1, length)) * (width - LEFT - RIGHT)
  return Math.min(0, Math.floor(width - x - half))
}

function middle(from: number, to: number): number {
  return (from + to) / 2
}

/** Those whose number would lie over another's go without. */
function apart(spans: readonly Span[], distance: number): Span[] {
  const kept: Span[] = []
  for (const span of spans)
    if (kept.every(other => Math.abs(middle(other.from, other.to) - middle(span.from, span.to)) >= distance))
      kept.push(span)
  return kept
}
