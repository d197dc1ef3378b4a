// Quotes in lines as they are shown: on their own line or not at all, with secrets masked in both.

import { quoteInLines } from '@shoal/base/text/quote-in-lines'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

/** What of the lines is found to be the quote. */
function found(lines: readonly string[], at: number, quote: string): string | null {
  const span = quoteInLines(lines, at, quote)
  return span && lines.join('\n').slice(span.start, span.end)
}

describe('a quote in lines', () => {
  it('that stands in them is found on exactly the lines that it starts on', () => {
    const lines = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 4 }), {
      minLength: 1,
      maxLength: 8,
    })
    const quote = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n'), minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(lines, quote, (lines, text) => {
        const wanted = text.replace(/\n+$/, '')
        let start = 0
        for (const [k, line] of lines.entries()) {
          const rest = lines.slice(k).join('\n')
          const stands = wanted !== '' && [...Array(line.length + 1).keys()].some(at => rest.startsWith(wanted, at))
          const span = quoteInLines(lines, k, text)
          expect(span !== null).toBe(stands)
          if (span) {
            expect(lines.join('\n').slice(span.start, span.end)).toBe(wanted)
            expect(span.start).toBeGreaterThanOrEqual(start)
            expect(span.start).toBeLessThanOrEqual(start + line.length)
          }
          start += line.length + 1
        }
      }),
    )
  })

  it('is found nowhere beyond them', () => {
    expect([-1, 1, 0.5, Number.NaN].map(at => quoteInLines(['a'], at, 'a'))).toEqual([null, null, null, null])
  })
})

describe('a quote that hides a secret', () => {
  const key = ['-----BEGIN KEY-----', 'MIIE…[masked]', '…[masked]', '', 'MIIE…[masked]', '-----END KEY-----']

  it('is found where more of it is shown, or less', () => {
    expect(found(['password = "k7Hq…[masked]" # old'], 0, 'password = "k7…[masked]"')).toBe(
      'password = "k7Hq…[masked]"',
    )
    expect(found(['password = "…[masked]" # old'], 0, 'password = "k7Hq…[masked]"')).toBe('password = "…[masked]"')
    expect(found(['a', 'MIIE…[masked]', '…[masked]'], 1, 'MIIE…[masked]\nMIIE…[masked]')).toBe(
      'MIIE…[masked]\n…[masked]',
    )
  })

  it('is not found where another is shown, or words around it are others', () => {
    expect(found(['password = "zz9p…[masked]"'], 0, 'password = "k7Hq…[masked]"')).toBeNull()
    expect(found(['passwort = "k7Hq…[masked]"'], 0, 'password = "k7Hq…[masked]"')).toBeNull()
    expect(found(['password = "k7Hq…[masked]",'], 0, 'password = "k7Hq…[masked]" # old')).toBeNull()
    expect(found(['x', 'password = "k7Hq…[masked]"'], 0, 'password = "k7Hq…[masked]"')).toBeNull()
    expect(found(['password = "plain"'], 0, 'password = "…[masked]"')).toBeNull()
  })

  it('is one where the lines hide it in each of them', () => {
    expect(found(key, 0, 'KEY-----\nMIIE…[masked]\n-----END')).toBe(`KEY-----\n${key.slice(1, 5).join('\n')}\n-----END`)
    expect(found(['BEGIN', 'MIIE…[masked]', 'words', 'END'], 0, 'BEGIN\nMIIE…[masked]\nEND')).toBeNull()
  })
})
