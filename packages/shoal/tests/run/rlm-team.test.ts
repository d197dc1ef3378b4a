// The RLM pattern: workers of a file as readers of an analysis. Told what a chunk reader is told, believed as far as the gate lets through.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Json } from '@shoal/base/model/json'
import type { RunReport } from '@shoal/base/model/report'
import { memoryLedger } from '@shoal/team/memory-ledger'
import { describe, expect, it } from 'vitest'
import { runPatternFile } from '../../src/run/pattern.ts'
import { reportMarkdown } from '../../src/stages/report/markdown.ts'
import { reportText } from '../../src/stages/report/text.ts'
import { runBin } from '../cli/built-bin.ts'
import { tempDir } from '../cli/temp-dir.ts'

const dir = tempDir()
let runs = 0

/** A program that appends what it was told to a file, and prints the answer of that call. */
function worker(name: string, answers: readonly Json[]): { readonly yaml: string; told(): readonly Json[] } {
  const folder = `${name}-${++runs}`
  const log = dir.write(`${folder}/told`, '')
  const script = dir.write(
    `${folder}/worker.mjs`,
    `import { appendFileSync, readFileSync } from 'node:fs'
const told = readFileSync(0, 'utf8')
appendFileSync(${JSON.stringify(log)}, told)
const number = readFileSync(${JSON.stringify(log)}, 'utf8').trimEnd().split('\\n').length
const answers = ${JSON.stringify(answers)}
const answer = answers[Math.min(number, answers.length) - 1]
if (answer === 'fail') { console.error('no idea'); process.exit(1) }
console.log(JSON.stringify(answer))
`,
  )
  return {
    yaml: `{command: [node, ${JSON.stringify(script)}], retries: 1}`,
    told: () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter(line => line !== '')
        .map(line => JSON.parse(line)),
  }
}

async function read(keys: string, files: Readonly<Record<string, string>>) {
  const folder = `files-${++runs}`
  for (const [name, text] of Object.entries(files)) dir.write(`${folder}/${name}`, text)
  const file = dir.write(`${folder}/read.yaml`, `pattern: rlm\npaths: [data]\n${keys}`)
  const ledger = memoryLedger()
  const outcome = await runPatternFile(file, {
    ledger,
    cwd: dir.path,
    env: { SHOAL_HOME: join(dir.path, 'home') },
    signal: AbortSignal.timeout(60_000),
  })
  return { ledger, report: outcome.report as RunReport, ended: outcome.ended }
}

const LOG = Array.from(
  { length: 40 },
  (_, at) => `2026-03-01T10:00:${String(at).padStart(2, '0')}Z INFO [pump] pressure fine`,
)
LOG[20] = '2026-03-01T10:00:20Z INFO [pump] valve seven was bolted by hand'
const FILES = { 'data/pump.log': `${LOG.join('\n')}\n` }

const found = (summary: string, evidence: string, more: Readonly<Record<string, Json>> = {}) => ({
  type: 'pattern',
  nature: 'problem',
  summary,
  evidence,
  severity: 'medium',
  confidence: 'high',
  ...more,
})

const ofReaders = ({ findings }: RunReport) => findings.filter(({ summary }) => summary.includes('bolted'))

