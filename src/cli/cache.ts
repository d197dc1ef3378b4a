// `shoal cache`.
import type { ExitStatus } from '../model/errors.ts'
import type { Command } from './command.ts'

export function cacheCommand(): Command {
  return {
    name: 'cache',
    summary: 'cache',
    usage: '',
    examples: [],
    run: async (): Promise<ExitStatus> => 0,
  }
}
