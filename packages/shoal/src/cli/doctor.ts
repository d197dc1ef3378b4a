// `shoal doctor`: what works on this machine.
import { type ExitStatus, ShoalError } from '@shoal/base/model/errors'
import type { Command, CommandInput } from './command.ts'
import type { Io } from './io.ts'

export function doctorCommand(): Command {
  return {
    name: 'doctor',
    summary: 'what works on this machine, and what to do about the rest',
    usage: '',
    examples: [
      { line: 'shoal info doctor', does: 'one line for each thing; exits with 2 when something must be done' },
      { line: 'shoal info doctor --json', does: 'the same for a script' },
    ],
    run,
  }
}

async function run(io: Io, { args, face }: CommandInput): Promise<ExitStatus> {
  if (args.length > 0)
    throw new ShoalError('bad-value', 'shoal doctor takes no arguments', {
      detail: args[0]!,
      advice: 'write `shoal plugin doctor` to check the plugin',
    })
  const [machine, plugin, { pluginWorld }, { showChecks }] = await Promise.all([
    import('../run/doctor/machine-checks.ts'),
    import('../plugin/plugin-checks.ts'),
    import('./plugin/world.ts'),
    import('./check-page.ts'),
  ])
  const world = pluginWorld(io)
  return await showChecks(io, face, [
    machine.nodeCheck(),
    plugin.shoalCheck(world),
    machine.configCheck(io.cwd, io.env.HOME ?? io.env.USERPROFILE),
    machine.stateCheck(world.stateDirectory),
    machine.storeCheck(world.stateDirectory, io.env),
    machine.threadsCheck(),
    machine.wasmCheck(),
    machine.keysCheck(io.env),
    machine.sqlCheck(),
    plugin.clientCheck(world, { isNeeded: false }),
    plugin.registeredCheck(world, { isNeeded: false }),
  ])
}
