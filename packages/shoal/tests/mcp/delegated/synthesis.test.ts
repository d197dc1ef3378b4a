// What synthesizer agents write: every sentence cites findings, states no figure of its own, and corrections are added.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { challenge } from '../../../src/mcp/tools/challenge.ts'
import { report as reportTool } from '../../../src/mcp/tools/report.ts'
import { type LabServer, makeLab } from '../lab.ts'
import { finding, readTask, report, tools } from './agent-lab.ts'

const lab = makeLab()
let server: LabServer
let run: string
/** Ids of what agents found, by file. */
const ids: Record<string, string[]> = {}

beforeAll(async () => {
  writeFileSync(join(lab.root, 'app.py'), 'import os\n\ndef region():\n    return os.environ["SHOP_REGION"]\n')
  writeFileSync(join(lab.root, 'notes.md'), '# Shop\n\nThe region is set by hand.\nNobody checks the region.\n')
  server = lab.server()
  const planned = await server.call(tools.plan, { paths: ['app.py', 'notes.md'], query: 'Is the region safe?' })
  run = planned.run
  for (const { task } of planned.stage.tasks) {
    const { files } = await readTask(server, run, task)
    const reports = [...files].map(([path, lines]) =>
      report(
        path,
        lines
          .filter(({ text }) => text.toLowerCase().includes('region'))
          .map((line, k) =>
            finding(line, {
              summary: `The region matters ${['here', 'there', 'too'][k]} in ${path.replace(/\W/g, ' ')}`,
            }),
          ),
      ),
    )
    await server.call(tools.submitFindings, { run, task, reports })
  }
  await server.call(tools.synthesize, { run })
  const { findings } = await server.call(tools.findings, { run, limit: 200 })
  for (const one of findings) if (one.by !== null) (ids[one.path] ??= []).push(one.id)
})

const synthesised = (synthesis: object) => server.call(tools.synthesize, { run, synthesis })
const reported = async (): Promise<string> => (await server.call(reportTool, { run })).text

describe('a sceptic among agents', () => {
  it('reads what is grave or says why, and its objections stand beside it', async () => {
    const own = lab.server()
    const planned = await own.call(tools.plan, { paths: ['notes.md'], query: 'Is the region checked?' })
    const [{ task }] = planned.stage.tasks
    const { files } = await readTask(own, planned.run, task)
    const [[path, lines]] = [...files] as [[string, { number: number; text: string }[]]]
    const line = lines.find(({ text }) => text.includes('Nobody checks'))!
    const grave = finding(line, { summary: 'Nobody checks the region because it is set by hand', severity: 'high' })
    await own.call(tools.submitFindings, { run: planned.run, task, reports: [report(path, [grave])] })
    await expect(own.call(challenge, { run: planned.run })).rejects.toThrow(/has not been synthesised/)
    await own.call(tools.synthesize, { run: planned.run })
    const shown: string = await own.call(challenge, { run: planned.run })
    expect(shown).toContain('Sentence 1: Nobody checks the region because it is set by hand')
    expect(shown).toContain(`notes.md:${line.number}| Nobody checks the region.`)
    const said = {
      mark: /mark "(\w+)"/.exec(shown)![1]!,
      objections: [{ sentence: 1, why: 'the line says that nobody checks, and not why' }],
    }
    expect(await own.call(challenge, { run: planned.run, ...said })).toMatch(/^Kept: 1 objection\./)
    const { text } = await own.call(reportTool, { run: planned.run })
    expect(text).toContain('the line says that nobody checks, and not why')
  })
})

