// How tables are set and where charts stand: nothing is torn apart, and no row is left half empty.

import type { Chart, Histogram } from '@shoal/base/model/chart'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tableOf } from '../../src/charts/layout/as-table.ts'
import { flowOf, heightOf, isWide, LEAST_COLUMN } from '../../src/charts/layout/chart-flow.ts'
import { columnKinds, tableWidth } from '../../src/charts/layout/column-kinds.ts'
import { cutNote, cutStep, layHistogram } from '../../src/charts/layout/histogram-steps.ts'
import { placeNames } from '../../src/charts/layout/label-places.ts'
import { runsAlong } from '../../src/charts/layout/matrix-shape.ts'

type Table = Extract<Chart, { kind: 'table' }>

const table = (labels: readonly string[], rows: Table['rows'], numbers: readonly number[] = []): Table => ({
  kind: 'table',
  title: 't',
  columns: labels.map((label, k) => (numbers.includes(k) ? { label, align: 'right' } : { label })),
  rows,
})

describe('columns of a table', () => {
  it('are numbers, what stands on one line, paths, and words', () => {
    const one = table(
      ['file', 'at', 'name', 'what', 'count', 'none'],
      [
        [
          'src/text/a.ts',
          '2025-05-01 00:00:44.480 +02:00',
          'ElementCounter.openHtml',
          'A whole sentence that goes on',
          12,
          null,
        ],
        ['src/b.ts', '2025-05-01', 'x', 'no', 3, null],
      ],
      [4],
    )
    expect(columnKinds(tableOf(one))).toEqual(['path', 'short', 'short', 'words', 'number', 'short'])
    // One that is no path makes a column of words, in which paths are still paths.
    expect(columnKinds(tableOf(table(['file'], [['src/a.ts'], ['two files that are alike in all']])))).toEqual([
      'words',
    ])
  })

  it('need room for what cannot wrap, and no more than a line of words', () => {
    const words = 'word '.repeat(50)
    expect(tableWidth(tableOf(table(['a'], [[words]])))).toBe(tableWidth(tableOf(table(['a'], [[words + words]]))))
    const few = table(['path', 'line', 'change'], [['$.user_id', 2500, 'last seen: the 2,499 behind lack it']], [1])
    const many = table(
      ['Function', 'File', 'Line', 'Complexity', 'Nesting', 'Lines', 'Parameters'],
      [['refineBinary', 'src/text/code/dangers/follow/refine.ts', 52, 39, 2, 33, 4]],
      [2, 3, 4, 5, 6],
    )
    expect(tableWidth(tableOf(few))).toBeLessThanOrEqual(LEAST_COLUMN)
    expect([isWide(few), isWide(many)]).toEqual([false, true])
  })
})

describe('a grid', () => {
  const rows = (...lines: (number | undefined)[]) =>
    lines.map(line => (line === undefined ? { label: 'x' } : { label: 'x', line }))

  it('runs along the file where its rows do and are many', () => {
    expect(runsAlong({ rows: rows(1, 5, 9), columns: ['a'] })).toBe(true)
    expect(runsAlong({ rows: rows(1, 5, 9), columns: ['a', 'b'] })).toBe(false)
    expect(runsAlong({ rows: rows(9, 5, 1), columns: ['a'] })).toBe(false)
    expect(runsAlong({ rows: rows(1, undefined, 9), columns: ['a'] })).toBe(false)
  })
})

