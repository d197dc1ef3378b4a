// The analyst of unknown text: exact line facts, the same in however many stretches, and no secret ever quoted.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mostFrequent, SampledCounts } from '../../../src/content/unknown/analyst/sampled-counts.ts'
import { STRETCHES, surveyLawfully } from '../../conformance/analyst.ts'
import { hostileTexts } from '../hostile-texts.ts'

const survey = (content: string | Uint8Array, query?: string) =>
  surveyLawfully({ name: 'data.xyz', content, type: 'unknown', size: 4, ...(query === undefined ? {} : { query }) })

describe('line facts', () => {
  it('are exact', async () => {
    const { figures } = await survey('ab 12\n\nab 12\nx\ty\t\nlonger line é\r\n')
    expect(figures).toMatchObject({
      lines: 5,
      blank_lines: 1,
      characters: 27,
      lengths: [
        { length: '0', lines: 1 },
        { length: '4–7', lines: 3 },
        { length: '8–15', lines: 1 },
      ],
      classes: { letters: 16, digits: 4, blanks: 6, other: 0, beyond_ascii: 1 },
      line_ends: { lf: 4, crlf: 1, cr: 0 },
      lines_with_trailing_blanks: 1,
      longest: [
        { line: 5, length: 13 },
        { line: 1, length: 5 },
        { line: 3, length: 5 },
        { line: 4, length: 4 },
      ],
      shapes: [
        { shape: 'a 9', count: 2, line: 1 },
        { shape: 'a …', count: 2, line: 4 },
      ],
    })
  })

  it('tell what looks broken, and what it may be', async () => {
    const lines = Array.from({ length: 40 }, (_, i) => `row ${i};${i * 7};x`)
    lines[6] += '\u0001'
    const content = Buffer.concat([
      Buffer.from(`${lines.join('\n')}\nlast;1;`),
      Buffer.from([0xff, 10]),
      Buffer.from('a;b;c\r\n'),
    ])
    const whole = Buffer.concat([Buffer.alloc(66_000, 'r;1;x\n'), content])
    const { findings } = await survey(whole)
    expect(findings.map(({ key }) => key.split(':', 1)[0]).sort()).toEqual([
      'unknown.control-characters',
      'unknown.mixed-line-ends',
      'unknown.repeated',
      'unknown.table-hint',
      'unknown.undecodable',
    ])
    expect(findings.find(({ key }) => key === 'unknown.table-hint')?.summary).toContain('3 columns')
  })

  it('are silent about plain text', async () => {
    const { findings } = await survey('one line here\nanother there\nand a third one\n')
    expect(findings).toEqual([])
  })

  it('never quote a private key', async () => {
    const body = Array.from({ length: 20 }, () => 'q8Zk3vT0'.repeat(8)).join('\n')
    const content = `-----BEGIN RSA PRIVATE KEY-----\n${body}\n-----END RSA PRIVATE KEY-----\n`
    const { findings } = await surveyLawfully({ name: 'id_rsa', content, type: 'unknown' })
    expect(JSON.stringify(findings)).not.toContain('q8Zk3vT0q8Zk')
  })

  it('answer with the passage that holds the words', async () => {
    const content = 'first block\nof lines\n\nthe pump failed at noon\n\nlast block\n'
    const { answers } = await survey(content, 'when did the pump fail?')
    expect(answers[0]?.evidence[0]).toEqual({ line: 4, quote: 'the pump failed at noon' })
  })
})

describe('counts in bounded memory', () => {
  it('are the same however the lines are split', () => {
    const words = fc.array(fc.integer({ min: 0, max: 60_000 }).map(String), { minLength: 1, maxLength: 300 })
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 5 }), (few, parts) => {
        // Enough different texts that some must be left out.
        const all = [...few, ...Array.from({ length: 45_000 }, (_, i) => `t${i % 41_000}`)]
        const whole = new SampledCounts()
        for (const [i, text] of all.entries()) whole.add(text, i + 1)
        const size = Math.ceil(all.length / parts)
        const tallies = Array.from({ length: parts }, (_, k) => {
          const own = new SampledCounts()
          for (const [i, text] of all.slice(k * size, (k + 1) * size).entries()) own.add(text, k * size + i + 1)
          return own.finish()
        })
        const united = SampledCounts.united(tallies)
        expect(united.level).toBe(whole.finish().level)
        expect(mostFrequent(united, 50)).toEqual(mostFrequent(whole.finish(), 50))
      }),
      { numRuns: 5 },
    )
  })
})

describe('the laws', () => {
  const sample = 'alpha beta\n\ngamma delta 12\npassword = Zx81kkQ9\n-- end --\n\nomega\n'
  it.each(hostileTexts(sample))('hold for %s', async (_, content) => {
    const query = 'Where is gamma?'
    await surveyLawfully({ name: 'data.xyz', content, type: 'unknown', size: 4, query, stretches: STRETCHES })
  })
})
