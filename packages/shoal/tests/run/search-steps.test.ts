// Patterns that are tried without a watch take as few steps as is said of them: a plain matcher by trial counts them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stepsAtMost } from '../../src/run/search/bounded-steps.ts'

const ENDLESS = Number.POSITIVE_INFINITY

describe('the steps of a pattern', () => {
  it('are not counted where something is repeated within a repetition, or looked around', () => {
    const patterns = [
      '(a+)+$',
      '(a|aa)+',
      '(?:a*)*b',
      '(a?){20}',
      '(a)\\1',
      '(?=a+)b',
      '(?<!a)b',
      '(?<n>a)\\k<n>',
      '((a+))?',
    ]
    for (const pattern of patterns) expect(stepsAtMost(pattern)(10), pattern).toBe(ENDLESS)
  })

  it('grow with every choice', () => {
    expect(stepsAtMost('ERROR.*time')(99)).toBe(100 ** 2 * 11)
    expect(stepsAtMost('a*a*a*b')(99)).toBe(100 ** 4 * 7)
    expect(stepsAtMost('[a*+]?x')(9)).toBe(10 * 2 * 7)
    expect(stepsAtMost('\\*\\+')(9)).toBe(10 * 4)
    expect(stepsAtMost('a{2,5}b{3}c{2,}')(9)).toBe(10 ** 2 * 4 * (15 + 5 + 3 + 2))
    expect(stepsAtMost('a|b|c')(9)).toBe(10 * 4 * 5)
  })

  it('are no fewer than those of a reader that tries all ways', () => {
    const unit = fc.constantFrom('a', 'b', '.', '[ab]', 'a*', 'a+?', '.*', 'b?', 'a{1,3}', '.{2}', 'a{2,}')
    fc.assert(
      fc.property(
        fc.array(unit, { minLength: 1, maxLength: 5 }),
        fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 12 }),
        (units, line) => {
          expect(stepsAtMost(units.join(''))(line.length)).toBeGreaterThanOrEqual(tried(units, line))
        },
      ),
      { numRuns: 300 },
    )
  })
})

const UNIT = /^(\[ab\]|.)(?:([*+?])\??|\{(\d)(,?)(\d?)\})?$/

/** Characters that are compared when every way from every place is tried to its end, and none is taken. */
function tried(units: readonly string[], line: string): number {
  let steps = 0
  const parts = units.map(unit => {
    const [, what, sign, least, comma, most] = UNIT.exec(unit)!
    const from = sign === '+' ? 1 : sign ? 0 : least === undefined ? 1 : Number(least)
    const to = sign === '?' ? 1 : sign || (comma && !most) ? Infinity : Number((comma ? most : least) ?? 1)
    return { what, from, to }
  })
  const walk = (part: number, at: number): void => {
    const next = parts[part]
    if (!next) return
    if (next.from === 0) walk(part + 1, at)
    for (let k = 1; k <= next.to; k++) {
      steps++
      const unit = line[at + k - 1]
      if (unit === undefined || (next.what!.length === 1 && next.what !== '.' && next.what !== unit)) return
      if (k >= next.from) walk(part + 1, at + k)
    }
  }
  for (let at = 0; at <= line.length; at++) walk(0, at)
  return steps
}
