// Exit status 1 means findings, and nothing else: a script must be able to tell them from a failure.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { errorTable } from '@shoal/base/model/errors'
import { commandNames } from '@shoal/base/model/option'
import { describe, expect, it } from 'vitest'
import { SkippedFiles } from '../../packages/shoal/src/cli/skipped-files.ts'
import { bin } from '../../packages/shoal/tests/cli/built-bin.ts'
import { fakeIo, shoal } from '../../packages/shoal/tests/cli/fake-io.ts'
import { tempDir } from '../../packages/shoal/tests/cli/temp-dir.ts'

const dir = tempDir()
const env = { SHOAL_HOME: join(dir.path, 'home') }
const root = fileURLToPath(new URL('../..', import.meta.url))

describe('exit status 1', () => {
  it('is of no error', () => {
    for (const [code, { exit }] of Object.entries(errorTable)) expect(exit, code).not.toBe(1)
  })

  it('is written in one place of the command line', () => {
    const sources = readdirSync(join(root, 'packages/shoal/src'), { recursive: true, encoding: 'utf8' })
      .filter(name => /^(?:cli\/.*|bin)\.ts$/.test(name))
      .filter(name =>
        /\breturn 1\b|\? 1 : 0|exit\(1\)|exitCode = 1\b/.test(
          readFileSync(join(root, 'packages/shoal/src', name), 'utf8'),
        ),
      )
    expect(sources).toEqual(['cli/report-document.ts'])
  })

  it.each(commandNames)('is not how `shoal %s` refuses what it does not know', async command => {
    const { status, stderr } = await shoal([command, '--no-such-option'], { env, cwd: dir.path })
    expect({ status, lines: stderr.trimEnd().split('\n').length }).toEqual({ status: 2, lines: 1 })
  })

  it.each(commandNames.filter(name => !['watch', 'serve', 'mcp', 'plugin', 'doctor', 'help'].includes(name)))(
    'is not how `shoal %s` ends with what is not there',
    async command => {
      const { status } = await shoal([command, 'no-such-thing', 'nor-this', '--json'], { env, cwd: dir.path })
      expect([0, 2, 6]).toContain(status)
    },
  )

  it('is for findings, and gives way to what failed', async () => {
    dir.write('app/run.py', 'import os\n\ndef run(name):\n    os.system("ls " + name)\n\nrun(input())\n')
    const at = { env, cwd: dir.path }
    const found = ['analyze', 'app', '--fail-on', 'low', '--quiet']
    expect((await shoal(found, at)).status).toBe(1)
    expect((await shoal(['analyze', 'app', '--quiet'], at)).status).toBe(0)
    expect((await shoal([...found, 'absent.py'], at)).status).toBe(2)
  })
})

describe('what could not be read', () => {
  it.each(['unreadable', 'given-up'] as const)('makes a result incomplete: %s', cause => {
    const skipped = new SkippedFiles(fakeIo(), ['src'], true)
    skipped.add('src/a.py', 'permission denied', cause)
    expect(skipped.status(true)).toBe(6)
    expect(skipped.status(false)).toBe(2)
  })

  it.each(['binary', 'exclude', 'default', 'empty'] as const)('is no failure when it was not to be read: %s', cause => {
    const skipped = new SkippedFiles(fakeIo(), ['src'], true)
    skipped.add('src/a.py', 'left out', cause)
    expect(skipped.status(true)).toBe(0)
  })
})

describe('the process', () => {
  it.runIf(existsSync('/dev/full'))('says in one line that there is no room for its output', () => {
    const { status, stderr } = spawnSync(process.execPath, [bin, 'types'], {
      encoding: 'utf8',
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    })
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: 'shoal: stdout: no space left on the device — free some space, or write to another disk\n',
    })
  })

  it('says in one line that it is not whole', () => {
    const broken = join(dir.path, 'broken')
    mkdirSync(join(broken, 'dist'), { recursive: true })
    for (const name of ['bin', 'package.json', 'dist/bin.js'])
      cpSync(join(root, name), join(broken, name), { recursive: true })
    const { status, stderr } = spawnSync(process.execPath, [join(broken, 'bin/shoal.mjs'), 'types'], {
      encoding: 'utf8',
    })
    rmSync(broken, { recursive: true })
    expect(status).toBe(5)
    expect(stderr).toMatch(/^shoal: it cannot be started: [^\n]+ — install shoal again[^\n]*\n$/)
  })
})
