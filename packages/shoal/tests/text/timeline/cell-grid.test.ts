import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CellGrid, fitsGrid } from '../../../src/text/timeline/cell-grid.ts'
import { coarser, WIDTHS, widthFor } from '../../../src/text/timeline/widths.ts'

type Event = readonly [key: number, time: number]

function gridOf(events: readonly Event[], budget: number, firstLine = 1): CellGrid {
  const grid = new CellGrid(budget)
  for (const [k, [key, time]] of events.entries()) grid.add(key, time, firstLine + k, firstLine + k)
  return grid
}

const events = fc.array(fc.tuple(fc.nat(5), fc.integer({ min: -1e9, max: 2e12 })), { maxLength: 80 })

describe('CellGrid', () => {
  it('counts every event, within its budget, in the bucket it belongs to', () => {
    fc.assert(
      fc.property(events, fc.integer({ min: 20, max: 60 }), (all, budget) => {
        const grid = gridOf(all, budget)
        const cells = grid.cells()
        expect(cells.length).toBeLessThanOrEqual(budget)
        expect(cells.reduce((sum, { count }) => sum + count, 0)).toBe(all.length)
        for (const { key, bucket, count, line } of cells) {
          const own = all.flatMap(([k, time], i) =>
            k === key && Math.floor(time / grid.width) === bucket ? [i + 1] : [],
          )
          expect(own.length).toBe(count)
          expect(line).toBe(own[0])
        }
      }),
    )
  })

  it('is the same however the events are parted', () => {
    fc.assert(
      fc.property(events, fc.nat(80), fc.integer({ min: 2, max: 40 }), (all, cut, budget) => {
        const whole = new CellGrid(budget)
        whole.merge(gridOf(all.slice(0, cut), budget).pack(), key => key)
        whole.merge(gridOf(all.slice(cut), budget, Math.min(cut, all.length) + 1).pack(), key => key)
        const once = gridOf(all, budget)
        expect(whole.width).toBe(once.width)
        expect(whole.cells()).toEqual(once.cells())
      }),
    )
  })

  it('unites keys and leaves some out', () => {
    const grid = new CellGrid(10)
    grid.merge(
      gridOf(
        [
          [0, 500],
          [1, 700],
          [2, 900],
        ],
        10,
      ).pack(),
      key => (key === 2 ? -1 : 3),
    )
    expect(grid.cells()).toEqual([{ key: 3, bucket: 0, count: 2, line: 1, offset: 1 }])
  })

  it('knows which times it can hold', () => {
    expect(fitsGrid(Date.UTC(2026, 1))).toBe(true)
    expect(fitsGrid(Date.UTC(1900, 0))).toBe(true)
    expect(fitsGrid(Date.UTC(9999, 0))).toBe(false)
    expect(fitsGrid(Number.NaN)).toBe(false)
  })
})

describe('the widths', () => {
  it('divide each other', () => {
    for (const width of WIDTHS.slice(0, -1)) expect(coarser(width) % width).toBe(0)
  })

  it('give at most so many buckets, and no fewer than needed', () => {
    expect(widthFor(0, 3_599_999, 60)).toBe(60_000)
    expect(widthFor(0, 3_599_999, 59)).toBe(300_000)
    expect(widthFor(5, 5, 1, 1000)).toBe(1000)
  })
})
