// `shoal agents`.
import type { ExitStatus } from '../model/errors.ts'
import type { Command } from './command.ts'

export function agentsCommand(): Command {
  return {
    name: 'agents',
    summary: 'agents',
    usage: '',
    examples: [],
    run: async (): Promise<ExitStatus> => 0,
  }
}