describe('a synthesis by agents', () => {
  it('keeps sentences that cite findings, and refuses the others with the reason', async () => {
    const [first] = ids['app.py']!
    const answer = await synthesised({
      content_type: 'source_code',
      summary: [
        { text: 'The code trusts its environment.', findings: [first] },
        { text: 'There are 48213 reads of it.', findings: [first] },
        { text: 'It cites nothing.', findings: [] },
        { text: 'It cites what is not there.', findings: ['nobody'] },
        { text: 'It cites another type.', findings: [ids['notes.md']![0]] },
      ],
    })
    expect(answer).toMatchObject({ status: 'added', kept: 1 })
    expect(answer.rejected.map((one: { reason: string }) => one.reason)).toEqual([
      expect.stringContaining('48213'),
      'it cites nothing',
      expect.stringContaining('nobody'),
      expect.stringContaining('to cite'),
    ])
    expect(await reported()).toContain('The code trusts its environment.')
  })

  it('adds corrections to what was kept', async () => {
    const [first] = ids['app.py']!
    await synthesised({
      content_type: 'source_code',
      summary: [{ text: 'The environment is read once.', findings: [first] }],
    })
    const text = await reported()
    expect(text).toContain('The code trusts its environment.')
    expect(text).toContain('The environment is read once.')
  })

  it('across types answers the question and links files', async () => {
    const both = [ids['app.py']![0], ids['notes.md']![0]]
    const answer = await synthesised({
      answer: [{ text: 'No: the region is taken as it comes.', findings: both }],
      connections: [
        {
          text: 'The code reads the region that the notes say nobody checks.',
          findings: both,
          severity: 'high',
          nature: 'problem',
        },
        { text: 'One file alone.', findings: [both[0]] },
      ],
      recommendations: [{ text: 'Check the region when the shop starts.', findings: both }],
    })
    expect(answer).toMatchObject({
      kept: 3,
      rejected: [{ text: 'One file alone.', reason: expect.stringContaining('two files') }],
    })
    expect(answer.answer).toContain('No: the region is taken as it comes')
    const text = await reported()
    expect(text).toContain('The code reads the region that the notes say nobody checks.')
    expect(text).toContain('Check the region when the shop starts.')
    expect(text).toContain('Read by agents of lab on top of the built-in analysts')
  })

  it('of one type has no connections, and says where they belong', async () => {
    const answer = await synthesised({
      content_type: 'prose',
      connections: [{ text: 'They belong together.', findings: [ids['notes.md']![0]] }],
    })
    expect(answer.kept).toBe(0)
    expect(answer.rejected).toHaveLength(1)
  })

  it('shows synthesizers what was asked and what programs counted', async () => {
    const page = await server.call(tools.findings, { run, content_type: 'source_code' })
    expect(page).toMatchObject({ question: 'Is the region safe?', goal: 'security' })
    expect(page.syntheses).toHaveLength(1)
    expect(page.syntheses[0].figures).toContain('Source code: 1 file')
    expect(await server.refused(tools.findings, { run, content_type: 'python' })).toContain('no files of type "python"')
    expect(await server.refused(tools.findings, { run, path: '/elsewhere' })).toContain('no file "/elsewhere"')
    expect(await server.refused(tools.findings, { run, task: 'nope' })).toContain('no task "nope"')
  })

  it('keeps no secret in clear', async () => {
    const sentence = { text: 'The password = "hunter2-very-secret-98431" is used.', findings: [ids['app.py']![0]] }
    const answer = await synthesised({ summary: [sentence] })
    expect(JSON.stringify(answer) + (await reported())).not.toContain('hunter2')
  })

  it('unites findings that are one thing, and sentences cite what is left', async () => {
    const [a, b] = ids['notes.md']!
    const before = (await server.call(tools.findings, { run, limit: 200 })).total
    await synthesised({
      content_type: 'prose',
      summary: [{ text: 'The region is by hand.', findings: [a, b] }],
      same: [[a, b]],
    })
    const { total, findings } = await server.call(tools.findings, { run, limit: 200 })
    expect(total).toBe(before - 1)
    expect(findings.filter((one: { id: string }) => one.id === a || one.id === b)).toHaveLength(1)
    expect(await reported()).toContain('The region is by hand.')
  })

  it('is refused before the exact synthesis, and for a type that is not there', async () => {
    const fresh = (await server.call(tools.plan, { paths: ['app.py'] })).run
    expect(await server.refused(tools.synthesize, { run: fresh, synthesis: { summary: [] } })).toContain(
      'not been synthesised yet',
    )
    expect(await server.refused(tools.synthesize, { run, synthesis: { content_type: 'log' } })).toContain(
      'no files of type "log"',
    )
  })

  it('by several synthesizers at once loses none', async () => {
    const [first] = ids['app.py']!
    const words = ['one', 'two', 'three', 'four'].map(word => `Sentence ${word.toUpperCase()} stands.`)
    await Promise.all(words.map(text => synthesised({ summary: [{ text, findings: [first] }] })))
    const json = JSON.parse((await server.call(reportTool, { run, format: 'json' })).text)
    for (const text of words) expect(JSON.stringify(json)).toContain(text)
  })
})

