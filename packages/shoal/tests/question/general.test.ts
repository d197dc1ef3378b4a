// Questions that the findings answer read no relation; every other question does.
import { describe, expect, it } from 'vitest'
import { isGeneral, withoutGeneral } from '../../src/question/general.ts'

describe('a question', () => {
  it.each([
    'What looks wrong?',
    'Is anything suspicious in these files?',
    'Review this module for security and code quality',
    'Find bugs',
    'Are there any problems?',
    'Check this for mistakes',
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

describe('a question of two parts', () => {
  it.each([
    ['Which customer spent the most, and is anything wrong?', 'Which customer spent the most', 'is anything wrong?'],
    ['How many orders per region and what looks wrong?', 'How many orders per region', 'what looks wrong?'],
    ['What is the average age? Are there any problems?', 'What is the average age', 'Are there any problems?'],
    ['What looks wrong, and how many orders are there?', 'how many orders are there?', 'What looks wrong'],
  ])('leaves what is wrong to the analysts: %s', (question, ofData, general) => {
    expect(withoutGeneral(question)).toEqual({ ofData, general })
  })

  it.each([
    'What looks wrong?',
    'Review this for bugs and security issues',
    'How many projects have high risk and low quality?',
    'Which region sells most and which least?',
    'What is wrong with order 17 and order 18?',
  ])('is one: %s', question => {
    expect(withoutGeneral(question)).toEqual({ ofData: question, general: null })
  })
})
