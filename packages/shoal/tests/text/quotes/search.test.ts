// Many quotes in one pass: the same result however the text falls into blocks; and what comes nearest.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nearestText } from '../../../src/text/quotes/nearest.ts'
import { normaliseQuote } from '../../../src/text/quotes/normalise.ts'
import { searchQuotes } from '../../../src/text/quotes/search.ts'
import { lineOf, withSource } from '../../stages/verify-sources.ts'

const { signal } = new AbortController()

describe('searchQuotes', () => {
  const letter = fc.constantFrom(
    'a',
    'b',
    ' ',
    '\n',
    'é',
    'e\u0301',
    '\u201c',
    '日',
    '\ud83d\ude00',
    '\u200b',
    '  ',
    '\r\n',
  )
  const text = fc.array(letter, { minLength: 1, maxLength: 150 }).map(letters => letters.join(''))

  it('finds in blocks of any size what a plain search in the normalised text finds', async () => {
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.array(text, { maxLength: 6 }),
        fc.integer({ min: 8, max: 64 }),
        async (all, others, size) => {
          const slices = [0.1, 0.4, 0.7].map(part =>
            all.slice(Math.floor(all.length * part), Math.floor(all.length * part) + 12),
          )
          const wanted = [...slices, ...others]
            .map(normaliseQuote)
            .filter(quote => quote !== '')
            .map(quote => ({ text: quote, line: 1, onLineOnly: false }))
          await withSource(Buffer.from(all), async source => {
            const within = { start: 0, end: source.size, line: 1 }
            const found = await searchQuotes(source, wanted, within, signal, size)
            const whole = await searchQuotes(source, wanted, within, signal)
            expect(found).toEqual(whole)
            const spelled = normaliseQuote(all)
            for (const [k, { text: quote }] of wanted.entries()) {
              expect(found[k] !== null, quote).toBe(spelled.includes(quote))
              if (!found[k]) continue
              const { text: shown, line, offset } = found[k]
              expect(normaliseQuote(shown)).toContain(quote)
              expect(Buffer.from(all).subarray(offset).toString().startsWith(shown)).toBe(true)
              expect(line).toBe(lineOf(all, Buffer.from(all).subarray(0, offset).toString().length))
            }
          })
        },
      ),
      { numRuns: 300 },
    )
  })

  it('finds the one that fits among many that nearly do', async () => {
    const nearly = Array.from({ length: 200 }, (_, k) => `${'a'.repeat(100 + k)}b`)
    await withSource('a'.repeat(50_000), async source => {
      const wanted = [...nearly, 'a'.repeat(300)].map(quote => ({ text: quote, line: 1, onLineOnly: false }))
      const found = await searchQuotes(source, wanted, { start: 0, end: source.size, line: 1 }, signal)
      expect(found.filter(spot => spot !== null)).toHaveLength(1)
    })
  })

  it('does not let a gap of a megabyte pass for a space', async () => {
    await withSource(`alpha${' '.repeat(1 << 20)}beta`, async source => {
      const wanted = ['alpha beta', 'beta'].map(text => ({ text, line: 1, onLineOnly: false }))
      const found = await searchQuotes(source, wanted, { start: 0, end: source.size, line: 1 }, signal)
      expect(found.map(spot => spot?.text ?? null)).toEqual([null, 'beta'])
    })
  })
})

describe('nearestText', () => {
  const story = 'The gateway answers.\nA charge is given up after 30 seconds and tried 3 times.\nMore than five page.\n'
  it('gives the line that was meant', async () => {
    await withSource(story, source => {
      const within = { start: 0, end: source.size, line: 1 }
      expect(nearestText('a charge is abandoned after 30 seconds and tried 4 times', source, within)).toMatchObject({
        line: 2,
        text: 'A charge is given up after 30 seconds and tried 3 times.',
      })
      expect(nearestText('nothing of the kind was ever written', source, within)).toBeNull()
      expect(nearestText('...', source, within)).toBeNull()
    })
  })

  it('gives as many lines as the quote has', async () => {
    await withSource(story, source => {
      const quote = 'tried 3 times.\nMore than 5 page.'
      const near = nearestText(quote, source, { start: 0, end: source.size, line: 1 })
      expect([near?.line, near?.text.split('\n').length]).toEqual([2, 2])
    })
  })
})
