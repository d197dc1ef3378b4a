// Runs as the page sees them, over a real ledger and a real analysis of the examples.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LiveRun } from '@shoal/base/model/live'
import type { AnalystResult } from '@shoal/base/model/report'
import { beforeAll, describe, expect, it } from 'vitest'
import { applyChange } from '../../../../page/src/live/apply-change.ts'
import type { Analyzed } from '../../../src/run/analysis/lead.ts'
import { readRun } from '../../../src/web/api/run.ts'
import { listRuns, watchRuns } from '../../../src/web/api/runs.ts'
import { readTask } from '../../../src/web/api/task.ts'
import { readText } from '../../../src/web/api/text.ts'
import { changesUntil, EXAMPLES, openLab, timeless } from './lab.ts'

const lab = await openLab()
const { context, ledger } = lab
let watched: LiveRun
let analyzed: Analyzed

beforeAll(async () => {
  const running = lab.analyze([EXAMPLES], 'demo', 'What is wrong?')
  while (!(await ledger.teams()).some(({ name }) => name === 'demo')) await new Promise(done => setTimeout(done, 10))
  watched = await readRun(context, { run: 'demo' })
  const changes = await changesUntil(
    context,
    { run: 'demo', after: watched.cursor },
    ({ status }) => status === 'completed',
  )
  for (const change of changes) watched = applyChange(watched, change)
  analyzed = await running
})

describe('a run that was watched to its end', () => {
  it('is what is read then, members that leave last apart', async () => {
    const [last] = await changesUntil(context, { run: 'demo', after: watched.cursor }, () => true)
    expect(timeless(applyChange(watched, last!))).toEqual(timeless(await readRun(context, { run: 'demo' })))
  })

  it('has its stages, tasks, findings and messages', async () => {
    const run = await readRun(context, { run: 'demo' })
    expect(run).toMatchObject({
      run: 'demo',
      pattern: 'analyze',
      status: 'completed',
      query: 'What is wrong?',
      engine: 'built-in',
      hasReport: true,
      calls: null,
      budgets: [],
      canStop: false,
      canResume: false,
    })
    expect(run.stages.map(({ title }) => title)).toEqual(['Read', 'Merge per type', 'Merge across types'])
    for (const [at, { tasks, done, failed, working }] of run.stages.entries()) {
      expect({ done, failed, working }).toEqual({ done: tasks, failed: 0, working: 0 })
      expect(run.taskList.filter(({ stage }) => stage === at)).toHaveLength(tasks)
    }
    const readers = run.taskList.filter(({ stage }) => stage === 0)
    const bytes = readers.reduce((sum, task) => sum + task.bytes!, 0)
    expect(run.progress).toEqual({
      bytesRead: bytes,
      bytes,
      tasksDone: run.tasks.total,
      tasks: run.tasks.total,
      bytesPerSecond: null,
      leftMs: null,
      goesBy: 'bytes',
    })
    const results = await Promise.all(readers.map(({ id }) => ledger.result('demo', id)))
    const found = (results as unknown as AnalystResult[]).flatMap(({ reports }) => reports.flatMap(one => one.findings))
    expect(run.findingCount).toBe(found.length)
    expect(run.findings.map(({ id }) => id).sort()).toEqual(found.map(({ id }) => id).sort())
    const ends = run.findings.map(({ task }) => readers.find(({ id }) => id === task)!.endedAt!)
    expect(ends).toEqual(ends.toSorted((a, b) => b - a))
    expect(run.messages.map(({ number }) => number)).toEqual(run.messages.map((_, k) => run.messages.length - k))
  })

  it('left its progress behind', () => {
    const stored = JSON.parse(readFileSync(join(context.runDirectory('demo'), 'progress.json'), 'utf8'))
    expect(stored).toMatchObject({ tasksBefore: 0, tasksDone: analyzed.report!.coverage.tasks, calls: null })
    expect(stored.at).toBeGreaterThanOrEqual(stored.startedAt)
  })

  it('opens its tasks, with the text they read', async () => {
    const { taskList } = await readRun(context, { run: 'demo' })
    const reader = taskList.find(({ path, startLine }) => path?.endsWith('events.jsonl') && startLine === 1)!
    const page = await readTask(context, { run: 'demo', task: reader.id })
    const { path, endLine } = reader
    expect(page).toMatchObject({ task: reader, calls: [], result: null, log: null })
    expect(page.pieces.length).toBeGreaterThan(1)
    expect(page.pieces.at(-1)).toMatchObject({ path, endLine })
    const lines: string[] = []
    for (const { startLine } of page.pieces)
      for (let line: number | null = startLine; line !== null; ) {
        const text = await readText(context, { run: 'demo', task: reader.id, path: path!, line })
        expect(text).toMatchObject({ path, line, problem: null })
        lines.push(...text.lines)
        line = text.next
      }
    const whole = readFileSync(path!, 'utf8').split('\n')
    expect(lines).toEqual(whole.slice(0, endLine!))
    const merge = await readTask(context, { run: 'demo', task: 'synthesize-log' })
    expect(merge).toMatchObject({ pieces: [], findings: [] })
    expect(merge.result).not.toBeNull()
  })

  it('gives no line that the task does not read', async () => {
    const ask = (path: string, line: number | null) => readText(context, { run: 'demo', task: 'analyze-1', path, line })
    const { task } = await readTask(context, { run: 'demo', task: 'analyze-1' })
    await expect(ask('/etc/passwd', 1)).rejects.toMatchObject({ code: 'bad-value' })
    await expect(ask(task.path!, task.endLine! + 1)).rejects.toMatchObject({ code: 'bad-value' })
    await expect(ask(task.path!, 0)).rejects.toMatchObject({ code: 'bad-value' })
  })
})

describe('the list', () => {
  it('tells of runs as they come and go, and of nothing else', async () => {
    await ledger.createTeam({ name: 'no-run', tasks: [] })
    expect((await listRuns(context)).runs.map(({ run }) => run)).toEqual(['demo'])
    const done = new AbortController()
    const seen: string[][] = []
    for await (const { runs } of watchRuns({ ...context, signal: done.signal })) {
      seen.push(runs.map(({ run, status }) => `${run} ${status}`))
      if (seen.length === 1)
        await ledger.createTeam({ name: 'later', definition: { file: {} }, tasks: [{ subject: 'x' }] })
      if (seen.length === 2) await ledger.deleteTeam('later')
      if (seen.length === 3) done.abort()
    }
    expect(seen).toEqual([['demo completed'], ['later interrupted', 'demo completed'], ['demo completed']])
  })

  it('and the stream of a run ends when it is deleted', async () => {
    await ledger.createTeam({ name: 'short', definition: { file: {} }, tasks: [{ subject: 'x' }] })
    const changes = await changesUntil(context, { run: 'short', after: 0 }, () => {
      void ledger.deleteTeam('short')
      return false
    })
    expect(changes).toHaveLength(1)
    await expect(readRun(context, { run: 'short' })).rejects.toMatchObject({ code: 'not-a-run' })
    await expect(readRun(context, { run: 'no-run' })).rejects.toMatchObject({ code: 'not-a-run' })
  })
})
