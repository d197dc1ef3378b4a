// Figures that questions ask for, of the rows they name, against DuckDB; and what cannot be followed is said.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csvLine, HEADER, orderRow, random } from '../../../bench/tables-input.mjs'
import type { AnswerDraft } from '../../../src/model/analyst.ts'
import { surveyFileLawfully, surveyLawfully } from '../../conformance/analyst.ts'
import { askDuckDb, type Oracle } from './oracle.ts'

let directory = ''
let file = ''
let oracle: Oracle

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'shoal-questions-'))
  file = join(directory, 'orders.csv')
  const next = random(5)
  const rows = Array.from({ length: 800 }, (_, k) => {
    const cells = orderRow(k, next)
    cells[1] = `cust-${String(Math.floor(next() ** 2 * 120)).padStart(4, '0')}`
    cells[9] = new Date(Date.UTC(2025, 11, 20) + k * 2.5 * 3_600_000).toISOString().replace('.000', '')
    if (next() < 0.03) cells[7] = ''
    if (next() < 0.03) cells[5] = 'n/a'
    return cells
  })
  writeFileSync(file, `${HEADER}\n${rows.map(csvLine).join('')}`)
  oracle = await askDuckDb(file)
})

afterAll(() => rmSync(directory, { recursive: true }))

async function ask(query: string): Promise<AnswerDraft> {
  const { answers } = await surveyFileLawfully(file, { query, size: 120 })
  return answers[0] ?? { text: '', relevance: 0, evidence: [] }
}

async function sql(select: string, where = 'true'): Promise<number> {
  return Number((await oracle.query(`select ${select} as x from t where ${where}`))[0]!.x)
}

