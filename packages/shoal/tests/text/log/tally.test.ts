// The tally's laws: any cut into stretches, in any order, gives the same keys, counts and templates; size is bounded.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coarsenKey, LAST_STEP } from '../../../src/text/log/coarsen.ts'
import { TemplateTally } from '../../../src/text/log/tally.ts'
import { mineTemplates } from '../../../src/text/log/templates.ts'
import { generateLog, HARD_MESSAGES, MESSAGES } from './generate.ts'

const plain = { name: 'plain', line: (_: unknown, content: string) => content }

const word = fc.constantFrom(
  'open',
  'close',
  'alpha',
  'beta',
  'gamma',
  'delta',
  'eps',
  'zeta',
  'x=1',
  '10.0.0.1',
  '(a)',
  '[7]',
)
const anyLine = fc.oneof(
  fc.array(word, { maxLength: 6 }).map(words => words.join(' ')),
  fc.string({ maxLength: 40 }),
)

function tallied(lines: readonly string[], from: number, to: number, limits?: { keys: number; characters: number }) {
  const tally = new TemplateTally(limits)
  for (let k = from; k < to; k++) tally.add(lines[k]!, k + 1)
  return tally
}

function stateOf(tally: TemplateTally): unknown {
  const entries = [...tally.entries()].sort(([a], [b]) => (a < b ? -1 : 1))
  return { step: tally.step, entries, templates: mineTemplates(tally).templates }
}

/** The lines in stretches that end at the given places, united in the order that `backwards` says. */
function inStretches(
  lines: readonly string[],
  cuts: readonly number[],
  backwards: boolean,
  keys?: number,
): TemplateTally {
  const limits = keys === undefined ? undefined : { keys, characters: 1e9 }
  const places = [...new Set([0, ...cuts.map(cut => cut % (lines.length + 1)), lines.length])].sort((a, b) => a - b)
  const parts = places.slice(1).map((end, k) => tallied(lines, places[k]!, end, limits))
  const whole = new TemplateTally(limits)
  for (const part of backwards ? parts.reverse() : parts) whole.merge(part)
  return whole
}

describe('merging', () => {
  it('does not depend on the stretches or their order', () => {
    fc.assert(
      fc.property(
        fc.array(anyLine, { maxLength: 60 }),
        fc.array(fc.nat(60), { maxLength: 6 }),
        fc.boolean(),
        (lines, cuts, back) => {
          expect(stateOf(inStretches(lines, cuts, back))).toEqual(stateOf(tallied(lines, 0, lines.length)))
        },
      ),
      { numRuns: 150 },
    )
  })

  it('nor when the keys become coarser on the way', () => {
    fc.assert(
      fc.property(
        fc.array(anyLine, { maxLength: 60 }),
        fc.array(fc.nat(60), { maxLength: 6 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 30 }),
        (lines, cuts, back, keys) => {
          const whole = tallied(lines, 0, lines.length, { keys, characters: 1e9 })
          expect(stateOf(inStretches(lines, cuts, back, keys))).toEqual(stateOf(whole))
          expect(whole.entries().size).toBeLessThanOrEqual(keys)
        },
      ),
      { numRuns: 150 },
    )
  })

  it('holds for real messages, and through structured cloning', () => {
    for (const messages of [MESSAGES, HARD_MESSAGES]) {
      const { lines } = generateLog(plain, messages, 1500, 5)
      const whole = stateOf(tallied(lines, 0, lines.length))
      expect(stateOf(inStretches(lines, [100, 101, 700, 1499], true))).toEqual(whole)
      const copy = TemplateTally.from(structuredClone(tallied(lines, 0, lines.length).toJSON()))
      expect(stateOf(copy)).toEqual(whole)
    }
  })
})

describe('coarser keys', () => {
  it('are the same by many steps as by one', () => {
    fc.assert(
      fc.property(anyLine, fc.nat(LAST_STEP), fc.nat(LAST_STEP), (key, a, b) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)]
        expect(coarsenKey(coarsenKey(key, less), more)).toBe(coarsenKey(key, more))
      }),
    )
  })

  it('leave every key that was ever given with a template', () => {
    const { lines } = generateLog(plain, HARD_MESSAGES, 800, 9)
    const tally = new TemplateTally({ keys: 10, characters: 1e9 })
    const keys = lines.map((line, k) => tally.add(line, k + 1))
    const book = mineTemplates(tally)
    expect(tally.step).toBeGreaterThan(0)
    for (const [k, key] of keys.entries()) {
      expect(book.templates).toContain(book.templateOfKey(key))
      expect(book.templateOf(lines[k]!)).toBe(book.templateOfKey(key))
    }
  })
})

describe('the book of templates', () => {
  it('accounts for every line, and tells templates apart by their text', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1, maxLength: 60 }), lines => {
        const { templates, templateOf } = mineTemplates(tallied(lines, 0, lines.length))
        expect(templates.reduce((sum, { count }) => sum + count, 0)).toBe(lines.length)
        expect(new Set(templates.map(({ template }) => template)).size).toBe(templates.length)
        expect(new Set(templates.map(({ id }) => id)).size).toBe(templates.length)
        for (const [k, line] of lines.entries()) {
          const { first, last } = templateOf(line)
          expect(first).toBeLessThanOrEqual(k + 1)
          expect(last).toBeGreaterThanOrEqual(k + 1)
        }
      }),
      { numRuns: 150 },
    )
  })

  it('gives a line that was never tallied a template of its own', () => {
    const { templateOf } = mineTemplates(tallied(['a b', 'c d'], 0, 2))
    expect(templateOf('never 17 seen')).toMatchObject({ template: 'never <*> seen', count: 0 })
  })
})
