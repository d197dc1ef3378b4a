import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatCount } from '../src/text/printable.ts'

describe('a count', () => {
  it('is grouped as the language of the reports has it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.maxSafeInteger(), fc.integer(), fc.constantFrom(0, -0, 999, 1000, 1e15, 1e21)), count => {
        expect(formatCount(count)).toBe(count.toLocaleString('en-US'))
      }),
    )
  })
})
