// Draws things measured twice, and names those that stand out.
import { axisX, axisY, dot, gridX, gridY, plot, pointer, ruleY, text, tip } from '@observablehq/plot'
import type { Points } from '@shoal/base/model/chart'
import { boxOf, clearest, type NamePlace, placeNames } from '../layout/label-places.ts'
import { fitted, labelWidth, safeLabel } from '../layout/label-text.ts'
import { numberText, shortNumber } from '../layout/number-text.ts'
import { FRAME, painted, TIP } from './frame.ts'

type Point = Points['points'][number]

const HEIGHT = 280
const MARGIN = { left: 48, right: 20, top: 26, bottom: 40 }
const NAMED = 8
const RADIUS = 4

export function drawPoints(chart: Points, width: number): Element {
  const { points, limit } = chart
  const x = rangeOf(points.map(point => point.x))
  const y = rangeOf([...points.map(point => point.y), limit?.y ?? 0])
  const range = { x, y }
  const limitName = limit ? placeLimit(limit, points, width, range) : null
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
      limitName
        ? text([limitName.text], {
            frameAnchor: 'top-left',
            textAnchor: limitName.place.anchor,
            dx: limitName.place.x - MARGIN.left,
            dy: limitName.place.y - MARGIN.top,
            lineAnchor: 'middle',
            fill: 'var(--high)',
            stroke: 'var(--surface)',
            strokeWidth: 5,
          })
        : null,
      ...namesOf(points, width, range, limitName).map(({ point, anchor, dx, dy, label }) =>
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
      // Over all names: no point is lost below one.
      dot(points, {
        x: 'x',
        y: 'y',
        r: RADIUS,
        fill: painted((point: Point) => (isOver(point) ? 'var(--high)' : 'var(--kind-1)')),
        fillOpacity: 0.65,
        stroke: 'var(--surface)',
        strokeWidth: 0.5,
      }),
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

interface Ranges {
  readonly x: Range
  readonly y: Range
}

interface PlacedText {
  readonly text: string
  readonly place: NamePlace
}

/** At an edge of the picture, above or below its line, where it lies over the fewest points. */
function placeLimit(
  limit: NonNullable<Points['limit']>,
  points: readonly Point[],
  width: number,
  range: Ranges,
): PlacedText {
  const name = fitted(limit.label, width - MARGIN.left - MARGIN.right)
  const { y } = pixelsOf({ x: 0, y: limit.y }, width, range)
  const places = [y - 10, y + 10].flatMap((at): NamePlace[] => [
    { x: width - MARGIN.right, y: at, anchor: 'end' },
    { x: MARGIN.left + 4, y: at, anchor: 'start' },
  ])
  const dots = points.map(point => ({ ...pixelsOf(point, width, range), radius: RADIUS }))
  return { text: name, place: clearest(places, labelWidth(name), dots) }
}

function pixelsOf(point: { readonly x: number; readonly y: number }, width: number, range: Ranges) {
  return {
    x: MARGIN.left + share(point.x, range.x) * (width - MARGIN.left - MARGIN.right),
    y: HEIGHT - MARGIN.bottom - share(point.y, range.y) * (HEIGHT - MARGIN.top - MARGIN.bottom),
  }
}

/** The highest, where their names have room. */
function namesOf(points: readonly Point[], width: number, range: Ranges, limitName: PlacedText | null) {
  const sorted = [...points].sort((a, b) => b.y - a.y || b.x - a.x)
  const highest = sorted.slice(0, NAMED)
  const dotOf = (point: Point) => ({ ...pixelsOf(point, width, range), radius: RADIUS })
  const placed = highest.map(point => ({ ...dotOf(point), text: fitted(point.label, Math.min(160, width * 0.4)) }))
  const within = { left: MARGIN.left, top: 12, right: width - 2, bottom: HEIGHT - MARGIN.bottom }
  const taken = limitName ? [boxOf(limitName.place, labelWidth(limitName.text))] : []
  const others = sorted.slice(NAMED).map(dotOf)
  return placeNames(placed, within, { taken, others }).flatMap((place, k) =>
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

/** From zero, or below where there is something; with a little room at the end. Ticks need more than the smallest numbers. */
function rangeOf(values: readonly number[]): Range {
  let [low, high] = [0, 0]
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return high - low < 1e-300 ? [0, 1] : [low * 1.05, high + (high - low) * 0.05]
}

function share(value: number, [low, high]: Range): number {
  return (value - low) / (high - low)
}
