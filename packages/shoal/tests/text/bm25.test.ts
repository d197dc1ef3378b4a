// Ranking of passages: BM25 by its formula, terms of any script, sums over files equal to one file.
import { describe, expect, it } from 'vitest'
import { bm25, coverage, rarity, unitedStatistics } from '../../src/text/bm25.ts'
import { countWords, termsOf } from '../../src/text/terms.ts'

const statistics = { terms: ['a', 'b'], df: [1, 8], soft: [false, false], passages: 10, length: 1000 }

describe('bm25', () => {
  it('follows the formula', () => {
    const norm = 1.2 * (0.25 + 0.75 * (50 / 100))
    const expected = Math.log(1 + 9.5 / 1.5) * ((2 * 2.2) / (2 + norm)) + Math.log(1 + 2.5 / 8.5) * (2.2 / (1 + norm))
    expect(bm25([2, 1], 50, statistics)).toBeCloseTo(expected, 12)
  })

  it('values a rare term, a short passage and more terms higher', () => {
    expect(rarity(1, 10)).toBeGreaterThan(rarity(8, 10))
    expect(rarity(10, 10)).toBeGreaterThan(0)
    expect(bm25([1, 0], 20, statistics)).toBeGreaterThan(bm25([1, 0], 200, statistics))
    expect(bm25([1, 1], 50, statistics)).toBeGreaterThan(bm25([1, 0], 50, statistics))
  })

  it('covers a question fully only with all its terms', () => {
    expect(coverage([1, 3], statistics)).toBe(1)
    expect(coverage([0, 0], statistics)).toBe(0)
    expect(coverage([1, 0], statistics)).toBeGreaterThan(coverage([0, 1], statistics))
  })

  it('adds files up', () => {
    const other = { ...statistics, df: [2, 0], passages: 5, length: 300 }
    expect(unitedStatistics([statistics, other])).toEqual({ ...statistics, df: [3, 8], passages: 15, length: 1300 })
    expect(unitedStatistics([])).toBeNull()
  })
})

describe('terms', () => {
  it.each([
    ['The GatewayTimeout failed', ['the', 'gatewaytimeout', 'gatewai', 'timeout', 'fail']],
    ['timeout_seconds=30', ['timeout', 'second', '30']],
    ['Größe der Überschüsse', ['gro\u00dfe', 'der', 'uberschuss']],
    ['茶屋の水', ['茶屋', '屋の', 'の水']],
    ["keepers' don't", ['keeper', 'dont']],
    ['x'.repeat(200), []],
  ])('of %s', (text, expected) => {
    expect(termsOf(text)).toEqual(expected)
  })

  it.each([
    ['one two, three', 3],
    ["it's 3 o'clock", 3],
    ['', 0],
    ['--- * ---', 0],
    ['naïve Größe — здесь', 3],
    ['茶屋の水', 2],
  ])('words of %j are %i', (text, expected) => {
    expect(countWords(text)).toBe(expected)
  })
})
