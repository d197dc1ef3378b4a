// The checker of charts sees every rule that a chart can break.

import type { Chart } from '@shoal/base/model/chart'
import { describe, expect, it } from 'vitest'
import { chartFaults, expectValidCharts } from './valid-chart.ts'

const histogram = { kind: 'histogram', title: 'H', counted: 'rows', edges: [0, 1, 2], counts: [3, 4] } as const
const matrix = {
  kind: 'matrix',
  title: 'M',
  measure: 'share',
  value: 'missing',
  rows: [{ label: 'a', line: 1 }],
  columns: ['x', 'y'],
  cells: [[0.5, null]],
} as const
const timeline = {
  kind: 'timeline',
  title: 'T',
  counted: 'rows',
  from: '2026-02-11 01:00:00',
  stepSeconds: 60,
  series: [{ label: 'errors', tone: 'bad', values: [1, 0] }],
  spans: [{ label: 'burst', from: '2026-02-11 01:00:00,5', to: '2026-02-11 01:01:00Z', line: 4 }],
} as const
const node = { label: 'f', parent: null, size: 3, heat: 1 }
const tree = {
  kind: 'tree',
  title: 'N',
  size: 'lines',
  heat: 'complexity',
  nodes: [node, { ...node, parent: 0 }],
} as const
const points = { kind: 'points', title: 'P', x: 'lines', y: 'depth', points: [{ label: 'f', x: 1, y: 2 }] } as const
const bars = { kind: 'bars', title: 'B', rows: [{ label: '', value: 1 }], total: 2 } as const

describe('valid charts', () => {
  it('pass', () => {
    expectValidCharts([histogram, matrix, timeline, tree, points, bars])
  })

  it('have titles of their own', () => {
    expect(() => expectValidCharts([bars, bars])).toThrow('titles differ')
    expect(() => expectValidCharts(Array.from({ length: 13 }, (_, k) => ({ ...bars, title: `B${k}` })))).toThrow()
  })

  it.each<[string, Chart]>([
    ['no title', { ...bars, title: '' }],
    ['a title with a small letter first', { ...bars, title: 'rows' }],
    ['a long note', { ...histogram, note: 'x'.repeat(500) }],
    ['an edge too few', { ...histogram, edges: [0, 1] }],
    ['edges that do not grow', { ...histogram, edges: [0, 1, 1] }],
    ['an endless edge', { ...histogram, edges: [0, 1, Number.POSITIVE_INFINITY] }],
    ['a negative count', { ...histogram, counts: [1, -1] }],
    ['a mark off the scale', { ...histogram, marks: [{ label: 'mean', value: 9 }] }],
    ['a share above 1', { ...matrix, cells: [[1.01, 0]] }],
    ['a negative share', { ...matrix, cells: [[-0.1, 0]] }],
    ['a cell that is no number', { ...matrix, cells: [[Number.NaN, 0]] }],
    ['a row too short', { ...matrix, cells: [[1]] }],
    ['a row too many', { ...matrix, cells: [...matrix.cells, [0, 0]] }],
    [
      'two rows of one name',
      { ...matrix, rows: [...matrix.rows, ...matrix.rows], cells: [...matrix.cells, ...matrix.cells] },
    ],
    ['line 0', { ...matrix, rows: [{ label: 'a', line: 0 }] }],
    ['a time that is none', { ...timeline, from: 'unknown' }],
    ['a step of nothing', { ...timeline, stepSeconds: 0 }],
    [
      'series of two lengths',
      { ...timeline, series: [...timeline.series, { label: 'b', tone: 'plain', values: [1] }] },
    ],
    [
      'errors behind others',
      { ...timeline, series: [{ label: 'b', tone: 'plain', values: [1, 1] }, ...timeline.series] },
    ],
    ['a span backwards', { ...timeline, spans: [{ ...timeline.spans[0], to: '2026-02-10' }] }],
    ['a child before its parent', { ...tree, nodes: [{ ...node, parent: 1 }, node] }],
    ['a node that is its own parent', { ...tree, nodes: [{ ...node, parent: 0 }] }],
    ['heat without a name', { ...tree, heat: null }],
    ['a tree without size', { ...tree, nodes: [{ ...node, size: 0 }] }],
    ['no points', { ...points, points: [] }],
    ['a point nowhere', { ...points, points: [{ label: 'f', x: Number.NaN, y: 0 }] }],
    ['a label too long', { ...bars, rows: [{ label: 'x'.repeat(300), value: 1 }] }],
    ['a table with a short row', { kind: 'table', title: 'T', columns: [{ label: 'a' }, { label: 'b' }], rows: [[1]] }],
    ['facts that are none', { kind: 'facts', title: 'F', rows: [] }],
    ['a series that breaks off', { kind: 'series', title: 'S', from: 'a', to: 'b', values: [1, Number.NaN] }],
  ])('do not have %s', (_, chart) => {
    expect(chartFaults(chart)).not.toEqual([])
  })
})
