// A run that agents read: planned, fetched by reference, handed in, merged, reported; all through the tools.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { settingsFrom } from '../../../src/config/resolve.ts'
import { report as reportTool } from '../../../src/mcp/tools/report.ts'
import { resumeAnalysis } from '../../../src/run/analysis/analyze.ts'
import { listRuns } from '../../../src/run/runs.ts'
import { type LabServer, makeLab } from '../lab.ts'
import { finding, readTask, report, tools } from './agent-lab.ts'

const EXAMPLES = fileURLToPath(new URL('../../../../../examples/data', import.meta.url))
const lab = makeLab()
let server: LabServer

beforeAll(() => {
  cpSync(EXAMPLES, join(lab.root, 'data'), { recursive: true })
  server = lab.server()
})

async function planned(query = 'What looks wrong?', paths = ['data']) {
  const answer = await server.call(tools.plan, { paths, query })
  return { run: answer.run as string, answer }
}

describe('a delegated run', () => {
  it('goes from the plan to the report, with every quote checked', async () => {
    const { run, answer } = await planned()
    expect(answer.totals.analyst_tasks).toBe(answer.stage.tasks.length)
    expect(answer.open_tasks).toBe(11)
    for (const { task, prompt, agent } of answer.stage.tasks) {
      expect(prompt).toContain(`run=${run} task=${task}`)
      expect(agent).toMatch(/^rlm-(code|data|json|chunk)-analyzer$/)
      const { files } = await readTask(server, run, task)
      const reports = [...files].map(([path, lines]) =>
        report(path, [finding(lines.find(({ text }) => text.trim().length > 20)!)]),
      )
      const done = await server.call(tools.submitFindings, { run, task, reports })
      expect(done).toMatchObject({ status: 'complete', accepted: reports.length, rejected: [], complaints: [] })
      expect(done.line).toMatch(
        /^(Chunk \d+\/\d+|File of analyze-\d+) complete: 1 finding \(0 high, 1 medium, 0 low\)$/,
      )
    }
    const merged = await server.call(tools.synthesize, { run })
    expect(merged.status).toBe('merged')
    const found = await server.call(tools.findings, { run, limit: 200 })
    expect(found.tasks).toEqual({ total: 11, done: 11 })
    const byAgents = found.findings.filter((one: { by: string | null }) => one.by !== null)
    expect(byAgents.length).toBeGreaterThan(6)
    for (const { path, line, evidence, by } of byAgents) {
      expect(by).toMatch(/^lab:rlm-/)
      expect(readFileSync(join(lab.root, path), 'utf8').split('\n')[line - 1]).toContain(evidence)
    }
    // What programs find is there too, as without agents.
    expect(
      found.findings.some((one: { summary: string }) => one.summary.includes('SQL built from untrusted text')),
    ).toBe(true)
    const counted = /^(\d+ problems) in 7 files/.exec(merged.answer)![1]!
    const sentence = { text: 'Much looks wrong.', findings: [byAgents[0].id] }
    const added = await server.call(tools.synthesize, { run, synthesis: { answer: [sentence] } })
    expect(added.answer).toContain(counted)
    const written = await server.call(reportTool, { run })
    expect(written.text).toContain('· lab analysts')
    expect(written.text).toContain('lab:rlm-code-analyzer')
    expect(written.text).not.toContain('Partial report')
  })

  it('makes no run when it is only to look', async () => {
    const before = (await server.ledger.teams()).length
    const answer = await server.call(tools.plan, { paths: ['data'], dry_run: true })
    expect(answer.run).toBeNull()
    expect((await server.ledger.teams()).length).toBe(before)
  })

  it('tells its progress while files are looked at', async () => {
    const told: [number, number | null][] = []
    const context = { ...server.context, progress: (done: number, of: number | null) => void told.push([done, of]) }
    await tools.plan.run({ paths: ['data'], dry_run: true }, context)
    expect(told).toEqual([1, 2, 3, 4, 5, 6, 7].map(done => [done, 7]))
  })

  it('is resumed by another server, stage by stage', async () => {
    const { run } = await planned()
    const other = lab.server()
    const { files } = await readTask(other, run, 'analyze-8')
    const [[path, lines]] = [...files] as [[string, { number: number; text: string }[]]]
    await other.call(tools.submitFindings, { run, task: 'analyze-8', reports: [report(path, [finding(lines[2]!)])] })
    const left = await server.call(tools.plan, { run })
    expect(left.open_tasks).toBe(10)
    expect(left.stage.tasks.map(({ task }: { task: string }) => task)).not.toContain('analyze-8')
    expect(await server.refused(tools.synthesize, { run })).toContain('10 tasks not reported on yet: analyze-1, ')
  })

  it('says what no agent has reported on when programs do the rest', async () => {
    const { run } = await planned()
    await server.call(tools.synthesize, { run, open_tasks: 'exact' })
    const { text } = await server.call(reportTool, { run })
    expect(text).toContain('what agents were to add is missing for 11 of')
    // A late report is refused: the run is merged.
    const { files } = await readTask(server, run, 'analyze-8')
    const [path] = files.keys()
    const refusal = await server.refused(tools.submitFindings, { run, task: 'analyze-8', reports: [report(path!, [])] })
    expect(refusal).toContain('analyze-8')
  })

  it('is not taken away from its agents by resume, and says when it is merged', async () => {
    const { run } = await planned()
    const options = { ledger: server.ledger, signal: server.context.signal, env: {}, cwd: lab.root }
    await expect(resumeAnalysis(run, settingsFrom(), options)).rejects.toThrow(
      'is read by agents of lab: 11 tasks to go',
    )
    expect((await listRuns(server.ledger, Date.now())).find(one => one.run === run)!.status).toBe('open')
    expect(await server.refused(reportTool, { run })).toContain('no report yet')
    await resumeAnalysis(run, settingsFrom(), { ...options, takesOver: true })
    expect((await server.call(tools.plan, { run })).next).toContain('It is merged')
    expect(await server.refused(tools.plan, { run, query: 'Another question' })).toContain('`query` cannot be changed')
  })

  it('takes at most 20 files, the largest, and says so', async () => {
    const many = join(lab.root, 'many')
    mkdirSync(many)
    for (let k = 0; k < 25; k++) writeFileSync(join(many, `note-${k}.txt`), 'A line of prose.\n'.repeat(k + 1))
    const answer = await server.call(tools.plan, { paths: ['many'], dry_run: true })
    expect(answer.totals.files).toBe(20)
    expect(answer.warnings).toContain('Found 25 files, processing first 20')
    expect(answer.skipped_count).toBe(5)
    const all = await server.call(tools.plan, { paths: ['many'], max_files: 100, dry_run: true })
    expect(all.totals.files).toBe(25)
  })

  it('refuses what it does not have in one line', async () => {
    const { run } = await planned()
    expect(await server.refused(tools.readChunk, { run, task: 'analyze-99' })).toBe(
      `run "${run}" has no task "analyze-99"`,
    )
    expect(await server.refused(tools.readChunk, { run, task: 'synthesize-cross' })).toContain('is a synthesis')
    expect(await server.refused(tools.readChunk, { run, task: 'analyze-1', part: 99 })).toContain('not 99')
    expect(await server.refused(tools.readChunk, { run: 'nobody', task: 'analyze-1' })).toContain('no run "nobody"')
    expect(await server.refused(tools.plan, {})).toContain('either `paths` or `run`')
    expect(await server.refused(tools.plan, { paths: ['../home'] })).toMatch(/outside|roots/)
    expect(await server.refused(tools.plan, { paths: ['/etc/passwd'] })).toMatch(/outside|roots/)
  })

  it('does not read a file that changed since it was planned', async () => {
    const file = join(lab.root, 'changing.txt')
    writeFileSync(file, 'One line of text.\nAnother line of text.\n')
    const { run } = await planned('What is it?', ['changing.txt'])
    writeFileSync(file, 'One line of text.\nAnother line of text, and more.\n')
    expect(await server.refused(tools.readChunk, { run, task: 'analyze-1' })).toContain('changed')
  })
})
