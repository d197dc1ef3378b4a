// `shoal runs ask RUN QUESTION`: another question to the files of a run, from what is kept of them.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it, vi } from 'vitest'
import * as work from '../../src/run/threads/work-on.ts'
import { shoal } from './fake-io.ts'
import { tempDir } from './temp-dir.ts'

vi.mock('../../src/run/threads/work-on.ts', { spy: true })

const dir = tempDir()
const env = { SHOAL_HOME: join(dir.path, 'home') }
const run = (...argv: readonly string[]) => shoal(argv, { env, cwd: dir.path })
const rows = ['Oslo,10', 'Lyon,20', 'Oslo,40']

beforeAll(async () => {
  dir.write('orders.csv', `city,amount\n${rows.join('\n')}\n`)
  expect((await run('analyze', 'orders.csv', 'What is the sum of amount?', '--name', 'first', '--quiet')).status).toBe(
    0,
  )
})

it('answers without an order to read anything', async () => {
  const orders = vi.mocked(work.workOn).mockClear()
  const { status, stdout } = await run('runs', 'ask', 'first', 'What is the average amount in Oslo?', '--json')
  const report = JSON.parse(stdout)
  expect({ status, answer: report.answer }).toEqual({ status: 0, answer: expect.stringMatching(/^25\b/) })
  expect(report).toMatchObject({ run: 'first', query: 'What is the average amount in Oslo?' })
  expect(report.warnings).toContainEqual(
    expect.stringMatching(/^asked of run "first": the findings are those of its own/),
  )
  expect(orders).not.toHaveBeenCalled()
})

it('leaves the run as it was', async () => {
  const { stdout } = await run('report', 'first', '--json')
  expect(JSON.parse(stdout)).toMatchObject({
    query: 'What is the sum of amount?',
    answer: expect.stringMatching(/^70\b/),
  })
})

it('says what it cannot answer, and takes no answer to another question for one', async () => {
  const { stdout } = await run('runs', 'ask', 'first', 'What is the average weight?', '--json')
  const { answer, question } = JSON.parse(stdout)
  expect(question.status).not.toBe('answered')
  expect(answer).not.toMatch(/70/)
})

it('answers for files as they are now, and says which have changed', async () => {
  writeFileSync(join(dir.path, 'orders.csv'), `city,amount\n${[...rows, 'Oslo,1000'].join('\n')}\n`)
  const { answer, warnings } = JSON.parse(
    (await run('runs', 'ask', 'first', 'What is the sum of amount?', '--json')).stdout,
  )
  expect(answer).toMatch(/^1,?070\b/)
  expect(warnings).toContainEqual(
    expect.stringMatching(/^orders\.csv changed since the run: the answer is about what is there now/),
  )
})

it.each([
  [['runs', 'ask'], 2, 'needs a RUN and a QUESTION'],
  [['runs', 'ask', 'first'], 2, 'needs a RUN and a QUESTION'],
  [['runs', 'ask', 'first', 'how', 'many'], 2, 'takes one RUN and one QUESTION'],
  [['runs', 'ask', 'none', 'How many rows?'], 2, 'there is no run "none"'],
  [['runs', 'first'], 2, 'takes no arguments but'],
])('%j is one clear line', async (argv, status, words) => {
  const outcome = await run(...argv)
  expect(outcome.stderr).toContain(words)
  expect(outcome.stderr.trimEnd().split('\n')).toHaveLength(1)
  expect(outcome.status).toBe(status)
})