function figures(text: string): number[] {
  return [...text.replace(/`[^`]*`|"[^"]*"/g, '').matchAll(/-?\d[\d,]*(?:\.\d+)?/g)].map(([x]) =>
    Number(x.replaceAll(',', '')),
  )
}

function bars({ panel }: AnswerDraft): Record<string, number> {
  return panel?.kind === 'bars' ? Object.fromEntries(panel.rows.map(({ label, value }) => [label, value])) : {}
}

const AMOUNT = 'amount::double'
const TIME = 'ordered_at::timestamp'
const MONTH = (m: number) => `month(${TIME}) = ${m}`

const ONE_FIGURE: Readonly<Record<string, readonly [select: string, where: string]>> = {
  'median amount for plan pro': [`median(${AMOUNT})`, `plan = 'pro'`],
  'what is the median amount of refunded orders in US?': [`median(${AMOUNT})`, `status = 'refunded' and region = 'US'`],
  '90th percentile of amount in EU': [`quantile_cont(${AMOUNT}, 0.9)`, `region = 'EU'`],
  'p95 amount': [`quantile_cont(${AMOUNT}, 0.95)`, 'true'],
  'total amount in US in January': [`sum(${AMOUNT})`, `region = 'US' and ${MONTH(1)}`],
  'average amount in EU or APAC in December 2025': [
    `avg(${AMOUNT})`,
    `region in ('EU', 'APAC') and ${MONTH(12)} and year(${TIME}) = 2025`,
  ],
  'sum of amount on 2026-01-05': [`sum(${AMOUNT})`, `(${TIME})::date = '2026-01-05'`],
  'total amount after 2026-01-10': [`sum(${AMOUNT})`, `${TIME} >= '2026-01-11'`],
  'total amount before 2026-01-10 for team': [`sum(${AMOUNT})`, `${TIME} < '2026-01-10' and plan = 'team'`],
  'total amount between 2026-01-05 and 2026-01-10': [
    `sum(${AMOUNT})`,
    `${TIME} >= '2026-01-05' and ${TIME} < '2026-01-11'`,
  ],
  'minimum amount in 2026-01 with status paid': [`min(${AMOUNT})`, `${MONTH(1)} and status = 'paid'`],
  'max amount in LATAM': [`max(${AMOUNT})`, `region = 'LATAM'`],
  'average score of orders with amount over 100': [`avg(score::double)`, `${AMOUNT} > 100`],
  'how many orders with amount above 100 in US': ['count(*)', `${AMOUNT} > 100 and region = 'US'`],
  'how many orders in January': ['count(*)', MONTH(1)],
  'how many failed orders in February': ['count(*)', `status = 'failed' and ${MONTH(2)}`],
  'how many orders are there': ['count(*)', 'true'],
  'how many rows': ['count(*)', 'true'],
  'how many customers are there': ['count(distinct customer)', 'true'],
  'how many customers in APAC': ['count(distinct customer)', `region = 'APAC'`],
  'how many orders between 50 and 100': ['count(*)', `${AMOUNT} between 50 and 100`],
  'how many orders have an amount over 100': ['count(*)', `${AMOUNT} > 100`],
  'how many orders have a quantity of 3': ['count(*)', 'quantity = 3'],
  'how many rows have no amount?': ['count(*)', 'amount is null'],
  'how many orders without a plan are in EU?': ['count(*)', `plan is null and region = 'EU'`],
  'largest order in EU': [`max(${AMOUNT})`, `region = 'EU'`],
  'how many missing amount values in US': ['count(*)', `region = 'US' and amount is null`],
}

describe('one figure', () => {
  for (const [query, [select, where]] of Object.entries(ONE_FIGURE))
    it(query, async () => {
      const answer = await ask(query)
      const wanted = await sql(select, where)
      expect(answer.relevance, answer.text).toBeGreaterThanOrEqual(0.9)
      expect(
        figures(answer.text).some(figure => Math.abs(figure - wanted) <= 1e-4 * Math.max(1, Math.abs(wanted) * 1e-4)),
        `${answer.text} has ${wanted}`,
      ).toBe(true)
      if (query.includes('median')) expect(answer.text).toContain('median')
    })
})

const BY_GROUP: Readonly<Record<string, readonly [key: string, select: string, where: string]>> = {
  'median amount by plan': ['plan', `median(${AMOUNT})`, 'true'],
  'p90 of amount per region for paid orders': ['region', `quantile_cont(${AMOUNT}, 0.9)`, `status = 'paid'`],
  'average amount by region in January': ['region', `avg(${AMOUNT})`, MONTH(1)],
  'total amount per month': [`strftime(${TIME}, '%Y-%m')`, `sum(${AMOUNT})`, 'true'],
  'distribution of status in EU': ['status', 'count(*)', `region = 'EU'`],
  'number of orders by plan in December': ['plan', 'count(*)', MONTH(12)],
  'compare the average amount of EU and US': ['region', `avg(${AMOUNT})`, `region in ('EU', 'US')`],
  'which region has the lowest average amount?': ['region', `avg(${AMOUNT})`, 'true'],
}

describe('figures by group', () => {
  for (const [query, [key, select, where]] of Object.entries(BY_GROUP))
    it(query, async () => {
      const answer = await ask(query)
      expect(answer.relevance, answer.text).toBeGreaterThanOrEqual(0.9)
      const rows = await oracle.query(
        `select ${key} as k, ${select} as x from t where ${where} and ${key} is not null group by 1`,
      )
      const found = bars(answer)
      expect(Object.keys(found).sort()).toEqual(rows.map(({ k }) => String(k)).sort())
      for (const { k, x } of rows) expect(Math.abs(found[String(k)]! - Number(x))).toBeLessThanOrEqual(1e-3)
    })

  it('are the same from the pass and from the second look', async () => {
    const quick = bars(await ask('average amount by region'))
    const { answers } = await surveyFileLawfully(file, { query: 'average and median amount by region' })
    expect(bars(answers.find(({ text }) => text.startsWith('Average'))!)).toEqual(quick)
  })

  it('the lowest stands first where it is asked for', async () => {
    const [first, ...rest] = Object.values(bars(await ask('which region has the lowest average amount?')))
    expect(Math.min(...rest)).toBeGreaterThan(first!)
  })
})

describe('rankings', () => {
  it('customers by the sum of their amounts', async () => {
    const answer = await ask('top 5 customers by amount')
    const rows = await oracle.query(`select customer, sum(${AMOUNT}) as x from t group by 1 order by 2 desc limit 5`)
    expect(answer.relevance).toBeGreaterThanOrEqual(0.9)
    expect(answer.text).toMatch(/top 5 by total `amount` per `customer`/)
    expect([...answer.text.matchAll(/"(cust-\d+)"/g)].map(match => match[1])).toEqual(
      rows.map(({ customer }) => customer),
    )
  })

  it('orders by their amount, with their lines', async () => {
    const answer = await ask('top 3 orders by amount in US')
    const rows = await oracle.query(
      `select order_id, ${AMOUNT} as x from t where region = 'US' order by 2 desc nulls last limit 3`,
    )
    expect(answer.evidence.map(({ quote }) => quote.split(',')[0])).toEqual(rows.map(({ order_id }) => order_id))
    expect(figures(answer.text)).toEqual(expect.arrayContaining(rows.map(({ x }) => Number(x))))
  })

  it('regions by their orders', async () => {
    const answer = await ask('which region has the fewest orders?')
    const rows = await oracle.query('select region, count(*) as n from t group by 1 order by 2')
    expect(Object.keys(bars(answer))).toEqual(rows.map(({ region }) => region))
  })
})

describe('a number beside the name of a column', () => {
  const rows = Array.from({ length: 300 }, (_, k) => `${k},${(k % 5) + 1}${k % 2 === 0 ? '' : '.0'},${k}`)
  const first = async (query: string, content = `id,stars,size\n${rows.join('\n')}\n`) =>
    (await surveyLawfully({ name: 'reviews.csv', content, query, size: 60 })).answers[0]!

  it.each([
    ['how many rows have 5 stars?'],
    ['how many 5 star reviews are there?'],
    ['how many reviews have stars 5?'],
  ])('is a value of it: %s', async query => {
    const { text, relevance } = await first(query)
    expect(text).toMatch(/^60 of 300 rows \(20 %\) have `stars` "5"/)
    expect(relevance).toBeGreaterThan(0.9)
  })

  it.each([
    ['how many reviews have fewer than 3 stars?', /^120 of 300 rows \(40 %\) have `stars` below 3\.$/],
    ['how many reviews have a size > 100?', /^199 of 300 rows \(66.3 %\) have `size` above 100\.$/],
    ['how many reviews have a size between 10 and 19?', /^10 of 300 rows \(3.3 %\) have `size` from 10 to 19\.$/],
    ['what are the top 3 sizes?', /299/],
  ])('is none where it is a size or an amount: %s', async (query, text) => {
    expect((await first(query)).text).toMatch(text)
  })
})

describe('rows that lack something', () => {
  it.each([
    ['how many rows have no owner?'],
    ['how many rows are without an owner'],
    ['count the rows lacking the owner'],
  ])('are counted with every spelling of nothing: %s', async query => {
    const owners = ['ann', 'bob', '', 'NA', 'null', '"cy"', '""', 'N/A']
    const rows = Array.from({ length: 160 }, (_, k) => `${k},${owners[k % 8]},${k % 3}`)
    const content = `id,owner,size\n${rows.join('\n')}\n`
    const { answers, figures } = await surveyLawfully({ name: 'cases.csv', content, query, size: 30 })
    expect(answers[0]!.text).toBe('100 of 160 rows (62.5 %) have no `owner`.')
    expect(JSON.stringify(figures)).toMatch(/"missing":\s*100\b/)
  })
})

describe('what cannot be followed', () => {
  for (const [query, said] of [
    ['total amount in Narnia in January', 'the filter "Narnia" was not applied'],
    ['average amount for premium customers', 'the filter "premium" was not applied'],
    ['how many orders of "Zaphod Beeblebrox"', 'the filter "Zaphod Beeblebrox" was not applied'],
    ['how many urgent orders in January', 'the filter "urgent" was not applied'],
    ['how many orders are complaints?', 'the filter "complaints" was not applied'],
    ['How many of the orders complain about late delivery?', 'the filter "complain" was not applied'],
    ['average amount per segment', '"segment" is no column to group by'],
    ['how many customers have more than 5 orders', 'the filter "more than 5" was not applied'],
  ] as const)
    it(query, async () => {
      const { answers } = await surveyFileLawfully(file, { query })
      for (const { relevance, text } of answers) expect(relevance, text).toBeLessThan(0.5)
      expect(answers[0]!.text).toContain(said)
    })

  it('dates, where several columns can be meant', async () => {
    const rows = Array.from({ length: 60 }, (_, k) => `${k},2026-01-${10 + (k % 20)},2026-02-${10 + (k % 18)},${k * 3}`)
    const content = `nr,opened,closed,size\n${rows.join('\n')}\n`
    const total = async (query: string) => (await surveyLawfully({ name: 'cases.csv', content, query })).answers[0]!
    const vague = await total('total size in January')
    expect(vague.text).toContain('was not applied')
    expect(vague.relevance).toBeLessThan(0.5)
    const named = await total('total size closed in February')
    expect(named.text).toContain('`closed` in February')
    expect(named.relevance).toBeGreaterThan(0.9)
  })

  it('numbers, where several columns can be meant', async () => {
    const rows = Array.from({ length: 60 }, (_, k) => `${'abc'[k % 3]},${k},${k * 2}`)
    const content = `maker,cost net,cost all\n${rows.join('\n')}\n`
    const { answers } = await surveyLawfully({ name: 'cars.csv', content, query: 'top 2 makers by cost' })
    expect(answers[0]!.text).toContain('"cost" may mean `cost net` and `cost all`, and was left open')
    for (const { relevance } of answers) expect(relevance).toBeLessThan(0.5)
  })

  it('words are looked for in columns with many values', async () => {
    const rows = Array.from({ length: 5000 }, (_, k) => `n-${k},${k % 7},${k % 3 === 0 ? 'x' : 'y'}`)
    const content = `name,size,kind\n${rows.join('\n')}\n`
    const { answers } = await surveyLawfully({ name: 'parts.csv', content, query: 'total size of n-4711' })
    expect(answers[0]!.text).toMatch(/"n-4711" is 0, over 1 row/)
  })
})
