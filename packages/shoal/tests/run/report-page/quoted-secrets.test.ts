// Behind quotes: what a quote hides and its line does not give away is hidden in every line of the quote; where it cannot be
// told what that is, nothing is shown of the line.
import { statSync } from 'node:fs'
import type { Excerpts } from '@shoal/base/model/report-page'
import { KnownSecrets } from '@shoal/base/secrets/known'
import { MASK, maskValue } from '@shoal/base/secrets/mask-value'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerptsOf } from '../../../src/run/report-page/excerpts.ts'
import { hideValue, secretsBehind } from '../../../src/text/gate/quoted-secret.ts'
import { shownLines } from '../../../src/text/gate/shown-lines.ts'
import { tempDir } from '../../cli/temp-dir.ts'
import { sampleFinding, sampleReport } from '../../stages/report/sample-report.ts'
import { withSource } from '../../stages/verify-sources.ts'

const dir = tempDir()

async function excerpts(content: string, quotes: readonly { line: number; evidence: string }[]): Promise<Excerpts> {
  const file = dir.write('file', content)
  const { size, mtimeMs } = statSync(file)
  const findings = quotes.map(quote => sampleFinding({ path: 'p', ...quote }))
  const report = sampleReport({ findings, answerEvidence: [], crossFile: [] })
  const files = new Map([['p', { file, sizeBytes: size, mtimeMs }]])
  const sources = { files, tasks: [], isTable: () => false, signal: AbortSignal.timeout(60_000) }
  return (await excerptsOf(report, sources)).p!
}

const names = ['Sesame', 'Lantern', 'Turtle', 'Pepper', 'Window', 'Garden', 'Copper', 'Mirror', 'Candle', 'Thimble']

describe('secretsBehind', () => {
  it('finds as many as a quote hides', () => {
    const line = names.map((name, k) => `d${k}=${name}`).join(' ')
    const quoted = names.map((name, k) => `d${k}=${maskValue(name)}`).join(' ')
    expect(secretsBehind(quoted, line)).toEqual(names)
  })

  it('says when it cannot tell', () => {
    expect(secretsBehind(`opens to ${MASK} by hand`, 'closes by hand')).toBeNull()
    expect(secretsBehind(`opens to L${MASK} by hand`, 'opens to Sesame by hand')).toBeNull()
    expect(secretsBehind(`a ${MASK}`.repeat(40), 'a b'.repeat(40))).toBeNull()
  })

  it('finds just those that are hidden, whatever stands between', () => {
    const pieces = fc.tuple(
      fc.shuffledSubarray(names, { minLength: 1 }),
      fc.array(fc.tuple(fc.stringMatching(/^[a-z =:"(]{0,8}$/), fc.boolean())),
    )
    fc.assert(
      fc.property(pieces, ([own, between]) => {
        const parts = own.map((name, k) => ({ name, before: between[k]?.[0] ?? '', isHidden: between[k]?.[1] ?? true }))
        const line = parts.map(({ before, name }) => `${before}|${name}`).join(' ')
        const quoted = parts
          .map(({ before, name, isHidden }) => `${before}|${isHidden ? maskValue(name) : name}`)
          .join(' ')
        expect(secretsBehind(quoted, line)).toEqual(parts.flatMap(({ name, isHidden }) => (isHidden ? [name] : [])))
      }),
    )
  })
})

describe('hideValue', () => {
  it.each([
    ['Sesame and Sesames', 'S…[masked] and Sesames'],
    ['Sesame, Sesame', 'S…[masked], S…[masked]'],
    ['xSesamex', 'xS…[masked]x'],
    ['none', 'none'],
  ])('%s', (line, expected) => expect(hideValue(line, 'Sesame')).toBe(expected))
})

describe('lines around a quote', () => {
  it('hide more than eight secrets of one line', async () => {
    const line = names.map((name, k) => `door ${k} opens to ${name}`).join(', ')
    const evidence = names.map((name, k) => `door ${k} opens to ${maskValue(name)}`).join(', ')
    expect(await excerpts(`a\n${line}\nb`, [{ line: 2, evidence }])).toMatchObject({
      windows: [{ line: 1, lines: ['a', evidence, 'b'] }],
      problem: null,
    })
  })

  it('hide the secrets in every line of a quote', async () => {
    const content = 'a\nfirst Sesame here\nthen Lantern there\r\nlast Turtle\nb'
    const evidence = 'first S…[masked] here\nthen L…[masked] there\r\nlast T…[masked]'
    expect(await excerpts(content, [{ line: 2, evidence }])).toMatchObject({
      windows: [{ line: 1, lines: ['a', 'first S…[masked] here', 'then L…[masked] there', 'last T…[masked]', 'b'] }],
      problem: null,
    })
  })

  it('leave a line closed when what it hides cannot be told', async () => {
    const content = 'start of it\nit opens to Sesame by hand\nthe end of it'
    const { windows, problem } = await excerpts(content, [
      { line: 2, evidence: `it opens to L${MASK} by hand` },
      { line: 1, evidence: 'start of it' },
    ])
    expect(windows).toEqual([{ line: 1, lines: ['start of it', MASK, 'the end of it'] }])
    expect(problem).toContain('1 line with secrets is hidden as a whole')
  })

  it('leave a line closed whose quote is not found again', async () => {
    const content = 'start of it\nit opens to Sesame by hand\nthe end of it'
    const { windows } = await excerpts(content, [
      { line: 2, evidence: `it was opened with S${MASK}` },
      { line: 1, evidence: 'start of it' },
    ])
    expect(windows).toEqual([{ line: 1, lines: ['start of it', MASK, 'the end of it'] }])
  })
})

describe('a region of a long line', () => {
  const token = ['ghp', '6aKtfopRq2Zx7Vb3Nm5Rt1Yp6Ws4Dc0Eg8Hj'].join('_')

  it('shows no part of a secret, wherever it is cut', async () => {
    const line = `${'x'.repeat(9000)} ${token} ${'y'.repeat(9000)} é ${token}`
    await withSource(`head\n${line}\ntail`, source => {
      const at = 5 + 9001
      for (const known of [new KnownSecrets(), new KnownSecrets([token])])
        for (let cut = at - 2; cut <= at + token.length + 2; cut++) {
          const [before, behind] = [
            { start: cut - 4000, end: cut, line: 2, isCutBefore: true, isCutBehind: true },
            { start: cut, end: cut + 4000, line: 2, isCutBefore: true, isCutBehind: true },
          ].map(region => shownLines(source, region, { known, spans: [], columns: null }).join('\n')) as [
            string,
            string,
          ]
          const isIn = (from: number, to: number) => cut > from && cut < to
          if (isIn(at, at + token.length)) {
            expect(before).toBe(`${'x'.repeat(4000 - (cut - at) - 1)} ghp_${MASK}`)
            expect(behind).toBe(`${MASK} ${'y'.repeat(4000 - (at + token.length - cut) - 1)}`)
          }
          for (let k = 4; k + 4 <= token.length; k++) expect(before + behind).not.toContain(token.slice(k, k + 4))
        }
    })
  })
})
