// Questions about two versions of a table: what moved, which side is meant, what is gone; and that no word of it is dropped.
import { beforeAll, describe, expect, it } from 'vitest'
import { answerQuestion } from '../../src/question/answer.ts'
import type { Asked } from '../../src/question/asked.ts'
import { askedOf } from './asked.ts'

const values = (row: object | undefined) => Object.values(row ?? {})
const table = (columns: string, ...rows: string[]) => `SELECT * FROM (VALUES ${rows.join(', ')}) AS t(${columns})`
const columns = 'hut_no, keeper, state, beds, price'

describe('two versions', () => {
  let asked: Asked
  beforeAll(async () => {
    asked = await askedOf(
      {
        name: 'huts_april',
        path: 'huts/huts-april.csv',
        sql: table(
          columns,
          `('K1', 'Ada', 'open', 10, 5.0)`,
          `('K2', 'Ada', 'open', 20, 7.0)`,
          `('K3', 'Eve', 'shut', 30, 9.0)`,
          `('K4', 'Di', 'open', 12, 4.0)`,
        ),
      },
      {
        name: 'huts_may',
        path: 'huts/huts-may.csv',
        sql: table(
          columns,
          `('K1', 'Ada', 'shut', 14, 6.5)`,
          `('K2', 'Eve', 'open', 20, 6.0)`,
          `('K3', 'Eve', 'shut', 30, 9.0)`,
          `('K5', 'Flo', 'open', 8, 2.0)`,
        ),
      },
    )
  })

  it.each<[string, string[]]>([
    ['Which huts are new in May?', ['K5']],
    ['which huts are no longer there', ['K4']],
    ['huts in May but not in April', ['K5']],
    ['huts only in April', ['K4']],
    ['list the huts whose keeper was replaced', ['K2']],
    ['huts that were open in April but shut in May', ['K1']],
    ['which huts went from open to shut', ['K1']],
    ['which hut gained the most beds?', ['K1']],
    ['which huts got cheaper', ['K2']],
    ['which huts have a higher price than before', ['K1']],
  ])('%s', async (question, keys) => {
    const { status, rows } = await answerQuestion(question, asked)
    expect([status, rows.map(row => (row as { hut_no: string }).hut_no).sort()]).toEqual(['answered', keys])
  })

  it.each<[string, unknown[]]>([
    ['For how many huts did the state change?', [1]],
    ['how many prices went up?', [1]],
    ['how many huts have a different price', [2]],
    ['how many huts kept the same price', [1]],
    ['how many huts stayed exactly the same', [1]],
    ['price of K1 before and after', [5, 6.5]],
    ['how did the price of K1 change?', [5, 6.5]],
    ['what was the price of K2 before?', [7]],
    ['average change of the price', [0.5 / 3]],
  ])('%s', async (question, cells) => {
    const { status, rows } = await answerQuestion(question, asked)
    expect(status).toBe('answered')
    expect(values(rows[0]).slice(0, cells.length).map(Number)).toEqual(
      cells.map(cell => expect.closeTo(Number(cell), 4)),
    )
  })

  it('tells all that changed with what stood there and what stands there', async () => {
    const { status, rows } = await answerQuestion('what changed?', asked)
    expect([status, rows.length]).toEqual(['answered', 4])
    expect(rows).toContainEqual(expect.objectContaining({ hut_no: 'K1', state_before: 'open', state_after: 'shut' }))
  })

  it('is not sure whether an average of increases counts those that fell', async () => {
    expect((await answerQuestion('average price increase', asked)).status).toBe('partial')
  })
})

it('gives no count for what went up where nothing says how it was before', async () => {
  const asked = await askedOf({
    name: 'huts',
    sql: table(columns, `('K1', 'Ada', 'open', 10, 5.0)`, `('K2', 'Ada', 'shut', 20, 7.0)`),
  })
  expect((await answerQuestion('how many prices went up?', asked)).status).not.toBe('answered')
})
