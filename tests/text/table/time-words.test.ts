// Times in a question, and the moments they hold.
import { describe, expect, it } from 'vitest'
import { timeWords } from '../../../src/text/table/time-words.ts'

const at = (text: string) => Date.parse(text) / 1000

/** The question, how it is understood, a moment inside and one outside. */
const CASES: readonly (readonly [string, string, string, string])[] = [
  ['orders in January', 'in January', '2024-01-31T23:59:59Z', '2024-02-01T00:00:00Z'],
  ['orders in Feb 2026', 'in 2026-02', '2026-02-28T23:59:59Z', '2025-02-10T00:00:00Z'],
  ['orders in 2026-01', 'in 2026-01', '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'],
  ['on 2026-01-05', 'on 2026-01-05', '2026-01-05T23:59:59Z', '2026-01-06T00:00:00Z'],
  ['on January 5, 2026', 'on 2026-01-05', '2026-01-05T00:00:00Z', '2026-01-04T23:59:59Z'],
  ['on the 5th of January 2026', 'on 2026-01-05', '2026-01-05T12:00:00Z', '2026-01-15T00:00:00Z'],
  ['after 2026-01-10', 'after 2026-01-10', '2026-01-11T00:00:00Z', '2026-01-10T23:59:59Z'],
  ['since 2026-01-10', 'from 2026-01-10 on', '2026-01-10T00:00:00Z', '2026-01-09T23:59:59Z'],
  ['before March 2026', 'before 2026-03', '2026-02-28T23:59:59Z', '2026-03-01T00:00:00Z'],
  ['until 2026-01-10', 'until 2026-01-10', '2026-01-10T23:00:00Z', '2026-01-11T00:00:00Z'],
  [
    'between 2026-01-05 and 2026-01-10',
    'from 2026-01-05 to 2026-01-10',
    '2026-01-10T12:00:00Z',
    '2026-01-11T00:00:00Z',
  ],
  ['from November to February', 'from November to February', '2025-12-24T00:00:00Z', '2025-03-01T00:00:00Z'],
  ['sales in Q2 2025', 'in Q2 2025', '2025-06-30T00:00:00Z', '2025-07-01T00:00:00Z'],
  ['revenue in 2025', 'in 2025', '2025-12-31T00:00:00Z', '2026-01-01T00:00:00Z'],
  ['in May', 'in May', '2025-05-05T00:00:00Z', '2025-06-01T00:00:00Z'],
]

describe('times in a question', () => {
  for (const [question, text, inside, outside] of CASES)
    it(question, () => {
      const found = timeWords(question)
      expect(found.map(time => time.text)).toEqual([text])
      expect(found[0]!.holds(at(inside))).toBe(true)
      expect(found[0]!.holds(at(outside))).toBe(false)
      expect(found[0]!.holds(Number.NaN)).toBe(false)
    })

  it('are not seen where there are none', () => {
    for (const question of [
      'which rows may be wrong?',
      'order 2024 and 2025 items',
      'the marching band',
      'total amount by region',
      '2026-13-01 or 2026-02-30',
      'version 1.2026-01x',
      `${'between 2026-01-01 '.repeat(5000)}`.slice(0, 0),
    ])
      expect(timeWords(question), question).toEqual([])
  })
})
