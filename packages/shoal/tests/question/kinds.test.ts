// Kinds of questions over one small table each: ranks within groups, what is taken in, shares of what, and what has to be refused.
import { beforeAll, describe, expect, it } from 'vitest'
import { answerQuestion } from '../../src/question/answer.ts'
import type { Asked } from '../../src/question/asked.ts'
import { askedOf } from './asked.ts'

const table = (columns: string, ...rows: string[]) => `SELECT * FROM (VALUES ${rows.join(', ')}) AS t(${columns})`
const cells = (rows: readonly object[]) => rows.map(row => Object.values(row).filter(cell => cell !== null))

describe('a stall', () => {
  let asked: Asked
  beforeAll(async () => {
    asked = await askedOf({
      name: 'sales',
      sql: table(
        'sale_id, sold_at, dish, course, qty, unit_price, guest_type, server_name, ride_s, refills',
        `(1, TIMESTAMP '2024-03-01 07:30', 'Soup', 'starter', 5, 3.0, 'adult', 'Ana', 60, 0)`,
        `(2, TIMESTAMP '2024-03-01 12:30', 'Stew', 'main', 1, 9.0, 'child', 'Ana', 70, 2)`,
        `(3, TIMESTAMP '2024-03-02 12:30', 'Stew', 'main', 1, 9.0, 'adult', 'Bo', NULL, 0)`,
        `(4, TIMESTAMP '2024-04-02 18:00', 'Pie', 'main', 4, 8.0, 'adult', 'Bo', 80, 1)`,
        `(5, TIMESTAMP '2024-04-03 07:45', 'Soup', 'starter', 1, 3.0, 'adult', 'Bo', 90, 0)`,
        `(6, TIMESTAMP '2024-04-03 19:00', 'Leek', 'starter', 1, 4.0, 'child', 'Bo', 50, 0)`,
      ),
    })
  })

  it.each<[string, unknown[][]]>([
    [
      'most common dish per course',
      [
        ['main', 'Stew', 2],
        ['starter', 'Soup', 2],
      ],
    ],
    ['busiest server by refills', [['Ana', 2]]],
    [
      'revenue by course',
      [
        ['main', 50],
        ['starter', 22],
      ],
    ],
    ['which dish sells best', [['Soup', 6]]],
    ['how many pies were sold', [[4]]],
    ['share of main sales in March', [[200 / 3]]],
    ['how many sales before 8 in the morning?', [[2]]],
    ['how many sales per day on average', [[1.5]]],
    [
      'number of sales by server_name, course',
      [
        ['Bo', 'main', 2],
        ['Bo', 'starter', 2],
        ['Ana', 'main', 1],
        ['Ana', 'starter', 1],
      ],
    ],
    ['number of rides', [[5]]],
    ['how many sales were never refilled', [[4]]],
    ["what's the average unit price", [[6]]],
  ])('%s', async (question, expected) => {
    const { status, rows } = await answerQuestion(question, asked)
    expect(status).toBe('answered')
    expect(cells(rows)).toEqual(
      expected.map(row => row.map(cell => (typeof cell === 'number' ? expect.closeTo(cell, 4) : cell))),
    )
  })

  it.each(['what was the humidity of the soup?', 'which beekeeper looks after sale 3?', 'who is the manager?'])(
    'has no answer: %s',
    async question => {
      expect((await answerQuestion(question, asked)).status).toBe('unanswered')
    },
  )

  it.each(['how many guests came in March?', 'who bought the most pies?'])('is not sure: %s', async question => {
    expect((await answerQuestion(question, asked)).status).not.toBe('answered')
  })
})

describe('tables that lead to each other', () => {
  let asked: Asked
  beforeAll(async () => {
    asked = await askedOf(
      {
        name: 'vessels',
        sql: table('code, vessel_name, built, car_capacity', `('V1', 'Arran', 1984, 62)`, `('V2', 'Tern', 1998, 90)`),
      },
      {
        name: 'sailings',
        sql: table(
          'sailing_id, vessel_code, departs, cars',
          `(1, 'V1', TIMESTAMP '2024-06-01 07:00', 10)`,
          `(2, 'V2', TIMESTAMP '2024-06-01 09:00', 30)`,
          `(3, 'V2', TIMESTAMP '2024-06-02 09:00', 40)`,
          `(4, 'V9', TIMESTAMP '2024-06-02 11:00', 1)`,
        ),
      },
    )
  })

  it.each<[string, unknown]>([
    ['How many cars did the Tern carry?', 70],
    ['how many sailings are by a vessel we do not know', 1],
    ['Which is the oldest vessel?', 'Arran'],
    ['which vessels were built before 1990', 'Arran'],
  ])('%s', async (question, expected) => {
    const { status, rows } = await answerQuestion(question, asked)
    expect(status).toBe('answered')
    expect(cells(rows)[0]).toContain(expected)
  })
})

it('ranks by speed and by time the other way round', async () => {
  const asked = await askedOf({ name: 'laps', sql: table('driver, speed', `('Ada', 100)`, `('Bo', 140)`) })
  const { rows } = await answerQuestion('which driver was the fastest?', asked)
  expect(cells(rows)[0]).toContain('Bo')
  const slow = await answerQuestion('drivers slower than 120', asked)
  expect(slow.readAs).toContain('below 120')
})

it('compares one column of a row with another', async () => {
  const asked = await askedOf({
    name: 'loans',
    sql: table(
      'loan_no, due_on, returned_on',
      `('L1', DATE '2024-01-10', DATE '2024-01-12')`,
      `('L2', DATE '2024-01-10', DATE '2024-01-08')`,
      `('L3', DATE '2024-01-10', NULL)`,
    ),
  })
  const { status, rows } = await answerQuestion('how many loans were returned after due_on?', asked)
  expect([status, cells(rows)]).toEqual(['answered', [[1]]])
})
