// Questions that the findings answer read no relation; every other question does.
import { describe, expect, it } from 'vitest'
import { isGeneral } from '../../src/question/general.ts'

describe('a question', () => {
  it.each([
    'What looks wrong?',
    'Is anything suspicious in these files?',
    'Review this module for security and code quality',
    'Find bugs',
    'Are there any problems?',
    'Summarize this',
    'What should I be worried about?',
  ])('about everything asks nothing of the data: %s', question => {
    expect(isGeneral(question)).toBe(true)
  })

  it.each([
    'How many problems are there?',
    'Which customers look suspicious?',
    'What is wrong with order 17?',
    'What is wrong with `total`?',
    'What are the issues of March?',
    'Which host is broken most often?',
    'What is wrong in app.yaml?',
    'Summarize revenue by region',
    'What is the average risk score?',
    'Show the rows',
    '',
  ])('about something asks the data: %s', question => {
    expect(isGeneral(question)).toBe(false)
  })
})
