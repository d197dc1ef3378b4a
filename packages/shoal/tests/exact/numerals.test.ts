// Numbers that a double does not hold are kept as they are written, or refused: never altered in silence.

import { readJson } from '@shoal/base/text/loose-json'
import { alteredNumeral, canonicalNumeral, fitsDouble, parseExactly } from '@shoal/base/text/numeral'
import { readAnswer } from '@shoal/team/command-protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readYaml } from '../../../team/src/pattern-file/yaml-tree.ts'
import { checkWritten } from '../../src/mcp/answer.ts'
import type { Tool } from '../../src/mcp/tool.ts'
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

  it('of replies of models are kept as texts, and all else is read as ever', () => {
    fc.assert(
      fc.property(fc.array(numeral, { minLength: 1, maxLength: 5 }), fc.string(), (numerals, text) => {
        const json = `{${JSON.stringify(text)}:[${numerals.join(', ')}],"s":${JSON.stringify(text)}}`
        const wanted = numerals.map(each => (fitsDouble(each) ? Number(each) : each))
        expect(parseExactly(json)).toEqual({ ...JSON.parse(`{${JSON.stringify(text)}:0}`), s: text, [text]: wanted })
        expect(readJson(json)).toMatchObject({ value: parseExactly(json) })
        // With a comma too many it is read by hand.
        expect(readJson(`{"a": ${numerals[0]},}`)).toMatchObject({ value: { a: wanted[0] } })
      }),
    )
    expect(() => parseExactly('[1e999')).toThrow(SyntaxError)
  })

  it('of clients are refused where reading may have altered them', () => {
    const check = (given: unknown) => () => checkWritten({ name: 'task_update' } as Tool, given)
    for (const written of ['9007199254740993', '-1e999', '[{"a":1e300}]'])
      expect(check(JSON.parse(`{"result":${written}}`))).toThrow(/^task_update: result.*may not be the number/)
    expect(check(JSON.parse('{"result":[9007199254740991,0.1,-3,"1e999"]}'))).not.toThrow()
  })

  it('are in no recipe for jq, which alters them in some versions', async () => {
    const line = (k: number) => `{"level":"error","time":"2026-01-01T00:00:0${k}Z","service":1234567890123456789${k}}`
    const content = Array.from({ length: 8 }, (_, k) => line(k)).join('\n')
    const { figures } = await surveyLawfully({ name: 'a.jsonl', content, type: 'jsonl' })
    const recipes: unknown[] = []
    JSON.stringify(figures, (key, value) => {
      if (key === 'recipes') recipes.push(value)
      return value
    })
    expect(JSON.stringify(recipes)).toContain('count errors')
    expect(JSON.stringify(recipes)).not.toMatch(/123456789012345[67]\d000/)
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

  it('are reckoned as "about"', async () => {
    const { answers } = await survey('1,9007199254740993\n2,9007199254740993\n3,1\n', 'describe n')
    expect(answers[0]!.text).toMatch(/a mean of about /)
  })

  it('are marked in the figures, and no digit is made up', async () => {
    const { figures } = await survey('1,9007199254740993\n2,9007199254740993\n3,1\n', 'what is the total of n?')
    expect(JSON.stringify(figures)).toContain('"about":true')
    expect(JSON.stringify(figures)).not.toContain('9007200000000000')
  })
})

describe('numbers of JSON beyond what a double holds', () => {
  const lines = ['9007199254740993', '9007199254740995', '18446744073709551617']
    .map((id, k) => `{"id":${id},"size":${k < 2 ? '1e999' : '1.5'}}`)
    .join('\n')
  const survey = () => surveyLawfully({ name: 'a.jsonl', content: `${lines}\n`, size: 4000, type: 'jsonl' })

  it('are shown as they are written, and what is worked out of them as about so much', async () => {
    const { panels } = await survey()
    const numbers = panels.find(panel => panel.kind === 'table' && panel.title === 'Numbers')
    expect(numbers?.kind === 'table' && numbers.rows[0]).toMatchObject(
      ['$.id', '9007199254740993', ...Array(3).fill(/^about /), '18446744073709551617', /^about /].map(cell =>
        typeof cell === 'string' ? cell : expect.stringMatching(cell),
      ),
    )
  })

  it('are counted where no double holds them at all', async () => {
    const { figures, findings } = await survey()
    expect(JSON.stringify(figures)).toContain('"not_finite":2')
    expect(findings.map(({ summary }) => summary).join('\n')).toMatch(
      /2 of 3 values of \$\.size are .*too large for a double/,
    )
  })
})
