// `shoal analyze`, `profile` and `report` as a user meets them, over the example files and files of the test's own.
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { progressLine } from '../../src/cli/analysis-progress.ts'
import { documentsOf } from '../../src/cli/report-document.ts'
import { type Outcome, shoal } from './fake-io.ts'
import { tempDir } from './temp-dir.ts'

const dir = tempDir()
const examples = fileURLToPath(new URL('../../../../examples/data', import.meta.url))
const env = { SHOAL_HOME: join(dir.path, 'home') }

const DANGEROUS = 'import os\n\n\ndef run(request):\n    name = request.args["name"]\n    os.system("ls " + name)\n'
const HARMLESS = 'def add(a, b):\n    return a + b\n\n\nprint(add(1, 2))\n'

function analyze(...args: readonly string[]): Promise<Outcome> {
  return shoal(['analyze', ...args], { env, cwd: dir.path })
}

const at = (name: string) => join(dir.path, name)

beforeAll(() => {
  dir.write('bad/app.py', DANGEROUS)
  dir.write('good/app.py', HARMLESS)
  dir.write('skipped/picture.png', 'x')
  for (const name of ['a.txt', 'b.csv', 'c.log', 'd.md']) dir.write(`left-out/${name}`, '')
  for (const name of ['a.dat', 'b.dat']) dir.write(`left-out/${name}`, new Uint8Array([0, 1, 0, 255]))
  dir.write('left-out/picture.png', 'x')
  dir.write('left-out/node_modules/x.js', '')
  symlinkSync('nowhere', join(dir.path, 'left-out/broken'))
})

describe('shoal analyze', () => {
  it('reports on mixed files: the answer, findings with places, coverage, no noise', async () => {
    const { status, stdout, stderr } = await analyze(examples, 'What looks wrong?', '--name', 'first')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/^22 problems in 7 files/)
    for (const part of ['Findings', 'service.py:', 'Recommendations', '--full', 'Question: What looks wrong?'])
      expect(stdout).toContain(part)
    expect(stdout).toContain('Read all of 7 files: 7,305 lines, 628 kB.')
    expect(stdout).toMatch(/quotes checked against the files: \d+ verified, 0 rejected/)
  })

  it('shows the same report again, in every form, without reading anew', async () => {
    const again = await shoal(['report', 'first', '--json'], { env, cwd: dir.path })
    const report = JSON.parse(again.stdout)
    expect(report).toMatchObject({ run: 'first', query: 'What looks wrong?', engine: 'built-in' })
    expect(report.coverage).toMatchObject({ files: 7, files_read: 7, tasks_failed: 0 })
    expect(report.coverage.bytes_read).toBe(report.coverage.bytes)
    expect(report.findings.length).toBeGreaterThan(10)
    for (const finding of report.findings) {
      expect(finding.verified).toBe(true)
      const lines = readFileSync(finding.path, 'utf8').split('\n')
      const here = lines.slice(finding.line - 1, finding.line + finding.evidence.split('\n').length).join('\n')
      if (!finding.evidence.includes('[masked]')) expect(here).toContain(finding.evidence)
    }
    const whole = await shoal(['report', 'first', '--full'], { env, cwd: dir.path })
    for (const part of ['Findings  ', 'Across files', 'Tables (CSV, TSV)', 'Recommendations'])
      expect(whole.stdout).toContain(part)
    const { stdout } = await shoal(['runs', '--json'], { env, cwd: dir.path })
    expect(JSON.parse(stdout)).toMatchObject([{ pattern: 'analyze', status: 'completed' }])
    expect((await shoal(['resume', 'first'], { env, cwd: dir.path })).stdout).toContain('Findings')
  })

  it('writes several documents at once, each in the form its ending tells', async () => {
    const outputs = ['out.md', 'out.json', 'out.sarif', 'out.txt']
    const { status, stdout } = await analyze(at('bad'), ...outputs.flatMap(file => ['--output', file]))
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
    const [markdown, json, sarif, text] = outputs.map(file => readFileSync(join(dir.path, file), 'utf8'))
    expect(markdown).toMatch(/^# Analysis\n/)
    expect(JSON.parse(json!).findings[0]).toMatchObject({ type: 'vulnerability', path: at('bad/app.py'), line: 6 })
    expect(JSON.parse(sarif!).version).toBe('2.1.0')
    expect(text).toContain('Findings')
  })

  it('fails a build only for problems as grave as asked for', async () => {
    expect((await analyze(at('bad'), '--fail-on', 'high', '--quiet')).status).toBe(1)
    expect((await analyze(at('good'), '--fail-on', 'low', '--quiet')).status).toBe(0)
    expect((await analyze(at('bad'), '--quiet')).status).toBe(0)
  })

  it('plans and stops with --dry-run', async () => {
    const dry = await analyze(at('bad'), 'Why?', '--dry-run', '--json')
    expect(dry.stdout).toBe((await shoal(['plan', at('bad'), 'Why?', '--json'], { env, cwd: dir.path })).stdout)
  })

  it('complains of a place it cannot write to before it reads anything', async () => {
    const home = join(dir.path, 'untouched')
    const outcome = await shoal(['analyze', 'bad', '-o', 'nowhere/report.md'], {
      cwd: dir.path,
      env: { SHOAL_HOME: home },
    })
    expect(outcome).toMatchObject({ status: 2, stdout: '' })
    expect(outcome.stderr).toBe(
      'shoal: --output nowhere/report.md: there is no directory nowhere — make it first, or choose another place\n',
    )
    expect(existsSync(home)).toBe(false)
  })

  it('says what is wrong in one line', async () => {
    expect((await analyze('nope')).stderr).toBe('shoal: nope: no such file or directory — check the path\n')
    expect(await analyze(at('skipped'))).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^shoal: nothing to read in \S+skipped: .*\n$/),
    })
    expect(await analyze(at('left-out'))).toMatchObject({
      status: 2,
      stdout: '',
      stderr: `shoal: nothing to read in ${at('left-out')}: all 9 files and directories are left out (4 × empty file, 2 × binary: NUL bytes, 1 × broken symbolic link, 1 × excluded by default: *.png (image), and 1 for 1 other reason) — see \`shoal plan\` for what is left out and why\n`,
    })
    const partly = await analyze(at('good'), 'nope', 'a question')
    expect(partly.status).toBe(2)
    expect(partly.stdout).toContain('Coverage')
    expect((await analyze(at('good'), '--format', 'pdf')).status).toBe(2)
    expect(await analyze(at('good'), '')).toMatchObject({ status: 0, stderr: '' })
  })
})

