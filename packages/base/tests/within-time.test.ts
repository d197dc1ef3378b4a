// A bound on somebody else's pattern counts the work it does, not the time others keep it waiting.
import { describe, expect, it } from 'vitest'
import { OutOfTime, withinTime } from '../src/text/within-time.ts'

describe('a job within its time', () => {
  it('is stopped when it never ends', () => {
    const forever = () => {
      for (;;);
    }
    expect(() => withinTime(forever, 20)).toThrow(OutOfTime)
    expect(() => withinTime(() => /^(a+)+$/.test(`${'a'.repeat(60)}!`), 20)).toThrow(OutOfTime)
  })

  it('gives its result and its own errors', () => {
    expect(withinTime(() => [1, 2].map(n => n * 2), 50)).toEqual([2, 4])
    const own = () => {
      throw new RangeError('own')
    }
    expect(() => withinTime(own, 50)).toThrow(RangeError)
  })

  it('is tried again when it was stopped before it could work', () => {
    // Stopped three times, and each time the machine had been busy with others.
    let tries = 0
    const job = () => {
      tries++
      if (tries <= 3) for (;;);
      return 'done'
    }
    expect(withinTime(job, 5, () => () => 0)).toBe('done')
    expect(tries).toBe(4)
  })

  it('is given up in the end on a machine that never lets it work', () => {
    let tries = 0
    const job = () => {
      tries++
      for (;;);
    }
    expect(() => withinTime(job, 1, () => () => 0)).toThrow(OutOfTime)
    expect(tries).toBeGreaterThan(3)
  })
})
