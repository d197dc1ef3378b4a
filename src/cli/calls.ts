// `shoal calls`.
import type { ExitStatus } from '../model/errors.ts'
import type { Command } from './command.ts'

export function callsCommand(): Command {
  return {
    name: 'calls',
    summary: 'calls',
    usage: '',
    examples: [],
    run: async (): Promise<ExitStatus> => 0,
  }
}
