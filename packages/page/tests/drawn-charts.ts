// Charts of any content that Plot draws for us: empty ones, single values, labels that look like dates, numbers and colours.

import type { Chart } from '@shoal/base/model/chart'
import fc from 'fast-check'

const label = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom('2026-03-01', '12.5', 'red', '#f00', 'null', 'ERROR', 'warning'),
)
const number = fc.oneof(fc.integer({ min: -1000, max: 1000 }), fc.double({ min: -1e12, max: 1e12, noNaN: true }))
const count = fc.oneof(fc.nat(5), fc.nat(1_000_000_000))
const from = fc.constantFrom(
  '2026-03-01T10:00:00',
  '2026-03-01T23:59:30.250Z',
  '01/Mar/2026:10:00:00 +0100',
  'yesterday',
)
const counts = (maxLength = 40) => fc.array(count, { maxLength })
const titled = { title: label }

const histogram = fc
  .uniqueArray(number, { minLength: 1, maxLength: 20 })
  .map(edges => edges.sort((a, b) => a - b))
  .chain(edges =>
    fc.record({
      kind: fc.constant('histogram' as const),
      ...titled,
      counted: label,
      edges: fc.constant(edges),
      counts: fc.array(count, { minLength: edges.length - 1, maxLength: edges.length - 1 }),
      marks: fc.array(fc.record({ label, value: number }), { maxLength: 4 }),
    }),
  )

const matrix = fc.tuple(fc.nat(50), fc.nat(20)).chain(([height, width]) =>
  fc.record({
    kind: fc.constant('matrix' as const),
    ...titled,
    measure: fc.constantFrom('share', 'strength', 'correlation', 'count'),
    value: label,
    rows: fc.array(fc.record({ label }), { minLength: height, maxLength: height }),
    columns: fc.array(label, { minLength: width, maxLength: width }),
    cells: fc.array(
      fc.array(fc.option(fc.double({ min: 0, max: 1, noNaN: true })), { minLength: width, maxLength: width }),
      { minLength: height, maxLength: height },
    ),
  }),
)

const timeline = fc.record({
  kind: fc.constant('timeline' as const),
  ...titled,
  counted: label,
  from,
  stepSeconds: fc.constantFrom(0.1, 1, 60, 3600, 86_400, 2_592_000),
  series: fc.array(fc.record({ label, tone: fc.constantFrom('bad', 'warn', 'plain'), values: counts() }), {
    maxLength: 4,
  }),
  spans: fc.array(fc.record({ label, from, to: from, line: fc.option(fc.nat()) }), { maxLength: 3 }),
})

const points = fc.record({
  kind: fc.constant('points' as const),
  ...titled,
  x: label,
  y: label,
  points: fc.array(fc.record({ label, x: number, y: number }), { maxLength: 40 }),
})

const pointsWithLimit = fc
  .tuple(points, fc.record({ label, y: number }))
  .map(([chart, limit]): Chart => ({ ...chart, limit }))

const series = fc.record({
  kind: fc.constant('series' as const),
  ...titled,
  from,
  to: from,
  values: fc.array(number, { maxLength: 40 }),
  more: fc.array(fc.record({ label, values: counts() }), { maxLength: 3 }),
})

/** By the function that draws them. */
export const DRAWN = {
  drawHistogram: histogram,
  drawMatrix: matrix,
  drawTimeline: timeline,
  drawPoints: fc.oneof(points, pointsWithLimit),
  drawSeries: series,
} satisfies Record<string, fc.Arbitrary<Chart>>
