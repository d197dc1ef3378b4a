// `shoal plugin doctor` and `shoal doctor`, with each thing broken in turn.
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { probeServer } from '../../packages/shoal/src/plugin/probe-server.ts'
import type { Check } from '../../packages/shoal/src/run/doctor/check.ts'
import { nodeCheck, sqlCheck, stateCheck } from '../../packages/shoal/src/run/doctor/machine-checks.ts'
import { runChecks } from '../../packages/shoal/src/run/doctor/run-checks.ts'
import { openLedger } from '../../packages/shoal/src/run/ledger.ts'
import { runBin } from '../../packages/shoal/tests/cli/built-bin.ts'
import { shoal } from '../../packages/shoal/tests/cli/fake-io.ts'
import { tempDir } from '../../packages/shoal/tests/cli/temp-dir.ts'
import { PluginLab } from './plugin-lab.ts'

const dir = tempDir()

async function installed(): Promise<PluginLab> {
  const lab = new PluginLab()
  expect((await lab.run('install')).status).toBe(0)
  return lab
}

describe('shoal plugin doctor', () => {
  it('has a line for everything, and exits with 0 when all is well', async () => {
    const lab = await installed()
    const { status, stdout, stderr } = await lab.run('doctor')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const lines = stdout.trimEnd().split('\n')
    expect(lines.map(line => line.split(/ +/).slice(0, 2).join(' '))).toEqual([
      '✓ node',
      '✓ shoal',
      '✓ state',
      '✓ client',
      '✓ plugin',
      '✓ files',
      '✓ agents',
      '✓ server',
      '✓ protocols',
      '– allowed',
      '✓ sql',
    ])
    expect(lines[3]).toBe(`✓ client     Claude Code 2.1.325, ${lab.env.SHOAL_CLAUDE}`)
    expect(lines[4]).toBe('✓ plugin     shoal@shoal-local 1.2.3, enabled (user)')
    expect(lines[7]).toMatch(/^✓ server {5}starts in \d+ ms, 2 tools; a call takes \d+ ms$/)
    expect(lines[8]).toBe('✓ protocols  speaks with old and new clients: 2024-11-05, 2026-07-28')
  })

  it('says of a machine where nothing is installed what to do, and leaves no trace', async () => {
    const lab = new PluginLab()
    lab.withoutClient()
    const { status, stdout, stderr } = await lab.run('doctor')
    expect({ status, stderr }).toEqual({ status: 2, stderr: '3 things to do\n' })
    expect(stdout).toContain(
      '✗ client     Claude Code is not on the PATH — install Claude Code, or set SHOAL_CLAUDE to its file\n– plugin     no client to ask\n',
    )
    expect(stdout).toContain('✓ server ')
    expect(readdirSync(lab.home).sort()).toEqual(['empty', 'package', 'project'])
  })

  const breaks: readonly [string, check: string, line: RegExp, (lab: PluginLab) => void][] = [
    ['shoal itself is gone', 'shoal', /bin\.js is not there$/, lab => rmSync(join(lab.packageRoot, 'dist/bin.js'))],
    [
      'SHOAL_CLAUDE is wrong',
      'client',
      /^SHOAL_CLAUDE names no program: gone$/,
      lab => {
        lab.env.SHOAL_CLAUDE = 'gone'
      },
    ],
    [
      'the client does not run',
      'client',
      /^`claude --version` failed: bad CPU type$/,
      lab => lab.client({ fail: { at: '--version', stderr: 'bad CPU type\n' } }),
    ],
    [
      'the client has lost it',
      'plugin',
      /^shoal@shoal-local is not installed in Claude Code$/,
      lab => lab.setClientState({ marketplaces: [], plugins: [] }),
    ],
    [
      'it is disabled',
      'plugin',
      /^shoal@shoal-local is disabled$/,
      lab => lab.setClientState(withPlugin(lab, { enabled: false })),
    ],
    [
      'it is of another version',
      'plugin',
      /^shoal@shoal-local is of version 1\.0\.0, and this is shoal 1\.2\.3$/,
      lab => lab.setClientState(withPlugin(lab, { version: '1.0.0' })),
    ],
    [
      'it is installed from the repository too',
      'plugin',
      /^shoal@shoal is enabled beside shoal@shoal-local$/,
      lab => {
        const { marketplaces, plugins } = lab.clientState()
        lab.setClientState({
          marketplaces: [...marketplaces, { name: 'shoal', path: lab.packageRoot }],
          plugins: [...plugins, { ...plugins[0], id: 'shoal@shoal' }],
        })
      },
    ],
    [
      'its directory is gone, for the client',
      'plugin',
      /^Claude Code cannot load it: Marketplace shoal-local failed to load: cache-miss$/,
      lab => rmSync(lab.directory, { recursive: true }),
    ],
    ['its directory is gone', 'files', /plugin is not there$/, lab => rmSync(lab.directory, { recursive: true })],
    [
      'files were changed',
      'files',
      /agents\/reader\.md is changed, and 2 more differences$/,
      lab => {
        writeFileSync(join(lab.directory, 'agents/reader.md'), 'x')
        writeFileSync(join(lab.directory, 'agents/other.md'), 'x')
        rmSync(join(lab.directory, 'commands/rlm.md'))
      },
    ],
    [
      'the package is incomplete',
      'files',
      /plugin\.json: no such file$/,
      lab => rmSync(join(lab.packageRoot, '.claude-plugin'), { recursive: true }),
    ],
    [
      'an agent is not right',
      'agents',
      /^agents\/reader\.md:1: `tools` is missing/,
      lab => writeFileSync(join(lab.directory, 'agents/reader.md'), '---\nname: reader\ndescription: x\n---\nRead.\n'),
    ],
    [
      'there are no agents',
      'agents',
      /^there are no agents in /,
      lab => rmSync(join(lab.directory, 'agents'), { recursive: true }),
    ],
    [
      'node has moved',
      'server',
      /^the MCP server cannot be started: spawn \/gone\/node ENOENT$/,
      lab => {
        const manifest = lab.manifest()
        manifest.mcpServers.shoal.command = '/gone/node'
        writeFileSync(join(lab.directory, '.claude-plugin/plugin.json'), JSON.stringify(manifest))
      },
    ],
    [
      'the server dies',
      'server',
      /^the MCP server ended with status 3: no more$/,
      lab => setServer(lab, { dies: 'no more' }),
    ],
    [
      'the server crashes',
      'server',
      /^the MCP server ended with status 1: SyntaxError: /,
      lab => writeFileSync(join(lab.packageRoot, 'dist/bin.js'), '{{'),
    ],
    [
      'the server prints other things',
      'server',
      /^the MCP server printed what is no message: Hello!$/,
      lab => setServer(lab, { chatty: true }),
    ],
    [
      'the server has no tools',
      'server',
      /^the MCP server does not list its tools$/,
      lab => setServer(lab, { toolless: true }),
    ],
    ['a tool fails', 'server', /^the MCP server did not read a CSV file: /, lab => setServer(lab, { blind: true })],
    [
      'old clients are not served',
      'protocols',
      /^the MCP server speaks 2025-11-25 with a client that asks for 2024-11-05$/,
      lab => setServer(lab, { modernOnly: true }),
    ],
  ]

  it.each(breaks)('sees it when %s', async (_case, name, line, breakIt) => {
    const lab = await installed()
    breakIt(lab)
    const { status, stdout } = await lab.run('doctor', '--json')
    expect(status).toBe(2)
    const check = JSON.parse(stdout).checks.find((one: Check) => one.name === name)
    expect(check.line).toMatch(line)
    expect(check.status).toBe('failed')
    expect(check.advice).toMatch(/\w/)
  })

  it('takes no options that it would have to pass over', async () => {
    const lab = new PluginLab()
    expect(await lab.run('doctor', '--scope', 'user')).toMatchObject({ status: 2, stdout: '' })
  })
})

