// On a line that is too long to be searched by eye, a place says on which character its quote starts.

import type { Finding } from '@shoal/base/model/finding'
import { placeName } from '@shoal/base/report/places'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reportJson } from '../../src/stages/report/json.ts'
import { reportMarkdown } from '../../src/stages/report/markdown.ts'
import { reportSarif } from '../../src/stages/report/sarif.ts'
import { reportText } from '../../src/stages/report/text.ts'
import { verifyAnchors, verifyAnswers, verifyFindings } from '../../src/stages/verify.ts'
import { sampleFinding, sampleReport } from './report/sample-report.ts'
import { draft, gate, withSource } from './verify-sources.ts'

const filler = (length: number, what = 'é') => what.repeat(length)

async function found(content: string | Uint8Array, drafts: Parameters<typeof verifyFindings>[0]): Promise<Finding[]> {
  return withSource(content, async source => [...(await verifyFindings(drafts, source, gate())).findings])
}

describe('the character of a quote', () => {
  it('is told on long lines only', async () => {
    const content = `short "here": 1\n${filler(3000)}"there": 2\n`
    const [here, there] = await found(content, [draft(1, '"here": 1'), draft(2, '"there": 2')])
    expect(here).not.toHaveProperty('character')
    expect(here!.places[0]).not.toHaveProperty('character')
    expect(there).toMatchObject({ line: 2, character: 3001, places: [{ line: 2, character: 3001 }] })
    expect(placeName(here!)).toBe('source.txt:1')
    expect(placeName(there!)).toBe('source.txt:2:3001')
  })

  it('is that of the place that is meant, not of the first with the same words', async () => {
    const one = '{"a":{"x":null},'
    const content = `${one}"pad":"${filler(40_000, 'p')}","b":{"x":null}}`
    const [meant, nearest, wrong] = await found(content, [
      draft(1, '"x":null', { at: content.lastIndexOf('"x":null') }),
      draft(1, '"x":null'),
      draft(1, '"x":null', { at: 12 }),
    ])
    expect(meant!.character).toBe(content.lastIndexOf('"x":null') + 1)
    expect(nearest!.character).toBe(content.indexOf('"x":null') + 1)
    expect(wrong!.character).toBe(nearest!.character)
    expect(meant).not.toHaveProperty('at')
  })

  it('is told of the quotes of answers and anchors too', async () => {
    const content = `${filler(5000, '😀')}"there": 2`
    await withSource(content, async source => {
      const [answer] = await verifyAnswers(
        [{ text: 'It is 2.', relevance: 1, evidence: [{ line: 1, quote: '"there": 2' }] }],
        source,
        gate(),
      )
      expect(answer!.evidence).toEqual([{ path: 'source.txt', line: 1, character: 10_001, quote: '"there": 2' }])
      const [anchor] = await verifyAnchors(
        [{ role: 'field', name: 'there', line: 1, quote: '"there": 2', at: 20_000 }],
        source,
        gate(),
      )
      expect(anchor).toEqual({ role: 'field', name: 'there', line: 1, character: 10_001, quote: '"there": 2' })
    })
  })

  it('leads to the quote, in any encoding, wherever it stands', async () => {
    const piece = fc.constantFrom('abc', 'é', '語', '😀', '"x":null,', 'ß ')
    const encoding = fc.constantFrom('utf8' as const, 'utf16le' as const)
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { minLength: 1, maxLength: 60 }),
        fc.nat(3),
        encoding,
        fc.boolean(),
        async (pieces, lines, name, far) => {
          const before = 'one line\n'.repeat(lines)
          const line = `${pieces.join('').repeat(far ? 900 : 100)}${filler(2001, '-')}[needle 42]${pieces.join('')}`
          const text = `\ufeff${before}${line}\nlast`
          const [needle] = await found(Buffer.from(text, name), [draft(lines + 1, '[needle 42]')])
          expect(needle!.line).toBe(lines + 1)
          expect(line.slice(needle!.character! - 1)).toMatch(/^\[needle 42]/)
        },
      ),
      { numRuns: 40 },
    )
  })
})

describe('reports', () => {
  const place = { path: 'a.json', line: 1, character: 48_213, endLine: 1, evidence: '"x":null', chunkId: null }
  const report = sampleReport({
    findings: [sampleFinding({ ...place, places: [place, { ...place, character: 50_000 }], placeCount: 2 })],
    crossFile: [],
    answerEvidence: [{ path: 'a.json', line: 1, character: 9000, quote: '"y":1' }],
  })

  it('name the character behind the line', () => {
    const markdown = reportMarkdown(report, { top: 5, verification: true })
    for (const name of ['`a.json:1:48213`', '`a.json:1:50000`', '`a.json:1:9000`']) expect(markdown).toContain(name)
    const text = reportText(report, { top: 5, width: 100, color: false, verification: true })
    for (const name of ['a.json:1:48213 (+1)', 'a.json:1:9000']) expect(text).toContain(name)
  })

  it('give it to machines', () => {
    const [finding] = reportJson(report).findings as { character: number; places: { character: number }[] }[]
    expect([finding!.character, ...finding!.places.map(one => one.character)]).toEqual([48_213, 48_213, 50_000])
    const region = { startLine: 1, endLine: 1, startColumn: 48_213, endColumn: 48_221 }
    expect(reportSarif(report, '1.0.0')).toMatchObject({
      runs: [
        {
          columnKind: 'utf16CodeUnits',
          results: [
            {
              locations: [{ physicalLocation: { region } }],
              relatedLocations: [{ physicalLocation: { region: { startColumn: 50_000, endColumn: 50_008 } } }],
            },
          ],
        },
      ],
    })
  })
})
