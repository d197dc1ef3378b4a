// The analyst of prose: the passage that answers is among the first three quotes, planted faults are found, clean texts
// stay silent.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SurveyedFile } from '@shoal/base/model/analyst'
import { describe, expect, it } from 'vitest'
import { analyst } from '../../../src/content/prose/analyst.ts'
import { briefOf } from '../../../src/text/question.ts'
import { surveyFileLawfully, surveyLawfully } from '../../conformance/analyst.ts'
import { hostileTexts } from '../hostile-texts.ts'

const FOLDER = fileURLToPath(new URL('../../../../../fixtures/prose-qa', import.meta.url))
const PAIRS: readonly { document: string; question: string; answer: string }[] = JSON.parse(
  readFileSync(join(FOLDER, 'pairs.json'), 'utf8'),
)
const DOCUMENTS = [...new Set(PAIRS.map(({ document }) => document))]

const flat = (text: string) => text.replace(/\s+/g, ' ')
const problems = (findings: readonly { nature: string; key: string; line: number }[]) =>
  findings.filter(({ nature }) => nature === 'problem').map(({ line, key }) => `${line} ${key}`)

describe('questions', () => {
  it('find the passage that answers among the first three quotes', async () => {
    const ranks: number[] = []
    for (const { document, question, answer } of PAIRS) {
      const { answers } = await surveyFileLawfully(join(FOLDER, document), { query: question, type: 'prose' })
      ranks.push(1 + (answers[0]?.evidence ?? []).findIndex(({ quote }) => flat(quote).includes(answer)))
    }
    expect(PAIRS.length).toBeGreaterThanOrEqual(60)
    expect(ranks.filter(rank => rank >= 1).length / ranks.length).toBeGreaterThanOrEqual(0.95)
    expect(ranks.filter(rank => rank === 1).length / ranks.length).toBeGreaterThanOrEqual(0.9)
  })

  it('find it over several documents, ranked by the statistics of all', async () => {
    const question = PAIRS.filter((_, i) => i % 4 === 0)
    let three = 0
    for (const pair of question) {
      const files = await Promise.all(DOCUMENTS.map(document => surveyed(document, pair.question)))
      const { answers } = analyst.synthesise(files, briefOf(pair.question))
      if (answers[0]?.evidence.some(({ path, quote }) => path === pair.document && flat(quote).includes(pair.answer)))
        three++
    }
    expect(three / question.length).toBeGreaterThanOrEqual(0.9)
  })

  it('are answered with high relevance only when the words are there', async () => {
    const ask = async (query: string) =>
      (await surveyFileLawfully(join(FOLDER, 'lighthouse.md'), { query })).answers[0]?.relevance ?? 0
    expect(await ask('Who was the last keeper?')).toBeGreaterThanOrEqual(0.8)
    expect(await ask('distribution of amounts by region')).toBeLessThan(0.3)
    expect(await ask('What errors occurred in the payment service?')).toBeLessThan(0.5)
    expect(await ask('Who invented the zeppelin?')).toBe(0)
  })

  it('are not answered by words that stand far apart, and say which word is lacking', async () => {
    const filler = 'The columns are read once and nothing of them is kept for longer than that. '.repeat(8)
    const content = [
      '# Store',
      '',
      `An error quotes the value. ${filler}Names of columns promise secrets.`,
      '',
      '## Checks',
      '',
      'Every quote is looked up in its file before anybody believes it.',
      '',
    ].join('\n')
    const ask = async (query: string) =>
      (await surveyLawfully({ name: 'a.md', content, type: 'prose', query })).answers[0]!
    const far = await ask('What is promised about quotes?')
    expect(far.relevance).toBeLessThan(0.5)
    const near = await ask('Who looked up the quote in its file and archive?')
    expect(near.relevance).toBeGreaterThanOrEqual(0.5)
    expect(near.text).toMatch(
      /^No passage has all words of the question close together; the nearest, without “archive”: “Every quote/,
    )
    const whole = await ask('Where is a quote looked up?')
    expect(whole.text).toMatch(/^“Every quote is looked up/)
    expect(whole.relevance).toBeGreaterThanOrEqual(0.8)
  })

  it('for the longest are answered by rank, over all documents', async () => {
    const documents = { 'a.md': '# A\n\none two\n\n## Long\n\none two three four\n', 'b.md': '# B\n\none\n' }
    const ask = async (query: string) => {
      const files = await Promise.all(
        Object.entries(documents).map(async ([path, content]) => {
          return { ...(await surveyLawfully({ name: path, content, type: 'prose', query })), ...place(path) }
        }),
      )
      return analyst.synthesise(files, briefOf(query)).answers[0]!.text
    }
    expect(await ask('Which section is the longest?')).toBe(
      'Longest sections by words of their own, of 3 sections: “Long” (4 words, a.md:5), “A” (2 words, a.md:1), “B” (1 word, b.md:1).',
    )
    expect(await ask('Which document is the longest?')).toMatch(
      /^Longest documents, of 2 documents: a\.md \(\d+ words\), b\.md/,
    )
  })

  it('give passages as findings, the best with the most weight, under their headings', async () => {
    const { findings } = await surveyFileLawfully(join(FOLDER, 'lighthouse.md'), { query: 'Who was the last keeper?' })
    const passages = findings.filter(({ type }) => type === 'passage')
    const best = passages.toSorted((a, b) => b.weight! - a.weight!)[0]!
    expect(best.summary).toContain('The lighthouse of Skarholm › Keepers: ')
    expect(best.evidence).toContain('Anders Moe')
    expect(best.line).toBe(39)
  })
})

