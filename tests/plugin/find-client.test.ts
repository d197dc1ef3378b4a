// Where Claude Code is looked for, on every system.
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { shellLine, slashLine } from '../../packages/shoal/src/cli/plugin/shell-line.ts'
import { findClient } from '../../packages/shoal/src/plugin/find-client.ts'
import { tempDir } from '../../packages/shoal/tests/cli/temp-dir.ts'

const dir = tempDir()
const program = (name: string) => {
  const file = dir.write(name, '')
  chmodSync(file, 0o755)
  return file
}

describe('the client', () => {
  const home = join(dir.path, 'home')
  const find = (env: Record<string, string>, platform: NodeJS.Platform = 'linux') =>
    findClient({ env, cwd: dir.path, platform })

  it('is the one of the PATH, then the one of an installer; SHOAL_CLAUDE comes before all', () => {
    const onPath = program('bin/claude')
    const local = program('home/.claude/local/claude')
    const native = program('home/.local/bin/claude')
    const named = program('named/my claude')
    expect(find({ PATH: `/nowhere:${dir.path}/bin`, HOME: home })?.file).toBe(onPath)
    expect(find({ PATH: '/nowhere', HOME: home })?.file).toBe(native)
    expect(find({ PATH: '', HOME: join(dir.path, 'other') })).toBeNull()
    expect(find({ PATH: `${dir.path}/bin`, SHOAL_CLAUDE: named })).toEqual({ file: named, command: named, args: [] })
    expect(find({ SHOAL_CLAUDE: 'named/my claude' })?.file).toBe(named)
    expect(local).toContain('.claude/local')
  })

  it('is found in ~/.claude/local', () => {
    const local = program('old/.claude/local/claude')
    expect(find({ HOME: join(dir.path, 'old') })?.file).toBe(local)
  })

  it('is no directory, no file without the right to run, and never of a relative PATH', () => {
    dir.write('a/claude/file', '')
    dir.write('b/claude', '')
    program('c/claude')
    expect(find({ PATH: `${dir.path}/a:${dir.path}/b:c:` })).toBeNull()
  })

  it('is run by node when it is a script', () => {
    const script = dir.write('script.mjs', '')
    expect(find({ SHOAL_CLAUDE: script })).toEqual({ file: script, command: process.execPath, args: [script] })
  })

  it('throws when SHOAL_CLAUDE names none', () => {
    expect(() => find({ SHOAL_CLAUDE: '/nowhere/claude' })).toThrow('SHOAL_CLAUDE names no program: /nowhere/claude')
  })

  it('on Windows is looked for by the rules of that system', () => {
    // No such paths here: what counts is that nothing of a POSIX path is taken apart wrongly.
    expect(find({ Path: 'C:\\bin;D:\\tools', USERPROFILE: 'C:\\Users\\x' }, 'win32')).toBeNull()
    expect(() => find({ SHOAL_CLAUDE: 'C:\\claude.cmd' }, 'win32')).toThrow('C:\\claude.cmd')
  })
})

describe('calls in print', () => {
  const args = ['plugin', 'marketplace', 'add', `/ho me/it's/"q"/$x`]
  it('can be pasted into a shell', () => {
    expect(shellLine(args, 'linux')).toBe(`claude plugin marketplace add '/ho me/it'\\''s/"q"/$x'`)
    expect(shellLine(['a', 'C:\\Program Files\\x', 'C:\\x'], 'win32')).toBe('claude a "C:\\Program Files\\x" C:\\x')
  })

  it('and into the client, which knows no scope there', () => {
    expect(slashLine(args)).toBe(`/plugin marketplace add /ho me/it's/"q"/$x`)
    expect(slashLine(['plugin', 'install', 'a@b', '--scope', 'user'])).toBe('/plugin install a@b')
  })
})