describe('a reader of a pattern file', () => {
  it('is told facts, numbered lines, the chunk and the form of a report', async () => {
    const reader = worker('reader', [{ relevant: false, findings: [] }])
    await read(`query: Which valve is unsafe?\nanalyst: ${reader.yaml}\n`, FILES)
    const [told] = reader.told() as unknown as [{ task: { description: string }; input: Record<string, never> }]
    expect(told.input).toMatchObject({
      kind: 'analyze',
      content_type: 'log',
      question: 'Which valve is unsafe?',
      look_for: expect.any(String),
      finding_types: expect.arrayContaining(['pattern']),
      pieces: [
        {
          file_path: expect.stringContaining('pump.log'),
          chunk_id: expect.any(String),
          chunk: '1 of 1',
          facts: expect.stringContaining('40'),
          text: expect.stringMatching(/21\| ?2026-03-01T10:00:20Z INFO \[pump\] valve seven/),
        },
      ],
    })
    expect(told.task.description).toContain('"suggested_queries"')
  })

  it('is believed where its quote stands, with its line put right and a location before it taken off', async () => {
    const quote = 'line 21: 2026-03-01T10:00:20Z INFO [pump] valve seven was bolted by hand'
    const reader = worker('reader', [
      { findings: [found('Valve seven was bolted by hand', quote, { line: 3 })], missing: ['who bolted the valve'] },
    ])
    const { report } = await read(`query: Which valve is unsafe?\nanalyst: ${reader.yaml}\n`, FILES)
    expect(ofReaders(report)).toMatchObject([{ line: 21, verified: true }])
    expect(report.reading?.missing).toEqual(['who bolted the valve'])
    expect(reader.told()).toHaveLength(1)
  })

  it('is asked once more for what is not there, and told why; what stays wrong is in no report', async () => {
    const reader = worker('reader', [
      { findings: [found('Valve seven was bolted by hand', 'valve seven was bolted by hand, twice')] },
      { findings: [found('Valve seven was bolted by hand', 'valve seven was bolted by hand')] },
    ])
    const { report } = await read(`analyst: ${reader.yaml}\n`, FILES)
    const [, again] = reader.told() as unknown as [unknown, { input: { corrections: unknown } }]
    expect(again.input.corrections).toMatchObject({
      rejected: [{ evidence: 'valve seven was bolted by hand, twice', nearest: { line: 21 } }],
    })
    expect(ofReaders(report)).toMatchObject([{ line: 21, verified: true }])
    const liar = worker('liar', [{ findings: [found('Valve nine was bolted', 'valve nine was bolted by hand')] }])
    const second = await read(`analyst: ${liar.yaml}\n`, FILES)
    expect(ofReaders(second.report)).toEqual([])
    expect(liar.told()).toHaveLength(2)
    expect(second.report.verification.rejected).toBeGreaterThan(0)
  })

  it('of another chunk is not heard', async () => {
    const report = {
      chunk_id: 'another',
      file_path: 'data/pump.log',
      findings: [found('A valve was bolted', 'bolted by hand')],
    }
    const reader = worker('reader', [report])
    const done = await read(`analyst: ${reader.yaml}\n`, FILES)
    expect(ofReaders(done.report)).toEqual([])
    const [, again] = reader.told() as unknown as [unknown, { input: { corrections: { complaints: string[] } } }]
    expect(again.input.corrections.complaints.join()).toContain('is not the one of this task')
  })

  it('that fails is tried again, and then what programs found stands for it, and that is said', async () => {
    const reader = worker('reader', ['fail', 'fail'])
    const { report, ended } = await read(`analyst: ${reader.yaml}\n`, FILES)
    expect(ended).toBe('completed')
    expect(reader.told()).toHaveLength(2)
    expect(report.partial).toContain('what agents were to add is missing')
    expect(JSON.stringify(report)).toContain('its reader failed: exit 1: no idea')
    expect(report.coverage).toMatchObject({ lines: 40, linesRead: 40 })
  })
})

describe('a pattern file', () => {
  const files = { ...FILES, 'data/a.csv': 'id,n\n1,2\n2,3\n', 'data/skip.csv': 'x\n1\n', 'data/plain.txt': 'a,b\n' }

  it('has readers by type, and says which files are read, as what', async () => {
    const any = worker('any', [{ findings: [] }])
    const tables = worker('tables', [{ findings: [] }])
    const { report } = await read(
      `exclude: ["**/skip.csv"]\ngoal: data\ntypes: {"**/plain.txt": log}\nanalyst: ${any.yaml}\nanalysts: {structured_data: ${tables.yaml}}\n`,
      files,
    )
    expect(report.goal).toBe('data')
    expect(report.files.map(({ path }) => path).sort()).toEqual(['data/a.csv', 'data/plain.txt', 'data/pump.log'])
    const types = (told: readonly Json[]) =>
      told.map(one => (one as { input: { content_type: string } }).input.content_type)
    expect(types(tables.told())).toEqual(['structured_data'])
    expect(new Set(types(any.told()))).toEqual(new Set(['log']))
    const one = await read(`max_files: 1\nanalyst: ${any.yaml}\n`, files)
    expect(one.report.files).toHaveLength(1)
  })

  it('has a synthesizer whose sentences count when they cite what shows them', async () => {
    const reader = worker('reader', [
      { findings: [found('Valve seven was bolted by hand', 'valve seven was bolted by hand')] },
    ])
    const first = await read(`query: Which valve is unsafe?\nanalyst: ${reader.yaml}\n`, FILES)
    const { id } = ofReaders(first.report)[0]!
    const synthesizer = worker('synthesizer', [
      {
        answer: [{ text: 'Valve seven is unsafe: it was bolted by hand.', findings: [id] }],
        summary: [{ text: 'All else is well.', findings: [] }],
      },
    ])
    const same = worker('reader', [
      { findings: [found('Valve seven was bolted by hand', 'valve seven was bolted by hand')] },
    ])
    const { report } = await read(
      `query: Which valve is unsafe?\nanalyst: ${same.yaml}\nsynthesizer: ${synthesizer.yaml}\n`,
      FILES,
    )
    expect(report.answer).toContain(
      'node:rlm-synthesizer says:\n- Valve seven is unsafe: it was bolted by hand (data/pump.log:21)',
    )
    expect(JSON.stringify(report.reading?.rejected)).toContain('All else is well.')
    const [told] = synthesizer.told() as unknown as [{ input: { findings: { id: string }[] } }]
    expect(told.input.findings.map(one => one.id)).toContain(id)
  })
})

