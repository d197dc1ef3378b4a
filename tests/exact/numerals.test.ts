// Numbers that a double does not hold are kept as they are written, or refused: never altered in silence.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAnswer } from '../../src/team/command-protocol.ts'
import { readYaml } from '../../src/team/pattern-file/yaml-tree.ts'
import { alteredNumeral, canonicalNumeral, fitsDouble } from '../../src/text/numeral.ts'
import { surveyLawfully } from '../conformance/analyst.ts'

const digits = fc.stringMatching(/^[1-9]\d{0,30}$/)
const numeral = fc
  .tuple(
    fc.constantFrom('', '-'),
    digits,
    fc.option(fc.stringMatching(/^\d{1,25}$/), { nil: null }),
    fc.option(fc.integer({ min: -400, max: 400 }), { nil: null }),
  )
  .map(
    ([sign, whole, part, power]) =>
      `${sign}${whole}${part === null ? '' : `.${part}`}${power === null ? '' : `e${power}`}`,
  )

/** The number as a fraction of integers. */
function exact(text: string): string {
  const [, sign, whole = '', part = '', power = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text)!
  const shift = Number(power) - part.length
  const [top, bottom] = [BigInt(whole + part) * 10n ** BigInt(Math.max(0, shift)), 10n ** BigInt(Math.max(0, -shift))]
  const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))
  const by = gcd(top, bottom)
  return `${sign}${top / by}/${bottom / by}`
}

describe('numerals', () => {
  it('are equal in one spelling when the numbers are', () => {
    fc.assert(
      fc.property(numeral, numeral, (a, b) => {
        expect(canonicalNumeral(a) === canonicalNumeral(b)).toBe(exact(a) === exact(b))
        expect(canonicalNumeral(`${a.includes('e') || a.includes('.') ? a : `${a}.000`}`)).toBe(canonicalNumeral(a))
      }),
    )
  })

  it('fit a double when it prints as the same number', () => {
    fc.assert(
      fc.property(numeral, text => {
        const value = Number(text)
        expect(fitsDouble(text)).toBe(Number.isFinite(value) && exact(String(value).replace('e+', 'e')) === exact(text))
      }),
    )
  })

  it('of workers come out as they went in, or are refused with the number', () => {
    fc.assert(
      fc.property(fc.array(numeral, { minLength: 1, maxLength: 5 }), fc.string(), (numerals, text) => {
        const json = `{${JSON.stringify(text)}:[${numerals.join(', ')}],"s":"${numerals[0]}"}`
        const ending = readAnswer(Buffer.from(json), 'json', 'work')
        const first = numerals.find(each => !fitsDouble(each))
        expect(alteredNumeral(json)).toBe(first ?? null)
        if (first !== undefined)
          expect(ending).toMatchObject({ status: 'failed', reason: expect.stringContaining('write it as a string') })
        else expect(ending).toMatchObject({ status: 'completed', result: JSON.parse(json) })
      }),
    )
  })

  it.each(['9007199254740993', '1e999', '-1e400', '12345678901234567890', '1e-400'])('%s is refused', text => {
    expect(readAnswer(Buffer.from(`{"id": ${text}}`), 'json', 'work')).toEqual({
      status: 'failed',
      reason: `a number on stdout would be altered: ${text}; write it as a string`,
    })
  })

  it('of pattern files come out as they are written, or are refused in one line', () => {
    fc.assert(
      fc.property(numeral, text => {
        const read = readYaml(`a: ${text}\n`)
        if (fitsDouble(text) && !/^-?\d{16,}$/.test(text)) expect(read).toMatchObject({ value: { a: Number(text) } })
        else if ('value' in read)
          expect(canonicalNumeral(String((read.value as { a: number }).a))).toBe(canonicalNumeral(text))
        else expect(read).toEqual([expect.objectContaining({ line: 1, what: expect.stringContaining(text) })])
      }),
    )
  })
})

describe('numbers of a table beyond what a double holds', () => {
  const survey = (rows: string, query: string) =>
    surveyLawfully({ name: 'a.csv', content: `id,n\n${rows}`, size: 4000, type: 'structured_data', query })

  it.each([
    ['what is the total of n?', '1,9007199254740993\n2,9007199254740993\n3,1\n'],
    ['what is the total of n?', '1,9007199254740991\n2,9007199254740991\n3,5\n'],
    ['what is the average n?', '1,9007199254740993\n2,9007199254740993\n3,1\n'],
  ])('are reckoned as "about": %s', async (query, rows) => {
    const { answers } = await survey(rows, query)
    expect(answers[0]!.text).toMatch(/ is about /)
  })

  it('are marked in the figures, and no digit is made up', async () => {
    const { figures } = await survey('1,9007199254740993\n2,9007199254740993\n3,1\n', 'what is the total of n?')
    expect(JSON.stringify(figures)).toContain('"about":true')
    expect(JSON.stringify(figures)).not.toContain('9007200000000000')
  })

  it('are exact below that', async () => {
    const { answers } = await survey('1,4503599627370496\n2,4503599627370494\n3,1\n', 'what is the total of n?')
    expect(answers[0]!.text).toContain('is 9,007,199,254,740,991')
  })
})
