// A pattern that is tried on many lines at a time finds the lines, and the places in them, that it finds in each line alone.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inLinePattern } from '../../src/run/search/in-line-pattern.ts'
import { TriedLines } from '../../src/run/search/tried-lines.ts'

const atom = fc.constantFrom(
  'a',
  'b',
  'K',
  '\\.',
  '.',
  '\\d',
  '\\D',
  '\\w',
  '\\W',
  '\\s',
  '\\S',
  '\\b',
  '\\B',
  '^',
  '$',
  '[ab]',
  '[^a]',
  '[^\\d-]',
  '[\\w ]',
)
const quantifier = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,}', '*?')
const piece = fc.tuple(atom, quantifier).map(([unit, times]) => (/^(?:\\[bB]|[\^$])$/.test(unit) ? unit : unit + times))
const simple = fc.array(piece, { minLength: 1, maxLength: 5 }).map(pieces => pieces.join(''))
const pattern = fc.oneof(
  simple,
  fc.tuple(simple, simple).map(([a, b]) => `(?:${a}|${b})`),
  fc.tuple(simple, simple).map(([a, b]) => `(${a})${b}`),
)
const line = fc.string({ unit: fc.constantFrom('a', 'b', 'k', '1', ' ', '.', '\r', 'é', '-'), maxLength: 8 })

describe('many lines at a time', () => {
  it('match as each of them does alone', () => {
    fc.assert(
      fc.property(
        pattern,
        fc.array(line, { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        (query, lines, caseSensitive) => {
          const together = inLinePattern(query)
          if (together === null) return
          const text = lines.join('\n')
          const places = new TriedLines(query, caseSensitive).placesIn(text, together)!
          const alone = new RegExp(query, caseSensitive ? 'u' : 'iu')
          const expected: number[] = []
          for (let at = 0; at < text.length; ) {
            const end = text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at)
            const found = text.slice(at, end).replace(/\r$/, '').search(alone)
            if (found >= 0) expected.push(at + found)
            at = end + 1
          }
          expect(places).toEqual(expected)
        },
      ),
      { numRuns: 3000 },
    )
  })

  it.each(['(?=a)b', '(?<!x)a', '(?<name>a)', '\\p{L}', '\\1', '[\\s\\S]*', 'a\nb', 'é', '\\x0a', '[\\n]', '[a', '\\'])(
    'is not tried with %j',
    query => {
      expect(inLinePattern(query)).toBeNull()
    },
  )
})