describe('charts beside each other', () => {
  const bars = (count: number): Chart => ({
    kind: 'bars',
    title: 'bars',
    rows: Array.from({ length: count }, (_, k) => ({ label: String(k), value: k })),
  })
  const wide: Chart = { kind: 'series', title: 'wide', from: '', to: '', values: [1, 2] }

  it('are all there once, at any number of columns', () => {
    const some = fc.array(fc.oneof(fc.constant(wide), fc.nat(30).map(bars)), { maxLength: 20 })
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 4 }), (charts, columns) => {
        const blocks = flowOf(charts, columns)
        const all = blocks.flatMap(block => ('wide' in block ? [block.wide] : block.columns.flat()))
        expect(all.toSorted((a, b) => a - b)).toEqual(charts.map((_, k) => k))
        for (const block of blocks) {
          if ('wide' in block) continue
          expect(block.columns.length).toBeGreaterThan(1)
          expect(block.columns.length).toBeLessThanOrEqual(columns)
          expect(block.columns.every(column => column.length > 0)).toBe(true)
        }
        // Those of one kind keep their order.
        const across = blocks.flatMap(block => ('wide' in block && charts[block.wide] === wide ? [block.wide] : []))
        expect(across).toEqual(across.toSorted((a, b) => a - b))
      }),
    )
  })

  it('let a wide one overtake them until they fill a row', () => {
    expect(flowOf([bars(3), wide, bars(3), bars(3)], 3)).toEqual([{ wide: 1 }, { columns: [[0], [2], [3]] }])
    expect(flowOf([bars(3), bars(3), wide, bars(3)], 2)).toEqual([{ columns: [[0, 3], [1]] }, { wide: 2 }])
    expect(flowOf([bars(3), wide], 3)).toEqual([{ wide: 1 }, { wide: 0 }])
    expect(flowOf([bars(3), wide, bars(3)], 1)).toEqual([{ wide: 0 }, { wide: 1 }, { wide: 2 }])
  })

  it('stack low ones beside a high one, in fewer columns if that leaves less empty', () => {
    expect(flowOf([bars(20), bars(4), bars(4)], 3)).toEqual([{ columns: [[0], [1, 2]] }])
    expect(flowOf([bars(5), bars(5), bars(5), bars(5)], 3)).toEqual([
      {
        columns: [
          [0, 2],
          [1, 3],
        ],
      },
    ])
    expect(heightOf(bars(20))).toBeGreaterThan(2 * heightOf(bars(4)))
  })
})

describe('a histogram', () => {
  const histogram = (edges: number[], counts: number[]): Histogram => ({
    kind: 'histogram',
    title: 'h',
    counted: 'rows',
    edges,
    counts,
  })

  it('has gaps only where something lies far out, however many steps there are', () => {
    for (let size = 3; size < 60; size++) {
      const even = Array.from({ length: size + 1 }, (_, k) => k * 10)
      const counts = even.slice(1).map(() => 1)
      expect(layHistogram(histogram(even, counts)).gaps).toEqual([])
      const far = [even[0]! - 100, ...even.slice(1, -1), even.at(-1)! + 100]
      const { gaps, steps } = layHistogram(histogram(far, counts))
      expect(gaps).toHaveLength(2)
      expect(gaps.map(({ from }) => from)).toEqual([steps[0]!.to, steps.at(-2)!.to])
      for (const { from, to } of gaps) expect(to).toBeGreaterThan(from)
    }
  })

  it('cuts the one bar that would hide all others, and says how high it is', () => {
    const zeros = histogram([0, 10, 20, 30], [9840, 10, 100])
    expect(cutStep(zeros)).toEqual({ index: 0, top: 140 })
    expect(cutNote(zeros)).toBe('The highest bar is cut, or no other would be seen: 9,840 rows from 0 to 10.')
    expect(cutStep(histogram([0, 1, 2], [19, 1]))).toBeNull()
    expect(cutStep(histogram([0, 1, 2], [50, 0]))).toBeNull()
    expect(cutNote(histogram([0, 1, 2], [50, 40]))).toBeNull()
  })
})

describe('names of points', () => {
  it('keep off points that have none', () => {
    const within = { left: 0, top: 0, right: 300, bottom: 100 }
    const point = { x: 150, y: 50, radius: 4, text: 'assignment' }
    const right = { x: 180, y: 50, radius: 4 }
    expect(placeNames([point], within)[0]?.anchor).toBe('start')
    expect(placeNames([point], within, { others: [right] })[0]?.anchor).toBe('end')
    expect(placeNames([point], within, { others: [right, { ...right, x: 120 }] })[0]?.anchor).toBe('middle')
  })
})
