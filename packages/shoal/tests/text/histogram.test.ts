// Histograms hold every value once, in steps that people can read.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { histogramOf } from '../../src/text/histogram.ts'
import { quantilesOf } from '../../src/text/table/quantiles.ts'

function histogram(values: readonly number[], whole = false) {
  const block = Float64Array.from(values)
  const each = (visit: (values: Float64Array, weights: null) => void) => visit(block, null)
  const quantiles = quantilesOf(each, values.length, [0.01, 0.99])
  return histogramOf(each, { min: Math.min(...values), max: Math.max(...values) }, quantiles, whole)
}

describe('a histogram', () => {
  it('has round steps over nearly all values and one step for what lies far out', () => {
    const values = [...Array.from({ length: 200 }, (_, k) => k * 0.5), 100_000]
    expect(histogram(values)).toEqual({
      edges: [...Array.from({ length: 21 }, (_, k) => k * 5), 100_000],
      counts: [...Array.from({ length: 20 }, () => 10), 1],
    })
  })

  it('has whole steps for whole numbers, each as wide as the others', () => {
    const values = Array.from({ length: 70 }, (_, k) => 1 + (k % 7))
    expect(histogram(values, true)).toEqual({ edges: [1, 2, 3, 4, 5, 6, 7, 8], counts: [10, 10, 10, 10, 10, 10, 10] })
  })

  it('puts decimals on the right side of an edge that doubles cannot hold', () => {
    const values = Array.from({ length: 31 }, (_, k) => Number(`${k}e-1`))
    const found = histogram(values)!
    expect(found.edges).toEqual(Array.from({ length: 32 }, (_, k) => Number(`${k}e-1`)))
    expect(found.counts).toEqual(Array.from({ length: 31 }, () => 1))
  })

  it('is none of equal values, of infinite ranges and of numbers too close to tell apart', () => {
    expect(histogram([5, 5, 5])).toBeNull()
    expect(histogram([...Array.from({ length: 500 }, () => 5), 7])).toBeNull()
    expect(histogram([-1.7e308, 1.7e308])).toBeNull()
    expect(histogram([1e300, 1e300 * (1 + Number.EPSILON)])).toBeNull()
    expect(histogram([0, Number.MIN_VALUE])).toBeNull()
  })

  it('holds every value once, in its step, in at most 34 growing steps', () => {
    const number = fc.oneof(
      fc.integer({ min: -1000, max: 1000 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.double({ min: -5, max: 5, noNaN: true }),
      fc.constantFrom(0, -0, 0.1, 0.3, 1e15, 2 ** 53),
    )
    fc.assert(
      fc.property(fc.array(number, { minLength: 2, maxLength: 300 }), fc.boolean(), (some, whole) => {
        const values = whole ? some.map(Math.floor) : some
        const found = histogram(values, whole)
        if (!found) return
        const { edges, counts } = found
        expect(edges.length).toBe(counts.length + 1)
        expect(counts.length).toBeLessThanOrEqual(34)
        const expected = counts.map(() => 0)
        for (const value of values) {
          const above = edges.findIndex(edge => value < edge)
          expected[above === -1 ? counts.length - 1 : above - 1]!++
        }
        expect(counts).toEqual(expected)
        expect(edges.every((edge, k) => Number.isFinite(edge) && (k === 0 || edge > edges[k - 1]!))).toBe(true)
      }),
      { numRuns: 400 },
    )
  })
})
