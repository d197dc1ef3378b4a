// A machine with a fake client, a package and a home of its own, to run `shoal plugin` on.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import type { Command } from '../../packages/shoal/src/cli/command.ts'
import { runDoctor } from '../../packages/shoal/src/cli/plugin/doctor.ts'
import { runInstall } from '../../packages/shoal/src/cli/plugin/install.ts'
import { runUninstall } from '../../packages/shoal/src/cli/plugin/uninstall.ts'
import { pluginWorld } from '../../packages/shoal/src/cli/plugin/world.ts'
import { reportError } from '../../packages/shoal/src/cli/report-error.ts'
import { parseCommandLine } from '../../packages/shoal/src/config/parse.ts'
import { resolveOptions } from '../../packages/shoal/src/config/resolve.ts'
import { fakeIo, type Outcome } from '../../packages/shoal/tests/cli/fake-io.ts'

const verbs = { install: runInstall, uninstall: runUninstall, doctor: runDoctor }
const fakeClaude = fileURLToPath(new URL('fake-claude.mjs', import.meta.url))
const fakeServer = fileURLToPath(new URL('fake-server.mjs', import.meta.url))

interface FakeClient {
  version?: string
  fail?: { at: string; stderr: string; status?: number }
  copies?: boolean
  garbage?: boolean
  asleep?: string
}

export class PluginLab {
  /** Names that break whoever builds a command line by hand. */
  readonly home = join(realpathSync(mkdtempSync(join(tmpdir(), 'shoal-plugin-'))), `it's "my" $HOME;`)
  readonly project = join(this.home, 'project')
  readonly state = join(this.home, 'state')
  readonly directory = join(this.state, 'plugin')
  readonly packageRoot = join(this.home, 'package')
  readonly env: Record<string, string>

  constructor() {
    mkdirSync(this.project, { recursive: true })
    this.env = {
      PATH: process.env.PATH ?? '',
      HOME: this.home,
      SHOAL_HOME: this.state,
      SHOAL_CLAUDE: fakeClaude,
      CLAUDE_CONFIG_DIR: join(this.home, 'claude'),
    }
    this.pack()
    afterAll(() => rmSync(dirname(this.home), { recursive: true, force: true }))
  }

  /** A package as small as one can be, whose server answers at once. */
  private pack(): void {
    this.write('package/package.json', '{"version": "1.2.3", "type": "module"}')
    this.write(
      'package/.claude-plugin/plugin.json',
      '{"name": "shoal", "version": "0.0.0", "description": "reads", "mcpServers": {"shoal": {"command": "node", "args": ["serve.mjs", "mcp", "--quiet"], "timeout": 9}}}',
    )
    this.write('package/.claude-plugin/marketplace.json', '{"name": "shoal", "owner": {"name": "x"}, "plugins": []}')
    this.write('package/agents/reader.md', '---\nname: reader\ndescription: Reads.\ntools: Read\n---\nRead.\n')
    this.write('package/skills/reading/SKILL.md', '---\nname: reading\ndescription: How to read.\n---\nSlowly.\n')
    this.write('package/commands/rlm.md', '---\ndescription: Reads.\n---\nRead $ARGUMENTS\n')
    this.write('package/dist/bin.js', readFileSync(fakeServer, 'utf8'))
  }

  write(path: string, content: string): string {
    const file = join(this.home, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
    return file
  }

  client(fake: FakeClient): void {
    this.env.FAKE_CLAUDE = JSON.stringify(fake)
  }

  withoutClient(): void {
    delete this.env.SHOAL_CLAUDE
    this.env.PATH = this.write('empty/.keep', '').replace('/.keep', '')
  }

  async run(verb: keyof typeof verbs, ...options: string[]): Promise<Outcome> {
    const io = fakeIo({ env: this.env, cwd: this.project })
    const { args, values } = parseCommandLine(['plugin', verb, ...options])
    const input: Parameters<Command['run']>[1] = { args, ...resolveOptions(values, {}, '') }
    const status = await verbs[verb](io, input, pluginWorld(io, this.packageRoot)).catch(error =>
      reportError(error, io, false),
    )
    return { status, stdout: io.stdout.text, stderr: io.stderr.text }
  }

  async json(verb: keyof typeof verbs, ...options: string[]) {
    const { stdout } = await this.run(verb, '--json', ...options)
    return JSON.parse(stdout)
  }

  /** The checks by name. */
  async doctor(): Promise<Record<string, { status: string; line: string; advice: string | null }>> {
    const { checks } = await this.json('doctor')
    return Object.fromEntries(checks.map((check: { name: string }) => [check.name, check]))
  }

  /** What the client was asked to change since the last time. */
  calls(): string[] {
    const file = join(this.env.CLAUDE_CONFIG_DIR!, 'calls.jsonl')
    if (!existsSync(file)) return []
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
    rmSync(file)
    return lines
      .map(line => (JSON.parse(line).args as string[]).map(arg => arg.replace(this.directory, 'DIR')).join(' '))
      .filter(line => !/--json$|--version$/.test(line))
  }

  plugins(): Record<string, unknown>[] {
    return this.clientState().plugins
  }

  clientState(): { plugins: Record<string, unknown>[]; marketplaces: Record<string, unknown>[] } {
    const file = join(this.env.CLAUDE_CONFIG_DIR!, 'state.json')
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { marketplaces: [], plugins: [] }
  }

  setClientState(state: unknown): void {
    mkdirSync(this.env.CLAUDE_CONFIG_DIR!, { recursive: true })
    writeFileSync(join(this.env.CLAUDE_CONFIG_DIR!, 'state.json'), JSON.stringify(state))
  }

  manifest(name = 'plugin.json') {
    return JSON.parse(readFileSync(join(this.directory, '.claude-plugin', name), 'utf8'))
  }
}
