// What a table says to a question by itself: of the columns that are named, and of the table as a whole. Rows, groups and figures of
// them are asked of its relations (packages/shoal/tests/question/); what is said here is over all rows, and never passes for less.

import type { AnswerDraft } from '@shoal/base/model/analyst'
import { beforeAll, describe, expect, it } from 'vitest'
import { csvLine, HEADER, orderRow, random } from '../../../../../bench/tables-input.mjs'
import { surveyLawfully } from '../../conformance/analyst.ts'

let content = ''
let rows: string[][] = []

beforeAll(() => {
  const next = random(41)
  rows = Array.from({ length: 300 }, (_, k) => orderRow(k, next))
  for (const k of [100, 200, 250]) rows[k]![3] = ''
  content = `${HEADER}\n${rows.map(csvLine).join('')}`
})

async function ask(query: string): Promise<readonly AnswerDraft[]> {
  return (await surveyLawfully({ name: 'orders.csv', content, query, size: 100, stretches: [] })).answers
}

function barsIn({ panel }: AnswerDraft): Record<string, number> {
  return panel?.kind === 'bars' ? Object.fromEntries(panel.rows.map(({ label, value }) => [label, value])) : {}
}

describe('a column that is named', () => {
  it.each(['distribution by region', 'customer distribution by region', 'describe the region', 'tell me about region'])(
    'is described: %s',
    async query => {
      const [answer] = await ask(query)
      expect(answer!.relevance).toBeGreaterThanOrEqual(0.75)
      for (const region of ['EU', 'US', 'APAC', 'LATAM'])
        expect(barsIn(answer!)[region]).toBe(rows.filter(row => row[3] === region).length)
    },
  )

  it.each(['trend of amount', 'average amount', 'top amount', 'compare amount', 'how many plans'])(
    'is not described for an answer: %s',
    async query => {
      for (const { relevance, text } of await ask(query))
        if (/^`(?:amount|plan)` (?:goes|has)/.test(text)) expect(relevance, text).toBeLessThan(0.6)
    },
  )
})

describe('the table as a whole', () => {
  it('missing, duplicates, correlations', async () => {
    expect((await ask('which columns have missing values?'))[0]!.text).toContain('`region` 3')
    expect((await ask('are there duplicates?'))[0]!.text).toMatch(/^No row is an exact repetition/)
    expect((await ask('what is the correlation between amount and score?'))[0]!.text).toContain("Pearson's r")
  })

  it.each(['where is load_user defined?', 'which functions are too complex?', 'was ist hier los'])(
    'keeps silent where it has nothing to say: %s',
    async query => {
      for (const { relevance, text } of await ask(query)) expect(relevance, text).toBeLessThan(0.5)
    },
  )
})

describe('what wants some rows', () => {
  it.each([
    ['missing amount values in US', 'US'],
    ['distribution of status in EU', 'EU'],
    ['describe the amount of refunded orders', 'refunded'],
    ['duplicates of customer in January', 'january'],
    ['how many orders are complaints?', 'complaints'],
    ['average amount for premium customers', 'premium'],
    ['amount of "Zaphod Beeblebrox"', 'zaphod'],
    ['outliers in amount above 100', '100'],
    ['what does order 17 contain?', '17'],
  ])('is never answered with all rows: %s', async (query, word) => {
    for (const { relevance, text } of await ask(query)) {
      expect(relevance, text).toBeLessThan(0.5)
      expect(text).toContain('this is over all rows')
      expect(text).toContain(`"${word}"`)
    }
  })
})
