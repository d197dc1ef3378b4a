// Values that look like words of asking: a grade A is no article. And a value that is named is counted by its rows.
import { describe, expect, it } from 'vitest'
import { answerQuestion } from '../../src/question/answer.ts'
import { askedOf } from './asked.ts'

const GRADES = {
  name: 'exams',
  sql: "SELECT * FROM (VALUES (1, 'Ann', 'A', 60), (2, 'Bo', 'B', 55), (3, 'Cy', 'A', 40), (4, 'Di', 'C', 30)) AS t(id, student, grade, minutes)",
}

describe('a value of one letter', () => {
  it.each([
    ['How many students have grade A?', 2],
    ['how many have grade a', 2],
    ['How many exams have a grade of A?', 2],
    ['how many with grade B or A', 3],
    ['How many rows are there in c?', 1],
    ['How many different grades are there?', 3],
    ['How many exams are there without a grade A', 2],
    ['What is the total minutes of grade A?', 100],
    ['A grade of B: how many exams?', 1],
    ['How many exams took a student more than 50 minutes?', 2],
  ])('%s', async (question, expected) => {
    const { status, rows } = await answerQuestion(question, await askedOf(GRADES))
    expect({ status, first: Number(Object.values(rows[0] ?? {})[0]) }).toEqual({ status: 'answered', first: expected })
  })
})

describe('things that a value is said of', () => {
  const ORDERS = {
    name: 'orders',
    sql: "SELECT * FROM (VALUES (1, 'c1', 'NL', 'paid', DATE '2026-01-05', 5), (2, 'c1', 'NL', 'open', DATE '2026-02-05', 6), (3, 'c2', 'NL', 'paid', DATE '2026-02-09', 7), (4, 'c3', 'DE', 'paid', DATE '2026-01-07', 8), (5, 'c4', 'FR', 'open', DATE '2026-03-01', 3)) AS t(order_id, customer, country, status, ordered, total)",
  }
  it.each([
    ['How many Dutch customers are there?', 2],
    ['How many paid customers are there?', 3],
    ['How many paid orders are there?', 3],
    ['How many customers are there in the Netherlands?', 2],
  ])('are counted, and not their rows: %s', async (question, expected) => {
    const { status, rows } = await answerQuestion(question, await askedOf(ORDERS))
    expect({ status, first: Number(Object.values(rows[0] ?? {})[0]) }).toEqual({ status: 'answered', first: expected })
  })

  it('that grow are not added up', async () => {
    const { status } = await answerQuestion(
      'How much did the total grow from January to February?',
      await askedOf(ORDERS),
    )
    expect(status).not.toBe('answered')
  })
})
