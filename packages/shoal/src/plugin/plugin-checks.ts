// What can be well or not about the plugin, from the client down to the server that it starts.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { plural } from '@shoal/base/text/printable'
import { readAgent } from '../config/agents/read-agent.ts'
import type { Environment } from '../config/home-dir.ts'
import { absent, type Check, failed, ok } from '../run/doctor/check.ts'
import type { Client, InstalledPlugin } from './client.ts'
import { installedHere } from './client-calls.ts'
import { PLUGIN, PLUGIN_ID } from './names.ts'
import { permission } from './permission.ts'
import { configuredServer, differences } from './plugin-directory.ts'
import type { PluginFiles } from './plugin-files.ts'
import { probeProtocols, probeServer } from './probe-server.ts'
import type { ServerCommand } from './this-shoal.ts'

export interface PluginWorld {
  readonly directory: string
  readonly version: string
  /** Throws when SHOAL_CLAUDE names no program; null when there is no client. */
  client(): Client | null
  /** What the directory should hold. Throws when the package is incomplete. */
  files(): PluginFiles
  /** Of this shoal, where the plugin is not installed. */
  readonly server: ServerCommand
  readonly cwd: string
  readonly env: Environment
  readonly signal: AbortSignal
}

const INSTALL = 'run `shoal plugin install`'
const ANSWER_MS = 20_000

/** In the order in which one follows from the other. */
export function pluginChecks(world: PluginWorld): readonly Check[] {
  return [
    clientCheck(world, { isNeeded: true }),
    registeredCheck(world, { isNeeded: true }),
    filesCheck(world),
    agentsCheck(world),
    serverCheck(world),
    protocolsCheck(world),
    { name: 'allowed', run: async () => permission(world) },
  ]
}

export function shoalCheck({ version, server: { args } }: PluginWorld): Check {
  return {
    name: 'shoal',
    async run() {
      const bin = args[0]!
      if (!existsSync(bin))
        return failed(`${bin} is not there`, 'install shoal again, or build it with `npm run build`')
      return ok(`${version}, ${bin}`)
    },
  }
}

interface Need {
  /** What is not there is a failure. */
  readonly isNeeded: boolean
}

export function clientCheck(world: PluginWorld, { isNeeded }: Need): Check {
  return {
    name: 'client',
    async run() {
      const client = world.client()
      if (client !== null) return ok(`Claude Code ${await client.version()}, ${client.file}`)
      const advice = 'install Claude Code, or set SHOAL_CLAUDE to its file'
      return isNeeded ? failed('Claude Code is not on the PATH', advice) : absent('Claude Code is not on the PATH')
    },
  }
}

export function registeredCheck(world: PluginWorld, { isNeeded }: Need): Check {
  const { version, cwd } = world
  return {
    name: 'plugin',
    async run() {
      const client = world.client()
      if (client === null) return absent('no client to ask')
      const plugins = await client.plugins()
      const here = installedHere(plugins, null, cwd)
      if (!here)
        return isNeeded
          ? failed(`${PLUGIN_ID} is not installed in Claude Code`, INSTALL)
          : absent(`${PLUGIN_ID} is not installed in Claude Code`, INSTALL)
      const [trouble] = here.errors ?? []
      if (trouble !== undefined) return failed(`Claude Code cannot load it: ${trouble}`, INSTALL)
      if (!here.enabled) return failed(`${PLUGIN_ID} is disabled`, INSTALL)
      if (here.version !== version)
        return failed(`${PLUGIN_ID} is of version ${here.version}, and this is shoal ${version}`, INSTALL)
      const twin = twinOf(plugins)
      if (twin) return failed(`${twin.id} is enabled beside ${PLUGIN_ID}`, `run \`claude plugin uninstall ${twin.id}\``)
      return ok(`${PLUGIN_ID} ${version}, enabled (${here.scope})`)
    },
  }
}

/** The same plugin from another marketplace: every command and tool would be there twice. */
function twinOf(plugins: readonly InstalledPlugin[]): InstalledPlugin | undefined {
  return plugins.find(({ id, enabled }) => enabled && id !== PLUGIN_ID && id.split('@', 1)[0] === PLUGIN)
}

function filesCheck({ directory, files, version }: PluginWorld): Check {
  return {
    name: 'files',
    async run() {
      if (!existsSync(directory)) return failed(`${directory} is not there`, INSTALL)
      const expected = files()
      const [first, ...others] = differences(directory, expected)
      if (!first) return ok(`${plural(expected.size, 'file')} as shoal ${version} has them, in ${directory}`)
      const more = others.length === 0 ? '' : `, and ${plural(others.length, 'more difference')}`
      return failed(`${join(directory, first.path)} is ${first.how}${more}`, INSTALL)
    },
  }
}

function agentsCheck({ directory }: PluginWorld): Check {
  return {
    name: 'agents',
    async run() {
      const folder = join(directory, 'agents')
      const names = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.md')) : []
      if (names.length === 0) return failed(`there are no agents in ${folder}`, INSTALL)
      for (const name of names.toSorted()) {
        const agent = readAgent(join(folder, name), name)
        const [problem] = 'problems' in agent ? agent.problems : []
        if (problem) return failed(`agents/${name}:${problem.line}: ${problem.what}`, INSTALL)
      }
      return ok(`${plural(names.length, 'agent')}, nothing wrong with them`)
    },
  }
}

function serverCheck(world: PluginWorld): Check {
  return {
    name: 'server',
    async run() {
      const { tools, startMs, callMs } = await probeServer(serverOf(world), { ...world, limitMs: ANSWER_MS })
      return ok(`starts in ${Math.round(startMs)} ms, ${plural(tools, 'tool')}; a call takes ${Math.round(callMs)} ms`)
    },
  }
}

function protocolsCheck(world: PluginWorld): Check {
  return {
    name: 'protocols',
    async run() {
      const tried = await probeProtocols(serverOf(world), { ...world, limitMs: ANSWER_MS })
      return ok(`speaks with old and new clients: ${tried.join(', ')}`)
    },
  }
}

/** What the client would start. */
function serverOf({ directory, server }: PluginWorld): ServerCommand {
  return configuredServer(directory) ?? server
}
