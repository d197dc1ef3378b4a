// Draws things measured twice, and names those that stand out.
import { axisX, axisY, dot, gridX, gridY, plot, pointer, ruleY, text, tip } from '@observablehq/plot'
import type { Points } from '../../../model/chart.ts'
import { placeNames } from '../layout/label-places.ts'
import { fitted, safeLabel } from '../layout/label-text.ts'
import { numberText, shortNumber } from '../layout/number-text.ts'
import { FRAME, TIP } from './frame.ts'

type Point = Points['points'][number]

const HEIGHT = 280
const MARGIN = { left: 48, right: 20, top: 26, bottom: 40 }
const NAMED = 8

export function drawPoints(chart: Points, width: number): Element {
  const { points, limit } = chart
  const x = rangeOf(points.map(point => point.x))
  const y = rangeOf([...points.map(point => point.y), limit?.y ?? 0])
  const isOver = ({ y }: Point) => limit !== undefined && y > limit.y
  return plot({
    ...FRAME,
    width,
    height: HEIGHT,
    marginLeft: MARGIN.left,
    marginRight: MARGIN.right,
    marginTop: MARGIN.top,
    marginBottom: MARGIN.bottom,
    x: { domain: x },
    y: { domain: y },
    marks: [
      gridY({ ticks: 5, stroke: 'var(--line)', strokeOpacity: 1 }),
      gridX({ ticks: Math.floor(width / 110), stroke: 'var(--line)', strokeOpacity: 1 }),
      axisY({
        ticks: 5,
        tickSize: 0,
        tickFormat: shortNumber,
        label: chart.y,
        labelArrow: 'none',
        fill: 'var(--muted)',
      }),
      axisX({
        ticks: Math.floor(width / 110),
        tickSize: 0,
        tickFormat: shortNumber,
        label: chart.x,
        labelArrow: 'none',
        fill: 'var(--muted)',
      }),
      limit ? ruleY([limit.y], { stroke: 'var(--high)', strokeDasharray: '4,3' }) : null,
      limit
        ? text([safeLabel(limit.label)], {
            y: () => limit.y,
            frameAnchor: 'right',
            textAnchor: 'end',
            dy: -8,
            fill: 'var(--high)',
            stroke: 'var(--surface)',
            strokeWidth: 3,
          })
        : null,
      dot(points, {
        x: 'x',
        y: 'y',
        r: 4,
        fill: (point: Point) => (isOver(point) ? 'var(--high)' : 'var(--kind-1)'),
        fillOpacity: 0.65,
        stroke: 'var(--surface)',
        strokeWidth: 0.5,
      }),
      ...namesOf(points, width, { x, y }).map(({ point, anchor, dx, dy, label }) =>
        text([point], {
          x: 'x',
          y: 'y',
          text: () => label,
          textAnchor: anchor,
          dx,
          dy,
          stroke: 'var(--surface)',
          strokeWidth: 3,
          fill: 'var(--ink)',
        }),
      ),
      tip(
        points,
        pointer({
          ...TIP,
          x: 'x',
          y: 'y',
          maxRadius: 30,
          title: ({ label, x, y, line }: Point) =>
            [
              safeLabel(label),
              `${chart.x}: ${numberText(x)}`,
              `${chart.y}: ${numberText(y)}`,
              ...(line === undefined ? [] : [`line ${numberText(line)}`]),
            ].join('\n'),
        }),
      ),
    ],
  })
}

/** The highest, where their names have room. */
function namesOf(points: readonly Point[], width: number, range: { readonly x: Range; readonly y: Range }) {
  const room = { x: width - MARGIN.left - MARGIN.right, y: HEIGHT - MARGIN.top - MARGIN.bottom }
  const highest = [...points].sort((a, b) => b.y - a.y || b.x - a.x).slice(0, NAMED)
  const placed = highest.map(point => ({
    x: MARGIN.left + share(point.x, range.x) * room.x,
    y: HEIGHT - MARGIN.bottom - share(point.y, range.y) * room.y,
    radius: 4,
    text: fitted(point.label, Math.min(160, width * 0.4)),
  }))
  const within = { left: MARGIN.left, top: 12, right: width - 2, bottom: HEIGHT - MARGIN.bottom }
  return placeNames(placed, within).flatMap((place, k) =>
    place
      ? [
          {
            point: highest[k]!,
            anchor: place.anchor,
            dx: place.x - placed[k]!.x,
            dy: place.y - placed[k]!.y,
            label: placed[k]!.text,
          },
        ]
      : [],
  )
}

type Range = [low: number, high: number]

/** From zero, or below where there is something; with a little room at the end. */
function rangeOf(values: readonly number[]): Range {
  let [low, high] = [0, 0]
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return low === high ? [0, 1] : [low * 1.05, high + (high - low) * 0.05]
}

function share(value: number, [low, high]: Range): number {
  return (value - low) / (high - low)
}
