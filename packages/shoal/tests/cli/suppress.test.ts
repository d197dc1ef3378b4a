// Findings that are accepted with a reason, beside the code and in the config file.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { shoal } from './fake-io.ts'
import { tempDir } from './temp-dir.ts'

const dir = tempDir()
const around = { env: { SHOAL_HOME: join(dir.path, 'home') }, cwd: dir.path }
const run = (args: readonly string[]) => shoal(['analyze', ...args, '--fail-on', 'low'], around)
const json = async (args: readonly string[]) => {
  const { status, stdout } = await run([...args, '--json'])
  return { status, report: JSON.parse(stdout) }
}

const CODE = (note: string, above = '') =>
  `import os\n\ndef run(cmd):\n${above}    os.system("ls " + cmd)${note}\n\nrun(input())\n`

describe('a note beside the code', () => {
  it.each([
    ['on the line', CODE('  # shoal-ignore python.command-injection: the list is ours')],
    ['above the line', CODE('', '    # shoal-ignore python.command-injection: the list is ours\n')],
    ['by type', CODE('  # shoal-ignore vulnerability: the list is ours')],
  ])('takes the finding out and lists it with its reason: %s', async (_, text) => {
    dir.write('one/app.py', text)
    const { status, report } = await json(['one', 'what looks wrong?'])
    expect(status).toBe(0)
    expect(report.findings.filter(({ nature }: { nature: string }) => nature === 'problem')).toEqual([])
    expect(report.suppressed).toMatchObject([
      { rule: 'python.command-injection', path: 'one/app.py', reason: 'the list is ours', by: 'comment' },
    ])
    expect(report.answer).not.toContain('os.system')
    expect(report.warnings.join()).not.toContain('shoal-ignore')
    expect((await run(['one'])).stdout).toMatch(
      /Suppressed {2}1 problem[\s\S]*python\.command-injection — the list is ours/,
    )
  })

  it.each([
    ['without a reason', '  # shoal-ignore python.command-injection', /gives no reason and is not honoured/],
    ['without a rule', '  # shoal-ignore: because', /names no rule and is not honoured/],
    [
      'of another rule',
      '  # shoal-ignore python.sql-injection: because',
      /is not needed: no python\.sql-injection is found/,
    ],
  ])('is not honoured %s, and that is said', async (_, note, warning) => {
    dir.write('two/app.py', CODE(note))
    const { status, report } = await json(['two'])
    expect(status).toBe(1)
    expect(report.suppressed).toBeUndefined()
    expect(report.warnings.join('\n')).toMatch(warning)
  })

  it('speaks of its own place only', async () => {
    dir.write(
      'three/app.py',
      'import os\n\ndef run(cmd):\n    os.system("ls " + cmd)  # shoal-ignore python.command-injection: ours\n    os.system("rm " + cmd)\n\nrun(input())\n',
    )
    const { status, report } = await json(['three'])
    expect(status).toBe(1)
    expect(report.suppressed).toHaveLength(1)
    expect(report.findings[0]).toMatchObject({ line: 5, evidence: expect.stringContaining('rm ') })
  })

  it('is no note in data: a log or a table accepts nothing', async () => {
    dir.write('four/app.log', '2026-01-01 10:00:00 ERROR failed # shoal-ignore log.errors: nobody looks\n'.repeat(20))
    const { report } = await json(['four'])
    expect(report.suppressed).toBeUndefined()
  })

  it('is neither new nor fixed beside a baseline', async () => {
    dir.write('five/app.py', CODE(''))
    await run(['five', '--write-baseline', 'base.json', '--quiet'])
    dir.write('five/app.py', CODE('  # shoal-ignore python.command-injection: the list is ours'))
    const { status, report } = await json(['five', '--baseline', 'base.json'])
    expect(status).toBe(0)
    expect(report.baseline).toMatchObject({ new: 0, fixed: 0, unchanged: 0 })
  })
})

describe('a list in the config file', () => {
  it('accepts rules, everywhere or below a path, and names what nothing needs', async () => {
    dir.write('six/app.py', CODE(''))
    dir.write(
      'ok.json',
      JSON.stringify({
        suppress: [
          { rule: 'python.command-injection', path: 'six/**', reason: 'only our own lists' },
          { rule: 'python.no-such-rule', reason: 'never' },
        ],
      }),
    )
    const { status, report } = await json(['six', '--config', 'ok.json'])
    expect(status).toBe(0)
    expect(report.suppressed).toMatchObject([{ reason: 'only our own lists', by: 'config' }])
    expect(report.warnings.join('\n')).toContain('the entry of "suppress" for python.no-such-rule is not needed')
  })

  it.each([
    ['no reason', [{ rule: 'a.b' }], 'gives no reason'],
    ['an empty reason', [{ rule: 'a.b', reason: ' ' }], 'gives no reason'],
    ['no rule', [{ reason: 'x' }], 'must be { rule, reason }'],
    ['an unknown key', [{ rule: 'a.b', reason: 'x', paths: 'y' }], 'must be { rule, reason }'],
    ['no list', { rule: 'a.b' }, 'must be an array of rules'],
  ])('with %s is refused in one line', async (name, suppress, line) => {
    const file = `${name.replaceAll(' ', '-')}.json`
    dir.write(file, JSON.stringify({ suppress }))
    const { status, stderr } = await run(['six', '--config', file])
    expect(status).toBe(2)
    expect(stderr).toContain(line)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  })
})
