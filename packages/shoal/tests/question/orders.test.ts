// Figures that questions ask for, of the rows they name, against plain SQL over the same file; and what cannot be followed is said.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csvLine, HEADER, orderRow, random } from '../../../../bench/tables-input.mjs'
import { settingsFrom } from '../../src/config/resolve.ts'
import { answerQuestion } from '../../src/question/answer.ts'
import { findFiles } from '../../src/run/files.ts'
import { lookForRelations } from '../../src/run/relations/relation-file.ts'
import { openRelations } from '../../src/run/relations/relations.ts'
import { askDuckDb, type Oracle } from '../content/structured-data/oracle.ts'

type Open = Awaited<ReturnType<typeof openRelations>>

const directory = mkdtempSync(join(tmpdir(), 'shoal-questions-'))
const opened: Open[] = []
let oracle: Oracle
let orders: Open

async function open(name: string, content: string): Promise<Open> {
  // Only a few may be open at once.
  for (const relations of opened.splice(1)) await relations.close()
  const folder = mkdtempSync(join(directory, 'data-'))
  writeFileSync(join(folder, name), content)
  const options = { settings: settingsFrom({}), signal: new AbortController().signal, cache: join(directory, 'cache') }
  const { files } = await findFiles([folder], options.settings, options.signal)
  const found = await lookForRelations(files, options)
  const relations = await openRelations(found.files, options)
  opened.push(relations)
  return relations
}

beforeAll(async () => {
  const next = random(5)
  const rows = Array.from({ length: 800 }, (_, k) => {
    const cells = orderRow(k, next)
    cells[1] = `cust-${String(Math.floor(next() ** 2 * 120)).padStart(4, '0')}`
    cells[9] = new Date(Date.UTC(2025, 11, 20) + k * 2.5 * 3_600_000).toISOString().replace('.000', '')
    if (next() < 0.03) cells[7] = ''
    if (next() < 0.03) cells[5] = 'n/a'
    return cells
  })
  const content = `${HEADER}\n${rows.map(csvLine).join('')}`
  orders = await open('orders.csv', content)
  writeFileSync(join(directory, 'orders.csv'), content)
  oracle = await askDuckDb(join(directory, 'orders.csv'))
})

afterAll(async () => {
  for (const relations of opened) await relations.close()
  rmSync(directory, { recursive: true })
})

async function sql(select: string, where = 'true'): Promise<number> {
  return Number((await oracle.query(`select ${select} as x from t where ${where}`))[0]!.x)
}

/** The one figure of an answer that is sure. */
async function figure(question: string, of: Open = orders): Promise<number> {
  const { status, rows, readAs, text } = await answerQuestion(question, of)
  expect(status, `${question}: ${readAs}: ${text}`).toBe('answered')
  expect(rows.length).toBe(1)
  return Number(Object.values(rows[0]!).find(value => value !== null && !Number.isNaN(Number(value))))
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
  'how many orders have an amount over 100': ['count(*)', `${AMOUNT} > 100`],
  'how many orders have a quantity of 3': ['count(*)', 'quantity = 3'],
  'how many rows have no amount?': ['count(*)', 'amount is null'],
  'how many orders without a plan are in EU?': ['count(*)', `plan is null and region = 'EU'`],
  'how many missing amount values in US': ['count(*)', `region = 'US' and amount is null`],
}

