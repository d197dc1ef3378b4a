// What a run asks its models, as the page sees it: a real analysis, the stub's HTTP for a provider.
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { settingsFrom } from '../../../src/config/resolve.ts'
import { openCallLog } from '../../../src/models/call-log.ts'
import { openLedger } from '../../../src/run/ledger.ts'
import { listCalls, readCall } from '../../../src/web/api/call-logs.ts'
import { readRun } from '../../../src/web/api/run.ts'
import { readTask } from '../../../src/web/api/task.ts'
import type { ApiContext } from '../../../src/web/api-context.ts'
import { honestAnalyst } from '../../run/models/honest-analyst.ts'
import { Lab, MODEL } from '../../run/models/lab.ts'

it('shows every call, one task’s calls, and one call with every word', async () => {
  const lab = await Lab.open(honestAnalyst())
  lab.write('api.log', Array.from({ length: 900 }, (_, k) => `2026-03-01 10:00:00 INFO request ${k} served\n`).join(''))
  const seen = await lab.analyze(['What looks wrong?', '--chunk-size', '300', '--max-tokens', '10000000'])
  expect(seen.status).toBe(0)
  const ledger = await openLedger(lab.home)
  const context: ApiContext = {
    ledger,
    settings: settingsFrom(),
    env: {},
    cwd: lab.path,
    signal: new AbortController().signal,
    runDirectory: run => join(lab.home, 'runs', run),
    now: Date.now,
  }
  try {
    const log = await openCallLog(context.runDirectory('lab'), { isReadOnly: true })
    const { calls, totals, next } = await listCalls(context, { run: 'lab', after: 0 })
    const { input, output, microUsd } = log.totals()
    expect(totals).toEqual({
      calls: lab.stub.count,
      failed: 0,
      inputTokens: input,
      outputTokens: output,
      costUsd: microUsd! / 1e6,
      isGuess: false,
      perMinute: lab.stub.count,
    })
    expect(next).toBeNull()
    expect(calls.map(({ number }) => number)).toEqual(calls.map((_, k) => k + 1))
    expect((await listCalls(context, { run: 'lab', after: 2 })).calls).toEqual(calls.slice(2))

    const run = await readRun(context, { run: 'lab' })
    expect(run).toMatchObject({ calls: totals, budgets: [{ unit: 'tokens', limit: 10_000_000, reserved: 0 }] })
    expect(run.findings.some(({ by }) => by === MODEL)).toBe(true)

    const first = calls.find(({ task }) => task === 'analyze-1')!
    const page = await readTask(context, { run: 'lab', task: 'analyze-1' })
    expect(page.calls).toEqual(calls.filter(({ task }) => task === 'analyze-1'))
    const opened = await readCall(context, { run: 'lab', number: first.number })
    expect(opened).toMatchObject(first)
    expect(opened.turns.map(({ role }) => role)).toEqual(['system', 'user', 'reply'])
    expect(opened.turns[1]!.text).toContain('INFO request')
    expect(JSON.parse(opened.turns[2]!.text)).toHaveProperty('findings')
    expect(opened.schema).toMatchObject({ type: 'object' })
    expect(opened.verdict).toMatch(/verified/)
    await expect(readCall(context, { run: 'lab', number: 999 })).rejects.toMatchObject({ code: 'not-recorded' })
  } finally {
    await ledger.close()
  }
})