describe('what readers leave open', () => {
  const own = {
    'data/pump.log': FILES['data/pump.log'],
    'data/roster.md': '# Shift roster\n\nOn the first of March Ada Quill bolted the valves by hand.\n',
  }
  const quote = 'Ada Quill bolted the valves by hand'
  /** Leaves a question when it reads the log; tells who when it is asked of the roster. */
  const reader = (
    rest: Readonly<Record<string, Json>> = {},
    questions: readonly string[] = ['Who bolted the valves by hand?'],
  ) => {
    const folder = `asked-${++runs}`
    const log = dir.write(`${folder}/told`, '')
    const script = dir.write(
      `${folder}/reader.mjs`,
      `import { appendFileSync, readFileSync } from 'node:fs'
const { input } = JSON.parse(readFileSync(0, 'utf8'))
appendFileSync(${JSON.stringify(log)}, JSON.stringify({ type: input.content_type, asked: input.follow_up ?? null }) + '\\n')
const found = (type, summary, evidence) => ({ type, nature: 'problem', summary, evidence, severity: 'medium', confidence: 'high' })
const isLog = input.pieces[0].content_type === 'log'
const report = input.follow_up
  ? ${JSON.stringify({ findings: [found('Ada Quill bolted the valves by hand', quote)], ...rest })}
  : isLog ? { findings: [found('pattern', 'Valve seven was bolted by hand', 'valve seven was bolted by hand')], missing: ${JSON.stringify(questions)} } : { findings: [] }
console.log(JSON.stringify(report))
`,
    )
    const told = () =>
      readFileSync(log, 'utf8')
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line) as { type: string; asked: string[] | null })
    return { yaml: `{command: [node, ${JSON.stringify(script)}]}`, told }
  }

  it('is asked of the reader whose part its words lead to, and what that finds is in the report', async () => {
    const asked = reader()
    const { report, ledger } = await read(`query: Who bolted the valve?\nanalyst: ${asked.yaml}\n`, own)
    expect(asked.told().filter(one => one.asked !== null)).toEqual([
      { type: expect.not.stringMatching('log'), asked: ['Who bolted the valves by hand?'] },
    ])
    const [answer] = report.findings.filter(({ summary }) => summary.includes('Ada Quill'))
    expect(answer).toMatchObject({ path: 'data/roster.md', line: 3, verified: true })
    expect(report.reading?.missing ?? []).toEqual([])
    expect(report.coverage).toMatchObject({ lines: 43, linesRead: 43, filesRead: 2 })
    const [team] = await ledger.teams()
    const followed = (await ledger.tasks(team!.name)).filter(({ id }) => id.startsWith('follow-up-'))
    expect(followed.map(({ status }) => status)).toEqual(['completed', 'completed'])
    expect(followed.map(({ summary }) => summary)).toEqual(
      expect.arrayContaining(['nothing to ask', expect.stringContaining('1 answered, 1 finding')]),
    )
  })

  it('stays open where the reader repeats it, and with `rounds: 0` nobody is asked', async () => {
    const still = reader({ missing: ['Who bolted the valves by hand?'] })
    const once = await read(`query: Who bolted the valve?\nanalyst: ${still.yaml}\n`, own)
    expect(once.report.reading?.missing).toEqual(['Who bolted the valves by hand?'])
    expect(still.told()).toHaveLength(3)
    const never = reader()
    const { report } = await read(`query: Who bolted the valve?\nrounds: 0\nanalyst: ${never.yaml}\n`, own)
    expect(never.told()).toHaveLength(2)
    expect(report.reading?.missing).toEqual(['Who bolted the valves by hand?'])
  })

  it('is answered one by one: a finding answers what it names, and nothing where it names none of several', async () => {
    const asked = ['Who bolted the valves by hand?', 'When is the next shift of Ada Quill?']
    const files = { ...own, 'data/roster.md': `${own['data/roster.md']}\nThe next shift of Ada Quill is not known.\n` }
    const left = async (answers: readonly string[] | undefined) => {
      const finding = found('Ada Quill bolted the valves by hand', quote, answers && { answers })
      const { report } = await read(`analyst: ${reader({ findings: [finding] }, asked).yaml}\n`, files)
      expect(report.findings.some(({ summary }) => summary.includes('Ada Quill'))).toBe(true)
      expect(JSON.stringify(report)).not.toContain('"answers":["')
      return report.reading?.missing ?? []
    }
    expect(await left([asked[0]!])).toEqual([asked[1]])
    expect(await left(undefined)).toEqual(asked)
    expect(await left(['Is the moon made of cheese?'])).toEqual(asked)
    const false_ = found('Ada Quill has 14 shifts', 'the next shift of Ada Quill is number 14', { answers: asked })
    const { report } = await read(`analyst: ${reader({ findings: [false_] }, asked).yaml}\n`, files)
    expect(report.reading?.missing).toEqual(asked)
  })

  it('nobody is asked twice, however many rounds there are', async () => {
    const lost = reader({ findings: [] })
    const { report } = await read(`query: Who bolted the valve?\nrounds: 3\nanalyst: ${lost.yaml}\n`, own)
    expect(lost.told()).toHaveLength(3)
    expect(report.reading?.missing).toEqual(['Who bolted the valves by hand?'])
  })
})

