// analyze over MCP: what the data says to the question, with how it was read, its rows, and the SQL that gives them again.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { analyze } from '../../src/mcp/tools/analyze.ts'
import { queryData } from '../../src/mcp/tools/query-data.ts'
import { makeLab } from './lab.ts'

const lab = makeLab()
const server = lab.server()
writeFileSync(join(lab.root, 'loans.csv'), 'loan_id,branch,days\n1,north,5\n2,south,9\n3,north,7\n')

it('gives rows, the reading, and SQL that gives the same rows', async () => {
  const { question, answer } = await server.call(analyze, { paths: ['loans.csv'], query: 'How many loans per branch?' })
  expect(question).toMatchObject({ status: 'answered', unused: [], row_count: 2 })
  expect(question.read_as).toContain('`branch`')
  expect(question.rows.map((row: object) => Object.values(row))).toEqual([
    ['north', 2],
    ['south', 1],
  ])
  expect(answer).toContain('north')
  const again = await server.call(queryData, { files: ['loans.csv'], sql: question.sql[0] })
  expect(again.rows).toEqual([
    ['north', 2],
    ['south', 1],
  ])
})

it('says what it cannot use, and nothing where nothing is asked', async () => {
  const { question } = await server.call(analyze, { paths: ['loans.csv'], query: 'What is the average humidity?' })
  expect(question).toMatchObject({ status: 'unanswered', rows: [], unused: ['humidity'] })
  expect((await server.call(analyze, { paths: ['loans.csv'] })).question).toBeNull()
})