describe('the probe of a server', () => {
  const env = { FAKE_SERVER: '{"silent": "tools/list"}', PATH: process.env.PATH }
  const server = {
    command: process.execPath,
    args: [fileURLToPath(new URL('fake-server.mjs', import.meta.url)), 'mcp'],
  }

  it('gives up on one that does not answer, and leaves no process behind', async () => {
    const { signal } = new AbortController()
    // On a busy machine it may not even have begun by then.
    await expect(probeServer(server, { env, signal, limitMs: 1_500 })).rejects.toThrow(
      /^the MCP server gave no answer to (?:initialize|tools\/list) within 1\.5 s/,
    )
  })

  it('ends when nobody waits any more', async () => {
    const signal = AbortSignal.timeout(500)
    await expect(probeServer(server, { env, signal, limitMs: 3_600_000 })).rejects.toThrow()
  })
})

function withPlugin(lab: PluginLab, change: object) {
  const { marketplaces, plugins } = lab.clientState()
  return { marketplaces, plugins: plugins.map(plugin => ({ ...plugin, ...change })) }
}

function setServer(lab: PluginLab, fake: object): void {
  lab.env.FAKE_SERVER = JSON.stringify(fake)
}

describe('the state directory', () => {
  it('fails where a file is in the way', async () => {
    const file = dir.write('a-file', '')
    expect(await stateCheck(join(file, 'shoal')).run()).toEqual({
      status: 'failed',
      line: `${join(file, 'shoal')} cannot be written: not a directory`,
      advice: 'correct its permissions, or set SHOAL_HOME to another directory',
    })
  })

  it('fails where it may not be written, for install and for the doctor', () => {
    const open = join(dir.path, 'open')
    const closed = join(open, 'closed')
    mkdirSync(closed, { recursive: true })
    // Root may do anything: it is tried as somebody else.
    const uid = process.getuid?.() === 0 ? { uid: 65_534 } : {}
    for (const [path, mode] of [
      [dir.path, 0o755],
      [open, 0o755],
      [closed, 0o500],
    ] as const)
      chmodSync(path, mode)
    const env = { HOME: open, SHOAL_HOME: closed, PATH: open }
    const { status, stderr } = runBin(['plugin', 'install'], { ...uid, env, cwd: open })
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: `shoal: ${closed}/plugin: permission denied — correct the permissions of the directory, or set SHOAL_HOME to another one\n`,
    })
    expect(runBin(['doctor'], { ...uid, env, cwd: open }).stdout).toContain(
      `✗ state    ${closed} cannot be written: permission denied — correct its permissions, or set SHOAL_HOME to another directory\n`,
    )
    chmodSync(closed, 0o700)
  })

  it('is not made by looking at it', async () => {
    expect((await stateCheck(join(dir.path, 'new', 'shoal')).run()).status).toBe('ok')
    expect(readdirSync(dir.path)).not.toContain('new')
  })

  it('keeps install from its work with one line', async () => {
    const lab = new PluginLab()
    const file = lab.write('in-the-way', '')
    lab.env.SHOAL_HOME = join(file, 'state')
    const { status, stderr } = await lab.run('install')
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: `shoal: ${join(file, 'state/plugin')}: not a directory — correct the permissions of the directory, or set SHOAL_HOME to another one\n`,
    })
    expect((await lab.doctor()).state!.status).toBe('failed')
    expect(readFileSync(file, 'utf8')).toBe('')
  })
})

