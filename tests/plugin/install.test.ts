// `shoal plugin install` and `uninstall`, with a client that keeps its books as the real one does.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PluginLab } from './plugin-lab.ts'

const ADD = 'plugin marketplace add DIR'
const INSTALL = 'plugin install shoal@shoal-local --scope user'
const FILES = ['.claude-plugin', 'agents', 'commands', 'skills']

describe('a fresh install', () => {
  it('writes the files of the package and has the client take them', async () => {
    const lab = new PluginLab()
    const { status, stdout, stderr } = await lab.run('install')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const settings = join(lab.home, 'claude/settings.json')
    expect(stdout.split('\n')).toEqual([
      `wrote 5 files in ${lab.directory}`,
      'Claude Code 2.1.325 has shoal@shoal-local now (user)',
      '',
      'Start Claude Code anew, and type: /shoal:rlm PATH question',
      `To be asked for no tool of it: add to ${settings}: {"permissions": {"allow": ["mcp__plugin_shoal_shoal"]}}`,
      'To check all of it: shoal plugin doctor',
      '',
    ])
    expect(lab.calls()).toEqual([ADD, INSTALL])
    expect(readdirSync(lab.directory).sort()).toEqual(FILES)
    expect(readdirSync(lab.state)).toEqual(['plugin'])
    expect(readFileSync(join(lab.directory, 'commands/rlm.md'), 'utf8')).toContain('$ARGUMENTS')
  })

  it('names this node, this shoal and this state directory as the server, and keeps what else the package says', async () => {
    const lab = new PluginLab()
    await lab.run('install')
    expect(lab.manifest()).toMatchObject({
      name: 'shoal',
      version: '1.2.3',
      description: 'reads',
      mcpServers: {
        shoal: {
          command: process.execPath,
          args: [join(lab.packageRoot, 'dist/bin.js'), 'mcp', '--quiet'],
          env: { SHOAL_HOME: lab.state },
          timeout: 9,
        },
      },
    })
    expect(lab.manifest('marketplace.json')).toMatchObject({
      name: 'shoal-local',
      plugins: [{ name: 'shoal', source: './', version: '1.2.3', description: 'reads' }],
    })
  })

  it('reads the server from .mcp.json when the manifest does not have it, and copies no such file', async () => {
    const lab = new PluginLab()
    lab.write('package/.claude-plugin/plugin.json', '{"name": "shoal"}')
    lab.write('package/.mcp.json', '{"mcpServers": {"shoal": {"command": "x", "args": ["mcp"], "env": {"A": "b"}}}}')
    await lab.run('install')
    expect(lab.manifest().mcpServers.shoal.env).toEqual({ A: 'b', SHOAL_HOME: lab.state })
    expect(readdirSync(lab.directory).sort()).toEqual(FILES)
  })

  it('tells a script everything', async () => {
    const lab = new PluginLab()
    expect(await lab.json('install', '--scope', 'project')).toEqual({
      schema_version: 1,
      plugin: 'shoal@shoal-local',
      version: '1.2.3',
      directory: lab.directory,
      files: 5,
      written: 'written',
      scope: 'project',
      client: { path: lab.env.SHOAL_CLAUDE, version: '2.1.325' },
      registered: true,
      dry_run: false,
      commands: [
        ['claude', 'plugin', 'marketplace', 'add', lab.directory],
        ['claude', 'plugin', 'install', 'shoal@shoal-local', '--scope', 'project'],
      ],
    })
    expect(lab.plugins()).toMatchObject([{ scope: 'project', projectPath: lab.project }])
  })

  it('does nothing on a dry run but to ask', async () => {
    const lab = new PluginLab()
    const { status, stdout } = await lab.run('install', '--dry-run')
    expect(status).toBe(0)
    expect(stdout).toBe(
      [
        `would write 5 files in ${lab.directory}`,
        'would ask Claude Code 2.1.325:',
        `  claude plugin marketplace add '${lab.directory.replace("'", "'\\''")}'`,
        '  claude plugin install shoal@shoal-local --scope user',
        '',
      ].join('\n'),
    )
    expect(existsSync(lab.state)).toBe(false)
    expect(lab.calls()).toEqual([])
  })
})

