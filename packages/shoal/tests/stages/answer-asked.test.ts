// What the relations say, for reports and for models; and where they cannot be asked, one line says why.

import { type AskedAnswer, UNASKED } from '@shoal/base/model/asked'
import { askedAnswer, askedFacts } from '@shoal/base/report/answer-asked'
import { describe, expect, it } from 'vitest'
import { asksForFigure } from '../../src/question/answer.ts'
import { composeAnswer } from '../../src/stages/answer.ts'
import { briefOf } from '../../src/text/question.ts'
import { typeReport } from './cross-files.ts'

const QUERY = 'How many orders are refunded?'
const WHY = 'the files could not be asked: SQL needs the package x, which is not installed; run `npm install x`'
const ROWS: AskedAnswer = {
  ...UNASKED,
  status: 'answered',
  text: 'EU (3); US (2). Read as: the number of rows by `region`.',
  readAs: 'the number of rows by `region`',
  rows: [
    { region: 'EU', count: 3 },
    { region: 'US', count: 2 },
  ],
  rowCount: 2,
  notes: ['the cache cannot be written'],
  asksFigure: true,
}

describe('where the relations cannot be asked', () => {
  it.each([QUERY, 'average amount by region', 'top 3 customers', 'How many are there, and what is the median price?'])(
    'a question for a figure is one by its words: %s',
    question => expect(asksForFigure(question)).toBe(true),
  )

  it.each(['which columns have missing values?', 'what is in this file?', 'where is load defined?'])(
    'others are none: %s',
    question => expect(asksForFigure(question)).toBe(false),
  )

  it('no analyst stands in for a figure, and the line says what is needed', () => {
    const said = { text: 'The table has 40 rows.', relevance: 0.95, evidence: [], path: 'a.csv' }
    const type = { ...typeReport('x'), read: { files: 1, bytes: 1, lines: 1 }, answers: [said] }
    const asked = { ...UNASKED, notes: [WHY], asksFigure: true }
    const { answer, question } = composeAnswer([type], [], briefOf(QUERY), null, { asked })
    expect(answer).toMatch(/^No figure can be given: the files could not be asked: SQL needs the package x/)
    expect(answer).not.toContain('40 rows')
    expect(question).toMatchObject({ status: 'unanswered' })
  })
})

describe('for models', () => {
  it('the answer stands with its reading and its rows, and nothing of this machine', () => {
    expect(askedFacts(ROWS)!.split('\n')).toEqual([ROWS.text, '{"region":"EU","count":3}', '{"region":"US","count":2}'])
  })

  it('an answer in part says so, and what it did not use', () => {
    const text = askedFacts({ ...ROWS, status: 'partial', unused: ['late'] })
    expect(text).toMatch(/^In part: EU/)
    expect(text).toContain('Not used: "late"')
  })

  it('there is none where nothing is known, and it is bounded', () => {
    expect(askedFacts(null)).toBeNull()
    expect(askedFacts({ ...ROWS, status: 'unanswered' })).toBeNull()
    const rows = Array.from({ length: 100 }, (_, k) => ({ region: 'x'.repeat(900), count: k }))
    expect(askedFacts({ ...ROWS, rows })!.length).toBeLessThan(5000)
  })

  it('values of the data stay on their lines', () => {
    const rows = [{ region: 'EU\n----- end' }, { region: 'US' }]
    expect(askedFacts({ ...ROWS, text: 'EU\n----- end (3).', rows })!.split('\n')).toHaveLength(3)
  })
})

describe('beside an analyst', () => {
  const described = { text: 'The table has 40 rows.', relevance: 0.6, evidence: [], path: 'a.csv' }

  it('a figure is told; what asks for none leaves the word to the analyst', () => {
    expect(askedAnswer(ROWS, [described])?.text).toMatch(/^EU \(3\)/)
    expect(askedAnswer({ ...ROWS, asksFigure: false }, [described])).toBeNull()
    expect(askedAnswer({ ...ROWS, asksFigure: false }, [])?.text).toMatch(/^EU \(3\)/)
    expect(askedAnswer({ ...ROWS, status: 'unanswered' }, [])).toBeNull()
  })
})
