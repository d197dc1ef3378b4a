// What an agent hands in is checked quote by quote: what holds is kept, what does not is refused, and may be corrected.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnalystResult } from '@shoal/base/model/report'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type LabServer, makeLab } from '../lab.ts'
import { finding, report, tools } from './agent-lab.ts'

const lab = makeLab()
let server: LabServer

const SOURCE = [
  'import os',
  '',
  'def load(path):',
  '    name = "a \\"quoted\\" name\\t"',
  '    return open(os.path.join("/data", path)).read()',
  '',
  'PASSWORD = "hunter2-very-secret-98431"',
  '',
].join('\n')

beforeAll(() => {
  writeFileSync(join(lab.root, 'app.py'), SOURCE)
  server = lab.server()
})

async function plannedRun(): Promise<string> {
  return (await server.call(tools.plan, { paths: ['app.py'], query: 'Is it safe?' })).run
}

const line5 = { number: 5, text: SOURCE.split('\n')[4]! }
const fabricated = finding(line5, { summary: 'It deletes files', evidence: 'shutil.rmtree(path)', severity: 'high' })
const submitted = (run: string, found: readonly unknown[], more = {}) =>
  server.call(tools.submitFindings, { run, task: 'analyze-1', reports: [report('app.py', found, more)] })

async function storedIn(run: string): Promise<AnalystResult> {
  return (await server.ledger.result(run, 'analyze-1')) as unknown as AnalystResult
}

