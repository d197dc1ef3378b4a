// The table of commands, in the order of the help. Each is loaded only when it is wanted.
import type { CommandName } from '../config/options.ts'
import type { Command } from './command.ts'

const load: Readonly<Record<CommandName, () => Promise<Command>>> = {
  detect: async () => (await import('./detect.ts')).detect,
  chunk: async () => (await import('./chunk.ts')).chunk,
  plan: async () => (await import('./plan.ts')).plan,
  types: async () => (await import('./types.ts')).types,
  run: async () => (await import('./run.ts')).runCommand(),
  resume: async () => (await import('./resume.ts')).resumeCommand(),
  runs: async () => (await import('./runs.ts')).runsCommand(),
  team: async () => (await import('./team.ts')).teamCommand(),
  help: async () => (await import('./help.ts')).helpCommand(allCommands),
}

export async function commandNamed(name: CommandName): Promise<Command> {
  return await load[name]()
}

export async function allCommands(): Promise<readonly Command[]> {
  return await Promise.all(Object.values(load).map(one => one()))
}