describe('a limit of cost', () => {
  const plan = (...args: readonly string[]) => analyze(at('bad'), '--dry-run', '--json', ...args)

  it.each(['--max-cost=1', '--rounds=2', '--synthesis-model=anthropic'])(
    '%s is not taken together with no model, whatever the config file names',
    async option => {
      const config = dir.write('with-model.json', JSON.stringify({ model: 'anthropic:claude-haiku-4-5' }))
      const flag = option.split('=')[0]
      for (const file of [[], ['--config', config]])
        expect(await analyze(at('good'), '--model', 'built-in', option, ...file)).toEqual({
          status: 2,
          stdout: '',
          stderr: `shoal: ${flag} needs a model, and \`--model built-in\` means none — leave out one of the two; the built-in analysts cost nothing\n`,
        })
      expect(await analyze(at('good'), '--model', 'built-in', '--config', config)).toMatchObject({ status: 0 })
    },
  )

  it('below the estimate is warned of before anything is spent', async () => {
    const model = ['--model', 'anthropic:claude-haiku-4-5']
    const { warnings, estimate } = JSON.parse((await plan(...model, '--max-cost', '0.0001')).stdout)
    expect(warnings).toEqual([
      expect.stringMatching(/^About \$0\.\d+ is more than the limit of \$0\.00010: the run is likely to stop there/),
    ])
    for (const cost of [[], ['--max-cost', String(estimate.cost_usd)]])
      expect(JSON.parse((await plan(...model, ...cost)).stdout).warnings).toEqual([])
  })
})

describe('shoal profile', () => {
  it('prints the figures of one file', async () => {
    const { status, stdout } = await shoal(['profile', join(examples, 'orders.csv')], { env })
    expect(status).toBe(0)
    for (const part of ['structured_data', '2,4', 'region', 'amount']) expect(stdout).toContain(part)
    const json = JSON.parse((await shoal(['profile', join(examples, 'orders.csv'), '--json'], { env })).stdout)
    expect(json).toMatchObject({ content_type: 'structured_data', figures: { columns: expect.any(Array) } })
  })

  it('prints the template of every line of a log, and refuses other files', async () => {
    const { stdout } = await shoal(['profile', join(examples, 'api.log'), '--lines'], { env })
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(lines.map(({ line }) => line)).toEqual(Array.from({ length: 2954 }, (_, k) => k + 1))
    expect(lines[0].template).toContain('<*>')
    const refused = await shoal(['profile', join(examples, 'orders.csv'), '--lines'], { env })
    expect(refused).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('follow no templates') })
  })

  it('takes one file', async () => {
    expect((await shoal(['profile'], { env })).status).toBe(2)
    expect((await shoal(['profile', join(examples, 'orders.csv'), join(examples, 'api.log')], { env })).status).toBe(2)
    dir.write('empty.csv', '')
    expect((await shoal(['profile', join(dir.path, 'empty.csv')], { env })).stderr).toContain('is empty')
  })
})

describe('shoal report', () => {
  it('knows only analyses', async () => {
    expect(await shoal(['report', 'nobody'], { env })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('nobody'),
    })
    expect((await shoal(['report'], { env })).status).toBe(2)
  })
})

describe('documents', () => {
  it.each([
    [[], null, [['-', 'text']]],
    [[], 'md', [['-', 'md']]],
    [['a.json'], null, [['a.json', 'json']]],
    [['a.json'], 'sarif', [['a.json', 'sarif']]],
    [['a.html'], null, [['a.html', 'html']]],
    [['a.HTM'], null, [['a.HTM', 'html']]],
    [
      ['a.md', 'b', '-'],
      'json',
      [
        ['a.md', 'md'],
        ['b', 'json'],
        ['-', 'json'],
      ],
    ],
    [
      ['x.sarif.json', 'y.sarif'],
      null,
      [
        ['x.sarif.json', 'sarif'],
        ['y.sarif', 'sarif'],
      ],
    ],
  ] as const)('of %j with format %j', (output, format, expected) => {
    expect(documentsOf({ output, format }).map(one => [one.file, one.format])).toEqual(expected)
  })
})

describe('progress', () => {
  it('tells how much is read, how fast, and how long it will take', () => {
    const progress = { bytesRead: 412e6, bytes: 1e9, tasksDone: 12, tasks: 44, files: 1, findings: 31, calls: null }
    expect(progressLine(progress, 8000)).toBe(
      '412 MB of 1.0 GB read, 51.5 MB/s, 11.4 s left · 12 of 44 tasks, 1 file · 31 findings',
    )
    expect(progressLine({ ...progress, bytesRead: 0 }, 10)).toBe(
      '0 B of 1.0 GB read · 12 of 44 tasks, 1 file · 31 findings',
    )
  })
})