describe('what readers leave to others', () => {
  it('is told before programs merge, can be followed up, and is in the report', async () => {
    writeFileSync(join(lab.root, 'pump.md'), '# Pump\n\nValve seven was bolted by hand.\n')
    const own = lab.server()
    const planned = await own.call(tools.plan, { paths: ['pump.md'], query: 'Which valve is unsafe?' })
    const [{ task }] = planned.stage.tasks
    expect(planned.open_questions).toEqual([])
    const { files } = await readTask(own, planned.run, task)
    const [[path, lines]] = [...files] as [[string, { number: number; text: string }[]]]
    const line = lines.find(({ text }) => text.includes('Valve'))!
    const first = report(path, [], {
      missing: ['who bolted the valve'],
      suggested_queries: ['Which log names the mechanic?'],
      complete_answer: 'Valve seven.',
    })
    await own.call(tools.submitFindings, { run: planned.run, task, reports: [first] })
    const open = ['who bolted the valve', 'Which log names the mechanic?']
    const asked = await own.call(tools.plan, { run: planned.run })
    expect(asked).toMatchObject({ open_questions: open, next: expect.stringContaining('Follow up') })
    // A follow-up adds to the report on the chunk.
    const more = report(path, [finding(line, { summary: 'Valve seven was bolted by hand' })])
    expect(await own.call(tools.submitFindings, { run: planned.run, task, reports: [more] })).toMatchObject({
      accepted: 1,
    })
    const merged = await own.call(tools.synthesize, { run: planned.run })
    expect(merged).toMatchObject({
      open_questions: open,
      reader_answers: [{ file_path: path, text: 'Valve seven.' }],
    })
    expect((await own.call(reportTool, { run: planned.run })).text).toContain('who bolted the valve')
    expect((await own.call(tools.plan, { run: planned.run })).open_questions).toEqual([])
  })

  it('becomes a stage of tasks: the chunk that its words lead to, never the one whose reader asked, and only until it is added to', async () => {
    writeFileSync(join(lab.root, 'pump-notes.md'), '# Pump\n\nValve seven was bolted by hand.\n')
    const rows = Array.from({ length: 30 }, (_, k) => `2026-03-01T10:00:${10 + k}Z INFO [gate] door ${k} closed`)
    writeFileSync(
      join(lab.root, 'shift.log'),
      `${rows.join('\n')}\n2026-03-01T11:00:00Z INFO [shift] mechanic Olsen on duty\n`,
    )
    const own = lab.server()
    const { run, stage } = await own.call(tools.plan, {
      paths: ['pump-notes.md', 'shift.log'],
      query: 'Who is to blame?',
    })
    const taskOf = (name: string) => stage.tasks.find(({ what }: { what: string }) => what.includes(name)).task
    const [notes, shift] = [taskOf('pump-notes.md'), taskOf('shift.log')]
    const asked = ['which mechanic was on duty', 'who bolted valve seven by hand']
    const submit = async (task: string, more: Record<string, unknown>, findings: object[] = []) => {
      const { files } = await readTask(own, run, task)
      const [path] = [...files.keys()] as string[]
      return await own.call(tools.submitFindings, { run, task, reports: [report(path!, findings, more)] })
    }
    await submit(notes, { missing: asked })
    await submit(shift, {})
    const again = await own.call(tools.plan, { run })
    expect(again.stage).toMatchObject({
      number: 2,
      tasks: [{ task: shift, prompt: expect.stringContaining('which mechanic was on duty') }],
    })
    expect(again.stage.tasks[0].prompt).not.toContain('who bolted valve seven')
    expect(again).toMatchObject({
      stages: 2,
      open_questions: asked,
      next: expect.stringContaining('Follow up: start 1 agent'),
    })
    const { files } = await readTask(own, run, shift)
    const [lines] = [...files.values()] as { number: number; text: string }[][]
    const line = lines!.find(({ text }) => text.includes('Olsen'))!
    await submit(shift, {}, [finding(line, { summary: 'Mechanic Olsen was on duty', answers: [asked[0]] })])
    const after = await own.call(tools.plan, { run })
    expect(after).toMatchObject({ stages: 1, stage: { tasks: [] }, open_questions: [asked[1]] })
    await own.call(tools.synthesize, { run })
    const { text } = await own.call(reportTool, { run })
    expect(text).toContain('Mechanic Olsen was on duty')
    expect(text).toContain('who bolted valve seven by hand')
    expect(text).not.toContain('which mechanic was on duty')
  })
})
