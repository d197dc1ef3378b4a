// The table of commands, in the order of the help. Each is loaded only when it is wanted.
import type { CommandName } from '@shoal/base/model/option'
import type { Command } from './command.ts'

const load: Readonly<Record<CommandName, () => Promise<Command>>> = {
  analyze: async () => (await import('./analyze.ts')).analyzeCommand(),
  watch: async () => (await import('./watch.ts')).watch,
  ask: async () => (await import('./ask.ts')).askCommand(),
  plan: async () => (await import('./plan.ts')).plan,
  detect: async () => (await import('./detect.ts')).detect,
  chunk: async () => (await import('./chunk.ts')).chunk,
  profile: async () => (await import('./profile.ts')).profile,
  sql: async () => (await import('./sql.ts')).sql,
  search: async () => (await import('./search.ts')).search,
  diff: async () => (await import('./diff.ts')).diff,
  report: async () => (await import('./report.ts')).reportCommand(),
  runs: async () => (await import('./runs.ts')).runsCommand(),
  resume: async () => (await import('./resume.ts')).resumeCommand(),
  types: async () => (await import('./types.ts')).types,
  agents: async () => (await import('./agents.ts')).agentsCommand(),
  models: async () => (await import('./models.ts')).modelsCommand(),
  cache: async () => (await import('./cache.ts')).cacheCommand(),
  calls: async () => (await import('./calls.ts')).callsCommand(),
  replay: async () => (await import('./replay.ts')).replayCommand(),
  run: async () => (await import('./run.ts')).runCommand(),
  team: async () => (await import('./team.ts')).teamCommand(),
  serve: async () => (await import('./serve.ts')).serveCommand(),
  worker: async () => (await import('./worker.ts')).workerCommand(),
  mcp: async () => (await import('./mcp.ts')).mcpCommand(),
  plugin: async () => (await import('./plugin.ts')).pluginCommand(),
  doctor: async () => (await import('./doctor.ts')).doctorCommand(),
  info: async () => (await import('./info.ts')).info,
  init: async () => (await import('./init.ts')).init,
  completions: async () => (await import('./completions.ts')).completionsCommand(allCommands),
  help: async () => (await import('./help.ts')).helpCommand(allCommands),
}

export async function commandNamed(name: CommandName): Promise<Command> {
  return await load[name]()
}

export async function allCommands(): Promise<readonly Command[]> {
  return await Promise.all(Object.values(load).map(one => one()))
}
