import { readFileSync } from 'node:fs'
import { commandNames, fullName, groupOf } from '@shoal/base/model/option'
import { describe, expect, it } from 'vitest'
import { optionsOf, shownFlag } from '../../src/config/options.ts'
import { shoal } from './fake-io.ts'
import { tempDir } from './temp-dir.ts'

const dir = tempDir()
const { version } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'))

describe('help', () => {
  it('is shown for no command, --help and help, on stdout', async () => {
    const bare = await shoal([])
    expect(bare).toMatchObject({ status: 0, stderr: '' })
    for (const name of commandNames.filter(one => one !== 'help'))
      expect(bare.stdout.includes(`\n  ${name} `), name).toBe(groupOf(name) === null)
    expect(await shoal(['--help'])).toEqual(bare)
    expect(await shoal(['help'])).toEqual(bare)
  })

  it.each(commandNames)('of %s has its usage, examples and every option', async name => {
    const { status, stdout } = await shoal([name, '--help'])
    expect(status).toBe(0)
    expect(stdout).toContain(`Usage: shoal ${fullName(name)} `)
    expect(stdout).toContain('Examples:\n  shoal ')
    for (const option of optionsOf(name)) expect(stdout.includes(`${shownFlag(option)} `)).toBe(!option.hidden)
    expect(await shoal(['help', name])).toEqual({ status, stdout, stderr: '' })
  })

  it('of the whole fits a terminal of 24 lines and 80 columns', async () => {
    const lines = (await shoal([], { columns: 80 })).stdout.trimEnd().split('\n')
    expect(lines.length).toBeLessThan(24)
    expect(lines.filter(line => line.length > 80)).toEqual([])
  })

  it('of a command behind another is that of its bare name', async () => {
    for (const name of commandNames.filter(one => groupOf(one) !== null)) {
      const { stdout } = await shoal([name, '--help'])
      expect((await shoal([groupOf(name)!, name, '--help'])).stdout).toBe(stdout)
      expect((await shoal(['help', groupOf(name)!, name])).stdout).toBe(stdout)
      expect((await shoal(['help', groupOf(name)!])).stdout).toContain(`\n  ${name}`)
    }
  })

  it('fits the terminal', async () => {
    const { stdout } = await shoal(['help', 'plan'], { columns: 80 })
    const long = stdout.split('\n').filter(line => line.length > 80)
    expect(long).toEqual([])
  })

  it('reads no config file, so a broken one is no obstacle', async () => {
    dir.write('broken/shoal.config.json', '{')
    expect((await shoal(['detect', '--help'], { cwd: `${dir.path}/broken` })).status).toBe(0)
    expect((await shoal(['--version'], { cwd: `${dir.path}/broken` })).status).toBe(0)
  })

  it('suggests the command that was meant', async () => {
    expect(await shoal(['help', 'chnk'])).toEqual({
      status: 2,
      stdout: '',
      stderr: 'shoal: unknown command "chnk" — did you mean `shoal help chunk`?\n',
    })
  })
})

describe('version', () => {
  it('is that of the package', async () => {
    expect(await shoal(['--version'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' })
    expect(await shoal(['-v'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' })
  })
})

describe('colours', () => {
  const coloured = async (argv: string[], isTTY: boolean, env: Record<string, string> = {}) =>
    (await shoal(argv, { isTTY, env })).stdout.includes('\u001b[')

  it('are on at a terminal, unless NO_COLOR is set or the terminal is dumb', async () => {
    expect(await coloured(['help'], true)).toBe(true)
    expect(await coloured(['help'], true, { NO_COLOR: '1' })).toBe(false)
    expect(await coloured(['help'], true, { NO_COLOR: '' })).toBe(true)
    expect(await coloured(['help'], true, { TERM: 'dumb' })).toBe(false)
    expect(await coloured(['help'], false)).toBe(false)
  })

  it('can be forced and forbidden', async () => {
    expect(await coloured(['help', '--color', 'always'], false, { NO_COLOR: '1' })).toBe(true)
    expect(await coloured(['help', '--color', 'never'], true)).toBe(false)
  })
})

describe('errors', () => {
  it.each([
    [['--colr'], 'shoal: unknown option --colr — did you mean --color?'],
    [['detect'], 'shoal: shoal detect needs a PATH — run the command with `--help` for its usage'],
    [['chunk'], 'shoal: shoal chunk needs a FILE — run the command with `--help` for its usage'],
    [['plan'], 'shoal: shoal plan needs a PATH — run the command with `--help` for its usage'],
    [
      ['chunk', 'a', 'b'],
      'shoal: shoal chunk takes one FILE; it got 2 — run it once for each, or `shoal plan` for all of them',
    ],
    [['types', 'x'], 'shoal: shoal types takes no arguments — run `shoal detect` for the type of a file'],
    [['detect', ''], 'shoal: one of the paths is empty — check the path'],
    [['detect', 'no-such'], 'shoal: no-such: no such file or directory — check the path'],
    [['chunk', 'no-such'], 'shoal: no-such: no such file or directory — check the path'],
    [['plan', 'no-such'], 'shoal: no-such: no such file or directory — check the path'],
    [
      ['plan', 'what is wrong?'],
      'shoal: what is wrong?: no such file or directory — a query goes after at least one PATH',
    ],
    [['detect', 'a\nb\u001b[31m'], 'shoal: a\\nb\\e[31m: no such file or directory — check the path'],
    [['detect', 'x'.repeat(300)], `shoal: ${'x'.repeat(300)}: the name is too long — shorten the path`],
    [
      ['--config', 'none.json', 'types'],
      'shoal: config file none.json does not exist — check the path given to `--config`, or leave it out',
    ],
  ])('%j is one line and exit status 2', async (argv, line) => {
    expect(await shoal(argv, { cwd: dir.path })).toEqual({ status: 2, stdout: '', stderr: `${line}\n` })
  })

  it('of the config file name the file and the key', async () => {
    dir.write('conf/shoal.config.json', '{"maxFile": 3}')
    expect(await shoal(['types'], { cwd: `${dir.path}/conf` })).toEqual({
      status: 2,
      stdout: '',
      stderr: 'shoal: shoal.config.json: unknown key "maxFile" — did you mean "maxFiles"?\n',
    })
  })

  it('show their stack with --debug or SHOAL_DEBUG', async () => {
    const short = await shoal(['detect'])
    for (const long of [await shoal(['detect', '--debug']), await shoal(['detect'], { env: { SHOAL_DEBUG: '1' } })]) {
      expect(long.stderr.startsWith(short.stderr)).toBe(true)
      expect(long.stderr).toContain('\n    at ')
    }
    expect(await shoal(['detect'], { env: { SHOAL_DEBUG: '0' } })).toEqual(short)
  })
})
