// `--baseline` and `--write-baseline` as they are used, over real files.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shoal } from './fake-io.ts'
import { tempDir } from './temp-dir.ts'

const dir = tempDir()
const around = { env: { SHOAL_HOME: join(dir.path, 'home') }, cwd: dir.path }
const run = (args: readonly string[]) => shoal(['analyze', ...args], around)

const PARTS = [
  'import os',
  'def load(conn, name):\n    cur = conn.cursor()\n    cur.execute("SELECT * FROM users WHERE name = \'" + name + "\'")',
  'def run(cmd):\n    os.system("ls " + cmd)\n    os.system("ls " + cmd)',
  'def calc(text):\n    return eval(text)',
]
const source = (gaps: readonly number[]) =>
  PARTS.map((part, k) => `${'# a line of its own\n'.repeat(gaps[k] ?? 0)}${part}\n\n`).join('')

const counts = (stdout: string) => {
  const { new: fresh, fixed, unchanged } = JSON.parse(stdout).baseline
  return { new: fresh, fixed, unchanged }
}

describe('a baseline of files', () => {
  it('knows what it has seen, wherever lines and files have moved', async () => {
    dir.write('app/users.py', source([]))
    expect((await run(['app', '--write-baseline', 'base.json', '--quiet'])).status).toBe(0)
    const known = JSON.parse(readFileSync(join(dir.path, 'base.json'), 'utf8'))
    expect(known).toMatchObject({ schema_version: 1, kind: 'shoal-baseline' })
    expect(known.findings.length).toBeGreaterThanOrEqual(3)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 4, maxLength: 4 }),
        fc.constantFrom('app/users.py', 'app/people.py', 'app/core/users.py', 'app/core/x.py'),
        async (gaps, name) => {
          rmSync(join(dir.path, 'app'), { recursive: true })
          dir.write(name, source(gaps))
          const { status, stdout } = await run(['app', '--baseline', 'base.json', '--fail-on', 'low', '--json'])
          expect({ status, ...counts(stdout) }).toMatchObject({ status: 0, new: 0, fixed: 0 })
        },
      ),
      { numRuns: 4, seed: 7 },
    )
  }, 120_000)

  it('tells the new from the fixed, in every form', async () => {
    rmSync(join(dir.path, 'app'), { recursive: true })
    dir.write('app/users.py', source([]).replace('eval(text)', 'eval(text + "1")'))
    const args = ['app', '--baseline', 'base.json', '--fail-on', 'medium']
    const json = await run([...args, '--json'])
    expect(json.status).toBe(1)
    expect(counts(json.stdout)).toMatchObject({ new: 1, fixed: 1 })
    const { findings } = JSON.parse(json.stdout)
    expect(findings[0]).toMatchObject({ status: 'new', first_seen: null })
    expect(findings.slice(1).some(({ status }: { status: string }) => status === 'new')).toBe(false)
    const text = await run(args)
    expect(text.stdout).toContain('New problems')
    expect(text.stdout).toMatch(/Compared with base\.json: 1 new, \d+ unchanged, 1 fixed\./)
    const md = await run([...args, '--format', 'md'])
    expect(md.stdout).toMatch(/## New problems\n[^#]*eval[^#]*## Fixed/)
    const sarif = JSON.parse((await run([...args, '--format', 'sarif'])).stdout)
    const states = sarif.runs[0].results.map(({ baselineState }: { baselineState: string }) => baselineState)
    expect(states.filter((state: string) => state === 'new')).toHaveLength(1)
    expect(new Set(states)).toEqual(new Set(['new', 'unchanged']))
  }, 60_000)

  it('is refreshed without losing days, and is not read as data', async () => {
    const file = join(dir.path, 'app/base.json')
    renameSync(join(dir.path, 'base.json'), file)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/"first_seen":"[^"]+"/g, '"first_seen":"2020-02-02"'))
    const { status, stdout } = await run(['app', '--write-baseline', 'app/base.json', '--json'])
    expect({ status, baseline: JSON.parse(stdout).baseline }).toEqual({ status: 0, baseline: undefined })
    expect(JSON.parse(stdout).files.map(({ path }: { path: string }) => path)).toEqual(['app/users.py'])
    const days = JSON.parse(readFileSync(file, 'utf8')).findings.map(
      ({ first_seen }: { first_seen: string }) => first_seen,
    )
    expect(days.filter((day: string) => day !== '2020-02-02')).toHaveLength(1)
  }, 60_000)
})

describe('a bad baseline', () => {
  it.each([
    ['absent', null, /no such file or directory — .*--write-baseline/],
    ['not JSON', '{"schema_', /is not JSON/],
    ['of somebody else', '{"version":"2.1.0","runs":[]}', /is not a baseline of shoal/],
    [
      'newer',
      '{"schema_version":2,"kind":"shoal-baseline","findings":[],"cross_file":[]}',
      /newer shoal .* — update shoal/,
    ],
    ['without a version', '{"kind":"shoal-baseline","findings":[],"cross_file":[]}', /says no "schema_version"/],
    ['without findings', '{"schema_version":1,"kind":"shoal-baseline","cross_file":[]}', /has no list "findings"/],
    [
      'not whole',
      '{"schema_version":1,"kind":"shoal-baseline","findings":[{"path":"a"}],"cross_file":[]}',
      /not whole/,
    ],
  ])('%s is refused in one line before anything is read', async (name, content, line) => {
    const file = `bad-${name.replaceAll(' ', '-')}.json`
    if (content !== null) dir.write(file, content)
    const { status, stdout, stderr } = await run(['app', '--baseline', file])
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(line)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  })

  it('is never written over a file that is something else', async () => {
    dir.write('mine.json', '{"mine":1}')
    const { status, stderr } = await run(['app', '--write-baseline', 'mine.json'])
    expect(status).toBe(2)
    expect(stderr).toContain('--write-baseline mine.json is not a baseline of shoal')
    expect(readFileSync(join(dir.path, 'mine.json'), 'utf8')).toBe('{"mine":1}')
  })
})
