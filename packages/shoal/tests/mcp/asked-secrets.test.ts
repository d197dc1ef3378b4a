// A secret that is typed into a question is shown nowhere: in no form of the report, no list, no plan, no answer to an agent.
// The run still works with what was asked, and is known by it.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunReport } from '@shoal/base/model/report'
import { MASK } from '@shoal/base/secrets/mask-value'
import { beforeAll, describe, expect, it } from 'vitest'
import { settingsFrom } from '../../src/config/resolve.ts'
import { listedRuns, runState } from '../../src/mcp/run-pages.ts'
import { findings } from '../../src/mcp/tools/findings.ts'
import { plan } from '../../src/mcp/tools/plan.ts'
import { readChunk } from '../../src/mcp/tools/read-chunk.ts'
import { readAnalysis } from '../../src/run/analysis/definition.ts'
import { analyze } from '../../src/run/library-analysis.ts'
import { planPaths } from '../../src/run/plan.ts'
import { renderReport } from '../../src/run/render-report.ts'
import { runReportPage } from '../../src/run/report-page/report-page.ts'
import { planJson } from '../../src/stages/plan-json.ts'
import { renderPlan } from '../../src/stages/plan-render.ts'
import { outlineOf } from '../../src/web/api/outline.ts'
import { makeLab } from './lab.ts'

const lab = makeLab()
const server = lab.server()
const { ledger, context } = server
const TOKEN = ['ghp', '6aKtfopRq2Zx7Vb3Nm5Rt1Yp6Ws4Dc0Eg8Hj'].join('_')
const PASSWORD = ['Tr0ub4dor', 'Zebra77'].join('-')
const QUERY = `How many errors name ${TOKEN}, and is the password ${PASSWORD} used?`
const SHOWN = `How many errors name ghp_${MASK}, and is the password Tr0${MASK} used?`
const data = join(lab.root, 'data')

function expectMasked(text: string): void {
  for (const secret of [TOKEN, PASSWORD]) expect(text).not.toContain(secret.slice(4))
  expect(text).toContain(MASK)
}

describe('a secret in a question', () => {
  let report: RunReport

  beforeAll(async () => {
    mkdirSync(data)
    const lines = Array.from(
      { length: 200 },
      (_, k) => `2026-03-01T00:00:0${k % 10}Z ${k % 9 ? 'INFO' : 'ERROR'} job ${k}`,
    )
    writeFileSync(join(data, 'app.log'), `${[...lines, `2026-03-01T00:01:00Z ERROR used ${TOKEN}`].join('\n')}\n`)
    writeFileSync(join(data, 'notes.md'), `# Notes\n\nThe password ${PASSWORD} is used here.\n`)
    report = await analyze(data, { ledger, query: QUERY, name: 'asked' })
  })

  it('is masked in the report', () => {
    expect(report.query).toBe(SHOWN)
    expectMasked(JSON.stringify(report))
  })

  it.each(['text', 'md', 'json', 'sarif', 'html'] as const)('is masked in its %s', async format => {
    expectMasked(await renderReport(report, format, { width: 400 }))
  })

  it('is masked in the page of the run, and where runs are listed', async () => {
    const page = await runReportPage({ ledger, run: 'asked' })
    expect(page.report.query).toBe(SHOWN)
    expectMasked(JSON.stringify(page))
    const team = await ledger.team('asked')
    expect(team.purpose).toBe(SHOWN)
    expect((await outlineOf(ledger, team))!.query).toBe(SHOWN)
    expectMasked(JSON.stringify(await ledger.events({ team: 'asked', after: 0, limit: 1000 })))
  })

  it('is masked in plans', async () => {
    const made = await planPaths([data], QUERY, settingsFrom(), context.signal)
    expect(planJson(made).query).toBe(SHOWN)
    expectMasked(renderPlan(made, { color: false, width: 300 }))
  })

  it('is masked in the answers to agents', async () => {
    expect((await server.call(plan, { paths: [data], query: QUERY, dry_run: true })).query).toBe(SHOWN)
    expect((await server.call(findings, { run: 'asked' })).question).toBe(SHOWN)
    const planned = await server.call(plan, { paths: [data], query: QUERY })
    const [task] = planned.stage.tasks
    expect((await server.call(readChunk, { run: planned.run, task: task.task })).question).toBe(SHOWN)
    expectMasked(JSON.stringify([await listedRuns(context), await runState(context, 'asked')]))
  })

  it('is still what the run asks, and is known by', async () => {
    expect(readAnalysis('asked', await ledger.definition('asked')).plan.query).toBe(QUERY)
    expect((await analyze(data, { ledger, query: QUERY, name: 'asked' })).run).toBe('asked')
    await expect(analyze(data, { ledger, query: SHOWN, name: 'asked' })).rejects.toThrow('another query')
  })
})