describe('install again', () => {
  it('changes nothing where all is well', async () => {
    const lab = new PluginLab()
    await lab.run('install')
    lab.calls()
    const { status, stdout } = await lab.run('install')
    expect(status).toBe(0)
    expect(stdout).toContain(
      `kept 5 files in ${lab.directory}\nClaude Code 2.1.325 has shoal@shoal-local already (user)\n`,
    )
    expect(lab.calls()).toEqual([])
  })

  it('brings a new version in place of the old one, and leaves nothing of that', async () => {
    const lab = new PluginLab()
    await lab.run('install')
    lab.calls()
    lab.write('package/package.json', '{"version": "1.3.0", "type": "module"}')
    rmSync(join(lab.packageRoot, 'commands'), { recursive: true })
    expect((await lab.run('install')).stdout).toContain(`replaced 4 files in ${lab.directory}\n`)
    expect(lab.calls()).toEqual(['plugin update shoal@shoal-local --scope user'])
    expect(lab.plugins()).toMatchObject([{ version: '1.3.0' }])
    expect(readdirSync(lab.directory).sort()).toEqual(['.claude-plugin', 'agents', 'skills'])
    expect(readdirSync(lab.state)).toEqual(['plugin'])
  })

  it('has an older client make its copy anew when the files changed and the version did not', async () => {
    const lab = new PluginLab()
    lab.client({ copies: true, version: '2.0.30' })
    await lab.run('install')
    lab.calls()
    lab.write('package/commands/rlm.md', 'other')
    await lab.run('install')
    expect(lab.calls()).toEqual(['plugin uninstall shoal@shoal-local --scope user', INSTALL])
    await lab.run('install')
    expect(lab.calls()).toEqual([])
  })

  it('enables what was disabled', async () => {
    const lab = new PluginLab()
    await lab.run('install')
    const state = lab.clientState()
    lab.setClientState({ ...state, plugins: state.plugins.map(plugin => ({ ...plugin, enabled: false })) })
    lab.calls()
    expect((await lab.run('install')).status).toBe(0)
    expect(lab.calls()).toEqual([INSTALL])
    expect(lab.plugins()).toMatchObject([{ enabled: true }])
  })

  it('adds a scope to another one', async () => {
    const lab = new PluginLab()
    await lab.run('install')
    await lab.run('install', '--scope', 'local')
    expect(lab.plugins().map(({ scope }) => scope)).toEqual(['user', 'local'])
  })
})

