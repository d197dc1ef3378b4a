// Packing units into pieces: limits, ideal sizes, exact numbers, and the least cost against trying everything.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Candidate, type PackLimits, pack, packInto } from '../../src/text/pack.ts'

const limits: PackLimits = { measure: 'lines', target: 20, max: 30, maxOffsets: 1000 }

/** Units of these sizes in lines, ten offsets a line. */
function units(sizes: readonly number[], costs: readonly number[] = []) {
  const candidates: Candidate[] = []
  let line = 1
  for (const [i, size] of sizes.entries()) {
    candidates.push({ offset: (line - 1) * 10, line, cost: i === 0 ? 0 : (costs[i] ?? 0) })
    line += size
  }
  return { candidates, end: { offset: (line - 1) * 10, line } }
}

function pieceSizes({ candidates, end }: ReturnType<typeof units>, chosen: readonly number[]): number[] {
  return chosen.map((from, k) => (candidates[chosen[k + 1] ?? -1]?.line ?? end.line) - candidates[from]!.line)
}

const anySizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 11 })
const anyCosts = fc.array(fc.constantFrom(0, 0.1, 0.4, 1), { minLength: 11, maxLength: 11 })

/** What `pack` promises to minimise, by trying every subset. */
function cheapest(input: ReturnType<typeof units>, pieces?: number): number {
  const { candidates } = input
  let best = Number.POSITIVE_INFINITY
  for (let mask = 0; mask < 2 ** (candidates.length - 1); mask++) {
    const chosen = [0, ...candidates.keys()].filter((i, k) => k === 0 || (i > 0 && mask & (2 ** (i - 1))))
    if (pieces !== undefined && chosen.length !== pieces) continue
    if (pieceSizes(input, chosen).every((size, k) => size <= 30 || isSingle(chosen, k, candidates.length))) {
      best = Math.min(best, price(input, chosen))
    }
  }
  return best
}

/** The same for many units: every end with every start. */
function cheapestOfMany({ candidates, end }: ReturnType<typeof units>, maxOffsets: number): number {
  const lines = [...candidates.map(({ line }) => line), end.line]
  const best = [0]
  for (let j = 1; j < lines.length; j++) {
    const starts = candidates.slice(0, j).map((start, i) => {
      const size = lines[j]! - start.line
      const fits = i === j - 1 || (size <= 30 && size * 10 <= maxOffsets)
      return fits ? best[i]! + start.cost + ((size - 19.5) / 19.5) ** 2 : Number.POSITIVE_INFINITY
    })
    best.push(Math.min(...starts))
  }
  return best.at(-1)!
}

function isSingle(chosen: readonly number[], k: number, count: number): boolean {
  return (chosen[k + 1] ?? count) - chosen[k]! === 1
}

function price(input: ReturnType<typeof units>, chosen: readonly number[]): number {
  const distances = pieceSizes(input, chosen).map(size => ((size - 19.5) / 19.5) ** 2)
  return [...distances, ...chosen.map(i => input.candidates[i]!.cost)].reduce((sum, part) => sum + part, 0)
}

describe('pack', () => {
  it('finds the cheapest grouping that keeps the limits', () => {
    fc.assert(
      fc.property(anySizes, anyCosts, (sizes, costs) => {
        const input = units(sizes, costs)
        const chosen = pack(input.candidates, input.end, limits)
        expect(chosen[0]).toBe(0)
        expect(price(input, chosen)).toBeCloseTo(cheapest(input), 9)
      }),
    )
  })

  it('finds it among many units as well', () => {
    const many = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 50, maxLength: 300 })
    const cost = fc.array(fc.constantFrom(0, 0, 0.1, 0.4, 1), { minLength: 300, maxLength: 300 })
    fc.assert(
      fc.property(many, cost, fc.integer({ min: 60, max: 400 }), (sizes, costs, maxOffsets) => {
        const input = units(sizes, costs)
        const chosen = pack(input.candidates, input.end, { ...limits, maxOffsets })
        expect(price(input, chosen)).toBeCloseTo(cheapestOfMany(input, maxOffsets), 9)
      }),
    )
  })

  it('never groups over the second limit', () => {
    const input = units(Array.from({ length: 40 }, () => 5))
    const chosen = pack(input.candidates, input.end, { ...limits, maxOffsets: 120 })
    expect(Math.max(...pieceSizes(input, chosen))).toBeLessThanOrEqual(12)
  })

  it('measures offsets where lines do not matter', () => {
    const input = units(Array.from({ length: 40 }, () => 5))
    const chosen = pack(input.candidates, input.end, { measure: 'offsets', target: 500, max: 500, maxOffsets: 500 })
    expect(pieceSizes(input, chosen)).toEqual([50, 50, 50, 50])
  })

  it('leaves a unit alone that exceeds the limit by itself', () => {
    const input = units([5, 100, 5])
    expect(pack(input.candidates, input.end, limits)).toEqual([0, 1, 2])
  })
})

describe('packInto', () => {
  it('finds the cheapest grouping of that number, or none', () => {
    fc.assert(
      fc.property(anySizes, anyCosts, fc.integer({ min: 1, max: 6 }), (sizes, costs, pieces) => {
        const input = units(sizes, costs)
        const chosen = packInto(input.candidates, input.end, limits, pieces)
        if (chosen === null) return
        expect(chosen).toHaveLength(pieces)
        expect(price(input, chosen)).toBeGreaterThanOrEqual(cheapest(input, pieces) - 1e-9)
      }),
    )
  })

  it('reaches the number that even units allow', () => {
    for (let pieces = 14; pieces <= 30; pieces++) {
      const input = units(Array.from({ length: 120 }, (_, i) => 3 + (i % 3)))
      expect(packInto(input.candidates, input.end, { ...limits, max: 36 }, pieces)).toHaveLength(pieces)
    }
  })

  it('gives none where the limits forbid it', () => {
    const input = units([20, 20, 20, 20])
    expect(packInto(input.candidates, input.end, limits, 2)).toBeNull()
    expect(packInto(input.candidates, input.end, limits, 5)).toBeNull()
  })
})
