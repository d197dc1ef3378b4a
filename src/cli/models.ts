// `shoal models`.
import type { ExitStatus } from '../model/errors.ts'
import type { Command } from './command.ts'

export function modelsCommand(): Command {
  return {
    name: 'models',
    summary: 'models',
    usage: '',
    examples: [],
    run: async (): Promise<ExitStatus> => 0,
  }
}
