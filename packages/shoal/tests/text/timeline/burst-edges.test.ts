import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { burstEdges } from '../../../src/text/timeline/burst-edges.ts'
import { randomOf } from '../../content/log/random.ts'

const STEPS = 900
const CORE = [300, 600] as const

/** Counts by chance, with a rate for each step. */
function drawn(seed: number, rate: (step: number) => number): number[] {
  const random = randomOf(seed)
  return Array.from({ length: STEPS }, (_, step) => {
    const most = Math.exp(-rate(step))
    let count = -1
    for (let left = 1; left > most; count++) left *= random()
    return count
  })
}

const SEEDS = Array.from({ length: 40 }, (_, k) => k + 1)

describe('the edges of a burst', () => {
  it.each([
    [0.05, 10],
    [0.005, 5],
    [1, 20],
    [5, 40],
  ])('are where the rate rises and falls: from %d to %d', (usual, raised) => {
    for (const seed of SEEDS) {
      const [from, to] = burstEdges(
        drawn(seed, step => (step >= 437 && step < 512 ? raised : usual)),
        CORE,
        usual,
      )
      expect(Math.abs(from - 437)).toBeLessThanOrEqual(1)
      expect(Math.abs(to - 512)).toBeLessThanOrEqual(1)
    }
  })

  it('reach over the border of what was found', () => {
    for (const seed of SEEDS)
      expect(
        burstEdges(
          drawn(seed, step => (step >= 290 && step < 350 ? 12 : 0.05)),
          CORE,
          0.05,
        ),
      ).toEqual([290, 350])
  })

  it('leave out what is raised apart from it', () => {
    for (const seed of SEEDS) {
      const counts = drawn(seed, step => ((step >= 400 && step < 460) || (step >= 700 && step < 720) ? 12 : 0.02))
      expect(burstEdges(counts, CORE, 0.02)).toEqual([400, 460])
    }
  })

  it('of a slow rise lie on the slope, not before it', () => {
    for (const seed of SEEDS) {
      const [from, to] = burstEdges(
        drawn(seed, step => (step >= 350 && step < 550 ? 0.05 + (step - 350) / 10 : 0.05)),
        CORE,
        0.05,
      )
      expect(from).toBeGreaterThanOrEqual(349)
      expect(from).toBeLessThanOrEqual(350 + 200 / 3)
      expect(to).toBe(550)
    }
  })

  it('hold two bursts that were found as one, with what lies between them', () => {
    for (const seed of SEEDS) {
      const counts = drawn(seed, step => ((step >= 340 && step < 380) || (step >= 500 && step < 520) ? 8 : 0.05))
      const [from, to] = burstEdges(counts, CORE, 0.05)
      expect(Math.abs(from - 340)).toBeLessThanOrEqual(1)
      expect(Math.abs(to - 520)).toBeLessThanOrEqual(1)
    }
  })

  it('are those that were found where nothing finer is seen', () => {
    const even = Array.from({ length: STEPS }, (_, step) => (step >= 300 && step < 600 ? 3 : 1))
    expect(burstEdges(even, CORE, 1)).toEqual(CORE)
    expect(burstEdges(new Array<number>(STEPS).fill(0), CORE, 1)).toEqual(CORE)
  })

  it('lie within the row, around entries', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(30), { minLength: 4, maxLength: 80 }),
        fc.nat(),
        fc.nat(),
        fc.double({ min: 1e-6, max: 20, noNaN: true }),
        (counts, a, b, usual) => {
          const low = a % counts.length
          const high = low + 1 + (b % (counts.length - low))
          const [from, to] = burstEdges(counts, [low, high], usual)
          expect(from).toBeGreaterThanOrEqual(0)
          expect(to).toBeLessThanOrEqual(counts.length)
          expect(from).toBeLessThan(Math.min(to, high))
          expect(to).toBeGreaterThan(low)
        },
      ),
      { numRuns: 300 },
    )
  })
})