describe('a broken former install', () => {
  it.each([
    [
      'half of the files are gone',
      (lab: PluginLab) => rmSync(join(lab.directory, '.claude-plugin'), { recursive: true }),
    ],
    [
      'the manifest is no JSON',
      (lab: PluginLab) => writeFileSync(join(lab.directory, '.claude-plugin/plugin.json'), '{'),
    ],
    [
      'the directory is empty',
      (lab: PluginLab) => {
        rmSync(lab.directory, { recursive: true })
        mkdirSync(lab.directory)
      },
    ],
    ['the directory is gone', (lab: PluginLab) => rmSync(lab.directory, { recursive: true })],
    ['a file was added', (lab: PluginLab) => writeFileSync(join(lab.directory, 'agents/other.md'), 'x')],
    [
      'an install was killed',
      (lab: PluginLab) => {
        rmSync(lab.directory, { recursive: true })
        mkdirSync(`${lab.directory}.7c9e6679-7425-40de-944b-e07fc1f90ae7.old/agents`, { recursive: true })
      },
    ],
  ])('is mended when %s', async (_case, breakIt) => {
    const lab = new PluginLab()
    await lab.run('install')
    breakIt(lab)
    expect((await lab.run('install')).status).toBe(0)
    const { files, plugin } = await lab.doctor()
    expect({ files: files!.status, plugin: plugin!.status }).toEqual({ files: 'ok', plugin: 'ok' })
    expect(readdirSync(lab.state)).toEqual(['plugin'])
  })

  it('is registered anew where the marketplace pointed elsewhere', async () => {
    const lab = new PluginLab()
    await lab.run('install')
    const state = lab.clientState()
    lab.setClientState({ ...state, marketplaces: [{ name: 'shoal-local', source: 'directory', path: '/elsewhere' }] })
    lab.calls()
    await lab.run('install')
    expect(lab.calls()).toEqual([ADD])
  })

  it('is never what belongs to somebody else', async () => {
    for (const [path, content] of [
      ['state/plugin/notes.txt', 'mine'],
      ['state/plugin/.git/config', 'mine'],
      ['state/plugin/.claude-plugin/plugin.json', '{"name": "mine"}'],
      ['state/plugin', 'a file'],
    ] as const) {
      const lab = new PluginLab()
      const file = lab.write(path, content)
      for (const verb of ['install', 'uninstall'] as const) {
        const { status, stderr } = await lab.run(verb)
        expect(status).toBe(2)
        expect(stderr).toBe(
          `shoal: ${lab.directory} is there and holds something else — move it away, or set SHOAL_HOME to another directory\n`,
        )
      }
      expect(readFileSync(file, 'utf8')).toBe(content)
      expect(lab.calls()).toEqual([])
    }
  })
})

describe('without a client', () => {
  it('writes the files, says which commands are left, and exits with 0', async () => {
    const lab = new PluginLab()
    lab.withoutClient()
    const { status, stdout } = await lab.run('install', '--scope', 'local')
    expect(status).toBe(0)
    expect(stdout.split('\n')).toEqual([
      `wrote 5 files in ${lab.directory}`,
      'Claude Code is not on the PATH. Once it is there, run this again, or these two commands:',
      `  claude plugin marketplace add '${lab.directory.replace("'", "'\\''")}'`,
      '  claude plugin install shoal@shoal-local --scope local',
      'or, inside of Claude Code:',
      `  /plugin marketplace add ${lab.directory}`,
      '  /plugin install shoal@shoal-local',
      '',
    ])
    expect(await lab.json('install')).toMatchObject({ client: null, registered: false, written: 'unchanged' })
    const gone = await lab.run('uninstall')
    expect(gone.stdout).toBe(
      `removed ${lab.directory}; runs are kept\nClaude Code is not on the PATH; if it comes back, run: claude plugin marketplace remove shoal-local\n`,
    )
  })

  it('says when SHOAL_CLAUDE names none', async () => {
    const lab = new PluginLab()
    lab.env.SHOAL_CLAUDE = 'nowhere/claude'
    expect(await lab.run('install')).toMatchObject({
      status: 2,
      stderr:
        'shoal: SHOAL_CLAUDE names no program: nowhere/claude — set it to the file of Claude Code, or leave it out\n',
    })
  })
})

