// `shoal replay`.
import type { ExitStatus } from '../model/errors.ts'
import type { Command } from './command.ts'

export function replayCommand(): Command {
  return {
    name: 'replay',
    summary: 'replay',
    usage: '',
    examples: [],
    run: async (): Promise<ExitStatus> => 0,
  }
}
