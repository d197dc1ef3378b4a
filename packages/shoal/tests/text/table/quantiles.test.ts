import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type EachBlock, quantilesOf, selectRanks } from '../../../src/text/table/quantiles.ts'

const values = fc.array(
  fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer({ min: -5, max: 5 }),
    fc.constantFrom(0, -0, 1e-300, 1.5),
  ),
  { minLength: 1, maxLength: 200 },
)

/** Some values one by one, as from disk, the others with weights, as from memory. */
function blocks(list: readonly number[], weighted: number): EachBlock {
  const few = list.slice(0, weighted)
  return visit => {
    if (few.length > 0) visit(Float64Array.from(few), new Float64Array(few.length).fill(1))
    if (few.length < list.length) visit(Float64Array.from(list.slice(weighted)), null)
  }
}

describe('order statistics', () => {
  it('are those of the sorted values', () => {
    fc.assert(
      fc.property(values, fc.nat(200), (list, weighted) => {
        const sorted = list.map(value => value + 0).sort((a, b) => a - b)
        const ranks = sorted.map((_, k) => k)
        expect(selectRanks(blocks(list, weighted), ranks)).toEqual(sorted)
      }),
      { numRuns: 60 },
    )
  })

  it('count every value as often as its weight says', () => {
    const each: EachBlock = visit => visit(Float64Array.of(3, 1, 2), Float64Array.of(1, 5, 2))
    expect(quantilesOf(each, 8, [0, 0.5, 0.75, 1])).toEqual([1, 1, 2, 3])
  })

  it('lie between the two nearest ranks', () => {
    const each: EachBlock = visit => visit(Float64Array.of(10, 20, 30, 40), null)
    expect(quantilesOf(each, 4, [0.25, 0.5, 0.95])).toEqual([17.5, 25, 38.5])
  })
})
