// Questions get exact answers: groups, filters, distributions; questions of other kinds get none.
import { beforeAll, describe, expect, it } from 'vitest'
import { csvLine, HEADER, orderRow, random } from '../../../bench/tables-input.mjs'
import type { AnswerDraft } from '../../../src/model/analyst.ts'
import { surveyLawfully } from '../../conformance/analyst.ts'

interface Order {
  readonly region: string
  readonly status: string
  readonly plan: string
  readonly amount: number
}

let content = ''
let orders: Order[] = []

beforeAll(() => {
  const next = random(41)
  const rows = Array.from({ length: 1500 }, (_, k) => orderRow(k, next))
  for (const k of [100, 200, 300]) rows[k]![3] = ''
  content = `${HEADER}\n${rows.map(csvLine).join('')}`
  orders = rows.map(row => ({ region: row[3]!, status: row[10]!, plan: row[5]!, amount: Number(row[7]) }))
})

async function ask(query: string): Promise<AnswerDraft | undefined> {
  const { answers } = await surveyLawfully({ name: 'orders.csv', content, query, size: 200 })
  return answers[0]
}

function mean(list: readonly Order[]): number {
  return list.reduce((sum, { amount }) => sum + amount, 0) / list.length
}

function barsIn(answer: AnswerDraft | undefined): Record<string, number> {
  const panel = answer?.panel
  return panel?.kind === 'bars' ? Object.fromEntries(panel.rows.map(({ label, value }) => [label, value])) : {}
}

describe('groups', () => {
  it('averages by category', async () => {
    for (const query of [
      'average amount by region',
      'What is the mean amount per region?',
      'average Amounts for each Region',
    ]) {
      const answer = await ask(query)
      expect(answer!.relevance).toBeGreaterThanOrEqual(0.9)
      const bars = barsIn(answer)
      for (const region of ['EU', 'US', 'APAC', 'LATAM'])
        expect(bars[region]).toBeCloseTo(mean(orders.filter(order => order.region === region)), 3)
      expect(Object.keys(bars).length).toBe(4)
    }
  })

  it('totals and extremes', async () => {
    const totals = barsIn(await ask('total amount by plan'))
    for (const plan of ['basic', 'team', 'pro'])
      expect(totals[plan]).toBeCloseTo(
        orders.filter(order => order.plan === plan).reduce((sum, { amount }) => sum + amount, 0),
        1,
      )
    const largest = barsIn(await ask('max amount by status'))
    expect(largest.paid).toBe(Math.max(...orders.filter(({ status }) => status === 'paid').map(({ amount }) => amount)))
    const overall = await ask('what is the largest amount?')
    expect(overall!.text).toContain(Math.max(...orders.map(({ amount }) => amount)).toLocaleString('en-US'))
  })
})

describe('filters', () => {
  it('counts the rows that hold the values named', async () => {
    const refunded = orders.filter(({ status }) => status === 'refunded').length
    const answer = await ask('how many orders are refunded?')
    expect(answer!.text).toMatch(new RegExp(`^${refunded} of 1,500 rows`))
    expect(answer!.relevance).toBeGreaterThanOrEqual(0.9)
    const both = orders.filter(({ status, region }) => status === 'failed' && region === 'EU').length
    expect((await ask('failed orders in EU'))!.text).toMatch(new RegExp(`^${both} of 1,500 rows`))
  })

  it('sums up what is left', async () => {
    const some = orders.filter(({ status, region }) => status === 'failed' && region === 'US')
    const answer = await ask('average amount of failed orders in US')
    expect(Number(/is ([\d.,]+), over (\d+) rows/.exec(answer!.text)![1]!.replaceAll(',', ''))).toBeCloseTo(
      mean(some),
      3,
    )
    expect(answer!.text).toContain(`over ${some.length} rows`)
  })
})

describe('columns and the table as a whole', () => {
  it('distributions', async () => {
    const answer = await ask('distribution by region')
    expect(answer!.relevance).toBeGreaterThanOrEqual(0.9)
    for (const region of ['EU', 'US', 'APAC', 'LATAM'])
      expect(barsIn(answer)[region]).toBe(orders.filter(order => order.region === region).length)
  })

  it('missing, duplicates, correlations', async () => {
    expect((await ask('which columns have missing values?'))!.text).toContain('`region` 3')
    expect((await ask('are there duplicates?'))!.text).toMatch(/^No row is an exact repetition/)
    expect((await ask('what is the correlation between amount and score?'))!.text).toContain("Pearson's r")
  })

  it('keeps silent where it has nothing to say', async () => {
    for (const query of ['where is load_user defined?', 'which functions are too complex?', 'was ist hier los'])
      expect((await ask(query))?.relevance ?? 0).toBeLessThan(0.5)
  })
})