describe('one figure', () => {
  it.each(Object.entries(ONE_FIGURE))('%s', async (question, [select, where]) => {
    expect(await figure(question)).toBeCloseTo(await sql(select, where), 4)
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
  it.each(Object.entries(BY_GROUP))('%s', async (question, [key, select, where]) => {
    const { status, rows, readAs } = await answerQuestion(question, orders)
    expect(status, readAs ?? '').toBe('answered')
    const wanted = await oracle.query(
      `select ${key} as k, ${select} as x from t where ${where} and ${key} is not null group by 1`,
    )
    const found = new Map(rows.map(row => [String(Object.values(row)[0]), Number(Object.values(row)[1])]))
    // What stands for nothing is a group of its own.
    for (const nothing of ['null', 'n/a']) found.delete(nothing)
    if (!question.startsWith('which')) expect([...found.keys()].sort()).toEqual(wanted.map(({ k }) => String(k)).sort())
    for (const [k, x] of found) expect(x).toBeCloseTo(Number(wanted.find(row => String(row.k) === k)!.x), 3)
  })
})

describe('rankings', () => {
  it('customers by the sum of their amounts', async () => {
    const { rows, status } = await answerQuestion('top 5 customers by amount', orders)
    const wanted = await oracle.query(`select customer, sum(${AMOUNT}) as x from t group by 1 order by 2 desc limit 5`)
    expect(status).toBe('answered')
    expect(rows.map(row => Object.values(row)[0])).toEqual(wanted.map(({ customer }) => customer))
  })

  it.each([
    ['top 3 orders by amount in US', 'desc', 3, 'US'],
    ['largest order in EU', 'desc', 1, 'EU'],
    ['the 2 smallest orders by amount in APAC', 'asc', 2, 'APAC'],
  ])('orders by their amount, with their places: %s', async (question, order, most, region) => {
    const { rows, status, places } = await answerQuestion(question, orders)
    const wanted = await oracle.query(
      `select order_id, row_number() over () as nr, ${AMOUNT} as x from t where region = '${region}' order by 3 ${order} nulls last limit ${most}`,
    )
    expect(status).toBe('answered')
    expect(rows.map(row => String(row.order_id))).toEqual(wanted.map(({ order_id }) => order_id))
    expect(places.map(({ line }) => line)).toEqual(rows.map(row => Number(row.line)))
  })

  it('regions by their orders', async () => {
    const { rows } = await answerQuestion('which region has the fewest orders?', orders)
    const [fewest] = await oracle.query('select region, count(*) as n from t group by 1 order by 2 limit 1')
    expect(Object.values(rows[0]!).slice(0, 2)).toEqual([fewest!.region, Number(fewest!.n)])
  })
})

describe('a number beside the name of a column', () => {
  const rows = Array.from({ length: 300 }, (_, k) => `${k},${(k % 5) + 1}${k % 2 === 0 ? '' : '.0'},${k}`)
  let reviews: Open
  beforeAll(async () => {
    reviews = await open('reviews.csv', `id,stars,size\n${rows.join('\n')}\n`)
  })

  it.each([
    ['how many rows have 5 stars?', 60],
    ['how many 5 star reviews are there?', 60],
    ['how many reviews have stars 5?', 60],
    ['how many reviews have fewer than 3 stars?', 120],
    ['how many reviews have a size > 100?', 199],
    ['how many reviews have a size between 10 and 19?', 10],
  ])('%s', async (question, wanted) => {
    expect(await figure(question, reviews)).toBe(wanted)
  })
})

describe('rows that lack something', () => {
  it.each([
    ['how many rows have no owner?'],
    ['how many rows are without an owner'],
    ['count the rows lacking the owner'],
  ])('are counted with every spelling of nothing: %s', async question => {
    const owners = ['ann', 'bob', '', 'NA', 'null', '"cy"', '""', 'N/A']
    const rows = Array.from({ length: 160 }, (_, k) => `${k},${owners[k % 8]},${k % 3}`)
    expect(await figure(question, await open('cases.csv', `id,owner,size\n${rows.join('\n')}\n`))).toBe(100)
  })
})

describe('what cannot be followed', () => {
  it.each([
    ['total amount in Narnia in January', 'Narnia'],
    ['average amount for premium customers', 'premium'],
    ['how many orders of "Zaphod Beeblebrox"', 'Zaphod Beeblebrox'],
    ['how many urgent orders in January', 'urgent'],
    ['how many orders are complaints?', 'complaints'],
    ['How many of the orders complain about late delivery?', 'complain'],
    ['average amount per segment', 'segment'],
    ['how many orders between 50 and 100', 'between'],
    ['total amount in IT', 'IT'],
  ])('is named and not answered: %s', async (question, word) => {
    const { status, unused } = await answerQuestion(question, orders)
    expect(status).not.toBe('answered')
    expect(unused.join(' ')).toContain(word)
  })

  it('dates, where several columns can be meant', async () => {
    const rows = Array.from({ length: 60 }, (_, k) => `${k},2026-01-${10 + (k % 20)},2026-02-${10 + (k % 18)},${k * 3}`)
    const cases = await open('cases.csv', `nr,opened,closed,size\n${rows.join('\n')}\n`)
    const vague = await answerQuestion('total size in January', cases)
    expect(vague.status).not.toBe('answered')
    expect(await figure('total size closed in February', cases)).toBe((59 * 60 * 3) / 2)
  })

  it('numbers, where several columns can be meant', async () => {
    const rows = Array.from({ length: 60 }, (_, k) => `${'abc'[k % 3]},${k},${k * 2}`)
    const cars = await open('cars.csv', `maker,cost net,cost all\n${rows.join('\n')}\n`)
    const { status, alternatives, text } = await answerQuestion('top 2 makers by cost', cars)
    expect(status, text).not.toBe('answered')
    expect(alternatives.join(' ')).toContain('cost')
  })

  it('words are looked for in columns with many values', async () => {
    const rows = Array.from({ length: 5000 }, (_, k) => `n-${k},${k % 7},${k % 3 === 0 ? 'x' : 'y'}`)
    const parts = await open('parts.csv', `name,size,kind\n${rows.join('\n')}\n`)
    expect(await figure('total size of n-4711', parts)).toBe(0)
  })
})

describe('totals', () => {
  it.each([
    ['9007199254740993,9007199254740993,1', '18,014,398,509,481,987'],
    ['4503599627370496,4503599627370494,1', '9,007,199,254,740,991'],
  ])('are exact beyond what a double holds: %s', async (numbers, total) => {
    const rows = numbers.split(',').map((n, k) => `${k},${n}\n`)
    const { text, status } = await answerQuestion(
      'what is the total of n?',
      await open('a.csv', `id,n\n${rows.join('')}`),
    )
    expect(status).toBe('answered')
    expect(text).toContain(total)
  })
})

describe('values in the sentence', () => {
  it('stand as they do in the data: a year is no amount', async () => {
    const rows = Array.from({ length: 40 }, (_, k) => `${10_000 + k},${2020 + (k % 3)},${k * 1000}`)
    const sales = await open('sales.csv', `sale_no,year,amount\n${rows.join('\n')}\n`)
    expect((await answerQuestion('total amount by year', sales)).text).toContain('2020 (273,000)')
    expect((await answerQuestion('which sale has the highest amount?', sales)).text).toContain('sale_no 10039')
  })
})