describe('a client that fails', () => {
  it('is quoted on one line, and the next attempt goes on', async () => {
    const lab = new PluginLab()
    lab.client({
      fail: {
        at: 'plugin install',
        stderr: 'Installing…\n\u001b[31m✘ Failed to install plugin:\u001b[39m\r\n  no space left\n',
      },
    })
    expect(await lab.run('install')).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'shoal: `claude plugin install shoal@shoal-local` failed: Installing… Failed to install plugin: no space left — see what the client says, and try again\n',
    })
    lab.calls()
    lab.client({})
    expect((await lab.run('install')).status).toBe(0)
    expect(lab.calls()).toEqual([INSTALL])
  })

  it('says so when it says nothing, or far too much', async () => {
    const lab = new PluginLab()
    lab.client({ fail: { at: 'plugin marketplace add', stderr: '' } })
    expect((await lab.run('install')).stderr).toContain('failed: it did not say why — ')
    lab.client({ fail: { at: 'plugin marketplace add', stderr: 'x'.repeat(100_000) } })
    expect((await lab.run('install')).stderr.length).toBeLessThan(500)
  })

  it('is not believed when it exits in peace and has done nothing', async () => {
    const lab = new PluginLab()
    lab.client({ asleep: 'plugin install' })
    expect((await lab.run('install')).stderr).toBe(
      'shoal: Claude Code did not take shoal@shoal-local: it does not list it — run `shoal plugin uninstall`, then `shoal plugin install`\n',
    )
  })

  it('is too old or something else when its answers cannot be read', async () => {
    const lab = new PluginLab()
    lab.client({ garbage: true })
    expect(await lab.run('install')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(
        /^shoal: `claude plugin (marketplace )?list( --json)?` gave no answer that shoal understands — update Claude Code\n$/,
      ),
    })
  })
})

describe('uninstall', () => {
  it('takes back all that install did, in every scope, and leaves runs alone', async () => {
    const lab = new PluginLab()
    await lab.run('install')
    await lab.run('install', '--scope', 'project')
    lab.write('state/ledger.db', 'runs')
    lab.calls()
    expect(await lab.run('uninstall')).toEqual({
      status: 0,
      stdout: `Claude Code has shoal@shoal-local no more\nremoved ${lab.directory}; runs are kept\n`,
      stderr: '',
    })
    expect(lab.calls()).toEqual([
      'plugin uninstall shoal@shoal-local --scope user',
      'plugin uninstall shoal@shoal-local --scope project',
      'plugin marketplace remove shoal-local',
    ])
    expect(readdirSync(lab.state)).toEqual(['ledger.db'])
    expect(lab.clientState()).toEqual({ marketplaces: [], plugins: [] })
  })

  it('is fine when nothing is installed', async () => {
    const lab = new PluginLab()
    expect(await lab.run('uninstall')).toEqual({ status: 0, stdout: 'nothing is installed\n', stderr: '' })
    expect(lab.calls()).toEqual([])
  })

  it('keeps what other scopes have', async () => {
    const lab = new PluginLab()
    await lab.run('install')
    await lab.run('install', '--scope', 'local')
    lab.calls()
    const { stdout } = await lab.run('uninstall', '--scope', 'local')
    expect(stdout).toContain(`other scopes have it still: ${lab.directory} is kept\n`)
    expect(lab.calls()).toEqual(['plugin uninstall shoal@shoal-local --scope local'])
    expect(lab.plugins()).toMatchObject([{ scope: 'user' }])
    await lab.run('uninstall', '--scope', 'user')
    expect(existsSync(lab.directory)).toBe(false)
    expect(lab.clientState().marketplaces).toEqual([])
  })

  it('goes to other projects for their share, where they are still there', async () => {
    const lab = new PluginLab()
    await lab.run('install', '--scope', 'project')
    const state = lab.clientState()
    const gone = { ...state.plugins[0], projectPath: join(lab.home, 'gone') }
    lab.setClientState({ ...state, plugins: [...state.plugins, gone] })
    lab.calls()
    expect((await lab.run('uninstall')).status).toBe(0)
    expect(lab.calls()).toEqual([
      'plugin uninstall shoal@shoal-local --scope project',
      'plugin marketplace remove shoal-local',
    ])
  })

  it('removes nothing on a dry run', async () => {
    const lab = new PluginLab()
    await lab.run('install')
    lab.calls()
    expect(await lab.json('uninstall', '--dry-run')).toMatchObject({ dry_run: true, removed: true })
    expect(lab.calls()).toEqual([])
    expect(existsSync(lab.directory)).toBe(true)
  })
})
