import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  emptyOrder,
  findSilences,
  joinOrders,
  lengthOf,
  OrderReader,
  type OrderTally,
  usualStep,
} from '../../../src/text/timeline/order.ts'

function orderOf(times: readonly number[], firstLine = 1): OrderTally {
  const reader = new OrderReader()
  for (const [k, time] of times.entries()) reader.add(time, firstLine + k, (firstLine + k) * 10)
  return reader.done()
}

describe('the order of entries', () => {
  it('is the same however the file is parted', () => {
    const cut = fc.tuple(fc.array(fc.integer({ min: 0, max: 100_000 }), { maxLength: 60 }), fc.nat(60), fc.nat(60))
    fc.assert(
      fc.property(cut, ([times, a, b]) => {
        const [from, to] = [Math.min(a, b, times.length), Math.min(Math.max(a, b), times.length)]
        const parts = [
          orderOf(times.slice(0, from)),
          orderOf(times.slice(from, to), from + 1),
          orderOf(times.slice(to), to + 1),
        ]
        expect(parts.reduce(joinOrders, emptyOrder())).toEqual(orderOf(times))
      }),
    )
  })

  it('finds silences that stand out, and only them', () => {
    const times = Array.from({ length: 500 }, (_, k) => k * 2000 + (k % 7) * 100)
    expect(findSilences(orderOf(times))).toEqual([])
    const paused = times.map((time, k) => time + (k >= 200 ? 900_000 : 0) + (k >= 350 ? 600_000 : 0))
    const silences = findSilences(orderOf(paused))
    expect(silences.map(({ before, after }) => [before.line, after.line])).toEqual([
      [200, 201],
      [350, 351],
    ])
    expect(lengthOf(silences[0]!)).toBe(paused[200]! - paused[199]!)
  })

  it('finds none where entries come at all intervals', () => {
    const times = [0]
    for (let k = 0; k < 300; k++) times.push(times.at(-1)! + 2 ** (k % 16) * 100)
    expect(findSilences(orderOf(times))).toEqual([])
  })

  it('counts ways back beyond a second, and keeps the farthest', () => {
    const order = orderOf([10_000, 9500, 20_000, 12_000, 30_000, 1000])
    expect(order.backCount).toBe(2)
    expect(order.back.map(step => [lengthOf(step), step.after.line])).toEqual([
      [-29_000, 6],
      [-8000, 4],
    ])
  })

  it('knows what step is usual', () => {
    const order = orderOf(Array.from({ length: 101 }, (_, k) => k * 1000))
    expect(usualStep(order, 0.99)).toBeGreaterThanOrEqual(1000)
    expect(usualStep(order, 0.99)).toBeLessThan(1500)
  })
})
