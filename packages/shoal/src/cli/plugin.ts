// `shoal plugin`: installs, removes and checks the plugin for Claude Code.

import { type ExitStatus, ShoalError } from '@shoal/base/model/errors'
import { lookup } from '@shoal/base/model/lookup'
import { nearest } from '@shoal/base/text/nearest'
import type { Command, CommandInput } from './command.ts'
import type { Io } from './io.ts'

type Verb = (io: Io, input: CommandInput) => Promise<ExitStatus>

const verbs: Readonly<Record<string, () => Promise<Verb>>> = {
  install: async () => (await import('./plugin/install.ts')).runInstall,
  uninstall: async () => (await import('./plugin/uninstall.ts')).runUninstall,
  doctor: async () => (await import('./plugin/doctor.ts')).runDoctor,
}

export function pluginCommand(): Command {
  return {
    name: 'plugin',
    summary: 'the plugin for Claude Code: install, uninstall, doctor',
    usage: 'install|uninstall|doctor',
    ownVerbs: [
      ['install', 'installs and updates it'],
      ['uninstall', 'removes it everywhere'],
      ['doctor', 'whether all of it works'],
    ],
    examples: [
      {
        line: 'shoal plugin install',
        does: 'agents, skills, the /shoal:rlm command and the MCP server; also updates them',
      },
      { line: 'shoal plugin install --scope project', does: 'only in the project of this directory' },
      {
        line: 'shoal plugin install --dry-run',
        does: 'what would be written, and what Claude Code would be asked to do',
      },
      { line: 'shoal plugin doctor', does: 'whether all of it works; exits with 2 when something must be done' },
      { line: 'shoal plugin uninstall', does: 'removes it everywhere; runs are kept' },
    ],
    run,
  }
}

async function run(io: Io, input: CommandInput): Promise<ExitStatus> {
  const [name, second] = input.args
  if (name === undefined)
    throw new ShoalError('missing-argument', 'shoal plugin needs install, uninstall or doctor', { detail: 'plugin' })
  if (!Object.hasOwn(verbs, name)) throw unknownVerb(name)
  if (second !== undefined)
    throw new ShoalError('bad-value', `shoal plugin ${name} takes no arguments`, { detail: second })
  const verb = await lookup(verbs, name)!()
  return await verb(io, input)
}

function unknownVerb(name: string): ShoalError {
  const meant = nearest(name, Object.keys(verbs))
  return new ShoalError('unknown-command', `shoal plugin has no verb "${name}"`, {
    detail: name,
    advice: meant ? `did you mean \`shoal plugin ${meant}\`?` : 'write install, uninstall or doctor',
  })
}