describe('a document', () => {
  it.each(DOCUMENTS)('%s has no faults, and none is imagined', async document => {
    const { findings, notes } = await surveyFileLawfully(join(FOLDER, document), { type: 'prose' })
    expect(problems(findings)).toEqual([])
    expect(notes).toEqual([])
  })

  it('is known by its sections, with lines and words', async () => {
    const { figures } = await surveyLawfully({
      name: 'a.md',
      content: '# A\n\none two\n\n## B\n\nthree four five\n\n# C\n\nsix\n',
    })
    expect(figures).toMatchObject({
      words: 6,
      headings: 3,
      sections: [
        { title: 'A', level: 1, line: 1, last_line: 8, words: 2 },
        { title: 'B', level: 2, line: 5, last_line: 8, words: 3 },
        { title: 'C', level: 1, line: 9, last_line: 11, words: 1 },
      ],
    })
  })

  it('shows what contradicts, leads nowhere, is empty or unfinished', async () => {
    const content = [
      '# Guide', // 1
      '',
      'A charge is given up after 30 seconds. See [below](#retries) and [there](#nowhere).',
      '',
      '#### Deep', // 5
      '',
      'The [manual][m] says more[^1]. Read [the plan](docs/plan.md) and `data/orders.csv`.',
      '',
      '## Retries', // 9
      '',
      'TODO: say how often.',
      '',
      '## Limits', // 13
      '',
      '## Limits', // 15
      '',
      'After 5 seconds a charge is given up.',
      '',
      '[n]: https://example.com',
      '',
    ].join('\n')
    const { findings, anchors } = await surveyLawfully({ name: 'guide.md', content })
    expect(problems(findings)).toEqual([
      '3 prose.broken-link:#nowhere',
      '5 prose.heading-jump',
      '7 prose.broken-link:m',
      '7 prose.broken-link:^1',
      '11 prose.unfinished',
      '13 prose.empty-section',
      '15 prose.repeated-heading',
      '17 prose.contradiction:duration:charg given',
    ])
    for (const name of ['docs/plan.md', 'data/orders.csv'])
      expect(anchors).toContainEqual(expect.objectContaining({ role: 'path', name, line: 7 }))
    expect(anchors).toContainEqual(
      expect.objectContaining({ role: 'figure', name: 'is given up after', value: '30 seconds', line: 3 }),
    )
  })

  it('keeps definitions, dates and names', async () => {
    const content =
      'A Chunk is a piece of a file that one analyst reads.\n\n- **Brief**: what every analyst is told\n\nIt began on 3 March 2021, when Ada Lovelace met Charles Babbage in London.\n'
    const { figures } = await surveyLawfully({ name: 'a.md', content })
    expect(figures).toMatchObject({
      definitions: [
        { term: 'Chunk', meaning: 'a piece of a file that one analyst reads.', line: 1 },
        { term: 'Brief', meaning: 'what every analyst is told', line: 3 },
      ],
      dates: [{ date: '3 March 2021', line: 5 }],
      names: expect.arrayContaining([{ name: 'Ada Lovelace', count: 1 }]),
    })
  })

  it('contradicts another one', async () => {
    const files = await Promise.all(
      ['The export takes about four minutes.', 'The export takes about nine minutes.'].map(async (content, i) => ({
        ...(await surveyLawfully({ name: `${i}.md`, content: `# Export\n\n${content}\n` })),
        ...place(`${i}.md`),
      })),
    )
    const { findings } = analyst.synthesise(files, briefOf(null))
    expect(findings).toMatchObject([{ path: '1.md', line: 3, type: 'contradiction' }])
    expect(findings[0]!.summary).toContain('0.md:3')
  })
})

describe('the laws', () => {
  for (const [name, sample] of [
    ['lighthouse.md', readFileSync(join(FOLDER, 'lighthouse.md'), 'utf8')],
    ['teahouse.txt', readFileSync(join(FOLDER, 'teahouse.txt'), 'utf8')],
    ['queue.rst', readFileSync(join(FOLDER, 'queue-protocol.rst'), 'utf8')],
  ] as const)
    it.each(hostileTexts(sample))(`hold for ${name} as %s`, async (_, content) => {
      await surveyLawfully({ name, content, type: 'prose', query: 'How many words does the keeper 茶屋 use?' })
    })
})

function place(
  path: string,
): Pick<SurveyedFile, 'path' | 'language' | 'sizeBytes' | 'lineCount' | 'findings' | 'answers'> {
  return { path, language: null, sizeBytes: 1, lineCount: 1, findings: [], answers: [] }
}

async function surveyed(document: string, query: string): Promise<SurveyedFile> {
  return { ...(await surveyFileLawfully(join(FOLDER, document), { query, type: 'prose' })), ...place(document) }
}
