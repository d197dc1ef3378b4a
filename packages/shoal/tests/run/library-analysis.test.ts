// Analyses as a program uses them: events, runs, reports again, renderings.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RunReport } from '@shoal/base/model/report'
import { memoryLedger } from '@shoal/team/memory-ledger'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnalyzeOptions, analyze, report, resume, runs } from '../../src/run/library-analysis.ts'
import type { AnalysisEvent } from '../../src/run/library-events.ts'
import { renderReport } from '../../src/run/render-report.ts'
import { tempDir } from '../cli/temp-dir.ts'

const data = fileURLToPath(new URL('../../../../examples/data', import.meta.url))
const home = tempDir()
const given = process.env.SHOAL_HOME
beforeAll(() => {
  process.env.SHOAL_HOME = join(home.path, 'state')
})
afterAll(() => {
  if (given === undefined) delete process.env.SHOAL_HOME
  else process.env.SHOAL_HOME = given
})

async function collect(events: AsyncIterable<AnalysisEvent>): Promise<AnalysisEvent[]> {
  const heard: AnalysisEvent[] = []
  for await (const event of events) heard.push(event)
  return heard
}

describe('the events of an analysis', () => {
  it('tell its start, every task, its progress and its end', async () => {
    const analysis = analyze(data, { ledger: memoryLedger(), query: 'What looks wrong?' })
    const events = await collect(analysis)
    const [first, last] = [events[0], events.at(-1)]
    if (first?.kind !== 'run-started' || last?.kind !== 'run-ended') throw new Error(`${first?.kind}, ${last?.kind}`)
    expect(first.run).toBe('analyze-data')
    const made = await analysis
    expect(last.report).toBe(made)
    const { tasks } = first.plan
    for (const kind of ['task-claimed', 'task-completed'] as const) {
      const told = events.flatMap(event => (event.kind === kind ? [event.task.id] : []))
      expect(told.sort()).toEqual(tasks.map(({ id }) => id).sort())
    }
    for (const { id } of tasks) {
      const at = (kind: string) =>
        events.findIndex(event => event.kind === kind && 'task' in event && event.task.id === id)
      expect(at('task-claimed')).toBeLessThan(at('task-completed'))
    }
    const progress = events.flatMap(event => (event.kind === 'progress' ? [event.progress] : []))
    for (const [k, { tasksDone, bytesRead }] of progress.entries()) {
      expect(tasksDone).toBeGreaterThanOrEqual(progress[k - 1]?.tasksDone ?? 0)
      expect(bytesRead).toBeGreaterThanOrEqual(progress[k - 1]?.bytesRead ?? 0)
    }
    expect(progress.at(-1)).toMatchObject({
      tasksDone: tasks.length,
      tasks: tasks.length,
      bytesRead: progress[0]!.bytes,
    })
  })

  it('tell what was found with the task that found it, the gravest first', async () => {
    const events = await collect(analyze(join(data, 'service.py'), { ledger: memoryLedger() }))
    const read = events.find(event => event.kind === 'task-completed' && event.task.kind === 'analyze')
    if (read?.kind !== 'task-completed') throw new Error('nothing was read')
    expect(read.summary).toMatch(/^(?:Chunk|File|Batch) .* complete: \d+ findings? \(1 high, /)
    expect(read.findings[0]).toMatchObject({ severity: 'high', type: 'vulnerability', verified: true, line: 27 })
    expect(read.findings.length).toBeLessThanOrEqual(10)
  })

  it('end with the error that the promise has', async () => {
    const analysis = analyze(join(data, 'not-there'), { ledger: memoryLedger() })
    await expect(collect(analysis)).rejects.toMatchObject({ code: 'nothing-to-read' })
    await expect(analysis).rejects.toMatchObject({ code: 'nothing-to-read' })
    await expect(collect(analyze(data, { maxFiles: 'x' as never }))).rejects.toMatchObject({ code: 'config-invalid' })
  })

  it('stop nothing when they are no longer wanted', async () => {
    const ledger = memoryLedger()
    const analysis = analyze(data, { ledger })
    for await (const event of analysis) if (event.kind === 'task-claimed') break
    expect((await analysis).coverage).toMatchObject({ files: 7, filesRead: 7, tasksFailed: 0 })
  })
})

describe('runs', () => {
  it('are none before there is a ledger, and looking makes none', async () => {
    expect(await runs()).toEqual([])
    expect(await runs()).toEqual([])
  })

  it('are listed, reported again and resumed', async () => {
    const made = await analyze(join(data, 'service.py'), { name: 'one' })
    expect(await runs()).toMatchObject([
      { run: 'one', pattern: 'analyze', status: 'completed', reason: null, tasks: { total: 2, completed: 2 } },
    ])
    expect(await report('one')).toEqual(made)
    expect(await resume('one')).toEqual(made)
    expect(await analyze(join(data, 'service.py'), { name: 'one' })).toEqual(made)
    await expect(report('two')).rejects.toMatchObject({ code: 'unknown-team' })
    await expect(resume('two')).rejects.toMatchObject({ code: 'unknown-team' })
  })

  it('have no report before they have ended', async () => {
    const ledger = memoryLedger()
    const stop = new AbortController()
    const analysis = analyze(data, { name: 'half', ledger, signal: stop.signal })
    const ending = (async () => {
      for await (const event of analysis) if (event.kind === 'run-started') stop.abort()
    })()
    await expect(ending).rejects.toMatchObject({
      code: 'interrupted',
      detail: 'half',
      advice: expect.stringContaining('resume'),
    })
    await expect(report('half', { ledger })).rejects.toMatchObject({ code: 'wrong-state' })
    expect(await runs({ ledger })).toMatchObject([{ run: 'half', status: 'interrupted', endedAt: null }])
  })
})

describe('a name that is taken', () => {
  const dir = tempDir()
  const [logs, other] = [join(dir.path, 'logs'), join(dir.path, 'other')]
  for (const made of [logs, other]) mkdirSync(made)
  const write = (path: string, text: string) => writeFileSync(join(dir.path, path), text)
  write('other/x.log', '2025-01-01 ERROR x\n')
  const ledger = memoryLedger()
  const options = { name: 'same', ledger, query: 'What failed?' }
  const refused = async (paths: string | readonly string[], more: AnalyzeOptions = {}) => {
    const error = await analyze(paths, { ...options, ...more }).then(
      () => null,
      thrown => thrown,
    )
    expect(error).toMatchObject({ code: 'team-exists', detail: 'same', retryable: false })
    return error.message
  }
  let made: RunReport
  beforeAll(async () => {
    write('logs/a.log', '2025-01-01 ERROR a\n')
    write('logs/b.bin', '\0\u0001\0\u0002')
    made = await analyze(logs, options)
  })

  it('gives the report of the same question over the same files again', async () => {
    expect(await analyze(logs, options)).toEqual(made)
    expect(await analyze([`${logs}/`, join(logs, '..', 'logs')], options)).toEqual(made)
  })

  it('is refused for other paths, another question or another goal, and says which', async () => {
    expect(await refused(other)).toBe('run "same" has other paths')
    expect(await refused([logs, other])).toBe('run "same" has other paths')
    expect(await refused([])).toBe('run "same" has other paths')
    expect(await refused(logs, { query: 'Who was it?' })).toBe('run "same" has another query')
    expect(await refused(logs, { goal: 'performance' })).toBe('run "same" has another goal')
    expect(await refused(other, { query: 'Who was it?' })).toBe('run "same" has other paths and another query')
  })

  it('is refused for relative paths that mean others now', async () => {
    const kept = memoryLedger()
    const before = process.cwd()
    try {
      process.chdir(logs)
      await analyze('.', { name: 'here', ledger: kept })
      process.chdir(other)
      await expect(analyze('.', { name: 'here', ledger: kept })).rejects.toMatchObject({
        message: 'run "here" has other paths',
      })
    } finally {
      process.chdir(before)
    }
  })

  it('is refused when files have changed since, are new or gone', async () => {
    write('logs/c.log', '2025-01-01 ERROR c\n')
    expect(await refused(logs)).toBe(`run "same" read other files: ${join(logs, 'c.log')} is new`)
    rmSync(join(logs, 'c.log'))
    expect(await analyze(logs, options)).toEqual(made)
    write('logs/a.log', '2025-01-01 ERROR a\n2025-01-01 ERROR b\n')
    expect(await refused(logs)).toBe(`run "same" read other files: ${join(logs, 'a.log')} has changed`)
    rmSync(join(logs, 'a.log'))
    expect(await refused(logs)).toBe(`run "same" read other files: ${join(logs, 'a.log')} is gone`)
    expect(await report('same', { ledger })).toEqual(made)
  })
})

describe('renderReport', () => {
  let made: RunReport
  beforeAll(async () => {
    made = await analyze(data, { query: 'What looks wrong?', ledger: memoryLedger() })
  })

  it('gives every form', async () => {
    expect(await renderReport(made, 'text')).toMatch(/^22 problems in 7 files/)
    expect(await renderReport(made, 'md')).toMatch(/^# .*\n/)
    expect(JSON.parse(await renderReport(made, 'json'))).toMatchObject({
      schema_version: 1,
      run: 'analyze-data',
      query: 'What looks wrong?',
    })
    expect(JSON.parse(await renderReport(made, 'sarif'))).toMatchObject({
      version: '2.1.0',
      runs: [{ tool: { driver: { name: 'shoal' } } }],
    })
    expect(await renderReport(made, 'html')).toMatch(/^<!doctype html>\n/)
    for (const format of ['text', 'md', 'json', 'sarif', 'html'] as const)
      expect(await renderReport(made, format)).toMatch(/[^\n]\n$/)
  })

  it('refuses a form that it does not know', async () => {
    await expect(renderReport(made, 'pdf' as 'md')).rejects.toMatchObject({ code: 'bad-value', detail: 'format' })
  })

  it('takes a look into account', async () => {
    const wide = await renderReport(made, 'text', { width: 60, top: 1, color: true })
    expect(wide).toMatch(/\u001b\[/)
    expect(wide.length).toBeLessThan((await renderReport(made, 'text')).length)
  })
})
