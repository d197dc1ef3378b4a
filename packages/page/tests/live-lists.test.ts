// What the live view says of lists that are longer than it shows, and of what it could not read.

import type { LiveCall, LiveFinding, LiveTaskPage } from '@shoal/base/model/live'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { wordsOf } from './findings-list.ts'
import { inChromium } from './in-chromium.ts'
import { type MadeLiveServer, madeRun, madeTask, Refused, startMadeLive } from './made-live-server.ts'

const RUNS = 500
const CALLS = 450
const PAGE = 200

inChromium('lists of the live view', chromium => {
  let server: MadeLiveServer
  beforeAll(async () => {
    server = await startMadeLive({})
  })
  beforeEach(() => {
    Object.assign(server, { answers, isDown: false, isMute: false })
  })
  afterAll(async () => await server?.close())

  it('of runs says how many there are, not how many are listed', async () => {
    const { page } = await chromium.open(server.at(''))
    const count = page.getByRole('main').locator('.list-filters').getByRole('status')
    await expect.poll(() => wordsOf(count)).toBe('The newest 500 of 1,234 runs')
    await expect.poll(() => page.getByRole('listitem').count()).toBe(RUNS)
    await page.getByText('Older ones are not listed here').waitFor()
    await page.getByRole('searchbox').fill('run-7 ')
    await expect.poll(() => wordsOf(count)).toBe('11 of the newest 500 of 1,234 runs')
    await page.getByRole('combobox', { name: 'Status' }).selectOption('failed')
    await expect.poll(() => wordsOf(count)).toBe('1 of the newest 500 of 1,234 runs')
    await expect.poll(() => wordsOf(page.getByRole('listitem'))).toContain('run-77')
  })

  it('of a task’s findings and calls say so too', async () => {
    const { page } = await chromium.open(server.at('#/runs/one/tasks/a'))
    const findings = page.getByRole('region', { name: 'Findings of the task' })
    await findings.getByRole('heading', { name: '1,500 findings' }).waitFor()
    await findings.getByText('The first 3 of them.').waitFor()
    const calls = page.getByRole('region', { name: 'Calls of the task' })
    await calls.getByRole('heading', { name: '1,234 calls' }).waitFor()
    await calls.getByText('The last 200 of them.').waitFor()
    await calls.getByRole('link', { name: 'See all calls of the run' }).click()
    await page.getByRole('heading', { name: 'Calls' }).waitFor()
  })

  it('of calls say that none has failed so far as they were looked at, and find the one that has', async () => {
    const { page } = await chromium.open(server.at('#/runs/one/calls'))
    const main = page.getByRole('main')
    const rows = main.getByRole('table').getByRole('row')
    await expect.poll(() => rows.count()).toBe(PAGE + 1)
    await page.getByRole('checkbox', { name: 'Only failed' }).check()
    await main.getByText('None of the first 200.').waitFor()
    await expect.poll(() => wordsOf(main)).not.toContain('Reading…')
    await page.getByRole('button', { name: 'Show more: 200 of 450 were looked at' }).click()
    await main.getByText('None of the first 400.').waitFor()
    await page.getByRole('button', { name: 'Show more: 400 of 450 were looked at' }).click()
    await expect.poll(() => rows.count()).toBe(2)
    await expect.poll(() => wordsOf(rows.nth(1))).toContain('overloaded')
    await expect.poll(() => main.getByRole('button', { name: /Show more/ }).count()).toBe(0)
  })

  it.each([
    ['calls', '#/runs/one/calls', 'runs/one/calls', 'purpose 200'],
    ['a task', '#/runs/one/tasks/a', 'runs/one/tasks/a', '1,500 findings'],
    ['a call', '#/runs/one/calls/7', 'runs/one/calls/7', 'said 7'],
  ])(
    '%s that could not be read are read when the connection is back, though the run is over',
    async (_, hash, path, text) => {
      server.answers = { ...answers, [path]: () => new Refused(500, 'the disk is gone') }
      const { page } = await chromium.open(server.at(hash))
      await page.getByText('the disk is gone').waitFor()
      await expect.poll(() => wordsOf(page.getByRole('main'))).not.toContain('Reading…')
      server.isDown = true
      server.cut()
      await page.getByText('The connection to the server is lost').waitFor()
      await page.getByText('SHOAL_SERVE_TOKEN').waitFor()
      server.answers = answers
      server.isDown = false
      await page.getByText(text).first().waitFor()
      await expect.poll(() => page.getByText('the disk is gone').count()).toBe(0)
    },
  )

  it('a server that opens streams and cannot look is asked why, and what it says is shown', async () => {
    const { page } = await chromium.open(server.at('#/runs/one'))
    await page.getByRole('heading', { level: 1, name: /one/ }).waitFor()
    server.isMute = true
    server.answers = { ...answers, 'runs/one': () => new Refused(500, 'the ledger cannot be read') }
    server.cut()
    await page.getByText('the ledger cannot be read').waitFor()
    await expect
      .poll(() => wordsOf(page.locator('.live-connection')))
      .toContain('The server cannot say how it goes on.')
    server.isMute = false
    server.answers = answers
    await page.getByText('The connection is back').waitFor()
  })
})

const call = (number: number): LiveCall => ({
  number,
  at: 1_700_000_000_000 + number,
  tookMs: 100,
  attempts: 1,
  task: 'a',
  purpose: `purpose ${number}`,
  model: 'anthropic:claude-haiku-4-5',
  inputTokens: 10,
  outputTokens: 5,
  costUsd: 0.001,
  failure: number === 444 ? 'overloaded: try again' : null,
  verdict: 'quotes 1, verified 1',
})

const finding = (number: number): LiveFinding => ({
  id: `f${number}`,
  task: 'a',
  by: 'reader',
  summary: `finding ${number}`,
  severity: 'low',
  nature: 'problem',
  type: 'made-up',
  contentType: 'log',
  path: 'app.log',
  line: number,
  evidence: 'quoted',
  verified: true,
})

const calls = Array.from({ length: CALLS }, (_, k) => call(k + 1))
const totals = {
  calls: CALLS,
  failed: 1,
  inputTokens: 4500,
  outputTokens: 2250,
  costUsd: 0.45,
  isGuess: false,
  perMinute: 0,
}
const task = madeTask('a')
const runs = Array.from({ length: RUNS }, (_, k) => madeRun(`run-${k}`, { status: k === 77 ? 'failed' : 'completed' }))

const answers = {
  runs: () => ({ runs, total: 1234, cwd: '/here', model: null, shoal: '1.0.0' }),
  'runs/one': () => madeRun('one', { taskList: [task], calls: totals }),
  'runs/one/tasks/a': (): LiveTaskPage => ({
    task,
    description: null,
    waitsFor: null,
    approval: null,
    isPlanCut: false,
    pieces: [],
    findings: [1, 2, 3].map(finding),
    findingCount: 1500,
    calls: calls.slice(-PAGE),
    callCount: 1234,
    result: null,
    log: null,
  }),
  'runs/one/calls': (query: URLSearchParams) => {
    const rest = calls.slice(Number(query.get('after')))
    return { calls: rest.slice(0, PAGE), totals, next: rest.length > PAGE ? rest[PAGE - 1]!.number : null }
  },
  'runs/one/calls/7': () => ({
    ...call(7),
    turns: [{ role: 'reply', text: 'said 7' }],
    tools: [],
    schema: null,
    verdictJson: null,
  }),
}
