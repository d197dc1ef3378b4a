// Questions that ask no more than what there is: answered by what is known of every file, and never in place of a question for data.
import { beforeAll, describe, expect, it } from 'vitest'
import { answerQuestion } from '../../src/question/answer.ts'
import type { Asked } from '../../src/question/asked.ts'
import { askedOf } from './asked.ts'

const LOANS = `SELECT * FROM (VALUES (1, 'B1', DATE '2024-03-01'), (2, 'B2', DATE '2024-05-09'), (3, 'B1', DATE '2024-04-02')) AS t(loan_id, book_id, taken_on)`
const BOOKS = `SELECT * FROM (VALUES ('B1', 'Walden', 'A tale'), ('B2', 'Emma', 'A novel')) AS t(book_id, title, summary)`
const LOG = `SELECT TIMESTAMP '2025-02-03 01:00:00' + to_seconds(s) AS time, level, lower(level) AS severity, message, message AS template, message AS template_id
  FROM (VALUES (0, 'INFO', 'started'), (60, 'ERROR', 'shelf full'), (90, 'ERROR', 'shelf full')) AS t(s, level, message)`
const FILES = `SELECT * FROM (VALUES ('loans.csv', '.', 'structured_data', NULL, 80, 4, 'loans.csv'), ('books.csv', '.', 'structured_data', NULL, 60, 3, 'books.csv'), ('desk.log', '.', 'log', NULL, 90, 3, 'desk.log')) AS t(name, directory, type, language, bytes, lines, path)`

let asked: Asked
beforeAll(async () => {
  asked = await askedOf(
    { name: 'loans', sql: LOANS },
    { name: 'books', sql: BOOKS },
    { name: 'entries', kind: 'entries', sql: LOG, path: 'desk.log' },
    { name: 'files', kind: 'files', sql: FILES, paths: ['loans.csv', 'books.csv', 'desk.log'] },
  )
})

describe('a question for what there is', () => {
  it.each([
    'What is here?',
    "what's in this folder?",
    'Give me an overview',
    'summarise',
    'Summarize this',
    'Describe the data',
    'tell me about this',
    'What do these files contain?',
    'what do we have here',
    'What is this about?',
    'What kind of data is this?',
    'can you tell me what this is',
  ])('has every file: %s', async question => {
    const { status, text, rows, places } = await answerQuestion(question, asked)
    expect({ status, places: places.length }).toEqual({ status: 'answered', places: 3 })
    expect(text).toContain('3 files')
    expect(text).toContain('`loans.book_id` leads to `books.book_id`')
    expect(rows.map(({ path, type }) => [path, type])).toEqual([
      ['books.csv', 'table'],
      ['desk.log', 'log'],
      ['loans.csv', 'table'],
    ])
    expect(rows.map(({ holds }) => holds)).toEqual([
      '2 rows of `book_id`, `title`, `summary`',
      '3 log entries from 2025-02-03 01:00:00 to 2025-02-03 01:01:30, of them 2 errors',
      '3 rows of `loan_id`, `book_id`, `taken_on`, `taken_on` from 2024-03-01 to 2024-05-09',
    ])
  })

  it.each([
    ['Describe loans.csv', ['loan_id', 'book_id', 'taken_on'], 'column'],
    ['what is in books', ['book_id', 'title', 'summary'], 'column'],
    ['What does desk.log contain?', ['shelf full', 'started'], 'message'],
    ['give me an overview of the log', ['shelf full', 'started'], 'message'],
  ])('has one file, row by row: %s', async (question, expected, column) => {
    const { status, rows } = await answerQuestion(question, asked)
    expect(status).toBe('answered')
    expect(rows.map(row => row[column])).toEqual(expected)
  })

  it.each([
    'What happened here?',
    'Summarize loans by book',
    'What is the summary of Walden?',
    'What is the summary?',
    'How many files are here?',
    'What is wrong here?',
    'What is in the fridge?',
    'Describe the shelf',
    'what does Emma contain',
  ])('is no question for something of the data: %s', async question => {
    const { readAs } = await answerQuestion(question, asked)
    expect(readAs ?? '').not.toMatch(/^what .* holds?$/)
  })
})
