// The sentence that a run stops with at its limit, and what is read out of it again.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { reachedLimit, reachedLimitWords } from '../../src/models/reached-limit.ts'

it('tells which limit it is, and at least what the next call may take', () => {
  fc.assert(
    fc.property(fc.constantFrom('micro_usd', 'tokens'), fc.integer({ min: 1, max: 1e12 }), (unit, next) => {
      const words = reachedLimitWords({ unit, next })
      const read = reachedLimit(words)!
      expect(read.unit).toBe(unit)
      expect(read.next).toBeGreaterThanOrEqual(next)
      expect(read.next - next).toBeLessThan(unit === 'tokens' ? 1 : 100)
      // For people, who may have typed no flag at all.
      expect(words).not.toMatch(/--|`/)
    }),
  )
})

it.each([null, '', 'asked to stop', 'anthropic answered 500: what is left of the cost limit is less than the $0.0100'])(
  'is not taken out of %j',
  reason => {
    expect(reachedLimit(reason)).toBeNull()
  },
)
