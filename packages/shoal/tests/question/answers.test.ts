// Plain questions over made tables: the figure, how it was read, and what is refused.
import { beforeAll, describe, expect, it } from 'vitest'
import { answerQuestion } from '../../src/question/answer.ts'
import type { Asked } from '../../src/question/asked.ts'
import { askedOf } from './asked.ts'

const SALES = `SELECT * FROM (VALUES
  ('00017', DATE '2024-01-03', 'North', 'Lamp', 2, 40.0, 'Y', 'paid', 'C1'),
  ('00018', DATE '2024-01-20', 'South', 'Chair', 1, 60.0, 'N', 'open', 'C2'),
  ('00019', DATE '2024-03-05', 'North', 'Chair', 4, 240.0, 'N', 'paid', 'C1'),
  ('00020', DATE '2024-03-09', 'West', 'Desk', 1, 300.0, 'Y', 'paid', 'C3'),
  ('00021', DATE '2023-03-15', 'North', 'Lamp', 3, 60.0, 'N', 'open', NULL),
  ('00022', DATE '2024-06-01', 'South', 'Desk', 2, 600.0, 'N', 'paid', 'C9')
) AS t(sale_no, sold_on, region, product, quantity, amount, gift, status, customer_id)`
const CUSTOMERS = `SELECT * FROM (VALUES ('C1', 'Ada', 'Lyon'), ('C2', 'Ben', 'Graz'), ('C3', 'Cleo', 'Lyon'), ('C4', 'Dan', 'Oslo')) AS t(customer_id, name, city)`

let asked: Asked
beforeAll(async () => {
  asked = await askedOf({ name: 'sales', sql: SALES }, { name: 'customers', sql: CUSTOMERS })
})

const values = (row: object | undefined) => Object.values(row ?? {})

describe('a figure', () => {
  it.each<[string, number]>([
    ['How many sales are there?', 6],
    ['how many sales in the North region', 3],
    ['How many sales were not paid?', 2],
    ['how many different products', 3],
    ['What is the total amount?', 1300],
    ['total amount in March 2024', 540],
    ['average amount of paid sales', 295],
    ['median amount', 150],
    ['How many sales have no customer_id?', 1],
    ['what percentage of sales were gifts', 100 / 3],
    ['How many customers without sales?', 1],
  ])('%s', async (question, figure) => {
    const { status, rows } = await answerQuestion(question, asked)
    expect(status).toBe('answered')
    expect(values(rows[0])[0]).toBeCloseTo(figure, 6)
  })
})

describe('groups and ranks', () => {
  it('tells groups in order of their figure, with the names behind keys', async () => {
    const { rows, readAs } = await answerQuestion('total amount per region', asked)
    expect(rows.map(values)).toEqual([
      ['South', 660],
      ['North', 340],
      ['West', 300],
    ])
    expect(readAs).toBe('the total `amount` by `region`')
  })

  it('tells months in their order', async () => {
    const { rows } = await answerQuestion('number of sales per month', asked)
    expect(rows.map(values)).toEqual([
      ['2023-03', 1],
      ['2024-01', 2],
      ['2024-03', 2],
      ['2024-06', 1],
    ])
  })

  it('follows keys to another table', async () => {
    const { rows, notes } = await answerQuestion('total amount by city', asked)
    expect(rows.map(values)).toEqual([
      ['Lyon', 580],
      ['Graz', 60],
    ])
    expect(notes.join()).toContain('1 rows have a `customer_id` that `customers` does not have')
  })

  it('ranks rows by what a superlative means', async () => {
    const { rows } = await answerQuestion('the 2 most expensive sales', asked)
    expect(rows.map(row => row.sale_no)).toEqual(['00022', '00020'])
  })

  it('gives all that share a rank', async () => {
    const { rows } = await answerQuestion('which product has the most sales?', asked)
    expect(rows.map(values)).toEqual([
      ['Chair', 2],
      ['Desk', 2],
      ['Lamp', 2],
    ])
  })
})

describe('an honest no', () => {
  it.each([
    ['how many unicorns were sold', 'unicorns'],
    ['total amount of refunded sales', 'refunded'],
    ['average amount for left-handed people', 'left-handed'],
    ['amount per salesperson', 'salesperson'],
    ['how many sales over 200', 'over'],
  ])('%s: %s is not dropped', async (question, word) => {
    const { status, unused } = await answerQuestion(question, asked)
    expect(status).not.toBe('answered')
    expect(unused).toContain(word)
  })

  it('names the columns between which a value does not decide', async () => {
    const cities = await askedOf({
      name: 'trips',
      sql: `SELECT * FROM (VALUES ('Rome', 'Bern'), ('Bern', 'Rome'), ('Bern', 'Bern')) AS t(home_city, current_city)`,
    })
    const { status, alternatives } = await answerQuestion('how many trips with Bern', cities)
    expect(status).toBe('partial')
    expect(alternatives.join()).toContain('`current_city`')
  })

  it('counts rows that are there, and lists where they stand', async () => {
    const { places } = await answerQuestion('how many sales in the South', asked)
    expect(places).toEqual([
      { path: 'sales.csv', line: 3 },
      { path: 'sales.csv', line: 7 },
    ])
  })
})
