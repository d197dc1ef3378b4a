// The same with the real Claude Code, offline; runs when $SHOAL_CLAUDE names it.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runBin } from '../../packages/shoal/tests/cli/built-bin.ts'

const claude = process.env.SHOAL_CLAUDE ?? ''

describe.skipIf(claude === '')('the real client', () => {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'shoal-claude-')))
  afterAll(() => rmSync(top, { recursive: true, force: true }))
  const home = join(top, `it's "my" home`)
  const project = join(home, 'project')
  mkdirSync(project, { recursive: true })
  const env = {
    HOME: home,
    PATH: process.env.PATH ?? '',
    CLAUDE_CONFIG_DIR: join(home, 'claude'),
    SHOAL_CLAUDE: claude,
    SHOAL_HOME: join(home, 'state'),
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  }
  const directory = join(home, 'state', 'plugin')
  const shoal = (...args: string[]) => runBin(args, { cwd: project, env })
  const ask = (...args: string[]) => spawnSync(claude, args, { cwd: project, env, encoding: 'utf8', input: '' })
  const plugins = () => JSON.parse(ask('plugin', 'list', '--json').stdout)

  it('takes the plugin, enables it and reads it in place', () => {
    const { status, stdout, stderr } = shoal('plugin', 'install')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/^wrote \d+ files in .*\nClaude Code [\d.]+ has shoal@shoal-local now \(user\)\n/)
    expect(plugins()).toMatchObject([
      { id: 'shoal@shoal-local', scope: 'user', enabled: true, readFromFolder: directory },
    ])
  })

  it('finds nothing wrong with it', () => {
    const { status, stdout } = ask('plugin', 'validate', '--strict', directory)
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('Validation passed') })
  })

  it('connects to its server', () => {
    expect(ask('mcp', 'list').stdout).toMatch(/^plugin:shoal:shoal: .*Connected$/m)
  })

  it('satisfies the doctor', () => {
    const { status, stdout } = shoal('plugin', 'doctor')
    expect({ status, bad: stdout.match(/^✗.*/gm) }).toEqual({ status: 0, bad: null })
  })

  it('is left in peace the second time', () => {
    expect(shoal('plugin', 'install').stdout).toContain('already (user)')
  })

  it('is enabled again when it was disabled', () => {
    ask('plugin', 'disable', 'shoal@shoal-local')
    expect(shoal('plugin', 'doctor').stdout).toContain('✗ plugin     shoal@shoal-local is disabled')
    expect(shoal('plugin', 'install').status).toBe(0)
    expect(plugins()).toMatchObject([{ enabled: true }])
  })

  it('is mended when it lost its directory', () => {
    rmSync(directory, { recursive: true })
    expect(shoal('plugin', 'doctor').stdout).toContain('✗ plugin     Claude Code cannot load it: ')
    expect(shoal('plugin', 'install').status).toBe(0)
    expect(plugins()).toMatchObject([{ enabled: true, readFromFolder: directory }])
    expect(plugins()[0].errors).toBeUndefined()
  })

  it('forgets everything, in every scope', () => {
    expect(shoal('plugin', 'install', '--scope', 'project').status).toBe(0)
    expect(
      plugins()
        .map(({ scope }: { scope: string }) => scope)
        .sort(),
    ).toEqual(['project', 'user'])
    expect(shoal('plugin', 'uninstall').status).toBe(0)
    expect(plugins()).toEqual([])
    expect(JSON.parse(ask('plugin', 'marketplace', 'list', '--json').stdout)).toEqual([])
    expect(existsSync(directory)).toBe(false)
    expect(readdirSync(join(home, 'state'))).toEqual([])
    expect(JSON.parse(readFileSync(join(project, '.claude', 'settings.json'), 'utf8')).enabledPlugins ?? {}).toEqual({})
    expect(shoal('plugin', 'uninstall').stdout).toBe('nothing is installed\n')
  })
})
