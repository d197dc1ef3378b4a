// `shoal runs ask`: a stored run is asked again, as it was; what changed since is named, and nothing is said of it.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openLedger } from '../../src/run/ledger.ts'
import { ask } from '../../src/run/library-analysis.ts'
import { shoal } from './fake-io.ts'
import { tempDir } from './temp-dir.ts'

const dir = tempDir()
const home = join(dir.path, 'home')
const around = { cwd: dir.path, env: { SHOAL_HOME: home } }
const run = (...args: string[]) => shoal(args, around)
dir.write('data/orders.csv', 'id,city,amount\n1,Oslo,10\n2,Oslo,5\n3,Rome,1\n')
dir.write('data/visits.csv', 'id,page\n1,home\n2,shop\n')

it('answers from the run, says what changed, and refuses when nothing is left', async () => {
  const first = await run('analyze', 'data', 'How many orders are there per city?', '--json', '--quiet')
  expect(first.status).toBe(0)
  const report = JSON.parse(first.stdout)
  const name: string = report.run
  const question = 'How many orders are there per city?'
  const asked = await run('runs', 'ask', name, question, '--json')
  expect(asked).toMatchObject({ status: 0, stderr: '' })
  const said = JSON.parse(asked.stdout)
  expect(said.question).toEqual(report.question)
  expect(said).toMatchObject({ run: name, query: question, files: 2, changed_files: [] })
  expect((await run('runs', 'ask', name, 'What is the total amount?')).stdout).toMatch(/16/)
  const both = await run('runs', 'ask', name, 'How many orders are there, and is anything wrong?')
  expect(both.stdout).toMatch(/^In part: 3\n.*Read as: [^\n]*\n! What is wrong stands in the report/s)
  expect((await run('runs', 'ask', name, 'What looks wrong?')).stdout).toMatch(/shoal report/)

  const ledger = await openLedger(home)
  try {
    expect((await ask(name, question, { ledger })).question.rows).toEqual(said.question.rows)
  } finally {
    await ledger.close()
  }

  writeFileSync(join(dir.path, 'data/visits.csv'), 'id,page\n1,home\n')
  const partly = await run('runs', 'ask', name, question, '--json')
  expect(partly).toMatchObject({ status: 6, stderr: 'left out data/visits.csv: it has changed since the run\n' })
  expect(JSON.parse(partly.stdout)).toMatchObject({
    files: 1,
    changed_files: [{ path: 'data/visits.csv', reason: 'has changed since the run' }],
    question: { status: 'partial', rows: said.question.rows },
  })
  rmSync(join(dir.path, 'data/orders.csv'))
  expect(await run('runs', 'ask', name, question)).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining('all 2 files of run'),
  })
})

it.each([
  [['ask'], 'takes a RUN and a QUESTION'],
  [['ask', 'x'], 'takes a RUN and a QUESTION'],
  [['ask', 'nope', 'How many?'], 'there is no run "nope"'],
  [['list'], 'has no verb "list"'],
])('runs %j ends with 2 and one line', async (args, line) => {
  const { status, stderr } = await run('runs', ...args)
  expect(status).toBe(2)
  expect(stderr).toContain(line)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})
