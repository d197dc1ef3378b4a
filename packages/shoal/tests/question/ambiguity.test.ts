// What is not certain is said: groups that come first by one way only, values of which there are several, several questions, contraries.
import { beforeAll, describe, expect, it } from 'vitest'
import { answerQuestion } from '../../src/question/answer.ts'
import type { Asked } from '../../src/question/asked.ts'
import { partsOfQuestion } from '../../src/question/several.ts'
import { askedOf } from './asked.ts'

const RUNS = `SELECT * FROM (VALUES
  ('R1', 'north', 10, 5.0, DATE '2024-02-01', 'live', 'X'),
  ('R2', 'north', 10, 3.0, NULL, 'idle', 'X'),
  ('R3', 'south', 15, 2.0, DATE '2024-08-09', 'live', 'Y'),
  ('R4', 'north', 10, 8.0, DATE '2024-09-30', 'live', 'Y')
) AS t(run_id, track, gizmo, score, finished, state, team)`

let asked: Asked
beforeAll(async () => {
  asked = await askedOf({ name: 'runs', sql: RUNS })
})
const values = (row: object | undefined) => Object.values(row ?? {})

describe('how figures of a group are taken together', () => {
  it('is partial where the name does not say it, and figures are told per group', async () => {
    const { status, alternatives } = await answerQuestion('gizmo per track', asked)
    expect(status).toBe('partial')
    expect(alternatives.join()).toContain('average')
  })

  it('is answered where the name says it', async () => {
    const { status, readAs } = await answerQuestion('score per track', asked)
    expect([status, readAs]).toEqual(['answered', 'the average `score` by `track`'])
  })
})

describe('another reading', () => {
  it('is told with the figure that it gives', async () => {
    const films = await askedOf({
      name: 'films',
      sql: "SELECT * FROM (VALUES ('Ash', 10, 90), ('Oak', 20, 40)) AS t(title, us_gross, world_gross)",
    })
    const { status, alternatives } = await answerQuestion('What is the highest gross?', films)
    expect([status, alternatives]).toEqual(['partial', ['`world_gross` instead of `us_gross`, which gives 90']])
  })

  it('is not told of words that only ask', async () => {
    const { status, text } = await answerQuestion('How many gizmos between 3 unicorns?', asked)
    expect(status).toBe('unanswered')
    expect(text).toContain('nothing in the files is called "unicorns"')
  })
})

describe('several questions', () => {
  it('answers each', async () => {
    const { status, rows } = await answerQuestion('How many runs are there, and what is their average score?', asked)
    expect([status, values(rows[0])]).toEqual(['answered', [4, 4.5]])
  })

  it('says which it cannot answer', async () => {
    const { status, notes } = await answerQuestion('How many runs are there? And what is the average humidity?', asked)
    expect(status).toBe('partial')
    expect(notes.join()).toContain('humidity')
  })

  it('leaves a part that needs the other with it', () => {
    expect(partsOfQuestion('Which run was first, and when was it finished?')).toHaveLength(1)
    expect(partsOfQuestion('Did we sell more in May than in June? Show both totals.')).toHaveLength(1)
    expect(partsOfQuestion('how many salt and pepper pots')).toHaveLength(1)
  })
})

it.each<[string, unknown]>([
  ['how many runs are unfinished?', 1],
  ['how many runs are neither live nor idle', 0],
  ['how many runs finished in the second half of 2024', 2],
  ['upper quartile of score', 5.75],
  ['25% quantile of score', 2.75],
])('%s', async (question, figure) => {
  const { status, rows } = await answerQuestion(question, asked)
  expect([status, Number(values(rows[0])[0])]).toEqual(['answered', figure])
})

it.each(['how many runs were disqualified', 'average humidity of live runs', 'which sponsor has the most runs?'])(
  'refuses a figure about the unknown: %s',
  async question => {
    expect((await answerQuestion(question, asked)).status).toBe('unanswered')
  },
)
