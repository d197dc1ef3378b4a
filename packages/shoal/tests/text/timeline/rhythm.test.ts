import { describe, expect, it } from 'vitest'
import { findRhythm } from '../../../src/text/timeline/rhythm.ts'
import { randomOf } from '../../content/log/random.ts'

function beats(count: number, period: number, jitter: number, missing: readonly number[] = []): number[] {
  const random = randomOf(count + period)
  return Array.from({ length: count }, (_, k) => k * period + (random() - 0.5) * 2 * jitter).filter(
    (_, k) => !missing.includes(k),
  )
}

describe('findRhythm', () => {
  it('finds period and jitter', () => {
    const rhythm = findRhythm(beats(100, 60_000, 1500))!
    expect(rhythm.period).toBeGreaterThan(59_800)
    expect(rhythm.period).toBeLessThan(60_200)
    expect(rhythm.jitter).toBeLessThan(3000)
    expect(rhythm.missed).toEqual([])
    expect(rhythm.beats).toBe(100)
  })

  it('finds missed beats, one and several at a time', () => {
    const rhythm = findRhythm(beats(100, 60_000, 1500, [40, 70, 71, 72]))!
    expect(rhythm.missed).toEqual([
      { after: 39, beats: 1 },
      { after: 68, beats: 3 },
    ])
  })

  it('finds the rhythm of clocks that know seconds only', () => {
    expect(findRhythm(beats(50, 5400, 0).map(time => Math.floor(time / 1000) * 1000))?.missed).toEqual([])
  })

  it('finds none in what comes by chance, in spells, too seldom or all at once', () => {
    for (let seed = 1; seed < 200; seed++) {
      const random = randomOf(seed)
      const times = [0]
      for (let k = 0; k < 10 + (seed % 60); k++) times.push(times.at(-1)! - Math.log(random()) * 60_000)
      expect(findRhythm(times), `seed ${seed}`).toBeNull()
    }
    expect(findRhythm([...beats(20, 5000, 100), ...beats(20, 5000, 100).map(time => time + 9e6)])).toBeNull()
    expect(findRhythm([0, 1000, 2000])).toBeNull()
    expect(findRhythm(new Array(50).fill(7))).toBeNull()
    expect(findRhythm([])).toBeNull()
  })
})
