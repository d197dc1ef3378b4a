// A log of requests beside one of a program: entries of both have the columns of all, and what is asked of the one is not told of the other.
import { beforeAll, describe, expect, it } from 'vitest'
import { answerQuestion } from '../../src/question/answer.ts'
import type { Asked } from '../../src/question/asked.ts'
import { askedOf } from './asked.ts'

const PATHS = ['access.log', 'app.log']
const STATUS = [200, 200, 404, 200, 503, 200, 500, 200]
const PAGES = ['/', '/cart', '/checkout']
const USERS = ['amy', 'bob', 'cem']
/** What a program says, by turns. */
const SAID: readonly (readonly [level: string, text: (user: string) => string, took: number | null])[] = [
  ['INFO', user => `job mail finished for user ${user}`, 100],
  ['INFO', user => `job report finished for user ${user}`, 400],
  ['ERROR', user => `job sync failed: connection reset (user ${user})`, null],
  ['INFO', user => `user ${user} logged in`, null],
]

const requests = Array.from({ length: 240 }, (_, k) => ({
  status: STATUS[k % 8]!,
  page: PAGES[k % 3]!,
  hour: 8 + Math.floor(k / 60),
}))
const told = Array.from({ length: 120 }, (_, k) => ({
  user: USERS[k % 3]!,
  said: SAID[k % 4]!,
  hour: 8 + Math.floor(k / 30),
}))
let asked: Asked

beforeAll(async () => {
  const time = (hour: number) => `TIMESTAMP '2026-03-02 ${String(hour).padStart(2, '0')}:10:00'`
  const rows = [
    ...requests.map(
      ({ status, page, hour }) =>
        `(${time(hour)}, NULL, NULL, '"GET ${page}" ${status}', NULL, NULL, '${page}', ${status}, 'access.log')`,
    ),
    ...told.map(
      ({ user, said: [level, text, took], hour }) =>
        `(${time(hour)}, '${level}', '${level.toLowerCase()}', '${text(user)}', '${user}', ${took ?? 'NULL'}, NULL, NULL, 'app.log')`,
    ),
  ]
  const names = 'time, level, severity, message, "user", took_ms, request_path, status, path'
  asked = await askedOf({
    name: 'entries',
    kind: 'entries',
    sql: `SELECT * EXCLUDE (path), left(message, 8) AS template, left(message, 8) AS template_id, path FROM (VALUES ${rows.join(', ')}) AS t(${names})`,
    paths: PATHS,
  })
})

async function answer(question: string): Promise<{ status: string; cells: unknown[] }> {
  const { status, rows } = await answerQuestion(question, asked)
  return { status, cells: rows.flatMap(row => Object.values(row)) }
}

const failed = requests.filter(({ status }) => status >= 400)
const count = (fits: (one: (typeof requests)[number]) => boolean) => failed.filter(fits).length

describe('requests of one of several logs', () => {
  it.each([
    ['how many requests failed?', failed.length],
    ['how many requests failed with a 5xx?', count(({ status }) => status >= 500)],
    ['how many requests were there?', requests.length],
    ['how many errors did /checkout have?', count(({ page }) => page === '/checkout')],
    ['what percentage of requests to /checkout failed?', (count(({ page }) => page === '/checkout') / 80) * 100],
  ])('%s', async (question, expected) => {
    const { status, cells } = await answer(question)
    expect(status).toBe('answered')
    expect(cells.map(cell => (typeof cell === 'number' ? Math.round(cell * 100) / 100 : cell))).toContain(
      Math.round(expected * 100) / 100,
    )
  })

  it('are counted by the hour without what the program says', async () => {
    const { cells } = await answer('how many requests per hour?')
    expect(cells).toEqual([8, 60, 9, 60, 10, 60, 11, 60])
  })
})

describe('what a program says beside them', () => {
  it.each([
    ['how many errors are there?', told.filter(({ said }) => said[0] === 'ERROR').length],
    [
      'how many times did bob log in?',
      told.filter(({ said, user }) => said[1]('').includes('logged in') && user === 'bob').length,
    ],
    ['how long do report jobs take on average?', 400],
  ])('%s', async (question, expected) => {
    const { status, cells } = await answer(question)
    expect(status).toBe('answered')
    expect(cells).toContain(expected)
  })
})

it('is never none for want of a column that the entries in question do not have', async () => {
  for (const question of [
    'how many requests have the level ERROR?',
    'which endpoint has the most entries with level ERROR?',
  ]) {
    const { status, cells } = await answer(question)
    if (status === 'answered')
      expect(
        cells.filter(cell => cell !== 0 && cell !== null),
        question,
      ).not.toEqual([])
  }
})