describe('a reader whose part settles the question', () => {
  const settled = (complete_answer: string) => ({
    findings: [found('Valve seven was bolted by hand', 'valve seven was bolted by hand')],
    complete_answer,
  })

  it('gives the answer where nobody sums up, with its place; one with figures of its own does not', async () => {
    const keys = (answer: string) =>
      `query: Which valve is unsafe?\nanalyst: ${worker('reader', [settled(answer)]).yaml}\n`
    const { report } = await read(keys('Valve seven: it was bolted by hand.'), FILES)
    expect(report.answer).toContain('Valve seven: it was bolted by hand (data/pump.log:21)')
    const wrong = await read(keys('Valve seven: it was bolted 9412 times.'), FILES)
    expect(wrong.report.answer).not.toContain('9412')
    expect(wrong.report.reading?.complete).toBeUndefined()
  })

  it('is told apart where somebody does', async () => {
    const [reader, first] = [1, 2].map(() => worker('reader', [settled('Valve seven: it was bolted by hand.')]))
    const query = 'query: Which valve is unsafe?'
    const { id } = ofReaders((await read(`${query}\nanalyst: ${first!.yaml}\n`, FILES)).report)[0]!
    const sums = worker('sums', [{ answer: [{ text: 'It is valve seven.', findings: [id] }] }])
    const { report } = await read(`${query}\nanalyst: ${reader!.yaml}\nsynthesizer: ${sums.yaml}\n`, FILES)
    expect(report.answer).toContain('It is valve seven')
    expect(report.answer).not.toContain('it was bolted by hand.')
    const view = { width: 100, color: false, verification: true }
    for (const text of [reportText(report, view), reportMarkdown(report, { verification: true })])
      expect(text).toMatch(/What single readers say settles it\n+[\s-]*Valve seven: it was bolted by hand\./)
  })
})

describe('what all readers together may use', () => {
  it('ends with `max_turns`: the rest is left to programs, and that is said', async () => {
    const agent = dir.write(
      'turns/agent.mjs',
      `process.stdin.resume(); process.stdin.on('end', () => console.log(JSON.stringify({ text: '{"findings": []}', turns: 2 })))`,
    )
    const row = `agents: {mine: {command: [node, ${JSON.stringify(agent)}], reply: {form: json, text: text, turns: turns}}}`
    const files = { ...FILES, 'data/a.csv': 'id,n\n1,2\n2,3\n' }
    const { report } = await read(`${row}\nmax_turns: 2\nconcurrency: 1\nanalyst: {agent: mine}\n`, files)
    expect(report.partial).toContain('what agents were to add is missing')
    expect(JSON.stringify(report.failed)).toMatch(/budget of 2 turns.*so no agent was started/)
  })
})

describe('on the command line', () => {
  it('prints the report, which can be rendered again, and is not done by hand', () => {
    const env = { SHOAL_HOME: join(dir.path, 'home-cli'), HOME: dir.path }
    const reader = worker('reader', [
      { findings: [found('Valve seven was bolted by hand', 'valve seven was bolted by hand')] },
    ])
    dir.write('cli/data/pump.log', FILES['data/pump.log'])
    dir.write('cli/read.yaml', `pattern: rlm\nname: pumps\npaths: [data]\nanalyst: ${reader.yaml}\n`)
    const cwd = join(dir.path, 'cli')
    const { status, stdout } = runBin(['run', 'read.yaml', '--json'], { cwd, env })
    expect(status).toBe(0)
    expect(JSON.parse(stdout).findings.some(({ summary }: { summary: string }) => summary.includes('bolted'))).toBe(
      true,
    )
    expect(runBin(['report', 'pumps', '--format', 'md'], { cwd: dir.path, env }).stdout).toContain('bolted by hand')
    expect(runBin(['resume', 'pumps', '--json'], { cwd: dir.path, env }).status).toBe(0)
    expect(reader.told()).toHaveLength(1)
    expect(runBin(['team', 'join', 'pumps', 'ann'], { cwd, env }).stderr).toContain('is an analysis')
    expect(existsSync(join(cwd, 'runs'))).toBe(false)
  })
})