describe('a submission', () => {
  it('keeps what holds and refuses what does not, with the nearest text', async () => {
    const run = await plannedRun()
    const close = finding(line5, { summary: 'It reads any file', evidence: 'return open(os.path.join("/data", name))' })
    const answer = await submitted(run, [finding(line5), close, fabricated])
    expect(answer).toMatchObject({ status: 'needs_correction', accepted: 1 })
    expect(answer.rejected.map((one: { summary: string }) => one.summary)).toEqual([
      'It reads any file',
      'It deletes files',
    ])
    expect(answer.rejected[0].nearest).toEqual({ line: 5, text: line5.text })
    expect(answer.rejected[0].problem).toContain('not stand in the file')
    const [stored] = (await storedIn(run)).reports
    expect(stored!.findings.filter(({ by }) => by === 'lab:rlm-code-analyzer').map(({ evidence }) => evidence)).toEqual(
      [line5.text.trim()],
    )
    expect(stored!.rejected.map(({ summary }) => summary)).toEqual(['It reads any file', 'It deletes files'])
  })

  it('adds a correction to what was accepted before, and no longer holds the fault against it', async () => {
    const run = await plannedRun()
    const first = await submitted(run, [finding(line5), fabricated])
    expect(first.line).toBe('File of analyze-1 complete: 1 finding (0 high, 1 medium, 0 low)')
    const second = await submitted(run, [{ ...fabricated, evidence: 'open(os.path.join("/data", path)).read()' }])
    expect(second).toMatchObject({ status: 'complete', accepted: 1, rejected: [] })
    expect(second.line).toBe('File of analyze-1 complete: 2 findings (1 high, 1 medium, 0 low)')
    const [stored] = (await storedIn(run)).reports
    expect(stored!.rejected).toEqual([])
    expect(stored!.verification).toMatchObject({ rejected: 0 })
    // Once more the same changes nothing.
    const third = await submitted(run, [{ ...fabricated, evidence: 'open(os.path.join("/data", path)).read()' }])
    expect(third.line).toBe(second.line)
  })

  it('gives the lead one line for each report', async () => {
    const run = await plannedRun()
    await submitted(run, [finding(line5)])
    const inbox = await server.ledger.unread(run, 'lead')
    expect(inbox.map(({ kind, from, line }) => [kind, from, line])).toEqual([
      ['task-report', 'code-analyst-1', 'File of analyze-1 complete: 1 finding (0 high, 1 medium, 0 low)'],
    ])
  })

  it('corrects a wrong line, and understands quotes with escapes or line numbers', async () => {
    const run = await plannedRun()
    const line4 = SOURCE.split('\n')[3]!
    const answer = await submitted(run, [
      finding(line5, { line: 1, summary: 'On another line' }),
      finding(
        { number: 4, text: line4 },
        { summary: 'Copied with its escapes', evidence: JSON.stringify(line4).slice(1, -1) },
      ),
      finding(line5, { summary: 'Copied with its number', evidence: `5|${line5.text}` }),
    ])
    expect(answer).toMatchObject({ status: 'complete', accepted: 3, relocated: 1 })
  })

  it('refuses figures that nobody gave', async () => {
    const run = await plannedRun()
    const answer = await submitted(run, [finding(line5, { summary: 'It is called 4711 times a day' })])
    expect(answer.rejected[0].problem).toContain('4711')
  })

  it('never shows nor stores a secret in clear', async () => {
    const run = await plannedRun()
    const { text, facts } = await server.call(tools.readChunk, { run, task: 'analyze-1' })
    expect(text + facts).not.toContain('hunter2')
    const shown = (text as string)
      .split('\n')
      .find(line => line.startsWith('7|'))!
      .slice(2)
    const answer = await submitted(run, [finding({ number: 7, text: shown }, { summary: 'A password in code' })])
    expect(answer).toMatchObject({ status: 'complete', accepted: 1 })
    const guessed = await submitted(run, [
      finding(line5, { summary: 'Guessed', evidence: 'PASSWORD = "hunter2-very-secret-98431"' }),
    ])
    expect(JSON.stringify([answer, guessed, await storedIn(run)])).not.toContain('hunter2')
  })

  it('says what is wrong with its form, and then changes nothing', async () => {
    const run = await plannedRun()
    const answer = await server.call(tools.submitFindings, {
      run,
      task: 'analyze-1',
      reports: [{ file_path: 'app.py' }],
    })
    expect(answer).toMatchObject({ status: 'needs_correction', accepted: 0, line: '' })
    expect(answer.complaints.length).toBeGreaterThan(0)
    expect(await storedIn(run)).toBeNull()
  })

  it('says what became of findings that are handed in twice', async () => {
    const run = await plannedRun()
    const answer = await submitted(run, [finding(line5), finding(line5)])
    expect(answer).toMatchObject({ status: 'complete', accepted: 1 })
    expect(answer.notes).toEqual([expect.stringContaining('1 finding said twice')])
  })

  it('keeps the same words of two lines as two, also when one of them is corrected later', async () => {
    writeFileSync(
      join(lab.root, 'same.py'),
      'def a(value):\n    return eval(value)\n\ndef b(value):\n    return eval(value)\n',
    )
    const { run } = await server.call(tools.plan, { paths: ['same.py'] })
    const at = (number: number, evidence: string) =>
      finding({ number, text: '' }, { summary: 'It evaluates what it is given', evidence })
    const hand = (found: unknown[]) =>
      server.call(tools.submitFindings, { run, task: 'analyze-1', reports: [report('same.py', found)] })
    const first = await hand([at(2, 'nothing of the kind stands here'), at(5, 'return eval(value)')])
    expect(first).toMatchObject({ status: 'needs_correction', accepted: 1 })
    expect(await hand([at(2, 'return eval(value)')])).toMatchObject({ status: 'complete', accepted: 1 })
    // Said once more, and of lines that hold something else.
    expect(await hand([at(2, 'return eval(value)'), at(1, 'return eval(value)')])).toMatchObject({ status: 'complete' })
    const { reports } = await storedIn(run)
    const said = reports[0]!.findings.filter(({ by }) => by !== undefined)
    expect(said.map(({ line }) => line).sort()).toEqual([2, 5])
    expect(reports[0]!.rejected).toEqual([])
  })

  it('wants a report on every file of a batch, and corrections of one alone', async () => {
    for (const name of ['a', 'b', 'c'])
      writeFileSync(join(lab.root, `${name}.py`), `def ${name}(value):\n    return eval(value)\n`)
    const { run } = await server.call(tools.plan, { paths: ['a.py', 'b.py', 'c.py'] })
    const quote = (name: string, evidence = 'return eval(value)') =>
      report(`${name}.py`, [finding({ number: 2, text: '' }, { summary: `Evil in ${name}`, evidence })])
    const hand = (reports: unknown[]) => server.call(tools.submitFindings, { run, task: 'analyze-1', reports })
    const first = await hand([quote('a'), quote('b', 'return exec(value)'), quote('d')])
    expect(first).toMatchObject({ status: 'needs_correction', accepted: 1 })
    expect(first.complaints).toEqual(['d.py is no file of task analyze-1', 'there is no report for c.py'])
    expect(await hand([quote('c')])).toMatchObject({ status: 'complete', accepted: 1, complaints: [] })
    const last = await hand([quote('b')])
    expect(last).toMatchObject({ status: 'complete', accepted: 1 })
    expect(last.line).toBe('Batch of 3 files complete: 3 findings (0 high, 3 medium, 0 low)')
  })

  it('takes a report for nothing but the file and the chunk that it names', async () => {
    const run = await plannedRun()
    const found = [finding(line5)]
    const other = await server.call(tools.submitFindings, {
      run,
      task: 'analyze-1',
      reports: [report('other.py', found)],
    })
    expect(other).toMatchObject({ status: 'needs_correction', accepted: 0, line: '' })
    expect(other.complaints[0]).toBe('other.py is no file of task analyze-1')
    const wrong = await submitted(run, found, { chunk_id: 'nonsense' })
    expect(wrong.complaints[0]).toContain('chunk nonsense is not the one of this task')
    expect(await storedIn(run)).toBeNull()
    const { chunk_id } = await server.call(tools.readChunk, { run, task: 'analyze-1' })
    const absolute = report(join(lab.root, 'app.py'), found, { chunk_id })
    expect(await server.call(tools.submitFindings, { run, task: 'analyze-1', reports: [absolute] })).toMatchObject({
      status: 'complete',
      accepted: 1,
    })
  })

  it('keeps reports of a batch apart when a file of it has changed', async () => {
    for (const name of ['one', 'two'])
      writeFileSync(join(lab.root, `${name}.py`), `def ${name}(value):\n    return eval(value)\n`)
    const { run } = await server.call(tools.plan, { paths: ['one.py', 'two.py'] })
    writeFileSync(join(lab.root, 'one.py'), 'def one(value):\n    return eval(value) or None\n')
    const page = await server.call(tools.readChunk, { run, task: 'analyze-1' })
    expect(page).toMatchObject({
      file_path: 'two.py',
      more: [],
      unread: [{ path: 'one.py', reason: expect.stringContaining('changed') }],
    })
    const on = (name: string) =>
      report(`${name}.py`, [
        finding({ number: 2, text: '' }, { summary: `Evil in ${name}`, evidence: 'return eval(value)' }),
      ])
    const answer = await server.call(tools.submitFindings, { run, task: 'analyze-1', reports: [on('one'), on('two')] })
    expect(answer).toMatchObject({ status: 'needs_correction', accepted: 1 })
    expect(answer.complaints[0]).toContain('one.py cannot be reported on')
    const stored = (await storedIn(run)).reports
      .flatMap(({ findings }) => findings)
      .filter(({ by }) => by !== undefined)
    expect(stored.map(({ path, summary }) => [path, summary])).toEqual([['two.py', 'Evil in two']])
  })

  it('says how many findings were too many, and takes them in a second submission', async () => {
    const run = await plannedRun()
    const many = Array.from({ length: 30 }, (_, k) =>
      finding(line5, { summary: `Thing ${'abcdefghijklmnopqrstuvwxyzABCD'[k]}x to see`, evidence: 'open(os.path' }),
    )
    const answer = await submitted(run, many)
    expect(answer.accepted).toBe(20)
    expect(answer.complaints.join()).toContain('10 findings left out')
    const rest = await submitted(run, many.slice(20))
    expect(rest).toMatchObject({ status: 'complete', accepted: 10 })
  })

  it('does not forget a fabricated quote over another finding that holds', async () => {
    const run = await plannedRun()
    await submitted(run, [finding(line5), fabricated])
    await submitted(run, [finding(line5)])
    const line3 = { number: 3, text: 'def load(path):' }
    await submitted(run, [finding(line3, { summary: 'Another thing altogether' })])
    expect((await storedIn(run)).reports[0]!.rejected.map(({ summary }) => summary)).toEqual(['It deletes files'])
  })

  it('takes files of a batch without a report as read when it is told so', async () => {
    for (const name of ['p', 'q', 'r'])
      writeFileSync(join(lab.root, `${name}.py`), `def ${name}(value):\n    return eval(value)\n`)
    const { run } = await server.call(tools.plan, { paths: ['p.py', 'q.py', 'r.py'] })
    const page = await server.call(tools.readChunk, { run, task: 'analyze-1' })
    expect([page, ...page.more].map(({ file_path }: { file_path: string }) => file_path)).toEqual([
      'p.py',
      'q.py',
      'r.py',
    ])
    expect(page).toMatchObject({ of_parts: 1, next_part: null, file_count: 3 })
    const found = [
      finding({ number: 2, text: '' }, { summary: 'Evil in q', evidence: 'return eval(value)', severity: 'critical' }),
    ]
    const reports = [report('q.py', found)]
    const answer = await server.call(tools.submitFindings, { run, task: 'analyze-1', reports, nothing_else: true })
    expect(answer).toMatchObject({ status: 'complete', accepted: 1, complaints: [] })
    expect(answer.line).toContain('1 finding (1 high')
    expect((await storedIn(run)).unusable).toBeUndefined()
  })

  it('looks for a quote in its own chunk when the line is not of it, and wants more than a letter', async () => {
    const rows = Array.from({ length: 6000 }, (_, k) => `2026-01-01 00:00:00 INFO worker: step ${k} of the job is done`)
    writeFileSync(join(lab.root, 'steps.log'), rows.join('\n'))
    const { run, stage } = await server.call(tools.plan, { paths: ['steps.log'] })
    const task = stage.tasks[2].task
    const { start_line } = await server.call(tools.readChunk, { run, task })
    const hand = (evidence: string) =>
      server.call(tools.submitFindings, {
        run,
        task,
        reports: [
          report('steps.log', [
            finding(
              { number: 1, text: '' },
              { summary: `Steps of ${evidence.length > 3 ? 'jobs' : 'none'}`, evidence },
            ),
          ]),
        ],
      })
    expect(await hand('INFO worker: step')).toMatchObject({ status: 'complete', accepted: 1, notes: [] })
    const [stored] = (await server.call(tools.findings, { run, task })).findings.filter(
      (one: { by: string | null }) => one.by !== null,
    )
    expect(stored.line).toBe(start_line)
    expect((await hand('w')).rejected[0].problem).toContain('too short')
  })

  it('answers within bounds when everything is refused', async () => {
    for (let k = 0; k < 20; k++)
      writeFileSync(join(lab.root, `small-${k}.py`), `def small_${k}(value):\n    return eval(value)\n`)
    const { run, stage } = await server.call(tools.plan, { paths: ['.'], include: ['small-*.py'] })
    const long = 'never there '.repeat(30)
    const reports = Array.from({ length: 20 }, (_, k) =>
      report(
        `small-${k}.py`,
        Array.from({ length: 9 }, (_, n) =>
          finding({ number: 1, text: '' }, { summary: `Lie ${'abcdefghi'[n]} ${long}`, evidence: long }),
        ),
      ),
    )
    const answer = await server.call(tools.submitFindings, { run, task: stage.tasks[0].task, reports })
    expect(answer.rejected_count).toBeGreaterThan(answer.rejected.length)
    expect(answer.line).toContain('Batch of 20 files complete: 0 findings')
  })

  it('reads the older spellings of a report', async () => {
    const run = await plannedRun()
    const answer = await server.call(tools.submitFindings, {
      run,
      task: 'analyze-1',
      reports: [
        {
          relevant: [{ point: 'It opens a path', evidence: 'open(os.path.join("/data", path))', confidence: 'high' }],
          suggested_next_queries: ['Who calls load?'],
          answer_if_complete: null,
        },
      ],
    })
    expect(answer).toMatchObject({ status: 'complete', accepted: 1 })
    expect((await storedIn(run)).reports[0]!.suggestedQueries).toEqual(['Who calls load?'])
  })

  it('loses nothing when two servers hand in at the same time', async () => {
    const run = await plannedRun()
    const other = lab.server()
    const names = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta']
    await Promise.all(
      names.map((name, k) =>
        (k % 2 === 0 ? server : other).call(tools.submitFindings, {
          run,
          task: 'analyze-1',
          reports: [report('app.py', [finding(line5, { summary: `Something called ${name}` })])],
        }),
      ),
    )
    const said = (await storedIn(run)).said![0]!.findings.map(({ summary }) => summary)
    expect([...said].sort()).toEqual(names.map(name => `Something called ${name}`).sort())
  })

  it('believes no quote that is not in the file, and every one that is', async () => {
    const lines = SOURCE.split('\n')
    const open = lines
      .map((text, k) => ({ number: k + 1, text }))
      .filter(({ text }) => text.length > 8 && !/PASSWORD|\\/.test(text))
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...open),
        fc.nat(3),
        fc.string({ minLength: 6, maxLength: 20 }),
        async (line, cut, noise) => {
          const run = await plannedRun()
          const truth = line.text.slice(cut).trim()
          const lie = `${truth}${noise}`
          const answer = await submitted(run, [
            finding(line, { summary: 'A true one', evidence: truth }),
            finding(line, { summary: 'A lie', evidence: lie }),
          ])
          const isTrue = lines.some(text => text.replace(/\s+/g, ' ').includes(lie.replace(/\s+/g, ' ').trim()))
          expect(answer.accepted).toBe(isTrue ? 2 : 1)
        },
      ),
      { numRuns: 15 },
    )
  })
})
