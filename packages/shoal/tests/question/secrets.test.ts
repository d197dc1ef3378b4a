// A secret in a question is in no part of an answer: words that nothing used, other readings, refusals, conditions of SQL.
import { describe, expect, it } from 'vitest'
import { answerQuestion } from '../../src/question/answer.ts'
import { askedOf } from './asked.ts'

const PASSWORD = ['Tr0ub4dor', 'Zebra77'].join('-')
const LOGINS = {
  name: 'logins',
  sql: `SELECT * FROM (VALUES ('ann', 'used ${PASSWORD}', 1), ('bo', 'ok', 2)) AS t(member, note, minutes)`,
}

describe('a secret in a question', () => {
  it.each([
    `How many logins are there with the password ${PASSWORD}?`,
    `Is the password ${PASSWORD} used?`,
    `What are the total minutes where the password is "${PASSWORD}"?`,
    `How many notes contain password: ${PASSWORD}?`,
    `average humidity of the password ${PASSWORD}`,
    `Which member has the password ${PASSWORD}, and how many logins are there?`,
  ])('%s', async question => {
    const answer = await answerQuestion(question, await askedOf(LOGINS))
    expect(JSON.stringify(answer)).not.toContain(PASSWORD.slice(4))
  })
})
