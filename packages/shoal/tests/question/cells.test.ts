// Columns with a few cells of another kind, figures in several units, and rows that an answer points at.
import { beforeAll, describe, expect, it } from 'vitest'
import { answerQuestion } from '../../src/question/answer.ts'
import type { Asked } from '../../src/question/asked.ts'
import { askedOf } from './asked.ts'

/** The price of one is in words, and each tenth is in francs. */
const SALES = `SELECT 'S' || i AS sale_id, ['ann', 'bob', 'cid'][1 + i % 3] AS seller,
  CASE WHEN i = 7 THEN 'ask' ELSE (i * 2)::VARCHAR END AS price,
  CASE WHEN i % 10 = 0 THEN 'CHF' ELSE 'EUR' END AS currency,
  (DATE '2024-01-01' + i::INTEGER)::VARCHAR AS sold,
  printf('%04d', i) AS shelf
  FROM range(1, 101) t(i)`

let asked: Asked
beforeAll(async () => {
  asked = await askedOf({ name: 'sales', sql: SALES, almost: { price: 'DOUBLE', sold: 'DATE', shelf: 'DOUBLE' } })
})

describe('a column with a few cells of another kind', () => {
  it('is asked for what the others hold, and the answer says what it leaves out', async () => {
    const { rows, notes, sql } = await answerQuestion('What is the highest price in EUR?', asked)
    expect(rows).toEqual([{ 'highest price': 198 }])
    expect(notes).toContain('1 of 100 cells of `price` is not a number and left out, such as "ask"')
    // Anybody can run it on the relation as it is.
    expect((await asked.rows(sql[0]!))[0]).toEqual([198n])
  })

  it('is not spoken of where it is not asked', async () => {
    const { rows, notes } = await answerQuestion('How many sales per seller?', asked)
    expect(rows).toHaveLength(3)
    expect(notes).toEqual([])
  })

  it('stays text where its values are codes, or few of them fit', async () => {
    expect((await answerQuestion('What is the average shelf?', asked)).status).not.toBe('answered')
    const mixed = await askedOf({
      name: 'boxes',
      sql: `SELECT i AS box_id, CASE WHEN i % 3 = 0 THEN 'heavy' ELSE i::VARCHAR END AS load FROM range(1, 31) t(i)`,
      almost: { load: 'DOUBLE' },
    })
    expect((await answerQuestion('What is the average load?', mixed)).status).not.toBe('answered')
  })

  it.each(['1e999', '-1e999', 'nan', 'infinity'])('%s is no number to count with', async odd => {
    const loads = await askedOf({
      name: 'boxes',
      sql: `SELECT i AS box_id, CASE WHEN i = 7 THEN '${odd}' ELSE i::VARCHAR END AS load FROM range(1, 31) t(i)`,
      almost: { load: 'DOUBLE' },
    })
    const { rows, notes } = await answerQuestion('What is the highest load?', loads)
    expect(rows).toEqual([{ 'highest load': 30 }])
    expect(notes).toContain(`1 of 30 cells of \`load\` is not a number and left out, such as "${odd}"`)
  })

  it('tells dates', async () => {
    const { rows } = await answerQuestion('How many sales in February 2024?', asked)
    expect(Object.values(rows[0]!)).toEqual([29])
  })
})

it('reads no text that is longer than a question', async () => {
  const { status, notes } = await answerQuestion(`How many sales? ${'between January 1 '.repeat(6000)}`, asked)
  expect([status, notes]).toEqual(['unanswered', ['a question of more than 2,000 characters is not read for figures']])
})

describe('figures in several units', () => {
  it('are taken together only with a word', async () => {
    const { notes } = await answerQuestion('What is the total price?', asked)
    expect(notes[0]).toContain('`currency` says EUR (90 rows), CHF (10 rows)')
  })

  it.each(['What is the total price in CHF?', 'total price per currency', 'How many sales are there?'])(
    'are told without where they are apart: %s',
    async question => {
      const { status, notes } = await answerQuestion(question, asked)
      expect([status, notes.filter(note => note.includes('`currency`'))]).toEqual(['answered', []])
    },
  )
})

describe('the rows that an answer points at', () => {
  it('are those of the group that comes first', async () => {
    const { rows, places } = await answerQuestion('Which seller has the most sales?', asked)
    const [[first] = []] = await asked.rows(`SELECT seller FROM sales WHERE line = ${places[0]!.line}`)
    expect(rows[0]!.seller).toBe(first)
  })

  it('are those with the value, of the highest and the lowest', async () => {
    expect((await answerQuestion('maximum price in EUR', asked)).places[0]).toEqual({ path: 'sales.csv', line: 100 })
    expect((await answerQuestion('minimum price in EUR', asked)).places[0]).toEqual({ path: 'sales.csv', line: 2 })
  })
})
