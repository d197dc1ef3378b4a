// Figures that are made of figures: one for each of another, one against another, what lies between two times; words that only say again
// what rows are; and the law that what is asked for is answered or refused, and never left out.
import { beforeAll, describe, expect, it } from 'vitest'
import { answerQuestion } from '../../src/question/answer.ts'
import type { Asked } from '../../src/question/asked.ts'
import { askedOf } from './asked.ts'

const LOANS = `SELECT * FROM (VALUES
  (1, 'drill', 'north', DATE '2024-01-01', DATE '2024-01-03', 4, 2.0, 10.0),
  (2, 'drill', 'south', DATE '2024-01-02', DATE '2024-01-12', 6, 1.0, 20.0),
  (3, 'saw', 'north', DATE '2024-01-05', NULL, 2, 4.0, 40.0),
  (4, 'saw', 'south', DATE '2024-02-05', DATE '2024-02-09', 8, 2.5, 25.0),
  (5, 'ladder', 'north', DATE '2024-02-06', DATE '2024-02-07', 0, 0.5, 5.0)
) AS t(loan_no, tool, branch, taken, returned, parts, weight_kg, fee)`

const MATCHES = `SELECT * FROM (VALUES
  ('Rovers', 'Albion', 3, 1, 500), ('Albion', 'Rovers', 0, 0, 300), ('Rovers', 'County', 1, 2, 700)
) AS t(home_team, away_team, home_goals, away_goals, attendance)`

let loans: Asked
let matches: Asked
beforeAll(async () => {
  loans = await askedOf({ name: 'loans', sql: LOANS, path: 'shed/loans.csv' })
  matches = await askedOf({ name: 'matches', sql: MATCHES })
})

const cells = (row: object | undefined) => Object.values(row ?? {})
const told = async (question: string, asked = loans) => {
  const { status, rows } = await answerQuestion(question, asked)
  return [status, rows.map(cells)]
}

describe('how long a row lasted', () => {
  it('is a figure like any other', async () => {
    expect(await told('average length of loan per branch')).toEqual([
      'answered',
      [
        ['south', 7],
        ['north', 1.5],
      ],
    ])
    expect(await told('how long are drills kept on average')).toEqual(['answered', [[6]]])
    expect(await told('how many loans took longer than 3 days')).toEqual(['answered', [[2]]])
    expect(await told('how many loans took longer than a week')).toEqual(['answered', [[1]]])
    expect(await told('how many loans are still out')).toEqual(['answered', [[1]]])
  })
})

describe('one figure for each of another', () => {
  it('divides totals', async () => {
    expect(await told('fee per kg by branch')).toEqual([
      'answered',
      [
        ['south', 45 / 3.5],
        ['north', 55 / 6.5],
      ],
    ])
    expect(await told('fees per loan')).toEqual(['answered', [[20]]])
  })

  it('is not told without what it is told for', async () => {
    const { status, rows } = await answerQuestion('fee per member by branch', loans)
    expect([status, rows]).toEqual(['unanswered', []])
  })
})

describe('one against another', () => {
  it('tells the difference', async () => {
    const { status, rows } = await answerQuestion('how much more in fees did south take than north', loans)
    expect([status, cells(rows[0])[0]]).toEqual(['answered', -10])
    expect(
      cells((await answerQuestion('difference in average fee between south and north', loans)).rows[0])[0],
    ).toBeCloseTo(22.5 - 55 / 3)
  })

  it('tells each, the first that has more', async () => {
    expect(await told('is the fee higher in north or in south?')).toEqual([
      'answered',
      [
        ['north', 55],
        ['south', 45],
      ],
    ])
    expect(await told('north vs south')).toEqual([
      'answered',
      [
        ['north', 3],
        ['south', 2],
      ],
    ])
  })
})

describe('words that say again what rows are', () => {
  it.each([
    'how many drills were borrowed',
    'how many drills were lent in north or south',
    'how many drills in the shed',
  ])('%s', async question => expect(await told(question)).toEqual(['answered', [[2]]]))

  it('a column is told by the side that the question says', async () => {
    expect(await told('goals scored at home by each team', matches)).toEqual([
      'answered',
      [
        ['Rovers', 4],
        ['Albion', 0],
      ],
    ])
    expect(await told('in how many games were there no home goals', matches)).toEqual(['answered', [[1]]])
    expect(await told('how many people watched games of Rovers at home', matches)).toEqual(['answered', [[1200]]])
  })
})

describe('what is asked for is never left out', () => {
  // Of a question that is answered, with one more word that asks for something the data does not have.
  const MORE = [
    'in Poland',
    'by colour',
    'per apprentice',
    'that were vaccinated',
    'with the furthest reach',
    'on average per litre',
  ]

  it.each(MORE)('how many drills %s', async more => {
    expect((await told('how many drills'))[0]).toBe('answered')
    expect((await answerQuestion(`how many drills ${more}`, loans)).status).not.toBe('answered')
  })

  it.each([
    'how many tools squeak',
    'how many loans in Poland',
    'average fee of the painters',
    'which tool travelled furthest',
  ])('refuses: %s', async question => expect((await answerQuestion(question, loans)).status).toBe('unanswered'))
})

describe('a figure of what is no number', () => {
  it('is refused by the name of the column, and not as if there were none', async () => {
    const { status, text } = await answerQuestion('what is the average branch?', loans)
    expect([status, text]).toEqual(['unanswered', 'No figure can be given: `branch` holds no numbers.'])
    expect(await answerQuestion('what is the average colour?', loans)).toMatchObject({
      status: 'unanswered',
      text: expect.stringContaining('nothing in the files is called "colour"'),
    })
  })
})
