// What charts say to those who do not see them: a sentence, and the numbers.

import type { Chart } from '@shoal/base/model/chart'
import { describe, expect, it } from 'vitest'
import { tableOf } from '../../src/charts/layout/as-table.ts'
import { inWords } from '../../src/charts/layout/in-words.ts'

const charts = {
  histogram: {
    kind: 'histogram',
    title: 'amount',
    counted: 'rows',
    edges: [0, 10, 20, 500],
    counts: [3, 1200, 2],
    marks: [{ label: 'median', value: 14.5 }],
  },
  share: {
    kind: 'matrix',
    title: 'Missing',
    measure: 'share',
    value: 'missing',
    rows: [{ label: 'lines 2 to 9', line: 2 }, { label: 'lines 10 to 17' }],
    columns: ['region', 'notes'],
    cells: [
      [0, 0.5],
      [null, 0.0004],
    ],
  },
  correlation: {
    kind: 'matrix',
    title: 'Correlation',
    measure: 'correlation',
    value: 'Pearson',
    rows: [{ label: 'a' }, { label: 'b' }],
    columns: ['a', 'b'],
    cells: [
      [1, -0.834],
      [-0.834, 1],
    ],
  },
  timeline: {
    kind: 'timeline',
    title: 'Entries',
    counted: 'entries',
    from: '2026-02-11 01:52:00',
    stepSeconds: 60,
    series: [
      { label: 'error', tone: 'bad', values: [0, 0, 4] },
      { label: 'info', tone: 'plain', values: [2, 0, 1] },
    ],
    spans: [{ label: 'burst', from: '2026-02-11 01:54:00', to: '2026-02-11 01:55:00', line: 7 }],
  },
  tree: {
    kind: 'tree',
    title: 'Structure',
    size: 'lines',
    heat: 'complexity',
    nodes: [
      { label: 'Orders', parent: null, size: 3, heat: null, line: 1 },
      { label: 'load', parent: 0, size: 20, heat: 12, line: 4, path: 'src/other.py' },
    ],
  },
  points: {
    kind: 'points',
    title: 'Functions',
    x: 'lines',
    y: 'complexity',
    points: [
      { label: 'small', x: 2, y: 1 },
      { label: 'large', x: 90, y: 31, line: 12 },
    ],
  },
  series: {
    kind: 'series',
    title: 'Per hour',
    from: '10:00',
    to: '12:00',
    values: [4, 9],
    more: [{ label: 'error', values: [1] }],
  },
} as const satisfies Record<string, Chart>

describe('in words', () => {
  it('says what is shown and what stands out', () => {
    expect(Object.values(charts).map(inWords)).toEqual([
      'Histogram: amount. 1,205 rows from 0 to 500; most, 1,200, from 10 to 20. median 14.5.',
      'Grid of 2 rows by 2 columns: Missing. The strongest is 50 % missing, at lines 2 to 9 and notes.',
      'Grid of 2 rows by 2 columns: Correlation. The strongest is -0.83 Pearson, at a and b.',
      'Timeline: Entries. entries in steps of 1 min from 2026-02-11 01:52:00: 4 error, 3 info. 1 stretch marked.',
      'Map of 2 parts by lines: Structure. The largest is load with 20 lines. The highest complexity is 12, of load.',
      '2 points, lines across and complexity up: Functions. The highest is large with 31.',
      'Line from 10:00 to 12:00: Per hour. The highest value is 9.',
    ])
  })

  it('makes sense of nothing, and shows what would hide', () => {
    expect(inWords({ ...charts.histogram, edges: [0], counts: [], marks: [] })).toBe('Histogram: amount. It is empty.')
    expect(inWords({ ...charts.share, cells: [[null, null]] })).toContain('No cell has a value.')
    expect(inWords({ ...charts.points, points: [] })).toBe('0 points, lines across and complexity up: Functions.')
    expect(inWords({ ...charts.tree, nodes: [] })).toBe('Map of 0 parts by lines: Structure. ')
    expect(inWords({ ...charts.series, title: 'a\u202eb\n' })).toContain('a\\u202eb\\n')
  })
})

describe('as a table', () => {
  it('gives all numbers, with the lines where they stand', () => {
    expect(tableOf(charts.histogram).rows.map(({ cells }) => cells)).toEqual([
      ['0 to 10', '3'],
      ['10 to 20', '1,200'],
      ['20 to 500', '2'],
    ])
    expect(tableOf(charts.share)).toEqual({
      columns: [
        { label: '', isNumber: false },
        { label: 'region', isNumber: true },
        { label: 'notes', isNumber: true },
      ],
      rows: [
        { cells: ['lines 2 to 9', '0 %', '50 %'], place: { path: null, line: 2 } },
        { cells: ['lines 10 to 17', '', '< 0.1 %'], place: null },
      ],
      of: 2,
    })
    expect(tableOf(charts.timeline).rows.map(({ cells }) => cells)).toEqual([
      ['2026-02-11 01:52', '0', '2'],
      ['2026-02-11 01:54', '4', '1'],
    ])
    expect(tableOf(charts.tree).rows).toEqual([
      { cells: ['Orders', '', '3', ''], place: { path: null, line: 1 } },
      { cells: ['load', 'Orders', '20', '12'], place: { path: 'src/other.py', line: 4 } },
    ])
    expect(tableOf(charts.points).rows.map(({ cells, place }) => [cells, place?.line])).toEqual([
      [['large', '90', '31'], 12],
      [['small', '2', '1'], undefined],
    ])
    expect(tableOf(charts.series).rows.map(({ cells }) => cells)).toEqual([
      ['10:00', '4', '1'],
      ['11:00', '9', ''],
    ])
    const lines = tableOf({ ...charts.series, from: 'line 1', to: 'line 90' })
    expect(lines.rows.map(({ cells }) => cells[0])).toEqual(['1 of 2', '2 of 2'])
  })

  it('writes a strength as a number, for it is no part of a whole', () => {
    const strength = {
      ...charts.correlation,
      measure: 'strength',
      value: "Cramér's V",
      cells: [
        [1, 0.714],
        [0.714, 1],
      ],
    } as const
    expect(tableOf(strength).rows.map(({ cells }) => cells)).toEqual([
      ['a', '1.00', '0.71'],
      ['b', '0.71', '1.00'],
    ])
    expect(inWords(strength)).toContain("The strongest is 0.71 Cramér's V, at a and b.")
  })

  it('lists at most 500 rows and says how many there are', () => {
    const points = Array.from({ length: 1200 }, (_, k) => ({ label: `f${k}`, x: k, y: k }))
    const table = tableOf({ ...charts.points, points })
    expect(table.rows.length).toBe(500)
    expect(table.of).toBe(1200)
    expect(table.rows[0]!.cells[0]).toBe('f1199')
    expect(
      tableOf({ kind: 'table', title: '', columns: [{ label: 'a' }], rows: [['x'], [null]], of: 90 }),
    ).toMatchObject({
      rows: [{ cells: ['x'] }, { cells: [''] }],
      of: 90,
    })
  })
})
