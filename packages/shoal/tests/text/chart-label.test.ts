import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chartLabel, chartPath, chartTitle } from '../../src/text/chart-label.ts'

it('is one short line, never empty, with no character cut in half', () => {
  expect(chartLabel('  a\n\tb  ')).toBe('a b')
  expect(chartLabel(' \n')).toBe('(blank)')
  expect(chartLabel('abcdef', 4)).toBe('abc…')
  expect(chartLabel('ab🚚def', 4)).toBe('ab…')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 2, max: 40 }), (text, longest) => {
      const label = chartLabel(text, longest)
      expect(label.length).toBeGreaterThan(0)
      expect(label.length).toBeLessThanOrEqual(Math.max(longest, '(blank)'.length))
      expect(() => encodeURIComponent(label)).not.toThrow()
    }),
  )
})

it('keeps the end of a path', () => {
  expect(chartPath('$.a')).toBe('$.a')
  expect(chartPath('abcdef', 4)).toBe('…def')
  expect(chartPath('abc🚚ef', 4)).toBe('…ef')
})

it('says in a title what is left out', () => {
  expect(chartTitle('Words', 20, 20)).toBe('Words')
  expect(chartTitle('Words', 20, 1_021)).toBe('Words: the first 20 of 1,021')
  expect(chartTitle('Words', 20, 21, false)).toBe('Words: the first 20 of about 21')
})
