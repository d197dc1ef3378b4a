// `--since REF`: only what was changed is reported, all is read, and nothing of the repository is run.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { shoal } from './fake-io.ts'
import { tempDir } from './temp-dir.ts'

const dir = tempDir()
const repo = join(dir.path, 'repo')
const env = { SHOAL_HOME: join(dir.path, 'home'), PATH: process.env.PATH!, HOME: dir.path }
const git = (...args: readonly string[]) =>
  execFileSync('git', ['-C', repo, '-c', 'user.name=me', '-c', 'user.email=me@example.org', ...args], {
    encoding: 'utf8',
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
const write = (name: string, text: string) => dir.write(`repo/${name}`, text)
const run = (args: readonly string[], cwd = repo) => shoal(['analyze', ...args], { env, cwd })

const CODE = (name: string) => `import os\n\ndef ${name}(cmd):\n    os.system("${name} " + cmd)\n`
const TOUCHES = 'os.system("twice " + cmd)'

beforeAll(() => {
  mkdirSync(repo)
  git('init', '-q', '-b', 'main')
  for (const name of ['old', 'moved', 'twice', 'gone']) write(`src/${name}.py`, CODE(name))
  write('with "quotes" ü.py', CODE('strange'))
  write('.gitignore', 'ignored.py\n')
  git('add', '.')
  git('commit', '-qm', 'first')
  git('checkout', '-qb', 'work')
  write('src/twice.py', `${CODE('twice')}\ndef more(cmd):\n    ${TOUCHES}\n`)
  git('commit', '-qam', 'second')
  git('checkout', '-q', 'main')
  write('src/other.py', CODE('other'))
  git('add', '.')
  git('commit', '-qm', 'of others')
  git('checkout', '-q', 'work')
  write('src/moved.py', `# a line\n${CODE('moved')}`)
  write('with "quotes" ü.py', CODE('strange').replace('strange " +', 'stranger " +'))
  rmSync(join(repo, 'src/gone.py'))
  write('src/fresh.py', CODE('fresh'))
  write('ignored.py', CODE('ignored'))
})

describe('--since', () => {
  it('reports what stands in changed files, from the last common commit on, uncommitted and unknown files included', async () => {
    const { status, stdout } = await run(['.', '--since', 'main', '--json'])
    expect(status).toBe(0)
    const { since, findings, files } = JSON.parse(stdout)
    expect(since.changed_files.sort()).toEqual(['src/fresh.py', 'src/moved.py', 'src/twice.py', 'with "quotes" ü.py'])
    expect(since.deleted_files).toEqual(['src/gone.py'])
    expect(since.elsewhere.problems).toBe(1)
    expect(files.map(({ path }: { path: string }) => path)).toContain('src/old.py')
    const marks = Object.fromEntries(
      findings
        .filter(({ nature }: { nature: string }) => nature === 'problem')
        .map(({ path, on_changed_line }: { path: string; on_changed_line: boolean }) => [path, on_changed_line]),
    )
    expect(marks).toEqual({
      'src/fresh.py': true,
      'src/moved.py': false,
      'src/twice.py': true,
      'with "quotes" ü.py': true,
    })
  }, 60_000)

  it('counts only those for --fail-on, and says what is elsewhere', async () => {
    const none = await run(['src/old.py', '--since', 'main', '--fail-on', 'low'])
    expect(none.status).toBe(0)
    expect(none.stdout).toMatch(/Problems in changed files {2}none/)
    expect(none.stdout).toMatch(/Elsewhere: 1 problem/)
    expect((await run(['src', '--since', 'main', '--fail-on', 'low', '--quiet'])).status).toBe(1)
  }, 60_000)

  it('finds the files from another directory and by way of a link', async () => {
    symlinkSync(repo, join(dir.path, 'link'))
    const { stdout } = await run(['link/src', '--since', 'main', '--json'], dir.path)
    expect(JSON.parse(stdout).since.changed_files.sort()).toEqual([
      'link/src/fresh.py',
      'link/src/moved.py',
      'link/src/twice.py',
    ])
  }, 60_000)

  it('runs nothing that the repository names', async () => {
    const trap = join(dir.path, 'trap.sh')
    const sprung = join(dir.path, 'sprung')
    writeFileSync(trap, `#!/bin/sh\ntouch "${sprung}"\ncat\n`, { mode: 0o755 })
    for (const [key, value] of [
      ['core.fsmonitor', trap],
      ['diff.external', trap],
      ['filter.bad.clean', trap],
      ['filter.bad.process', trap],
      ['filter.bad.required', 'true'],
      ['diff.bad.textconv', trap],
      ['diff.bad.command', trap],
      ['core.pager', trap],
      ['diff.noprefix', 'true'],
      ['color.ui', 'always'],
    ])
      git('config', key!, value!)
    write('.gitattributes', '*.py filter=bad diff=bad\n')
    mkdirSync(join(repo, '.git/hooks'), { recursive: true })
    writeFileSync(join(repo, '.git/hooks/post-index-change'), `#!/bin/sh\ntouch "${sprung}"\n`, { mode: 0o755 })
    const { status, stdout } = await run(['src', '--since', 'main', '--json'])
    expect({ status, sprung: existsSync(sprung) }).toEqual({ status: 0, sprung: false })
    expect(JSON.parse(stdout).since.changed_files).toContain('src/moved.py')
  }, 60_000)

  it.each([
    ['no such ref', ['.', '--since', 'no-such'], undefined, /--since no-such: git knows no such commit/],
    ['a ref that is an option', ['.', '--since=--output=x'], undefined, /git knows no such commit/],
    ['no repository', ['.', '--since', 'main'], () => dir.path, /is in no git repository/],
  ])('is refused in one line: %s', async (_, args, cwd, line) => {
    const { status, stdout, stderr } = await run(args, cwd?.())
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(line)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  })

  it('is refused where there is no git', async () => {
    const { status, stderr } = await shoal(['analyze', '.', '--since', 'main'], {
      env: { ...env, PATH: dir.path },
      cwd: repo,
    })
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: 'shoal: --since needs git, and there is none — install git, or leave it out\n',
    })
  })
})
