// The picture that fits a query: bars for groups, a line over time, none for a figure or for text; and the order of its rows.

import type { AskedAnswer } from '@shoal/base/model/asked'
import { askedChart } from '@shoal/base/report/asked-chart'
import { askedView } from '@shoal/base/report/asked-view'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stepOf, stepsBetween } from '../../../../base/src/report/time-steps.ts'
import { nextSorting, sortedRows } from '../../../../page/src/report/sorted-rows.ts'
import { askedReport, grouped, listed } from './asked-report.ts'

const tableOf = (question: Partial<AskedAnswer>) => askedView(askedReport(question))!.table
const chartOf = (question: Partial<AskedAnswer>) => askedChart(tableOf(question))

describe('the chart of an answer', () => {
  it('is bars for groups, with the figures as they are told, below zero too', () => {
    const chart = chartOf(
      grouped([
        ['Spain', 380365.07],
        ['France', -3.5],
        ['Italy', 0],
      ]),
    )
    expect(chart).toMatchObject({
      kind: 'bars',
      title: 'total by country',
      rows: [
        { label: 'Spain', value: 380365.07, text: '380,365.07' },
        { label: 'France', value: -3.5, text: '-3.50' },
        { label: 'Italy', value: 0 },
      ],
    })
  })

  it('says of how many groups it shows the first, and how many have no value', () => {
    const many = grouped(Array.from({ length: 50 }, (_, k) => [`g${k}`, k === 3 ? null : k]))
    const chart = chartOf({ ...many, rowCount: 1204 })
    expect(chart?.title).toBe('total by country, the first 20 of 1,204, 1 without a value')
    expect(chart?.kind === 'bars' && chart.rows.length).toBe(20)
  })

  it('is a line over months, quarters, years, weeks, days and hours, with nothing where sums have none', () => {
    const months = grouped(
      [
        ['2023-12', 1],
        ['2024-02', 3],
        ['2024-03', 4],
      ],
      { ofNothing: 0 },
    )
    expect(chartOf(months)).toMatchObject({
      kind: 'series',
      from: '2023-12',
      to: '2024-03',
      values: [1, 0, 3, 4],
      steps: ['2023-12', '2024-01', '2024-02', '2024-03'],
    })
    for (const labels of [
      ['2023', '2024', '2025'],
      ['2023-Q4', '2024-Q1', '2024-Q2'],
      ['2020-W52', '2020-W53', '2021-W01'],
      ['2024-02-28', '2024-02-29', '2024-03-01'],
      ['2024-02-28 22:00', '2024-02-28 23:00', '2024-02-29 00:00'],
    ])
      expect(chartOf(grouped(labels.map((label, k) => [label, k]))), labels[0]).toMatchObject({
        kind: 'series',
        values: [0, 1, 2],
      })
  })

  it('draws no line through steps of which nobody knows what they have, nor through a part of them', () => {
    const gap = grouped([
      ['2024-01', 1],
      ['2024-03', 3],
      ['2024-04', 4],
    ])
    expect(chartOf(gap)?.kind).toBe('bars')
    const days = grouped(Array.from({ length: 31 }, (_, k) => [`2024-01-${String(k + 1).padStart(2, '0')}`, k]))
    expect(chartOf(days)?.kind).toBe('series')
    expect(chartOf({ ...days, rowCount: 366 })?.kind).toBe('bars')
  })

  it('is grouped bars for two keys, and none for one figure, for text and for rows of a file', () => {
    const two: Partial<AskedAnswer> = {
      columns: [
        { name: 'a', holds: 'key' },
        { name: 'b', holds: 'key' },
        { name: 'n', holds: 'measure' },
      ],
      rows: [
        { a: 'x', b: 'y', n: 1 },
        { a: 'x', b: 'z', n: 2 },
      ],
    }
    expect(chartOf(two)).toMatchObject({ kind: 'bars', rows: [{ label: 'x · y' }, { label: 'x · z' }] })
    expect(chartOf(grouped([['only', 1]]))).toBeNull()
    expect(
      chartOf(
        grouped([
          ['a', 'text'],
          ['b', 'text'],
        ]),
      ),
    ).toBeNull()
    expect(
      chartOf(
        listed(
          ['a', 'n'],
          [
            ['x', 1],
            ['y', 2],
          ],
        ),
      ),
    ).toBeNull()
  })

  it('numbers steps of time without a gap: each label leads to itself', () => {
    fc.assert(
      fc.property(fc.constantFrom('2019', '2019-Q3', '2019-11', '2020-W50', '2020-02-20', '2020-02-20 22'), label => {
        const first = stepOf(label)!
        const steps = stepsBetween([first, { ...first, index: first.index + 40 }])!
        for (const step of steps.slice(1, -1)) expect(stepOf(step.label)).toMatchObject({ index: step.index })
      }),
      { numRuns: 6 },
    )
  })
})

describe('rows in the order of a column', () => {
  const value = fc.oneof(
    fc.constant(null),
    fc.integer({ min: -20, max: 20 }),
    fc.double({ noNaN: true, min: -5, max: 5 }),
  )

  it('are the same rows: numbers by value, ties as they were, what is missing last', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string(), value), { minLength: 2, maxLength: 30 }),
        fc.boolean(),
        (pairs, isDescending) => {
          const table = tableOf(grouped(pairs.map(([key, number], k) => [`${k}${key}`, number])))!
          if (!table.columns[1]!.isNumber) return
          const sorted = sortedRows(table.rows, table.columns, { column: 1, isDescending })
          expect(new Set(sorted)).toEqual(new Set(table.rows))
          const numbers = sorted.map(({ values }) => values[1] as number | null)
          const known = numbers.filter(number => number !== null)
          expect(numbers.slice(0, known.length)).toEqual(known)
          for (const [k, row] of sorted.entries()) {
            const next = sorted[k + 1]
            const [a, b] = [row.values[1], next?.values[1]]
            if (!next || typeof a !== 'number' || typeof b !== 'number') continue
            expect(isDescending ? a >= b : a <= b).toBe(true)
            if (a === b) expect(table.rows.indexOf(row)).toBeLessThan(table.rows.indexOf(next))
          }
        },
      ),
    )
  })

  it('are ordered as people read them: dates, names with numbers, exact decimals, places', () => {
    const rows = [
      ['2024-10-02', 'item 10', '9.5'],
      ['2024-02-11', 'item 9', '10.25'],
      ['2023-12-31', 'Item 1', '-3'],
    ]
    const table = tableOf(listed(['day', 'name', 'amount'], rows))!
    const by = (column: number) =>
      sortedRows(table.rows, table.columns, { column, isDescending: false }).map(row => table.rows.indexOf(row))
    expect(by(0)).toEqual([2, 1, 0])
    expect(by(1)).toEqual([2, 1, 0])
    expect(by(2)).toEqual([2, 0, 1])
    expect(by(3)).toEqual([0, 1, 2])
  })

  it('go up, down and back to the order of the answer', () => {
    const up = nextSorting(null, 1)
    const down = nextSorting(up, 1)
    expect([up, down, nextSorting(down, 1), nextSorting(down, 0)]).toEqual([
      { column: 1, isDescending: false },
      { column: 1, isDescending: true },
      null,
      { column: 0, isDescending: false },
    ])
  })
})
