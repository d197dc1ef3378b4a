import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findBursts } from '../../../src/text/timeline/bursts.ts'
import { randomOf } from '../../content/log/random.ts'

/** Counts by chance with a mean. */
function noise(seed: number, size: number, mean: number): number[] {
  const random = randomOf(seed)
  return Array.from({ length: size }, () => {
    let count = 0
    let left = Math.exp(-mean)
    for (let u = random(); u > left && count < 1000; count++) {
      u -= left
      left *= mean / (count + 1)
    }
    return count
  })
}

describe('findBursts', () => {
  it('finds nothing in noise, whatever its mean', () => {
    const found = [0.05, 0.3, 1, 4, 20, 100].flatMap(mean =>
      Array.from({ length: 60 }, (_, seed) => findBursts(noise(seed + 1, 300, mean)).length),
    )
    expect(found.filter(count => count > 0).length).toBeLessThanOrEqual(1)
  })

  it('finds a planted burst with its bounds and count', () => {
    const row = noise(7, 200, 2)
    for (let k = 120; k < 126; k++) row[k] = 30
    const [burst, ...others] = findBursts(row)
    expect(others).toEqual([])
    expect(burst!.from).toBeGreaterThanOrEqual(119)
    expect(burst!.from).toBeLessThanOrEqual(120)
    expect(burst!.to).toBeGreaterThanOrEqual(126)
    expect(burst!.to).toBeLessThanOrEqual(127)
    expect(burst!.count).toBe(row.slice(burst!.from, burst!.to).reduce((a, b) => a + b, 0))
    expect(burst!.usual).toBeGreaterThan(1.5)
    expect(burst!.usual).toBeLessThan(2.5)
  })

  it('finds a burst in an otherwise empty row, at either end too', () => {
    for (const at of [0, 40, 99]) {
      const row = new Array<number>(100).fill(0)
      row[at] = 12
      expect(findBursts(row)).toMatchObject([{ from: at, to: at + 1, count: 12, usual: 0 }])
    }
  })

  it('calls a few entries no burst', () => {
    const row = new Array<number>(100).fill(0)
    row[50] = 4
    expect(findBursts(row)).toEqual([])
    expect(findBursts([9, 9, 9])).toEqual([])
    expect(findBursts([])).toEqual([])
  })

  it('gives bursts that lie within the row, apart and in order, with true counts', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(60), { maxLength: 120 }), row => {
        let last = 0
        for (const { from, to, count, ratio } of findBursts(row)) {
          expect(from).toBeGreaterThanOrEqual(last)
          expect(to).toBeGreaterThan(from)
          expect(to).toBeLessThanOrEqual(row.length)
          expect(count).toBe(row.slice(from, to).reduce((a, b) => a + b, 0))
          expect(ratio).toBeGreaterThanOrEqual(3)
          last = to
        }
      }),
    )
  })
})