describe('checks', () => {
  it('an old node fails', async () => {
    expect(await nodeCheck('18.20.1').run()).toMatchObject({ status: 'failed', advice: 'install Node.js 20 or newer' })
  })

  it('DuckDB may be absent, but not broken', async () => {
    const load = (error: Error) => sqlCheck(() => Promise.reject(error)).run()
    const missing = Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' })
    expect(await load(missing)).toMatchObject({ status: 'absent', advice: 'run `npm install @duckdb/node-api`' })
    expect(await load(new Error('GLIBC_2.99 not found\nat x'))).toMatchObject({
      status: 'failed',
      line: 'SQL needs the package @duckdb/node-api, which does not start here (GLIBC_2.99 not found)',
    })
  })

  it('one that throws has failed, and an interruption ends them', async () => {
    const stop = new AbortController()
    const checks: Check[] = [
      { name: 'a', run: () => Promise.reject(new Error('first\nsecond')) },
      {
        name: 'b',
        async run() {
          stop.abort()
          return { status: 'ok', line: '' }
        },
      },
    ]
    const seen: unknown[] = []
    await expect(
      (async () => {
        for await (const one of runChecks(checks, stop.signal)) seen.push(one)
      })(),
    ).rejects.toThrow()
    expect(seen).toMatchObject([{ name: 'a', status: 'failed', line: 'first' }])
  })
})

