// Lists in records: rows are chosen by their elements, elements are counted, and lists are measured by their length.
import { beforeAll, expect, it } from 'vitest'
import { answerQuestion } from '../../src/question/answer.ts'
import type { Asked } from '../../src/question/asked.ts'
import { askedOf } from './asked.ts'

const HIKES = `SELECT * FROM (VALUES
  ('T1', 'Harz', ['steep', 'forest'], [{'hut': 'Alm', 'beds': 4}, {'hut': 'Fels', 'beds': 10}]),
  ('T2', 'Rhoen', ['forest'], [{'hut': 'Alm', 'beds': 4}]),
  ('T3', 'Harz', [], []),
  ('T4', 'Eifel', ['lake', 'forest', 'steep'], [{'hut': 'See', 'beds': 20}])
) AS t(hike_id, region, features, huts)`

let asked: Asked
beforeAll(async () => {
  asked = await askedOf({ name: 'hikes', sql: HIKES })
})
const values = (row: object | undefined) => Object.values(row ?? {})

it.each<[string, unknown]>([
  ['how many hikes are there?', 4],
  ['how many hikes are steep', 2],
  ['how many hikes in the Harz have a lake?', 0],
  ['how many hikes have no features', 1],
  ['how many hikes have more than one feature?', 2],
  ['average number of huts per hike', 1],
  ['how many hikes have the hut Alm', 2],
  ['how many huts are there in total', 4],
  ['most common feature', 'forest'],
  ['which hike has the most features?', 'T4'],
])('%s', async (question, expected) => {
  const { status, rows } = await answerQuestion(question, asked)
  expect(status).toBe('answered')
  expect(values(rows[0]).map(cell => (typeof cell === 'number' ? cell : String(cell)))).toContain(expected)
})

it('tells elements with what their records say', async () => {
  const { rows } = await answerQuestion('total beds per region', asked)
  expect(rows.map(row => values(row).map(String))).toEqual([
    ['Eifel', '20'],
    ['Harz', '14'],
    ['Rhoen', '4'],
  ])
})