describe('shoal doctor', () => {
  const env = { HOME: join(dir.path, 'home'), SHOAL_HOME: join(dir.path, 'home/state'), PATH: dir.path }
  const cwd = join(dir.path, 'home')
  const check = async (name: string, more: Record<string, string> = {}) => {
    mkdirSync(cwd, { recursive: true })
    const { stdout } = await shoal(['doctor', '--json'], { env: { ...env, ...more }, cwd })
    return JSON.parse(stdout).checks.find((one: { name: string }) => one.name === name)
  }

  it('is well without keys, client, config and ledger, and writes nothing', async () => {
    mkdirSync(cwd, { recursive: true })
    const { status, stdout, stderr } = await shoal(['doctor'], { env, cwd })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout.match(/^[✓–] \w+/gm)).toEqual([
      '✓ node',
      '✓ shoal',
      '– config',
      '✓ state',
      '✓ store',
      '✓ threads',
      '✓ wasm',
      '– models',
      '✓ sql',
      '– client',
      '– plugin',
    ])
    expect(readdirSync(cwd)).toEqual([])
  })

  it('says which keys are set and never what they are', async () => {
    const { stdout } = await shoal(['doctor'], { env: { ...env, ANTHROPIC_API_KEY: 'sk-very-secret' }, cwd })
    expect(stdout).toContain('✓ models   ANTHROPIC_API_KEY is set\n')
    expect(stdout).not.toContain('very-secret')
  })

  it('looks into the ledger that is there', async () => {
    const ledger = await openLedger(join(dir.path, 'used'))
    await ledger.close()
    expect(await check('store', { SHOAL_HOME: join(dir.path, 'used') })).toMatchObject({
      status: 'ok',
      line: 'the ledger opens and holds 0 teams',
    })
    const bad = dir.write('foreign/ledger.db', 'no database')
    expect(await check('store', { SHOAL_HOME: join(bad, '..') })).toMatchObject({ status: 'failed' })
  })

  it('sees a config file that is wrong, and works on', async () => {
    dir.write('home/shoal.config.json', '{"maxFiles": "many"}')
    expect(await check('config')).toMatchObject({ status: 'failed', line: expect.stringContaining('maxFiles') })
    expect(await check('wasm')).toMatchObject({ status: 'ok' })
    dir.write('home/shoal.config.json', '{')
    expect(await check('config')).toMatchObject({ status: 'failed' })
    dir.write('home/shoal.config.json', '{}')
    expect(await check('config')).toMatchObject({ status: 'ok', line: 'shoal.config.json' })
  })

  it('takes no arguments', async () => {
    expect(await shoal(['doctor', 'plugin'], { env, cwd })).toEqual({
      status: 2,
      stdout: '',
      stderr: 'shoal: shoal doctor takes no arguments — write `shoal plugin doctor` to check the plugin\n',
    })
  })
})

describe('shoal plugin', () => {
  it.each([
    [[], 'shoal: shoal plugin needs install, uninstall or doctor — run the command with `--help` for its usage\n'],
    [['instal'], 'shoal: shoal plugin has no verb "instal" — did you mean `shoal plugin install`?\n'],
    [['constructor'], 'shoal: shoal plugin has no verb "constructor" — write install, uninstall or doctor\n'],
    [
      ['install', 'x'],
      'shoal: shoal plugin install takes no arguments — run the command with `--help` for what it takes\n',
    ],
  ])('%j is refused', async (args, stderr) => {
    expect(await shoal(['plugin', ...args])).toEqual({ status: 2, stdout: '', stderr })
  })
})
